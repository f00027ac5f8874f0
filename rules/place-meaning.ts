import { placesNow, type Pairing } from './needs.ts'
import type { LeagueRules } from './season-rules.ts'
import { isLadder, rankStandings, tableMatesOf, type StandingEntry, type StandingMatch } from './standings.ts'

type Range = { first: number; last: number }

/**
 * The current place of an entry, and the first and last place possible after its match if nothing else changes. `rank`:
 * null before its first result, because the lot means nothing. `is_first`: nobody of its table has a result.
 */
export type PlaceMeaning = { rank: number | null; is_first: boolean; total: number; won: Range; lost: Range }

/**
 * How the next match of two entries affects the place of `mine` (docs/product.md, "Standings"). `matches`: the results
 * that count. The score is not known in advance, so if the place depends on its sets, several places are possible. Null
 * if the result would not count: one of the two is not in the table, or they have already met as often as the season
 * counts. Null if the table does not rank by wins, because then the sets decide too.
 */
export function placeMeaning(
  entries: readonly StandingEntry[],
  matches: readonly StandingMatch[],
  rules: LeagueRules,
  { mine, theirs }: { mine: number; theirs: number },
): PlaceMeaning | null {
  const mates = tableMatesOf(entries, mine)
  const rows = rankStandings(mates, matches, rules)
  const row = rows.find(({ entry_id }) => entry_id === mine)
  if (!row || !rows.some(({ entry_id }) => entry_id === theirs)) return null
  const met = matches.filter(({ entry_1, entry_2 }) => [entry_1, entry_2].every((id) => id === mine || id === theirs))
  if (rules.meetings !== null && met.length >= rules.meetings) return null
  if (isLadder(entries)) {
    const other = rows.find(({ entry_id }) => entry_id === theirs)!.rank
    const [best, worst] = [Math.min(row.rank, other), Math.max(row.rank, other)]
    return {
      rank: row.rank,
      is_first: false,
      total: rows.length,
      won: { first: best, last: best },
      lost: { first: worst, last: worst },
    }
  }
  if (rules.ranking.by !== 'wins') return null
  const after = (result: Pairing) =>
    placesNow({ entries: mates, matches, remaining: [], more: [result] }, rules).get(mine)
  const [best, worst] = [after([mine, theirs]), after([theirs, mine])]
  if (!best || !worst) return null
  const [isNew = true, ...others] = [row, ...rows.filter((other) => other !== row)].map(
    ({ wins, losses, ties }) => wins + losses + ties === 0,
  )
  return {
    rank: isNew ? null : row.rank,
    is_first: isNew && others.every((is) => is),
    total: rows.length,
    won: best,
    lost: worst,
  }
}
