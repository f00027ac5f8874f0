import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { listDivisions } from '#/features/seasons/contract.ts'
import { queries, readOf, useChange, useRead } from '#/web/api.ts'
import { ApiError } from '#/web/call.ts'
import { partnersOf } from './partners.web.ts'
import { paths } from '#/contract/paths.ts'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { CardForm, inOneSentence, isUnknown } from '#/features/cards/CardForm.tsx'
import { CheckoutFrame, type OrderInHand } from './CheckoutFrame.tsx'
import { completePurchase, listPurchases, purchase } from './contract.ts'
import { listMyLeagues } from '#/features/leagues/contract.ts'

/** Second step: the card. `declined` is what the bank said of the last one. */
export function PaymentStep({ declined }: { declined?: string }) {
  // The step is a part of the address, not a path: the layout does not see that the screen has changed.
  useEffect(() => document.querySelector<HTMLElement>('main h1')?.focus(), [])
  return (
    <CheckoutFrame title="Payment" back={{ to: paths.orderSummary, label: 'Back to the order' }}>
      {(order) => <Payment order={order} declined={declined} />}
    </CheckoutFrame>
  )
}

function Payment({ order, declined }: { order: OrderInHand; declined: string | undefined }) {
  const pay = usePay(order)
  return <CardForm total={order.total} declined={declined} pay={pay} trouble={(error) => <Trouble error={error} />} />
}

/** Buys the order with a card's token, and goes on to how it stands. */
function usePay({ season, items, total }: OrderInHand) {
  const navigate = useNavigate()
  const buy = useChange(purchase)
  return async (confirmationToken: string) => {
    try {
      const answer = await buy.mutateAsync({
        body: {
          league_slug: season.slug,
          league_name: season.name,
          year: season.year,
          cart: items.map(({ id, slug }) => ({ id, slug, season_count: 1 as const })),
          price: (total / 100).toFixed(2),
          confirmationToken,
          ...partnersOf(items),
        },
      })
      const { order_id } = answer.data
      queries.setQueryData(readOf(completePurchase, { params: { order_id } }).queryKey, answer)
      await navigate(paths.order(order_id), { replace: true })
    } catch (error) {
      if (error instanceof ApiError && error.status === 409)
        for (const { method, path } of [listDivisions, listMyLeagues, listPurchases])
          void queries.invalidateQueries({ queryKey: [method, path] })
      throw error instanceof ApiError && error.status === 422 ? inOneSentence(error) : error
    }
  }
}

/** Why the order did not go through, and the way on. */
function Trouble({ error }: { error: ApiError }) {
  const open = error.code === 'order_open'
  const purchases = useRead(listPurchases, {}, { enabled: open })
  const pending = open
    ? purchases.data?.purchases.find(({ payment_status }) => payment_status === 'Pending')
    : undefined
  const unknown = isUnknown(error)
  return (
    <Notice
      tone="error"
      title={unknown ? 'We do not know yet if your payment went through' : 'No money was taken'}
      actions={
        pending ? (
          <ButtonLink to={paths.order(pending.order_id)} variant="secondary">
            Continue the open order
          </ButtonLink>
        ) : error.code === 'already_in_league' || error.code === 'partner_in_league' || error.status === 422 ? (
          <ButtonLink to={paths.orderSummary} variant="secondary">
            Change the order
          </ButtonLink>
        ) : null
      }
    >
      {error.message}
      {unknown && ' Press the button again: we continue the same payment and never charge you twice.'}
    </Notice>
  )
}
