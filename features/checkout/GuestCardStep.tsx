import { useNavigate } from 'react-router'
import type { CallInput } from '#/contract/endpoint.ts'
import { listDivisions, listSeasons } from '#/features/seasons/contract.ts'
import { queries, readOf, useChange } from '#/web/api.ts'
import { ApiError } from '#/web/call.ts'
import { partnersOf } from './partners.web.ts'
import { paths } from '#/contract/paths.ts'
import { token } from '#/web/session.ts'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { CardForm, inOneSentence, isUnknown } from '#/features/cards/CardForm.tsx'
import type { OrderInHand } from './CheckoutFrame.tsx'
import { completePurchase } from './contract.ts'
import { purchaseAsGuest } from './guest-contract.ts'
import { toGuestBody, type GuestDetails } from './guest-details.web.ts'
import { GuestFrame } from './GuestFrame.tsx'

type GuestCardStepProps = {
  details: GuestDetails
  /** What the bank said of the last card. */
  declined: string | undefined
}

/** Second step of a guest: the card, which opens the account and pays the order at once. */
export function GuestCardStep({ details, declined }: GuestCardStepProps) {
  return (
    <GuestFrame title="Payment" back={{ to: paths.guestPayment, label: 'Back to your details' }}>
      {(order) => (
        <>
          <p className="mb-5 break-words">
            For{' '}
            <strong className="font-[650]">
              {details.first_name} {details.last_name}
            </strong>
            , {details.email}. <TextLink to={paths.guestPayment}>Change</TextLink>
          </p>
          <Payment order={order} details={details} declined={declined} />
        </>
      )}
    </GuestFrame>
  )
}

function Payment({ order, details, declined }: GuestCardStepProps & { order: OrderInHand }) {
  const pay = usePay(order, details)
  return <CardForm total={order.total} declined={declined} pay={pay} trouble={(error) => <Trouble error={error} />} />
}

/** Opens the account and pays, signs in, and goes on to how the order stands. */
function usePay({ season, items, total }: OrderInHand, details: GuestDetails) {
  const navigate = useNavigate()
  const buy = useChange(purchaseAsGuest)
  return async (confirmationToken: string) => {
    try {
      const answer = await buy.mutateAsync({
        body: {
          // Read by the same schema when the first step was left.
          ...(toGuestBody(details) as CallInput<typeof purchaseAsGuest>['body']),
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
      token.set(answer.token)
      queries.setQueryData(readOf(completePurchase, { params: { order_id } }).queryKey, answer)
      await navigate(paths.guestOrder(order_id), { replace: true })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 409)
        for (const { method, path } of [listDivisions, listSeasons])
          void queries.invalidateQueries({ queryKey: [method, path] })
      throw error.status === 422 ? inOneSentence(error) : error
    }
  }
}

/** Why the order did not go through, and the way on. */
function Trouble({ error }: { error: ApiError }) {
  const unknown = isUnknown(error)
  return (
    <Notice
      tone="error"
      title={unknown ? 'We do not know yet if your payment went through' : 'No money was taken'}
      actions={
        error.code === 'email_in_use' ? (
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
        ) : null
      }
    >
      {error.message}
      {unknown && ' Press the button again: we continue the same payment and never charge you twice.'}
    </Notice>
  )
}
