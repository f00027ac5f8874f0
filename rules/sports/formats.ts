import { composedName, parseComposed, type ComposedFormat, type Composition } from './composed.ts'
import type { LiveDeuce } from './sport.ts'

/** The sports of divisions. The first is the default. */
export const sports = ['tennis', 'padel', 'pickleball', 'badminton', 'squash', 'table_tennis'] as const

export type Sport = (typeof sports)[number]

type FormatRow<F extends string> = {
  sport: Sport
  format: F
  name: string
  /** Completes 'a match is …'. */
  words: string
  sets_to_win: number
  /** How a set ends (`shapes` of the sport). */
  set: string
  /** Whether it is played in a season that chose none. */
  standard: boolean
  /** How the deciding set is always played (`shapes` or `tie_breaks` of the sport). Null if the season decides. */
  deciding: string | null
  /** How a game is always won at deuce. Null if the season decides. */
  deuce: LiveDeuce | null
  /** Null for the formats below. */
  composition: Composition | null
}

function row<F extends string>(
  sport: Sport,
  format: F,
  name: string,
  sets_to_win: number,
  set: string,
  more: Partial<FormatRow<F>> = {},
): FormatRow<F> {
  const start = name.startsWith('Fast4')
    ? name
    : `${name.startsWith('Pro') ? 'a ' : ''}${name.charAt(0).toLowerCase()}${name.slice(1)}`
  const words = start.replace(/[:,] (.*)$/, ' ($1)')
  const usual = { standard: false, deciding: null, deuce: null, composition: null }
  return { sport, format, name, words, sets_to_win, set, ...usual, ...more }
}

const usual = { standard: true } as const

/**
 * The match formats that a season may allow, by sport. Separate from the sports' other rules because screens that check
 * no scores need the names.
 */
export const matchFormats = [
  row('tennis', 'one_set', 'One set', 1, 'six', usual),
  row('tennis', 'best_of_three', 'Best of three sets', 2, 'six', usual),
  row('tennis', 'best_of_five', 'Best of five sets', 3, 'six', usual),
  row('tennis', 'pro_set', 'Pro set to 8 games', 1, 'eight'),
  row('tennis', 'pro_set_8_at_7', 'Pro set to 8 games, tie-break at 7-7', 1, 'eight_at_7'),
  row('tennis', 'pro_set_9', 'Pro set to 9 games, tie-break at 8-8', 1, 'nine'),
  row('tennis', 'pro_set_10', 'Pro set to 10 games, tie-break at 10-10', 1, 'ten'),
  row('tennis', 'pro_set_10_at_9', 'Pro set to 10 games, tie-break at 9-9', 1, 'ten_at_9'),
  row('tennis', 'fast4', 'Fast4: best of three short sets to 4 games', 2, 'four', { deuce: 'deciding_point' }),
  row('tennis', 'short_sets', 'Best of three short sets, tie-break at 4-4', 2, 'four_at_4'),
  row('tennis', 'short_sets_at_3', 'Best of three short sets, tie-break at 3-3', 2, 'four_at_3'),
  row('tennis', 'best_of_three_to_7', 'Best of three sets, the third a match tie-break to 7', 2, 'six', {
    deciding: 'to_seven',
  }),
  row('tennis', 'best_of_three_long', 'Best of three sets, no tie-break in the third', 2, 'six', {
    deciding: 'advantage',
  }),
  row('tennis', 'best_of_five_long', 'Best of five sets, no tie-break in the fifth', 3, 'six', {
    deciding: 'advantage',
  }),
  row('tennis', 'advantage_set', 'One advantage set, no tie-break', 1, 'advantage', { deciding: 'advantage' }),
  row('tennis', 'advantage_sets', 'Best of three advantage sets, no tie-breaks', 2, 'advantage', {
    deciding: 'advantage',
  }),
  row('tennis', 'timed', 'Timed: the games at the horn', 1, 'timed', {
    words: 'a timed match (the games at the horn)',
  }),
  row('tennis', 'tie_break_to_7', 'One tie-break to 7 points', 1, 'six', { deciding: 'to_seven' }),
  row('tennis', 'tie_break_to_10', 'One tie-break to 10 points', 1, 'six', { deciding: 'to_ten' }),
  row('padel', 'padel_best_of_three', 'Best of three sets', 2, 'six', usual),
  row('padel', 'padel_one_set', 'One set', 1, 'six'),
  row('pickleball', 'pickleball_best_of_three', 'Best of three games to 11', 2, 'eleven', usual),
  row('pickleball', 'pickleball_best_of_five', 'Best of five games to 11', 3, 'eleven'),
  row('pickleball', 'pickleball_one_to_15', 'One game to 15', 1, 'fifteen'),
  row('pickleball', 'pickleball_one_to_21', 'One game to 21', 1, 'twenty_one'),
  row('pickleball', 'pickleball_best_of_three_capped', 'Best of three games to 11, capped at 15', 2, 'eleven_capped'),
  row('pickleball', 'pickleball_one_to_15_capped', 'One game to 15, capped at 19', 1, 'fifteen_capped'),
  row('pickleball', 'pickleball_one_to_21_capped', 'One game to 21, capped at 25', 1, 'twenty_one_capped'),
  row('pickleball', 'pickleball_best_of_three_by_1', 'Best of three games to 11, win by one', 2, 'eleven_by_1'),
  row('pickleball', 'pickleball_one_to_15_by_1', 'One game to 15, win by one', 1, 'fifteen_by_1'),
  row('pickleball', 'pickleball_one_to_21_by_1', 'One game to 21, win by one', 1, 'twenty_one_by_1'),
  row('pickleball', 'rally_best_of_three', 'Best of three games to 11, rally scoring', 2, 'rally_eleven'),
  row('pickleball', 'rally_one_to_15', 'One game to 15, rally scoring', 1, 'rally_fifteen'),
  row('pickleball', 'rally_one_to_21', 'One game to 21, rally scoring', 1, 'rally_twenty_one'),
  row(
    'pickleball',
    'rally_best_of_three_by_1',
    'Best of three games to 11, rally scoring and win by one',
    2,
    'rally_eleven_by_1',
  ),
  row('pickleball', 'rally_one_to_15_by_1', 'One game to 15, rally scoring and win by one', 1, 'rally_fifteen_by_1'),
  row('pickleball', 'rally_one_to_21_by_1', 'One game to 21, rally scoring and win by one', 1, 'rally_twenty_one_by_1'),
  row('badminton', 'badminton_best_of_three', 'Best of three games to 21', 2, 'twenty_one', usual),
  row('badminton', 'badminton_one_game', 'One game to 21', 1, 'twenty_one'),
  row('badminton', 'badminton_best_of_three_to_15', 'Best of three games to 15', 2, 'fifteen'),
  row('badminton', 'badminton_one_to_15', 'One game to 15', 1, 'fifteen'),
  row('squash', 'squash_best_of_five', 'Best of five games to 11', 3, 'eleven', usual),
  row('squash', 'squash_best_of_three', 'Best of three games to 11', 2, 'eleven'),
  row('squash', 'squash_best_of_five_to_15', 'Best of five games to 15', 3, 'fifteen'),
  row('squash', 'squash_best_of_three_to_15', 'Best of three games to 15', 2, 'fifteen'),
  row('squash', 'squash_hand_out', 'Best of five games to 9, hand-out scoring', 3, 'nine_hand_out'),
  row('squash', 'squash_hand_out_3', 'Best of three games to 9, hand-out scoring', 2, 'nine_hand_out'),
  row('table_tennis', 'table_tennis_best_of_five', 'Best of five games to 11', 3, 'eleven', usual),
  row('table_tennis', 'table_tennis_best_of_three', 'Best of three games to 11', 2, 'eleven'),
  row('table_tennis', 'table_tennis_best_of_seven', 'Best of seven games to 11', 4, 'eleven'),
]

