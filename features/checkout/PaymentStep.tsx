import { useEffect } from 'react'
import { Navigate } from '#/web/router.tsx'
import { paths } from '#/contract/paths.ts'
import { PayWith } from '#/features/cards/PayWith.tsx'
import { useChange, useRead } from '#/web/api.ts'
import type { ApiError } from '#/web/call.ts'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { CheckoutFrame, type OrderInHand } from './CheckoutFrame.tsx'
import { listPurchases, purchase } from '#/features/calls.gen.ts'
import { PaymentTrouble } from './PaymentTrouble.tsx'
import { toOrderForm, usePay } from './use-pay.web.ts'

/** Second step: the card. `declined` is the bank's reason for refusing the last one. */
export function PaymentStep({ declined }: { declined?: string }) {
  // The step is a part of the address, not a path: the layout does not see that the screen has changed.
  useEffect(() => document.querySelector<HTMLElement>('main h1')?.focus(), [])
  return (
    <CheckoutFrame title="Payment" back={{ to: paths.orderSummary, label: 'Back to the order' }}>
      {(order) =>
        order.total === 0 ? <Navigate to={paths.orderSummary} replace /> : <Payment order={order} declined={declined} />
      }
    </CheckoutFrame>
  )
}

function Payment({ order, declined }: { order: OrderInHand; declined: string | undefined }) {
  const pay = useOwnPay(order)
  return (
    <PayWith total={order.total} declined={declined} pay={pay} trouble={(error) => <OrderTrouble error={error} />} />
  )
}

/** Places the order of a player who is signed in. */
export function useOwnPay(order: OrderInHand) {
  const { mutateAsync } = useChange(purchase, [], { quiet: true })
  return usePay(
    (confirmationToken, saved_card) => mutateAsync({ body: { ...toOrderForm(order), confirmationToken, saved_card } }),
    paths.order,
  )
}

/** Why a player's order did not go through, and the way on. */
export function OrderTrouble({ error, isFree = false }: { error: ApiError; isFree?: boolean }) {
  const isOpen = error.code === 'order_open'
  const purchases = useRead(listPurchases, {}, { enabled: isOpen })
  const pending = isOpen && purchases.data?.purchases.find(({ payment_status }) => payment_status === 'Pending')
  return (
    <PaymentTrouble error={error} isFree={isFree}>
      {pending ? (
        <ButtonLink to={paths.order(pending.order_id)} variant="secondary">
          Continue the open order
        </ButtonLink>
      ) : isFree ? null : error.code === 'already_in_league' ||
        error.code === 'partner_in_league' ||
        error.code === 'coupon_refused' ||
        error.code === 'coupon_unknown' ||
        error.status === 422 ? (
        <ButtonLink to={paths.orderSummary} variant="secondary">
          Change the order
        </ButtonLink>
      ) : null}
    </PaymentTrouble>
  )
}
