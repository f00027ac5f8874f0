import { Navigate } from '#/web/router.tsx'
import { formatName } from '#/contract/format.ts'
import { paths } from '#/contract/paths.ts'
import { CardForm } from '#/features/cards/CardForm.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import type { OrderInHand } from './CheckoutFrame.tsx'
import type { GuestDetails } from '#/features/accounts/guest-details.web.ts'
import { GuestFrame } from './GuestFrame.tsx'
import { GuestTrouble, useGuestPay } from './GuestOrder.tsx'

type GuestCardStepProps = {
  details: GuestDetails
  /** The bank's reason for refusing the last card. */
  declined: string | undefined
}

/** A guest's second step: the card, which opens the account and pays the order at once. */
export function GuestCardStep({ details, declined }: GuestCardStepProps) {
  return (
    <GuestFrame title="Payment" back={{ to: paths.guestPayment, label: 'Back to your details' }}>
      {(order) =>
        order.total === 0 ? (
          <Navigate to={paths.guestPayment} replace />
        ) : (
          <>
            <p className="mb-5 break-words">
              For <strong className="font-[650]">{formatName(details)}</strong>, {details.email}.{' '}
              <TextLink to={paths.guestPayment}>Change</TextLink>
            </p>
            <Payment order={order} details={details} declined={declined} />
          </>
        )
      }
    </GuestFrame>
  )
}

function Payment({ order, details, declined }: GuestCardStepProps & { order: OrderInHand }) {
  const pay = useGuestPay(order, details)
  return (
    <CardForm total={order.total} declined={declined} pay={pay} trouble={(error) => <GuestTrouble error={error} />} />
  )
}