export type MatchFormat = (typeof matchFormats)[number]['format'] | ComposedFormat

/** A row of `matchFormats`, or of a composed format. */
export type FormatOfMatch = FormatRow<MatchFormat>

/** The formats of one sport, without composed ones. */
export function formatsOfSport(sport: Sport) {
  return matchFormats.filter((each) => each.sport === sport)
}

const composed = new Map<string, FormatOfMatch | null>()

/** The row of a format. Null if this release does not know it. */
export function findFormat(format: string): FormatOfMatch | null {
  const known = matchFormats.find((each) => each.format === format)
  if (known) return known
  if (!composed.has(format)) composed.set(format, rowOfComposed(format))
  return composed.get(format)!
}

function rowOfComposed(format: string): FormatOfMatch | null {
  const composition = parseComposed(format)
  if (composition === null || !sports.includes(composition.sport)) return null
  const { sport, sets_to_win, last, deuce } = composition
  const deciding = last === 'choice' || (sets_to_win === 1 && last === 'set') ? null : last
  const more = { deciding, deuce, composition }
  return row(sport, format as ComposedFormat, composedName(composition, sportWords[sport]), sets_to_win, format, more)
}

/** The rows of these formats: the usual ones in their order, then the composed ones. */
export function formatsOf(formats: readonly MatchFormat[]): FormatOfMatch[] {
  const own = formats.filter((format) => format.includes('.')).flatMap((format) => findFormat(format) ?? [])
  return [...matchFormats.filter(({ format }) => formats.includes(format)), ...own]
}

/** The sport of these formats, or of the first one. */
export function sportOf(formats: readonly MatchFormat[]): Sport {
  return formatsOf(formats)[0]?.sport ?? sports[0]
}

/**
 * The formats played in a sport by a season that allows these formats: those of them that belong to the sport, or the
 * sport's default formats if none do.
 */
export function formatsPlayed(formats: readonly MatchFormat[], sport: Sport): MatchFormat[] {
  const own = formatsOf(formats).filter((each) => each.sport === sport)
  return (own.length > 0 ? own : formatsOfSport(sport).filter(({ standard }) => standard)).map(({ format }) => format)
}

type SportWords = {
  name: string
  set: string
  /** A unit of the count within a set. */
  game: string
  /** The season's rule of how a game is won at deuce. Null if sets are counted in points. */
  deuce: 'no_ad' | 'padel_deuce' | null
  /** The call when the serve changes sides. */
  lost_serve?: string
}

export const sportWords: Readonly<Record<Sport, SportWords>> = {
  tennis: { name: 'Tennis', set: 'set', game: 'game', deuce: 'no_ad' },
  padel: { name: 'Padel', set: 'set', game: 'game', deuce: 'padel_deuce' },
  pickleball: { name: 'Pickleball', set: 'game', game: 'point', deuce: null },
  badminton: { name: 'Badminton', set: 'game', game: 'point', deuce: null },
  squash: { name: 'Squash', set: 'game', game: 'point', deuce: null, lost_serve: 'Hand-out' },
  table_tennis: { name: 'Table tennis', set: 'game', game: 'point', deuce: null },
}

/** How a game of padel is won at deuce. The first is the default. */
export const padelDeuces = ['golden_point', 'advantage', 'star_point'] as const

/** Capitalizes a word for the start of a label or sentence. */
export function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
