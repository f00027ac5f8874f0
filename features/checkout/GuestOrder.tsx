import type { CallInput } from '#/contract/endpoint.ts'
import { paths } from '#/contract/paths.ts'
import { useChange } from '#/web/api.ts'
import type { ApiError } from '#/web/call.ts'
import { token } from '#/web/session.ts'
import { ButtonLink } from '#/web/ui/Button.tsx'
import type { OrderInHand } from './CheckoutFrame.tsx'
import { purchaseAsGuest } from '#/features/calls.gen.ts'
import { type GuestDetails } from '#/features/accounts/guest-details.web.ts'
import { findGuestTerms, keepGuestSecret, toGuestBody } from './guest-order.web.ts'
import { PaymentTrouble } from './PaymentTrouble.tsx'
import { toOrderForm, usePay } from './use-pay.web.ts'

/** Opens the guest's account with the order, and signs the guest in. */
export function useGuestPay(order: OrderInHand, details: GuestDetails) {
  const { mutateAsync } = useChange(purchaseAsGuest, [], { quiet: true })
  return usePay(async (confirmationToken) => {
    // The first step has already checked the details with the same schema.
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
}

/** Explains why a guest's order failed, with the next step. */
export function GuestTrouble({ error, isFree = false }: { error: ApiError; isFree?: boolean }) {
  return (
    <PaymentTrouble error={error} isFree={isFree}>
      {error.code === 'email_in_use' ? (
        <>
          <ButtonLink to={paths.signIn} variant="secondary">
            Sign in
          </ButtonLink>
          {!isFree && (
            <ButtonLink to={paths.guestPayment} variant="quiet">
              Use another email
            </ButtonLink>
          )}
        </>
      ) : error.status === 422 && !isFree ? (
        <ButtonLink to={paths.guestPayment} variant="secondary">
          Change your details
        </ButtonLink>
      ) : (error.code === 'coupon_refused' || error.code === 'coupon_unknown') && !isFree ? (
        <ButtonLink to={paths.guestPayment} variant="secondary">
          Change the order
        </ButtonLink>
      ) : error.code === 'not_on_sale' || error.code === 'price_changed' ? (
        <ButtonLink to={paths.leagues} variant="secondary">
          See the leagues
        </ButtonLink>
      ) : null}
    </PaymentTrouble>
  )
}
