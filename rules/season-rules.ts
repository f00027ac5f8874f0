import { formatsOf, formatsPlayed, padelDeuces, type MatchFormat, type Sport } from './sports/formats.ts'
import type { ChosenTieBreak, Ranking } from './ranking.ts'
import { laterPoints, standardPoints, standardTieBreaks, unevenTieBreaks } from './table-defaults.ts'

/** The rules of a season that organizers can change (docs/product.md, "Season rules"). */
export type SeasonRules = {
  /** At least one. */
  formats: MatchFormat[]
  /** Whether a match tie-break replaces the deciding set. */
  match_tie_break: 'allowed' | 'always' | 'never'
  /** Whether in tennis the next point decides a game at deuce. */
  no_ad: boolean
  padel_deuce: (typeof padelDeuces)[number]
  /** How a no-show or late cancellation counts: as a win and a loss, or not at all. */
  walkovers: 'win_and_loss' | 'nothing'
  /** Who wins a match that time or weather stops: the side ahead, nobody, or it is played on later. */
  stopped: 'leader' | 'tie' | 'played_on'
  /**
   * How many matches between the same two entries count, earliest first: as many as the schedule has (`'schedule'`), at
   * most this number, or all (null). One more is a friendly.
   */
  meetings: number | 'schedule' | null
  /** The figure by which the table is ranked. */
  ranking: Ranking
  /** The tie-breaks in order, before the lot. Null for those of the league's format. */
  tie_breaks: ChosenTieBreak[] | null
  /** Whether matches among three or more tied entries decide only if all of them have met equally often. */
  among_tied: 'all_met' | 'always'
  /** Whether the results of an entry that leaves in the season stay in the table. */
  withdrawal: 'keep' | 'drop' | 'drop_below_half'
  /** How a round without an opponent counts in Swiss rounds. */
  bye: 'win' | 'nothing'
  /**
   * The order for flights, boxes, ladders and first rounds: where the last season ended, with new players of a level by
   * share of wins or by rating; or everybody by rating.
   */
  draw_by: 'last_season' | 'last_season_then_rating' | 'rating'
  /** Matches that an entry must have played for the play-offs. */
  playoff_matches: number
  /** The largest number of entries in the play-offs, 2 to 64. */
  playoff_places: number
  /** Whether the losers of the semi-finals play for third place. */
  third_place: boolean
  /** Whether those who lose their first match in the play-offs play a second bracket. */
  consolation: boolean
  /** Days after the season's last day on which a match still counts. */
  grace_days: number
  /** Hours during which an offer of times can be answered. */
  offer_hours: number
  /** Hours before its start at which an offered time expires. */
  time_expiry_hours: number
  /** The number of days by which a side's effort must exceed the other's for a walkover (rules/effort.ts). */
  effort_days: number
  /** Hours that an offer must have been open to count toward `effort_days`. */
  effort_hours: number
  /** Days by which the window of an unplayed match is extended, once. 0 for never. */
  extension_days: number
  /** Who applies the proposed outcome of an unplayed match. */
  unplayed: 'organizer' | 'clock'
}

/** The rules that decide which scores are legal. */
export type ScoreRules = Pick<SeasonRules, 'formats' | 'match_tie_break' | 'stopped'>
/** The rules of a league's table: the season's, with what its format and schedule decide. */
export type LeagueRules = Omit<SeasonRules, 'meetings' | 'tie_breaks'> & {
  meetings: number | null
  tie_breaks: readonly ChosenTieBreak[]
  /** Whether matches count that the schedule does not have. */
  counts_added: boolean
}
/** The rules that decide which results count in the table. */
export type CountingRules = Pick<LeagueRules, 'walkovers' | 'meetings' | 'counts_added'>
/** The rules that decide the order of a table. */
export type TableRules = ScoreRules & Pick<LeagueRules, 'ranking' | 'tie_breaks' | 'among_tied' | 'bye'>
/** The rules that decide which entries qualify for the play-offs. */
export type PlayoffRules = Pick<SeasonRules, 'playoff_matches' | 'playoff_places'>

/** The default rules of a season (docs/product.md, "Season rules"). */
export const standardRules: SeasonRules = {
  formats: ['one_set', 'best_of_three', 'best_of_five'],
  match_tie_break: 'allowed',
  no_ad: false,
  padel_deuce: 'golden_point',
  walkovers: 'win_and_loss',
  stopped: 'played_on',
  meetings: 'schedule',
  ranking: { by: 'wins', points: standardPoints },
  tie_breaks: null,
  among_tied: 'all_met',
  withdrawal: 'drop',
  bye: 'win',
  draw_by: 'last_season',
  playoff_matches: 4,
  playoff_places: 8,
  third_place: false,
  consolation: false,
  grace_days: 7,
  offer_hours: 72,
  time_expiry_hours: 2,
  effort_days: 2,
  effort_hours: 24,
  extension_days: 7,
  unplayed: 'organizer',
}

/** The defaults of a season that was played before November 2026: a league keeps the rules that its results were made under. */
export const firstRules: SeasonRules = {
  ...standardRules,
  meetings: null,
  tie_breaks: [...standardTieBreaks],
  among_tied: 'always',
  bye: 'nothing',
}

/** The rules that a season has stored: those that differ from its defaults, which are `firstRules` in version 1. */
export type StoredRules = Partial<SeasonRules> & { version?: 1 }

/**
 * Completes a season's stored rules with the defaults. A points table that was stored before double defaults were known
 * has no points for them.
 */
export function rulesOf(stored: StoredRules | null): SeasonRules {
  const { version, ...own } = stored ?? {}
  const rules = { ...(version === 1 ? firstRules : standardRules), ...own }
  const { by, points } = rules.ranking
  return { ...rules, ranking: { by, points: { ...laterPoints, ...points } } }
}

/** The rules of a league from its season's stored rules, limited to the formats of its sport. */
export function leagueRulesOf(stored: StoredRules | null, sport: Sport): SeasonRules {
  const rules = rulesOf(stored)
  return { ...rules, formats: formatsPlayed(rules.formats, sport) }
}

/**
 * The rules of one league's table. `meetings`: how often its schedule lets two entries meet, at most; null for a ladder.
 * `everybody`: whether everybody meets everybody. Where not everybody does, players could choose weak opponents.
 */
export function tableRulesOf(
  rules: SeasonRules,
  { meetings, everybody }: { meetings: number | null; everybody: boolean },
): LeagueRules {
  return {
    ...rules,
    meetings: rules.meetings === 'schedule' ? meetings : rules.meetings,
    tie_breaks: rules.tie_breaks ?? (everybody ? standardTieBreaks : unevenTieBreaks),
    counts_added: rules.meetings !== 'schedule' || everybody || meetings === null,
  }
}

/** '1 hour', '72 hours'. */
export function formatHours(hours: number): string {
  return `${hours} ${hours === 1 ? 'hour' : 'hours'}`
}

/** Lists match formats as text: 'one set, best of three or best of five sets'. */
export function formatWords(formats: readonly MatchFormat[]): string {
  const words = formatsOf(formats).map((each) => each.words)
  const [last] = words.slice(-1)
  const first = words.slice(0, -1).map((each) => (last?.endsWith('sets') ? each.replace(/ sets$/, '') : each))
  return first.length === 0 ? (last ?? '') : `${first.join(', ')} or ${last}`
}
