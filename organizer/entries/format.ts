import { formatOrdinal } from '#/contract/locale.ts'
import { levelName } from '#/contract/levels.ts'
import { formatAmount } from '#/contract/money.ts'
import { findMisfit, formatMisfit } from '#/features/seasons/fit.ts'
import type { Fitting, Eligibility } from '#/rules/fit.ts'
import type { EntryRow, LeavingPreview, OrganizerEntry, LeagueChoice } from './contract.ts'

/** 'Ada Moreno & Bo Lind'. */
export function formatPlayers(players: readonly { name: string }[]): string {
  return players.map(({ name }) => name).join(' & ')
}

/** How the division does not fit its players, one text for each: 'Gender does not fit', 'Bo Lind: level 3.0 does not fit'. */
export function formatMisfits(
  players: readonly Pick<EntryRow['players'][number], 'name' | 'misfit' | 'singles_level'>[],
): string[] {
  return players.flatMap(({ name, misfit, singles_level }) => {
    if (misfit === null) return []
    const what =
      misfit === 'gender'
        ? 'gender'
        : misfit === 'ages'
          ? 'age'
          : singles_level === null
            ? 'level'
            : `level ${levelName(singles_level)}`
    return players.length === 1
      ? `${what.charAt(0).toUpperCase()}${what.slice(1)} does not fit`
      : `${name}: ${what} does not fit`
  })
}

/** Why a division may not suit a player: 'Above this player’s level, 3.0.' Null if it does, or if that is unknown. */
export function formatMisfitOf(division: Eligibility, season_year: number, player: Fitting): string | null {
  const misfit = findMisfit(division, season_year, player)
  if (misfit === null) return null
  const why = formatMisfit(misfit, division, season_year, 'this player’s')
  const isOfLevel = misfit === 'above' || misfit === 'below'
  return isOfLevel && player.singles_level !== null ? `${why}, ${levelName(player.singles_level)}.` : `${why}.`
}

/** '12 entries', '12 of 16 places taken'. */
export function formatRoom({ entries, capacity }: Pick<LeagueChoice, 'entries' | 'capacity'>): string {
  if (capacity !== null) return `${entries} of ${capacity} places taken`
  return entries === 1 ? '1 entry' : `${entries} entries`
}

/** The price difference of another division to what was paid: '$10.00 more'. '' if there is none. */
export function formatDifference(difference: number): string {
  if (difference === 0) return ''
  return `${formatAmount(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'}`
}

/** How the entry was paid: '$39.00 by card'. */
export function formatPaid({ paid_by, price }: Pick<OrganizerEntry, 'paid_by' | 'price'>): string {
  switch (paid_by) {
    case 'card':
      return `${formatAmount(price)} by card`
    case 'cash':
      return `${formatAmount(price)} in cash`
    case 'free_season':
      return 'A free season'
    case 'nothing':
      return 'Nothing'
  }
}

/** '1st, 2-1', with ties '1st, 2-1-1', without a result '-'. 'out' for an entry that leaves. */
export function formatPlaceAndRecord(line: LeavingPreview['lines'][number]['before']): string {
  if (line === null) return 'out'
  const { place, wins, losses, ties } = line
  if (place === null) return '–'
  return `${formatOrdinal(place)}, ${wins}-${losses}${ties > 0 ? `-${ties}` : ''}`
}
