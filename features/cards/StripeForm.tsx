import { organization } from '#/contract/organization.ts'
import { useRef, useState, type FormEvent } from 'react'
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Stripe, StripeElements } from '@stripe/stripe-js'
import { ApiError } from '#/web/call.ts'
import { paths } from '#/contract/paths.ts'
import { Notice } from '#/web/ui/Notice.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { isUnknown, type CardFormProps } from './card-payment.web.ts'
import { StripeScript } from './StripeScript.tsx'
import { PageTitle } from '#/web/PageTitle.tsx'
import { PayButton } from './PayButton.tsx'

const loading = 'Loading payment element...'

/**
 * Stripe's Payment Element before a payment exists: the card goes from the browser to Stripe, which returns a token.
 */
export default function StripeForm({ publishable_key, ...props }: CardFormProps & { publishable_key: string }) {
  return (
    <StripeScript publishable_key={publishable_key} title="Payment">
      {(stripe) => (
        <Elements
          stripe={stripe}
          options={{
            mode: 'payment',
            amount: props.total,
            currency: organization().currency.toLowerCase(),
            allowedPaymentMethodTypes: ['card'],
          }}
        >
          <Form {...props} />
        </Elements>
      )}
    </StripeScript>
  )
}

function Form({ total, declined, pay, trouble }: CardFormProps) {
  const stripe = useStripe()
  const elements = useElements()
  const [ready, setReady] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<ApiError | null>(null)
  // If the response to a press was lost, the next press sends the same card with the same token, which is never charged
  // twice.
  const last = useRef<string | null>(null)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (busy) return
    setProblem(null)
    setRefusal(null)
    if (!stripe || !elements || !ready) return setProblem(loading)
    setBusy(true)
    const made = last.current === null ? await makeToken(stripe, elements) : { token: last.current }
    if ('problem' in made) setProblem(made.problem)
    else {
      last.current = made.token
      await pay(made.token).catch((error: unknown) => {
        if (!isUnknown(error)) last.current = null
        if (!(error instanceof ApiError)) throw error
        setRefusal(error)
      })
    }
    setBusy(false)
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5 *:scroll-mt-40">
      <PageTitle failed={problem !== null || refusal !== null}>Payment</PageTitle>
      {refusal === null && problem === null && declined !== undefined && (
        <Notice tone="error" title="No money was taken">
          {declined}
        </Notice>
      )}
      {!ready && <Skeleton kind="rows" label={loading} />}
      <PaymentElement
        onReady={() => setReady(true)}
        onChange={() => (last.current = null)}
        onLoadError={({ error }) => setProblem(error.message ?? 'The card form could not be loaded.')}
      />
      {problem !== null && <Notice tone="error">{problem}</Notice>}
      {refusal !== null && trouble(refusal)}
      <PayButton total={total} busy={busy} />
    </form>
  )
}

/** The confirmation token of the entered card, or Stripe's error message for buyers. */
async function makeToken(stripe: Stripe, elements: StripeElements): Promise<{ token: string } | { problem: string }> {
  const missing = 'Confirmation token is missing'
  const checked = await elements.submit()
  if (checked.error) return { problem: checked.error.message ?? missing }
  const made = await stripe.createConfirmationToken({
    elements,
    params: { return_url: new URL(paths.orderSummary, location.href).href },
  })
  if (made.error) return { problem: made.error.message ?? missing }
  return made.confirmationToken ? { token: made.confirmationToken.id } : { problem: missing }
}
