import type { ConfirmationState } from '#/rules/confirmation.ts'

/** How a state is called, and in which color. */
export const stateLooks: Record<ConfirmationState, { label: string; tone: 'warn' | 'good' | 'bad' }> = {
  unconfirmed: { label: 'Unconfirmed', tone: 'warn' },
  confirmed: { label: 'Confirmed', tone: 'good' },
  disputed: { label: 'Disputed', tone: 'bad' },
  settled: { label: 'Settled by an organizer', tone: 'good' },
}

/** An instant where the reader is: 'Wed, Jul 15, 6:00 PM'. */
export function sayMoment(instant: string): string {
  return new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(instant))
}
