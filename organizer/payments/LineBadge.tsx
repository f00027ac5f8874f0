import { PaymentBadge } from '#/web/ui/Badge.tsx'
import type { PaymentLine } from './contract.ts'

type LineBadgeProps = {
  line: Pick<PaymentLine, 'payment_status' | 'refund_requested' | 'withdrawn'> & { refund_failed?: boolean }
}

/** A line's status, and the state of its refund. */
export function LineBadge({ line }: LineBadgeProps) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <PaymentBadge status={line.payment_status} />
      {line.refund_requested && <span className="text-sm text-ink-soft">refund under way</span>}
      {line.refund_failed && <span className="text-sm text-bad">refund failed</span>}
      {line.withdrawn && line.payment_status === 'Closed' && <span className="text-sm text-ink-soft">money kept</span>}
    </span>
  )
}
