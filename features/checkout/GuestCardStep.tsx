import type { CallInput } from '#/contract/endpoint.ts'
import { formatName } from '#/contract/format.ts'
import { paths } from '#/contract/paths.ts'
import { CardForm } from '#/features/cards/CardForm.tsx'
import { useChange } from '#/web/api.ts'
import type { ApiError } from '#/web/call.ts'
import { token } from '#/web/session.ts'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import type { OrderInHand } from './CheckoutFrame.tsx'
import { purchaseAsGuest } from './guest-contract.ts'
import { findGuestTerms, keepGuestSecret, toGuestBody, type GuestDetails } from './guest-details.web.ts'
import { GuestFrame } from './GuestFrame.tsx'
import { PaymentTrouble } from './PaymentTrouble.tsx'
import { toOrderForm, usePay } from './use-pay.web.ts'

type GuestCardStepProps = {
  details: GuestDetails
  /** The bank's reason for refusing the last card. */
  declined: string | undefined
}

/** Second step of a guest: the card, which opens the account and pays the order at once. */
export function GuestCardStep({ details, declined }: GuestCardStepProps) {
  return (
    <GuestFrame title="Payment" back={{ to: paths.guestPayment, label: 'Back to your details' }}>
      {(order) => (
        <>
          <p className="mb-5 break-words">
            For <strong className="font-[650]">{formatName(details)}</strong>, {details.email}.{' '}
            <TextLink to={paths.guestPayment}>Change</TextLink>
          </p>
          <Payment order={order} details={details} declined={declined} />
        </>
      )}
    </GuestFrame>
  )
}

function Payment({ order, details, declined }: GuestCardStepProps & { order: OrderInHand }) {
  const { mutateAsync } = useChange(purchaseAsGuest, [], { quiet: true })
  const pay = usePay(async (confirmationToken) => {
    // The same schema has checked the details when the first step was left.
    const guest = toGuestBody(details) as CallInput<typeof purchaseAsGuest>['body']
    const body = {
      ...guest,
      ...findGuestTerms(),
      ...toOrderForm(order),
      confirmationToken,
      guest_secret: keepGuestSecret(),
    }
    const answer = await mutateAsync({ body })
    token.set(answer.token)
    return answer
  }, paths.guestOrder)
  return <CardForm total={order.total} declined={declined} pay={pay} trouble={(error) => <Trouble error={error} />} />
}

function Trouble({ error }: { error: ApiError }) {
  return (
    <PaymentTrouble error={error}>
      {error.code === 'email_in_use' ? (
        <>
          <ButtonLink to={paths.signIn} variant="secondary">
            Sign in
          </ButtonLink>
          <ButtonLink to={paths.guestPayment} variant="quiet">
            Use another email
          </ButtonLink>
        </>
      ) : error.status === 422 ? (
        <ButtonLink to={paths.guestPayment} variant="secondary">
          Change your details
        </ButtonLink>
      ) : error.code === 'not_on_sale' || error.code === 'price_changed' ? (
        <ButtonLink to={paths.leagues} variant="secondary">
          See the leagues
        </ButtonLink>
      ) : null}
    </PaymentTrouble>
  )
}
