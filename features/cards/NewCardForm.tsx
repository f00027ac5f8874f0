import { organization } from '#/contract/organization.ts'
import { useState, type FormEvent } from 'react'
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Stripe, StripeElements } from '@stripe/stripe-js'
import { takeFocus } from '#/features/accounts/focus.ts'
import { useChange } from '#/web/api.ts'
import { ApiError } from '#/web/call.ts'
import { paths } from '#/contract/paths.ts'
import { Button } from '#/web/ui/Button.tsx'
import { FormActions } from '#/web/ui/FormActions.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { saveCard } from '#/features/calls.gen.ts'
import { StripeScript } from './StripeScript.tsx'

const loading = 'Loading payment element...'

type NewCardFormProps = {
  /** Stripe says that the card is taken; the server has not been asked yet. */
  onSaved: () => Promise<void>
  onCancel: () => void
}

/** Stripe's Payment Element for a card to keep: it goes from the browser to Stripe, and nothing is charged. */
export default function NewCardForm({ publishable_key, ...props }: NewCardFormProps & { publishable_key: string }) {
  return (
    <div>
      <h3 ref={takeFocus} tabIndex={-1} className="lettering mb-4 text-xl">
        New card
      </h3>
      <StripeScript publishable_key={publishable_key}>
        {(stripe) => (
          <Elements
            stripe={stripe}
            options={{
              mode: 'setup',
              currency: organization().currency.toLowerCase(),
              allowedPaymentMethodTypes: ['card'],
            }}
          >
            <Form {...props} />
          </Elements>
        )}
      </StripeScript>
    </div>
  )
}

function Form({ onSaved, onCancel }: NewCardFormProps) {
  const stripe = useStripe()
  const elements = useElements()
  const begin = useChange(saveCard)
  const [ready, setReady] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (busy) return
    setProblem(null)
    if (!stripe || !elements || !ready) return setProblem(loading)
    setBusy(true)
    const wrong = await handOver(stripe, elements, async () => (await begin.mutateAsync({})).client_secret)
    if (wrong === null) await onSaved()
    else setProblem(wrong)
    setBusy(false)
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
      {!ready && <Skeleton kind="rows" label={loading} />}
      <PaymentElement
        onReady={() => setReady(true)}
        onLoadError={({ error }) => setProblem(error.message ?? 'The card form could not be loaded.')}
      />
      {problem !== null && <Notice tone="error">{problem}</Notice>}
      <FormActions note="Nothing is charged.">
        <Button type="submit" busy={busy}>
          Save card
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </FormActions>
    </form>
  )
}

/** Gives Stripe the card that was entered. Answers what is wrong with it, in Stripe's words for buyers; null: nothing. */
async function handOver(
  stripe: Stripe,
  elements: StripeElements,
  secretOf: () => Promise<string>,
): Promise<string | null> {
  const refused = 'The card could not be saved.'
  const checked = await elements.submit()
  if (checked.error) return checked.error.message ?? refused
  try {
    const { error } = await stripe.confirmSetup({
      elements,
      clientSecret: await secretOf(),
      confirmParams: { return_url: new URL(paths.paymentMethod, location.href).href },
      redirect: 'if_required',
    })
    return error ? (error.message ?? refused) : null
  } catch (error) {
    if (error instanceof ApiError) return error.message
    throw error
  }
}
