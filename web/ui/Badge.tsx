import type { ReactNode } from 'react'

export type BadgeTone = 'good' | 'warn' | 'neutral' | 'bad' | 'info' | 'live'

/** A state in one or two words; the color repeats it. */
export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-sm border px-2 py-0.5 text-xs font-[680] whitespace-nowrap ${tones[tone]}`}
    >
      <span aria-hidden="true" className="size-1.5 bg-current" />
      {children}
    </span>
  )
}

/** A payment's status in its color; unknown ones are red (docs/product.md, "States"). */
export function PaymentBadge({ status }: { status: string }) {
  return <Badge tone={paymentTones[status] ?? 'bad'}>{status}</Badge>
}

const tones: Record<BadgeTone, string> = {
  good: 'border-good/40 bg-good-soft text-good',
  warn: 'border-warn/40 bg-warn-soft text-warn',
  neutral: 'border-edge/50 bg-sunk text-ink-soft',
  bad: 'border-bad/40 bg-bad-soft text-bad',
  info: 'border-court/40 bg-court-soft text-court',
  live: 'border-on-live bg-live text-on-live',
}

const paymentTones: Record<string, BadgeTone> = {
  Confirmed: 'good',
  Paid: 'good',
  Pending: 'warn',
  Active: 'warn',
  Closed: 'neutral',
  Completed: 'neutral',
}
