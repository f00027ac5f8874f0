import { formatDay } from '#/contract/format.ts'
import type { Settled, ShownOutcome, Unplayed } from './contract.ts'

type Outcome = Pick<Unplayed | Settled, 'outcome' | 'winner' | 'one' | 'two' | 'extends_to'>

export const outcomeBadges: Record<ShownOutcome, { label: string; tone: 'good' | 'info' | 'neutral' }> = {
  walkover: { label: 'Walkover', tone: 'good' },
  extended: { label: 'More time', tone: 'info' },
  not_played: { label: 'Not played', tone: 'neutral' },
}

/** 'A walkover for Ada Moreno' */
export function formatOutcomeOf({ outcome, winner, one, two, extends_to }: Outcome): string {
  if (outcome === 'walkover') return `A walkover for ${winner === 'one' ? one : two}`
  if (outcome === 'extended') return extends_to === null ? 'More time' : `More time, until ${formatDay(extends_to)}`
  return 'Not played, counts for nobody'
}

/** '2 walkovers, 1 with more time, 3 not played' */
export function formatSum(matches: readonly Pick<Unplayed, 'outcome'>[]): string {
  const count = (of: ShownOutcome) => matches.filter(({ outcome }) => outcome === of).length
  const [walkovers, extended, not_played] = [count('walkover'), count('extended'), count('not_played')]
  return [
    walkovers > 0 && `${walkovers} ${walkovers === 1 ? 'walkover' : 'walkovers'}`,
    extended > 0 && `${extended} with more time`,
    not_played > 0 && `${not_played} not played`,
  ]
    .filter(Boolean)
    .join(', ')
}
