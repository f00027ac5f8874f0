import type { OrganizerLeague, OrganizerState } from './contract.ts'

/** The badge for the state of a league's play-offs. */
export const stateBadges: Record<
  OrganizerState,
  { label: string; tone: 'neutral' | 'warn' | 'live' | 'info' | 'good' }
> = {
  running: { label: 'Season running', tone: 'neutral' },
  waiting: { label: 'Results open', tone: 'warn' },
  too_few: { label: 'Too few', tone: 'neutral' },
  ready: { label: 'Can be made', tone: 'live' },
  made: { label: 'Being played', tone: 'info' },
  canceled: { label: 'Canceled', tone: 'neutral' },
  over: { label: 'Champion known', tone: 'good' },
}

/** The champion, or what the play-offs still wait for: '1 dispute, 2 unconfirmed, 3 not played'. */
export function formatNow({ state, champion, disputes, unconfirmed, unplayed }: OrganizerLeague): string {
  if (champion !== null) return `${champion} is the champion`
  if (state === 'made') return 'The bracket is public'
  if (state === 'canceled') return 'The play-offs are canceled'
  if (state === 'too_few') return 'Fewer than two qualify'
  const open = [
    disputes > 0 && `${disputes} ${disputes === 1 ? 'dispute' : 'disputes'}`,
    unconfirmed > 0 && `${unconfirmed} unconfirmed`,
    unplayed > 0 && `${unplayed} not played`,
  ].filter((part) => part !== false)
  return open.join(', ') || 'Every result is final'
}
