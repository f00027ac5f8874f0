import type { MessageOutcome } from './contract.ts'

/** The outcome of an email in the log. */
export const outcomeLooks = {
  delivered: { label: 'Delivered', tone: 'good' },
  bounced: { label: 'Bounced', tone: 'bad' },
  opted_out: { label: 'Opted out', tone: 'neutral' },
  in_app: { label: 'Read in the app', tone: 'good' },
  digest: { label: 'In the daily digest', tone: 'good' },
  unconfirmed: { label: 'Email not confirmed', tone: 'warn' },
  bad_address: { label: 'Address refused before', tone: 'bad' },
  suspended: { label: 'Suspended', tone: 'neutral' },
  waiting: { label: 'On its way', tone: 'info' },
} as const satisfies Record<MessageOutcome | 'waiting', { label: string; tone: string }>

export function formatPlayers(count: number): string {
  return count === 1 ? '1 player' : `${count} players`
}
