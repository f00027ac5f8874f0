import { useState } from 'react'
import { formatDay, formatTotal } from '#/contract/format.ts'
import { formatAmount, formatOff } from '#/contract/money.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { SeasonTabs } from '#/organizer/desk/SeasonTabs.tsx'
import { useOwnersOnly } from '#/organizer/security/use-owner.web.ts'
import { useAction } from '#/web/action.ts'
import { DeskList } from '#/organizer/desk/DeskList.tsx'
import { useList } from '#/web/list.ts'
import { Screen } from '#/web/Screen.tsx'
import { Badge } from '#/web/ui/Badge.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { FinalDialog } from '#/organizer/desk/FinalDialog.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { CouponDialog } from './CouponDialog.tsx'
import { deleteCoupon, listCoupons } from '#/organizer/calls.gen.ts'
import type { OrganizerCoupon } from './contract.ts'
import { formatSeasons, formatUses } from './format.ts'

/** The coupons, with their discounts, conditions and uses: ?page=. */
export default function CouponsPage() {
  const reason = useOwnersOnly()
  const [creating, setCreating] = useState(false)
  return (
    <Screen
      title="Coupons"
      lead="A code for a discount on an order, once for each player."
      actions={
        <Button reason={reason} onClick={() => setCreating(true)}>
          Create a coupon
        </Button>
      }
    >
      <SeasonTabs current={deskPaths.coupons} />
      {reason === undefined ? <Coupons onCreate={() => setCreating(true)} /> : <Notice>{reason}</Notice>}
      {creating && <CouponDialog coupon={null} onClose={() => setCreating(false)} />}
    </Screen>
  )
}

function Coupons({ onCreate }: { onCreate: () => void }) {
  const list = useList(listCoupons)
  const [changing, setChanging] = useState<OrganizerCoupon | null>(null)
  const [deleting, setDeleting] = useState<OrganizerCoupon | null>(null)
  const closeDialog = () => setDeleting(null)
  const remove = useAction(deleteCoupon, { stale: [listCoupons], onDone: closeDialog, onRefused: closeDialog })
  return (
    <>
      <DeskList
        name="coupons"
        list={list}
        loading="Loading the coupons"
        count={({ total }) => formatTotal(total, 'coupon', 'coupons')}
        rows={({ coupons }) => coupons}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'code',
            title: 'Code',
            text: ({ code }) => code,
            cell: ({ code, state }) => (
              <>
                {code} {state === 'expired' && <Badge>Expired</Badge>}
                {state === 'used_up' && <Badge tone="warn">Used up</Badge>}
              </>
            ),
          },
          { key: 'off', title: 'Takes off', numeric: true, cell: formatOff },
          {
            key: 'uses',
            title: 'Orders',
            numeric: true,
            text: formatUses,
            cell: (coupon) => <span className="whitespace-nowrap">{formatUses(coupon)}</span>,
          },
          { key: 'given', title: 'Given so far', numeric: true, cell: ({ given }) => formatAmount(given) },
          {
            key: 'until',
            title: 'Up to',
            cell: ({ expires_on }) => (expires_on === null ? 'No last day' : formatDay(expires_on)),
          },
          { key: 'seasons', title: 'For', cell: formatSeasons },
          {
            key: 'change',
            title: 'Change',
            align: 'right',
            always: true,
            text: null,
            cell: (coupon) => (
              <span className="flex flex-wrap justify-end gap-2">
                <Button size="sm" variant="quiet" onClick={() => setChanging(coupon)}>
                  Change<span className="sr-only"> {coupon.code}</span>
                </Button>
                <Button size="sm" variant="quiet" onClick={() => setDeleting(coupon)}>
                  Delete<span className="sr-only"> {coupon.code}</span>
                </Button>
              </span>
            ),
          },
        ]}
        empty={{
          title: 'No coupons yet',
          text: 'With a coupon, players get a discount on an order. You choose how much, for how many orders and until when.',
          action: (
            <Button variant="secondary" onClick={onCreate}>
              Create the first coupon
            </Button>
          ),
        }}
      />
      {changing && <CouponDialog coupon={changing} onClose={() => setChanging(null)} />}
      {deleting && (
        <FinalDialog
          onClose={closeDialog}
          title={`Delete ${deleting.code}?`}
          description="New orders will not be able to use it, and buyers who have it in their cart will be notified. Orders already placed keep their discount."
          confirm="Delete the coupon"
          busy={remove.busy}
          onConfirm={() => remove.run({ params: { id: deleting.id } })}
        />
      )}
    </>
  )
}
