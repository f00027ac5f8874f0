import type { BadgeTone } from '#/web/ui/Badge.tsx'
import type { Delivery, Webhook, WebhookEvent } from './contract.ts'

export const eventWords: Record<WebhookEvent, string> = {
  'entry.created': 'An entry is in a league',
  'entry.withdrawn': 'An entry has left a league',
  'payment.paid': 'An order is paid by card',
  'payment.refunded': 'Money has gone back',
  'result.reported': 'A score is reported or changed',
  'result.confirmed': 'A result is confirmed or settled',
  'standings.changed': 'A table has changed',
  'bracket.changed': 'A play-off bracket has changed',
}

const pauses = {
  organizer: 'Paused',
  failing: 'Paused: nothing arrived',
  gone: 'Paused: 410 Gone',
  secret: 'Paused: no secret',
} as const

/** The state of a webhook in a few words. */
export function stateOf({ has_ended, paused_because, failing_since }: Webhook): { tone: BadgeTone; text: string } {
  if (has_ended) return { tone: 'neutral', text: 'Ended' }
  if (paused_because !== null)
    return { tone: paused_because === 'organizer' ? 'neutral' : 'bad', text: pauses[paused_because] }
  return failing_since === null ? { tone: 'good', text: 'Listens' } : { tone: 'warn', text: 'Failing' }
}

export const deliveryBadges: Record<Delivery['state'], { tone: BadgeTone; text: string }> = {
  waiting: { tone: 'info', text: 'Waits' },
  sent: { tone: 'good', text: 'Sent' },
  failed: { tone: 'bad', text: 'Given up' },
  dropped: { tone: 'neutral', text: 'Nothing to say' },
}
