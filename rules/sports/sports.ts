import { formatsOfSport, sportOf, sportWords, type MatchFormat, type Sport } from './formats.ts'
import { badminton } from './badminton.ts'
import { padel } from './padel.ts'
import { pickleball } from './pickleball.ts'
import type { MatchTieBreak, SetShape, SportRules } from './sport.ts'
import { squash } from './squash.ts'
import { tableTennis } from './table-tennis.ts'
import { tennis } from './tennis.ts'

export const sportRules: Readonly<Record<Sport, SportRules>> = {
  tennis,
  padel,
  pickleball,
  badminton,
  squash,
  table_tennis: tableTennis,
}

/** The rules of these formats' sport, with its vocabulary. */
export function rulesOfSport(formats: readonly MatchFormat[]) {
  const sport = sportOf(formats)
  return { ...sportWords[sport], ...sportRules[sport] }
}

/** Explains how points are played, one sentence each. */
export function pointSentences(sport: Sport): string[] {
  const { scoring, game_points, shapes, change_ends } = sportRules[sport]
  const { set, deuce } = sportWords[sport]
  const all = Object.values(shapes)
  const hasRallies = all.some(({ play }) => play?.scoring === 'every_rally')
  const sudden = all.find(({ tie_break }) => tie_break?.is_sudden)?.tie_break?.to
  const ends = new Map(all.map(({ to, ends_at }) => [to, ends_at]))
  const receives =
    'the receiving side chooses where to receive, and in mixed doubles the player of the server’s gender receives'
  return [
    scoring === 'own_serve'
      ? `Only the side that serves wins points${hasRallies ? ', except with rally scoring: there each rally is a point, and its winner serves' : ''}.`
      : null,
    deuce === 'no_ad'
      ? `A game is won with ${game_points} points and two ahead. With no-ad, which Fast4 always has and a season may choose, the next point decides at deuce: ${receives}.`
      : null,
    deuce === 'padel_deuce'
      ? `A game is won with ${game_points} points. At deuce one point decides it (golden point). A season may choose otherwise: two points in a row win it (advantage), or the same, but at the third deuce one point decides (Star Point). When one point decides, ${receives}.`
      : null,
    game_points === null
      ? null
      : `A tie-break is won with 7 points, two ahead${sudden ? `; in Fast4 with ${sudden}, and at ${sudden - 1}-${sudden - 1} the next point decides` : ''}.`,
    change_ends === 'odd_games'
      ? `Sides change ends after the first game of a set, the third, and so on, and after every six points of a tie-break${sudden ? ' (in Fast4 only after the first four)' : ''}.`
      : null,
    change_ends === 'sets'
      ? `Sides change ends after each ${set}, and in the last possible ${set} when the first side has ${ends.size === 1 ? `${[...ends.values()][0]} points` : [...ends].map(([to, at]) => `${at} of ${to}`).join(', ')}.`
      : null,
  ].filter((sentence) => sentence !== null)
}

/**
 * Formats of a sport whose sets end in the same way. `most_sets`: the number of sets that win the longest of them, even
 * if the season does not play that format.
 */
export type FormatGroup = {
  readonly shape: SetShape
  /** Null if none is played. */
  readonly match_tie_break: MatchTieBreak | null
  /** How the deciding set is always played: at that index, in that shape (null for the match tie-break). Null if seasons decide. */
  readonly deciding: { readonly index: number; readonly shape: SetShape | null } | null
  readonly most_sets: number
  /** How many sets win a match, for each format played. */
  readonly sets_to_win: readonly number[]
}

/** How the set at `index` (from 0) ends. Null if only a match tie-break can be there. */
export function shapeAt({ shape, deciding }: FormatGroup, index: number): SetShape | null {
  return deciding?.index === index ? deciding.shape : shape
}

/** The match tie-break that can be at `index` (from 0). */
export function tieBreakAt({ match_tie_break, deciding }: FormatGroup, index: number): MatchTieBreak | null {
  return (deciding === null ? index >= 2 : deciding.index === index) ? match_tie_break : null
}

type Groups = { played: readonly FormatGroup[]; others: readonly FormatGroup[] }
const known = new Map<string, Groups>()

/** The formats played, grouped by how their sets end, followed by the sport's other ways to end a set. */
export function groupsOf(formats: readonly MatchFormat[]): Groups {
  const key = formats.toSorted().join()
  const found = known.get(key) ?? makeGroups(formats)
  known.set(key, found)
  return found
}

function makeGroups(formats: readonly MatchFormat[]): Groups {
  const sport = sportOf(formats)
  const { shapes, tie_breaks } = sportRules[sport]
  const rows = formatsOfSport(sport)
  // Where a format has its own deciding set, the number of sets says which one that is.
  const keyOf = ({ set, deciding, sets_to_win }: (typeof rows)[number]) =>
    deciding === null ? set : `${set} ${deciding} ${sets_to_win}`
  const all = [...new Set(rows.map(keyOf))].map((key): FormatGroup => {
    const own = rows.filter((each) => keyOf(each) === key)
    const [{ set, deciding }] = own as [(typeof rows)[number]]
    const most_sets = Math.max(...own.map(({ sets_to_win }) => sets_to_win))
    const choice = most_sets > 1 ? (Object.values(tie_breaks)[0] ?? null) : null
    return {
      shape: shapes[set]!,
      match_tie_break: deciding === null ? choice : (tie_breaks[deciding] ?? null),
      deciding: deciding === null ? null : { index: 2 * most_sets - 2, shape: shapes[deciding] ?? null },
      most_sets,
      sets_to_win: own.filter(({ format }) => formats.includes(format)).map(({ sets_to_win }) => sets_to_win),
    }
  })
  return {
    played: all.filter(({ sets_to_win }) => sets_to_win.length > 0),
    others: all.filter(({ sets_to_win }) => sets_to_win.length === 0),
  }
}

/**
 * The choices of a form for the set at `index` (from 0): the highest score listed, whether scores can go higher, and
 * whether there are too many to list.
 */
export function setChoices(formats: readonly MatchFormat[], index: number) {
  const { played } = groupsOf(formats)
  const ends = played.flatMap((group) => {
    const tieBreak = tieBreakAt(group, index)
    return [shapeAt(group, index) ?? [], tieBreak ? { to: tieBreak.to, cap: null } : []].flat()
  })
  const max = Math.max(...ends.map(({ to, cap }) => cap ?? to ?? 0))
  return {
    max,
    is_open: ends.some(({ cap }) => cap === null),
    is_typed: max > MOST_CHOICES || ends.some(({ to }) => to === null),
  }
}

const MOST_CHOICES = 11

/** The largest number of sets in a match of this sport. */
export function mostSets(formats: readonly MatchFormat[]): number {
  const { played, others } = groupsOf(formats)
  return 2 * Math.max(...[...played, ...others].map(({ most_sets }) => most_sets)) - 1
}

/**
 * The number of sets that a form starts with: two if two can be a match, otherwise as many as the shortest match has.
 */
export function firstSets(formats: readonly MatchFormat[]): number {
  const all = groupsOf(formats).played.flatMap(({ sets_to_win }) => sets_to_win)
  return all.includes(2) ? 2 : Math.min(...all)
}
