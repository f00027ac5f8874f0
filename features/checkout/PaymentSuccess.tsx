import { formatCents, toCents } from '#/contract/money.ts'
import { useEffect, type ReactNode } from 'react'
import { useNavigate } from '#/web/router.tsx'
import { areaName } from '#/contract/areas.ts'
import { formatOrderNumber } from '#/contract/format.ts'
import { paths } from '#/contract/paths.ts'
import { listMyLeagues, listSeasons, getSecondDivision, listPurchases } from '#/features/calls.gen.ts'
import { queries } from '#/web/api.ts'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { Court } from '#/web/ui/Court.tsx'
import { DataList } from '#/web/ui/DataList.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { clearCart } from './cart.web.ts'
import { OrderCard } from './OrderCard.tsx'
import { useOrderLines } from './use-order-lines.web.ts'

/** The leagues of a settled order and the next step. Closing it goes to my league. */
export function PaymentSuccess({
  order_id,
  isFree,
  message,
  notice,
}: {
  order_id: string
  isFree: boolean
  message: string
  notice: ReactNode
}) {
  const navigate = useNavigate()
  const lines = useOrderLines(order_id)
  const toMyLeague = () => void navigate(paths.myLeague, { replace: true })
  useEffect(() => {
    clearCart()
    void import('#/web/install.ts').then(
      ({ noteGoodMoment }) => noteGoodMoment(),
      () => {},
    )
    for (const { method, path } of [listPurchases, listMyLeagues, listSeasons, getSecondDivision])
      void queries.invalidateQueries({ queryKey: [method, path] })
  }, [])
  return (
    <>
      <OrderCard order_id={order_id}>{isFree ? 'is confirmed. There was nothing to pay.' : 'is paid.'}</OrderCard>
      <Dialog
        open
        onClose={toMyLeague}
        title="You are in"
        description={message}
        actions={
          <>
            <Button onClick={toMyLeague}>Go to my league</Button>
            <ButtonLink to={paths.receipt(order_id)} replace variant="quiet">
              Receipt
            </ButtonLink>
          </>
        }
      >
        <Court picture="no-league" className="-mx-5 mb-4 h-32 w-[calc(100%+2.5rem)] sm:-mx-6 sm:w-[calc(100%+3rem)]" />
        {notice}
        <DataList
          items={[
            { term: 'Order number', value: formatOrderNumber(order_id) },
            ...lines.map((line) => ({
              term: line.level_name,
              value: `${line.league_name} ${line.year}, ${areaName(line.area)}`,
            })),
            // The lines are read after the payment: no amount is better than a wrong one.
            ...(lines.length === 0 || isFree
              ? []
              : [
                  {
                    term: 'Paid',
                    value: formatCents(lines.reduce((sum, { price }) => sum + toCents(price), 0)),
                  },
                ]),
          ]}
        />
      </Dialog>
    </>
  )
}
