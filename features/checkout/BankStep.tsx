import { formatCents, toCents } from '#/contract/money.ts'
import { Suspense, useState } from 'react'
import { organization } from '#/contract/organization.ts'
import { answerTestBank, getConfig } from '#/features/calls.gen.ts'
import { useChange, useRead } from '#/web/api.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { lazyPart } from '#/web/lazy-part.tsx'
import { useOrderLines } from './use-order-lines.web.ts'

type BankProps = { order_id: string; client_secret: string; onAnswered: () => Promise<unknown> }

const StripeBank = lazyPart(() => import('#/features/cards/StripeBank.tsx'))

/** The bank's authentication, in the window of the configured payment provider. */
export default function BankStep(props: BankProps) {
  const { data } = useRead(getConfig, {})
  if (!data) return <Skeleton label="Connecting to your bank" />
  const { publishable_key } = data.payment
  if (publishable_key === null) return <TestBank {...props} />
  return (
    <Suspense fallback={<Skeleton label="Connecting to your bank" />}>
      <StripeBank publishable_key={publishable_key} client_secret={props.client_secret} onAnswered={props.onAnswered} />
    </Suspense>
  )
}

/** The test provider's bank, for the card that requires authentication. */
function TestBank({ order_id, client_secret, onAnswered }: BankProps) {
  const [open, setOpen] = useState(true)
  const [sending, setSending] = useState<'approve' | 'refuse' | null>(null)
  const answer = useChange(answerTestBank)
  const lines = useOrderLines(order_id)
  const amount =
    lines.length > 0 ? formatCents(lines.reduce((sum, { price }) => sum + toCents(price), 0)) : 'this amount'

  async function send(approved: boolean): Promise<void> {
    if (sending) return
    setSending(approved ? 'approve' : 'refuse')
    // The buyer may have answered the bank in another tab, so the order is read again in both cases.
    await answer.mutateAsync({ body: { client_secret, approved } }).catch(() => undefined)
    await onAnswered()
    setSending(null)
  }

  return (
    <>
      <Notice
        tone="warn"
        title="Your bank needs you to confirm this payment"
        actions={<Button onClick={() => setOpen(true)}>Confirm with your bank</Button>}
      >
        We hold your place until you confirm. Nothing is charged before that.
      </Notice>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Test bank"
        description={`Are you paying ${amount} to ${organization().name}? Test mode: no money moves.`}
        actions={
          <>
            <Button busy={sending === 'approve'} onClick={() => void send(true)}>
              Approve
            </Button>
            <Button variant="secondary" busy={sending === 'refuse'} onClick={() => void send(false)}>
              Refuse
            </Button>
          </>
        }
      >
        {answer.error && (
          <Notice tone="error" announce={false}>
            {answer.error.message}
          </Notice>
        )}
      </Dialog>
    </>
  )
}
