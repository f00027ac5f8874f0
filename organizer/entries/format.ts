import { sayDollars } from '#/contract/format.ts'
import type { DeskEntry, LeagueChoice } from './contract.ts'

/** 'Ada Moreno & Bo Lind'. */
export function sayPlayers(players: readonly { name: string }[]): string {
  return players.map(({ name }) => name).join(' & ')
}

/** '12 entries', '12 of 16 places taken'. */
export function sayRoom({ entries, capacity }: Pick<LeagueChoice, 'entries' | 'capacity'>): string {
  if (capacity !== null) return `${entries} of ${capacity} places taken`
  return entries === 1 ? '1 entry' : `${entries} entries`
}

/** What another division costs more or less than was paid: '$10.00 more'; '' for the same. */
export function sayDifference(difference: number): string {
  if (difference === 0) return ''
  return `${sayDollars(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'}`
}

/** How the entry was paid: '$39.00 by card'. */
export function sayPaid({ paid_by, price }: Pick<DeskEntry, 'paid_by' | 'price'>): string {
  switch (paid_by) {
    case 'card':
      return `${sayDollars(price)} by card`
    case 'cash':
      return `${sayDollars(price)} in cash`
    case 'free_season':
      return 'A free season'
    case 'nothing':
      return 'Nothing'
  }
}
