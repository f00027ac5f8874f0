import {
  formatsPlayed,
  matchFormats,
  sportOf,
  sports,
  sportWords,
  type MatchFormat,
  type Sport,
} from './sports/formats.ts'

/** The rules of a season that organizers can change (docs/product.md, "Season rules"). */
export type SeasonRules = {
  /** At least one. */
  formats: MatchFormat[]
  /** Whether a match tie-break replaces the deciding set. */
  match_tie_break: 'allowed' | 'always' | 'never'
  /** Whether the next point decides a game at deuce. */
  no_ad: boolean
  /** How a no-show or late cancellation counts: as a win and a loss, or not at all. */
  walkovers: 'win_and_loss' | 'nothing'
  /** How many matches between the same two entries count, earliest first. Null for all. */
  meetings: number | null
  /** Matches that an entry must have played for the play-offs. */
  playoff_matches: number
  /** The largest number of entries in the play-offs, 2 to 8. */
  playoff_places: number
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
export type ScoreRules = Pick<SeasonRules, 'formats' | 'match_tie_break'>
/** The rules that decide which results count in the table. */
export type CountingRules = Pick<SeasonRules, 'walkovers' | 'meetings'>
/** The rules that decide which entries qualify for the play-offs. */
export type PlayoffRules = Pick<SeasonRules, 'playoff_matches' | 'playoff_places'>

/** The default rules of a season (docs/product.md, "Season rules"). */
export const standardRules: SeasonRules = {
  formats: ['one_set', 'best_of_three', 'best_of_five'],
  match_tie_break: 'allowed',
  no_ad: false,
  walkovers: 'win_and_loss',
  meetings: null,
  playoff_matches: 4,
  playoff_places: 8,
  grace_days: 7,
  offer_hours: 72,
  time_expiry_hours: 2,
  effort_days: 2,
  effort_hours: 24,
  extension_days: 7,
  unplayed: 'organizer',
}

/** Completes a season's stored rules with the defaults. */
export function rulesOf(stored: Partial<SeasonRules> | null): SeasonRules {
  return { ...standardRules, ...stored }
}

/** The rules of a league from its season's stored rules, limited to the formats of its sport. */
export function leagueRulesOf(stored: Partial<SeasonRules> | null, sport: Sport): SeasonRules {
  const rules = rulesOf(stored)
  return { ...rules, formats: formatsPlayed(rules.formats, sport) }
}

type RuleName = keyof SeasonRules

/** Describes each rule of a season to players in a sentence. */
const sentences: { [R in RuleName]: (rules: SeasonRules) => string } = {
  formats: ({ formats }) =>
    sports
      .map((sport) => ({ sport, own: formats.filter((format) => sportOf([format]) === sport) }))
      .filter(({ own }) => own.length > 0)
      .map(({ sport, own }, index) =>
        index === 0 && own.length === formats.length
          ? `A match is ${formatWords(own)}.`
          : `In ${sportWords[sport].name.toLowerCase()} a match is ${formatWords(own)}.`,
      )
      .join(' '),
  match_tie_break: ({ match_tie_break }) =>
    ({
      allowed: 'A match tie-break may be played instead of the deciding set.',
      always: 'A match tie-break is played instead of the deciding set.',
      never: 'The deciding set is played out: no match tie-break.',
    })[match_tie_break],
  no_ad: ({ no_ad }) =>
    no_ad ? 'At deuce the next point wins the game (no-ad).' : 'At deuce a game is won by two points in a row.',
  walkovers: ({ walkovers }) =>
    walkovers === 'nothing'
      ? 'A no-show or a late cancellation does not count for anybody.'
      : 'A no-show or a late cancellation counts as a win and a loss, but not as a match played.',
  meetings: ({ meetings }) =>
    meetings === null
      ? 'All matches between the same players count.'
      : meetings === 1
        ? 'Only the first match between the same players counts.'
        : `Only the first ${meetings} matches between the same players count.`,
  playoff_matches: ({ playoff_matches }) =>
    playoff_matches === 0
      ? 'The play-offs need no minimum number of matches.'
      : `The play-offs need at least ${playoff_matches} ${playoff_matches === 1 ? 'match' : 'matches'} played.`,
  playoff_places: ({ playoff_places }) => `The play-offs have at most ${playoff_places} places.`,
  grace_days: ({ grace_days }) =>
    grace_days === 0
      ? 'Matches count until the last day of the season.'
      : `Matches count until ${grace_days} ${grace_days === 1 ? 'day' : 'days'} after the last day of the season.`,
  offer_hours: ({ offer_hours }) => `Offered times can be answered for ${formatHours(offer_hours)}.`,
  time_expiry_hours: ({ time_expiry_hours }) =>
    time_expiry_hours === 0
      ? 'An offered time can be accepted until it starts.'
      : `An offered time can be accepted until ${formatHours(time_expiry_hours)} before it starts.`,
  effort_days: ({ effort_days }) =>
    `A walkover for an unplayed match needs times offered on at least ${effort_days === 1 ? 'one day' : `${effort_days} different days`} more than the other side, and three times as many.`,
  effort_hours: ({ effort_hours }) =>
    effort_hours === 0
      ? 'Every offer counts for a walkover, at hours when the other side can play.'
      : `An offer counts for a walkover if it could be answered for at least ${formatHours(effort_hours)}, at hours when the other side can play.`,
  extension_days: ({ extension_days }) =>
    extension_days === 0
      ? 'The window of a match is not extended.'
      : `A match that a side tried to arrange, without a walkover, gets ${extension_days} more ${extension_days === 1 ? 'day' : 'days'}, once.`,
  unplayed: ({ unplayed }) =>
    unplayed === 'clock'
      ? 'The suggested outcome of an unplayed match is applied three days after both sides were notified, unless one of them objects.'
      : 'An organizer decides the outcome of a match that was not played.',
}

/** '1 hour', '72 hours'. */
export function formatHours(hours: number): string {
  return `${hours} ${hours === 1 ? 'hour' : 'hours'}`
}

/** Lists match formats as text: 'one set, best of three or best of five sets'. */
export function formatWords(formats: readonly MatchFormat[]): string {
  const words: string[] = matchFormats.filter(({ format }) => formats.includes(format)).map((each) => each.words)
  const [last] = words.slice(-1)
  const first = words.slice(0, -1).map((each) => (last?.endsWith('sets') ? each.replace(/ sets$/, '') : each))
  return first.length === 0 ? (last ?? '') : `${first.join(', ')} or ${last}`
}

/** The rules that differ from the sport's defaults, as sentences. Usually empty. */
export function ownRules(rules: SeasonRules): string[] {
  const standard = leagueRulesOf(null, sportOf(rules.formats))
  return changedRules(standard, rules).map((name) => sentences[name](rules))
}

/** All rules of a season as sentences. */
export function ruleSentences(rules: SeasonRules): string[] {
  return ruleNames.map((name) => sentences[name](rules))
}

const ruleNames = Object.keys(standardRules) as RuleName[]

/** The names of the rules that differ between the two. */
export function changedRules(one: SeasonRules, two: SeasonRules): RuleName[] {
  const said = (rules: SeasonRules, name: RuleName) =>
    name === 'formats' ? matchFormats.map(({ format }) => rules.formats.includes(format)).join() : rules[name]
  return ruleNames.filter((name) => said(one, name) !== said(two, name))
}
