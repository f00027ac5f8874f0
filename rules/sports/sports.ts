import { isOneTieBreak, type Composition } from './composed.ts'
import {
  formatsOf,
  formatsOfSport,
  sportOf,
  sportWords,
  type FormatOfMatch,
  type MatchFormat,
  type Sport,
} from './formats.ts'
import { badminton } from './badminton.ts'
import { padel } from './padel.ts'
import { pickleball } from './pickleball.ts'
import {
  countTo,
  gamesTo,
  pointsChosen,
  pointsTo,
  scoredBy,
  tieBreakTo,
  untilTheHorn,
  type MatchTieBreak,
  type SetShape,
  type SportRules,
} from './sport.ts'
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
  const composed = formatsOf(formats).filter((each) => each.composition !== null && each.sport === sport)
  const rows: FormatOfMatch[] = [...formatsOfSport(sport), ...composed]
  // Where a format has its own deciding set, the number of sets says which one that is.
  const keyOf = ({ set, deciding, sets_to_win }: FormatOfMatch) =>
    deciding === null ? set : `${set} ${deciding} ${sets_to_win}`
  const all = [...Map.groupBy(rows, keyOf).values()].map((own): FormatGroup => {
    const [{ deciding, ...row }] = own as [FormatOfMatch]
    const { shape, last, tie_break } = endsOf({ deciding, ...row })
    const most_sets = Math.max(...own.map(({ sets_to_win }) => sets_to_win))
    return {
      shape,
      match_tie_break: deciding === null && most_sets === 1 ? null : tie_break,
      deciding: deciding === null ? null : { index: 2 * most_sets - 2, shape: last },
      most_sets,
      sets_to_win: own.filter(({ format }) => formats.includes(format)).map(({ sets_to_win }) => sets_to_win),
    }
  })
  return {
    played: all.filter(({ sets_to_win }) => sets_to_win.length > 0),
    others: all.filter(({ sets_to_win }) => sets_to_win.length === 0),
  }
}

type Ends = {
  shape: SetShape
  /** How the deciding set always ends. Null if it is a match tie-break, or if the season decides. */
  last: SetShape | null
  /** The match tie-break that may be played. */
  tie_break: MatchTieBreak | null
}

/** How the sets of a format end. */
export function endsOf({ sport, set, deciding, composition }: Omit<FormatOfMatch, 'format'>): Ends {
  if (composition !== null) return endsOfComposed(composition)
  const { shapes, tie_breaks } = sportRules[sport]
  return {
    shape: shapes[set]!,
    last: deciding === null ? null : (shapes[deciding] ?? null),
    tie_break: (deciding === null ? Object.values(tie_breaks)[0] : tie_breaks[deciding]) ?? null,
  }
}

function endsOfComposed(composition: Composition): Ends {
  const { to, last, tie_break_to } = composition
  const shape = { ...shapeOfComposed(composition), law: { source: 'a league’s own', from: null } }
  return {
    shape,
    last: last === 'set' ? shape : last === 'long' && to !== null ? { ...shape, ...gamesTo(to, null) } : null,
    tie_break: tie_break_to === null ? null : tieBreakTo(tie_break_to),
  }
}

function shapeOfComposed(composition: Composition): SetShape {
  const { sport, to, cap, or_to, tie_break, is_sudden, own_serve } = composition
  const { game_points, shapes, scoring, serve, change_ends } = sportRules[sport]
  const all = Object.values(shapes)
  // The set that a single tie-break replaces is never played.
  if (isOneTieBreak(composition)) return all[0]!
  if (game_points !== null) {
    if (to === null) return untilTheHorn('games')
    const tied = tie_break === null || cap === null ? null : { at: cap - 1, to: tie_break, is_sudden }
    return tied ? gamesTo(to, tied) : { ...gamesTo(to, null), ...countTo(to, cap, 'games') }
  }
  const half = () => all.find((each) => each.to === to)?.ends_at ?? Math.ceil(to! / 2)
  const ends_at = change_ends === 'sets' && to !== null ? half() : null
  const shape =
    to === null
      ? untilTheHorn('points')
      : or_to === null
        ? pointsTo(to, cap, ends_at)
        : pointsChosen(to, or_to, ends_at)
  const isUsual = own_serve === (scoring === 'own_serve')
  return isUsual ? shape : { ...shape, play: scoredBy(own_serve ? 'own_serve' : 'every_rally', serve) }
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
