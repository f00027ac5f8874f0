import { useEffect, useRef, useState } from 'react'
import type { Stripe } from '@stripe/stripe-js'
import { Button } from '#/web/ui/Button.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { StripeScript } from './StripeScript.tsx'

type BankProps = { client_secret: string; onAnswered: () => Promise<unknown> }

/**
 * The bank's authentication in Stripe's window. The server asks Stripe for the outcome and does not trust the browser.
 */
export default function StripeBank({ publishable_key, ...props }: BankProps & { publishable_key: string }) {
  return (
    <StripeScript publishable_key={publishable_key}>{(stripe) => <Bank stripe={stripe} {...props} />}</StripeScript>
  )
}

function Bank({ stripe, client_secret, onAnswered }: BankProps & { stripe: Stripe }) {
  const [asking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const begun = useRef(false)

  async function ask(): Promise<void> {
    setAsking(true)
    setProblem(null)
    const { error } = await stripe.handleNextAction({ clientSecret: client_secret })
    if (error) setProblem(error.message ?? 'We could not reach the bank.')
    await onAnswered()
    setAsking(false)
  }

  // Opens the bank's window automatically, once.
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void ask()
  })

  return (
    <Notice
      tone="warn"
      title="Your bank needs you to confirm this payment"
      actions={
        <Button busy={asking} onClick={() => void ask()}>
          Confirm with your bank
        </Button>
      }
    >
      {problem !== null && <p>{problem}</p>}
      We hold your place until you confirm. Nothing is charged before that.
    </Notice>
  )
}
