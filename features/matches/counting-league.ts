import { countsFor, seasonsOnSale } from '#/rules/season.ts'

type Edition = Pick<SharedLeague, 'season_slug' | 'year' | 'starting_date' | 'ending_date'>

/** One league that both players of a match are in. */
export type SharedLeague = {
  league_id: number
  area: string
  season_slug: string
  year: number
  starting_date: string
  ending_date: string
  division_slug: string
  division_name: string
  winner_entry_id: number
  opponent_entry_id: number
}

/**
 * The leagues, of those of one season template that the two share, that a match of that day counts for: the edition whose
 * dates hold the day, else the one that was on sale on it, so that players may play ahead (decisions, "On sale").
 */
export function countingLeagues<L extends Edition>(shared: readonly L[], match_date: string): L[] {
  const running = shared.filter((league) => countsFor(match_date, league))
  if (running.length > 0) return running
  const onSale = seasonsOnSale(match_date)
  return shared.filter((league) => onSale.some(({ slug, year }) => slug === league.season_slug && year === league.year))
}
