import { formatDay } from '#/contract/format.ts'
import { formatNumber } from '#/contract/locale.ts'
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
  return 'Not played, does not count'
}

/** 'Messages: Ada Moreno 2, Grace Lindqvist none.' */
export function formatMessages({ one, two, messages }: Pick<Unplayed, 'one' | 'two' | 'messages'>): string {
  const count = (of: number) => (of === 0 ? 'none' : formatNumber(of))
  return `Messages: ${one} ${count(messages.one)}, ${two} ${count(messages.two)}.`
}

export type Sums = Record<ShownOutcome, number>

export function sumsOf(matches: readonly Pick<Unplayed, 'outcome'>[]): Sums {
  const count = (of: ShownOutcome) => matches.filter(({ outcome }) => outcome === of).length
  return { walkover: count('walkover'), extended: count('extended'), not_played: count('not_played') }
}

/** '2 walkovers, 1 with more time, 3 not played' */
export function formatSums({ walkover, extended, not_played }: Sums): string {
  return [
    walkover > 0 && `${formatNumber(walkover)} ${walkover === 1 ? 'walkover' : 'walkovers'}`,
    extended > 0 && `${formatNumber(extended)} with more time`,
    not_played > 0 && `${formatNumber(not_played)} not played`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** '1 match', '1,240 matches' */
export function formatMatches(count: number): string {
  return `${formatNumber(count)} ${count === 1 ? 'match' : 'matches'}`
}
