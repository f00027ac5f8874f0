import { toCents } from '#/contract/money.ts'
import { useState } from 'react'
import { useNavigate } from '#/web/router.tsx'
import {
  getFreeSeasons,
  listPurchases,
  claimFreeSeason,
  getSecondDivision,
  listMyLeagues,
} from '#/features/calls.gen.ts'
import { formatFreeSeasons } from '#/features/referrals/format.ts'
import { useChange } from '#/web/api.ts'
import type { ApiError } from '#/web/call.ts'
import { toClaimForm } from './use-pay.web.ts'
import { paths } from '#/contract/paths.ts'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { inOneSentence, isUnknown } from '#/features/cards/card-payment.web.ts'
import type { OrderInHand } from './CheckoutFrame.tsx'

/** The player's number of free seasons, and the dialog that uses them. */
export default function FreeSeasonDialog({ order, count }: { order: OrderInHand; count: number }) {
  const [open, setOpen] = useState(true)
  const { claim, error, busy } = useClaim(order)
  // A free division does not need a free season.
  const needed = order.items.filter(({ price, off }) => toCents(price) > off).length
  const enough = count >= needed
  const have = `You have ${count} ${formatFreeSeasons(count)}.`
  const close = () => setOpen(false)
  return (
    <>
      <Notice
        tone="success"
        title={have}
        actions={
          <Button variant="secondary" onClick={() => setOpen(true)}>
            {enough ? `Use ${needed} ${formatFreeSeasons(needed)}` : 'How to use it'}
          </Button>
        }
      >
        A free season pays for one division.
      </Notice>
      <Dialog
        open={open}
        onClose={close}
        title={enough ? 'Play for free?' : 'Your free seasons'}
        description={
          enough ? (
            <>
              {have} This order takes {needed}; {count - needed} will be left. Nothing is charged
              {order.coupon && ', and the coupon stays unused'}.
            </>
          ) : (
            <>
              {have} One pays for one division, and this order has {needed} to pay for. Leave {needed - count} out to
              play for free, and order the rest by card afterwards.
            </>
          )
        }
        actions={
          enough ? (
            <>
              <Button busy={busy} onClick={() => void claim()}>
                Use {needed} {formatFreeSeasons(needed)}
              </Button>
              <Button variant="secondary" onClick={close}>
                Pay by card instead
              </Button>
            </>
          ) : (
            <Button onClick={close}>Back to the order</Button>
          )
        }
      >
        {error && <Trouble error={error} />}
      </Dialog>
    </>
  )
}

/** Explains why the claim failed, with the next step. */
function Trouble({ error }: { error: ApiError }) {
  const unknown = isUnknown(error)
  return (
    <Notice
      tone="error"
      announce={false}
      title={unknown ? 'We do not know yet if your payment went through' : 'No free season was spent'}
      actions={
        error.code === 'already_in_league' && (
          <ButtonLink to={paths.myLeague} variant="secondary">
            My league
          </ButtonLink>
        )
      }
    >
      {inOneSentence(error).message}
      {unknown && ' Press the button again: you will not join a league twice.'}
    </Notice>
  )
}

function useClaim(order: OrderInHand) {
  const navigate = useNavigate()
  const change = useChange(claimFreeSeason, [getFreeSeasons, listMyLeagues, listPurchases, getSecondDivision])

  async function claim(): Promise<void> {
    if (change.isPending) return
    const answer = await change
      .mutateAsync({
        body: toClaimForm(order),
      })
      .catch(() => null)
    if (answer) await navigate(paths.claimed(answer.data.order_id), { replace: true })
  }

  return { claim, error: change.error, busy: change.isPending }
}
