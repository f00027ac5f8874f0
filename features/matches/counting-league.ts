import type { SeasonRules } from '#/rules/season-rules.ts'
import { countsFor, wasOnSale, type SeasonSlug, type SeasonSpan } from '#/rules/season.ts'

type Edition = Pick<SharedLeague, 'season_slug' | 'year' | 'starting_date' | 'ending_date' | 'playoff_match_id'> &
  SeasonSpan

/** One league that both players of a match are in. */
export type SharedLeague = SeasonSpan & {
  league_id: number
  area: string
  season_slug: SeasonSlug
  year: number
  starting_date: string
  ending_date: string
  division_slug: string
  division_name: string
  winner_entry_id: number
  opponent_entry_id: number
  rules: SeasonRules
  /** The play-off match of the two there: of the match that was asked about, that one or none. */
  playoff_match_id?: number | null
}

/**
 * The leagues, of those of one season template that the two share, that a match of that day counts for: the edition whose
 * dates hold the day, or whose play-offs the two meet in after it, else the one that was on sale on it, so that players
 * may play ahead (docs/product.md, "On sale"). `named`: the score names its match.
 */
export function countingLeagues<L extends Edition>(shared: readonly L[], match_date: string, named = false): L[] {
  const running = shared.filter((league) =>
    isPlayoff(league, match_date, named) ? match_date > league.ending_date : countsFor(match_date, league),
  )
  if (running.length > 0) return running
  return shared.filter((league) => wasOnSale(match_date, { ...league, slug: league.season_slug }))
}

/** Whether a score of that day is one of the play-offs: the match it names is, or the season's last day is over and the two meet there. */
export function isPlayoff(league: Edition, match_date: string, named: boolean): boolean {
  return Boolean(league.playoff_match_id) && (named || match_date > league.ending_date)
}
