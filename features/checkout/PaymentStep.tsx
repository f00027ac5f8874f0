import { useEffect } from 'react'
import { paths } from '#/contract/paths.ts'
import { PayWith } from '#/features/cards/PayWith.tsx'
import { useChange, useRead } from '#/web/api.ts'
import type { ApiError } from '#/web/call.ts'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { CheckoutFrame, type OrderInHand } from './CheckoutFrame.tsx'
import { listPurchases, purchase } from './contract.ts'
import { PaymentTrouble } from './PaymentTrouble.tsx'
import { toOrderForm, usePay } from './use-pay.web.ts'

/** Second step: the card. `declined` is the bank's reason for refusing the last one. */
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
  const { mutateAsync } = useChange(purchase, [], { quiet: true })
  const pay = usePay(
    (confirmationToken, saved_card) => mutateAsync({ body: { ...toOrderForm(order), confirmationToken, saved_card } }),
    paths.order,
  )
  return <PayWith total={order.total} declined={declined} pay={pay} trouble={(error) => <Trouble error={error} />} />
}

function Trouble({ error }: { error: ApiError }) {
  const isOpen = error.code === 'order_open'
  const purchases = useRead(listPurchases, {}, { enabled: isOpen })
  const pending = isOpen && purchases.data?.purchases.find(({ payment_status }) => payment_status === 'Pending')
  return (
    <PaymentTrouble error={error}>
      {pending ? (
        <ButtonLink to={paths.order(pending.order_id)} variant="secondary">
          Continue the open order
        </ButtonLink>
      ) : error.code === 'already_in_league' || error.code === 'partner_in_league' || error.status === 422 ? (
        <ButtonLink to={paths.orderSummary} variant="secondary">
          Change the order
        </ButtonLink>
      ) : null}
    </PaymentTrouble>
  )
}
