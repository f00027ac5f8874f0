import { useEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate, useSearchParams } from '#/web/router.tsx'
import { getUser } from '#/features/calls.gen.ts'
import { useRead } from '#/web/api.ts'
import { useCart } from './cart.web.ts'
import { paths } from '#/contract/paths.ts'
import { token } from '#/web/session.ts'
import { Notice } from '#/web/ui/Notice.tsx'
import { guestBody } from './guest-contract.ts'
import { useGuestDetails } from '#/features/accounts/guest-details.web.ts'
import { forgetGuestDetails, toGuestBody } from './guest-order.web.ts'
import { GuestCardStep } from './GuestCardStep.tsx'
import { GuestDetailsStep } from './GuestDetailsStep.tsx'
import { GuestLayout } from './GuestLayout.tsx'
import { OrderProgress } from './OrderProgress.tsx'

/** Buying without an account: the guest's details, the card, the order. The URL holds the step. */
export default function GuestPaymentPage() {
  const [search] = useSearchParams()
  const order_id = search.get('order')
  if (order_id !== null) return <GuestOrder key={order_id} order_id={order_id} />
  return <GuestSteps step={search.get('step') === 'card' ? 'card' : 'details'} />
}

function GuestSteps({ step }: { step: 'details' | 'card' }) {
  const { cart } = useCart()
  const details = useGuestDetails()
  const { state } = useLocation() as { state: { declined?: string } | null }
  if (cart.length === 0 && token.get() === null) return <Navigate to={paths.leagues} replace />
  if (step === 'card' && !guestBody.safeParse(toGuestBody(details)).success)
    return <Navigate to={paths.guestPayment} replace />
  return (
    <GuestLayout screen={step} signedIn={paths.orderSummary}>
      {step === 'card' ? <GuestCardStep details={details} declined={state?.declined} /> : <GuestDetailsStep />}
    </GuestLayout>
  )
}

function GuestOrder({ order_id }: { order_id: string }) {
  // Read once: a declined order ends the session, and leads back to the card.
  const [inside] = useState(() => token.get() !== null)
  if (!inside) return <Navigate to={paths.signIn} replace />
  return (
    <GuestLayout screen="order" signedIn={null}>
      <OrderProgress
        order_id={order_id}
        declined={(reason) => <Declined reason={reason} />}
        notice={<PasswordNotice />}
      />
    </GuestLayout>
  )
}

/** The account is deleted with its order; the form keeps the input. */
function Declined({ reason }: { reason: string }) {
  const navigate = useNavigate()
  useEffect(() => {
    token.set(null)
    void navigate(paths.guestCard, { replace: true, state: { declined: reason } })
  }, [navigate, reason])
  return null
}

function PasswordNotice() {
  const { data } = useRead(getUser, {})
  useEffect(forgetGuestDetails, [])
  return (
    <div className="mb-4">
      <Notice tone="success" title="Your sign-in details are in your email">
        We wrote to {data ? <strong className="font-[650] break-words">{data.user.email}</strong> : 'your email'} with a
        link to choose a password. In this browser you are signed in already.
      </Notice>
    </div>
  )
}
