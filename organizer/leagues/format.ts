import { formatShortDay } from '#/contract/format.ts'
import { formatTime } from '#/contract/time.ts'
import { formatAmount } from '#/contract/money.ts'
import type { LeagueDetail, NextDay, ScheduledMatch } from './contract.ts'

/** '7 of 8', '7, no limit' */
export function formatPlaces({ taken, capacity }: Pick<LeagueDetail, 'taken' | 'capacity'>): string {
  return capacity === null ? `${taken}, no limit` : `${taken} of ${capacity}`
}

/** The part of the places that is not what it seems: '1 being paid, 2 at no price'. */
export function formatUnpaid({
  taken,
  entries,
  paid,
  free,
}: Pick<LeagueDetail, 'taken' | 'entries' | 'paid' | 'free'>): string {
  const unpaid = entries - paid - free
  return [
    unpaid > 0 && `${unpaid} without money`,
    free > 0 && `${free} at no price`,
    taken > entries && `${taken - entries} being paid`,
  ]
    .filter((part) => part !== false)
    .join(', ')
}

/** The part of the money that is not by card, and refunds: '$39.00 in cash, $10.00 refunded'. */
export function formatCash({ together, cash }: LeagueDetail['money']): string {
  return [
    cash.taken > 0 && `${formatAmount(cash.net)} of it in cash`,
    together.refunded > 0 && `${formatAmount(together.refunded)} refunded`,
  ]
    .filter((part) => part !== false)
    .join(', ')
}

/** 'Round 2 ends', 'Ada Moreno – Bea Lund' */
export function formatNext({ kind, detail }: NextDay, word: 'Round' | 'Period'): string {
  const words: Record<NextDay['kind'], string> = {
    sale_begins: 'The sale begins',
    sale_ends: 'The sale ends',
    season_begins: 'The season begins',
    round_ends: `${word} ${detail} ends`,
    match: detail ?? '',
    last_day: 'Last day of the season',
    counts_until: 'Last day that counts',
  }
  return words[kind]
}

/** The state of an open match in a schedule: its day, or why it has none. */
export function formatOpen({
  state,
  match_date,
  match_time,
}: Pick<ScheduledMatch, 'state' | 'match_date' | 'match_time'>): string {
  if (state === 'canceled') return 'Canceled'
  if (state === 'overdue') return 'Overdue'
  if (match_date === null) return 'No date'
  return match_time === null ? formatShortDay(match_date) : `${formatShortDay(match_date)}, ${formatTime(match_time)}`
}
