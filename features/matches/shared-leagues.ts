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
  /** Their play-off match in this league; when the score names its match, only that one. */
  playoff_match_id?: number | null
}

/**
 * The leagues that a match of that day counts for, of the shared leagues of one season template: the season that was
 * running on the day, or in whose play-offs the two meet; otherwise the season that was on sale on the day, so that
 * players may play ahead (docs/product.md, "On sale"). `names_match`: the score names its match.
 */
export function countingLeagues<L extends Edition>(shared: readonly L[], match_date: string, names_match = false): L[] {
  const running = shared.filter((league) =>
    isPlayoffScore(league, match_date, names_match) ? match_date > league.ending_date : countsFor(match_date, league),
  )
  if (running.length > 0) return running
  return shared.filter((league) => wasOnSale(match_date, { ...league, slug: league.season_slug }))
}

/** Whether a score of that day is a play-off score: the match that it names is, or the two meet in the play-offs and the season is over. */
export function isPlayoffScore(league: Edition, match_date: string, names_match: boolean): boolean {
  return Boolean(league.playoff_match_id) && (names_match || match_date > league.ending_date)
}
