import type { SeasonRules } from '#/rules/season-rules.ts'
import { countsFor, wasOnSale, type SeasonSlug, type SeasonSpan } from '#/rules/season.ts'

type Edition = Pick<
  SharedLeague,
  'season_slug' | 'year' | 'starting_date' | 'ending_date' | 'playoff_match_id' | 'playoff_until' | 'entered_on'
> &
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
  /** The last day on which a score of that match counts. */
  playoff_until?: string | null
  /** The first day on which both sides were entered. */
  entered_on?: string | null
}

/**
 * The leagues that a match of that day counts for, of the shared leagues of one season template: the season that was
 * running on the day, or in whose play-offs the two meet then; otherwise the season that was on sale on the day, so that
 * players may play ahead once both are entered (docs/product.md, "On sale"). `names_match`: the score names its match.
 */
export function countingLeagues<L extends Edition>(shared: readonly L[], match_date: string, names_match = false): L[] {
  const running = shared.filter((league) =>
    isPlayoffScore(league, match_date, names_match) ? match_date > league.ending_date : countsFor(match_date, league),
  )
  if (running.length > 0) return running
  return shared.filter(
    (league) =>
      wasOnSale(match_date, { ...league, slug: league.season_slug }) &&
      (match_date >= league.starting_date || match_date >= (league.entered_on ?? match_date)),
  )
}

/**
 * Whether a score of that day is a play-off score: the match that it names is one, or the two meet in the play-offs and
 * the day is one of that stage's. Without the last a match of this year would end in the bracket of the last.
 */
export function isPlayoffScore(
  { playoff_match_id, playoff_until, ending_date }: Edition,
  match_date: string,
  names_match: boolean,
): boolean {
  if (!playoff_match_id) return false
  return names_match || (match_date > ending_date && match_date <= (playoff_until ?? ending_date))
}
