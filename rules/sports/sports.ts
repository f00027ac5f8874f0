import { matchFormats, sportOf, sportWords, type MatchFormat, type Sport } from './formats.ts'
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
  const { set } = sportWords[sport]
  const tieBreaks = [...new Set(Object.values(shapes).flatMap(({ tie_break_to }) => tie_break_to ?? []))]
  const ends_at = [...new Set(Object.values(shapes).flatMap((shape) => shape.ends_at ?? []))]
  return [
    scoring === 'own_serve' ? 'Only the side that serves wins points.' : null,
    game_points &&
      (game_points.deuce === 'golden_point'
        ? `A game is won with ${game_points.to} points; at deuce one golden point decides it, and the receiving side chooses where to receive.`
        : `A game is won with ${game_points.to} points and two ahead; in a season with no-ad, the next point decides at deuce.`),
    tieBreaks.length === 0
      ? null
      : `A tie-break is won with ${tieBreaks.join(' points, in a short set with ')} points, two ahead.`,
    change_ends === 'odd_games'
      ? `Sides change ends after the first game of a set, the third, and so on, and after every six points of a tie-break.`
      : null,
    change_ends === 'sets'
      ? `Sides change ends after each ${set}, and in the last possible ${set} when the first side has ${ends_at.join(' or ')} points.`
      : null,
  ].filter((sentence) => sentence !== null)
}

/**
 * Formats of a sport whose sets end in the same way. `most_sets`: the number of sets that win the longest of them, even
 * if the season does not play that format.
 */
export type FormatGroup = {
  readonly shape: SetShape
  readonly match_tie_break: MatchTieBreak | null
  readonly most_sets: number
  /** How many sets win a match, for each format played. */
  readonly sets_to_win: readonly number[]
}

type Groups = { played: readonly FormatGroup[]; others: readonly FormatGroup[] }
const known = new Map<string, Groups>()

/** The formats played, grouped by how a set ends, followed by the sport's other ways to end a set. */
export function groupsOf(formats: readonly MatchFormat[]): Groups {
  const key = formats.toSorted().join()
  const found = known.get(key) ?? makeGroups(formats)
  known.set(key, found)
  return found
}

function makeGroups(formats: readonly MatchFormat[]): Groups {
  const sport = sportOf(formats)
  const { shapes, match_tie_break } = sportRules[sport]
  const all = Object.entries(shapes).map(([set, shape]) => {
    const ofSet = matchFormats.filter((each) => each.sport === sport && each.set === set)
    const most_sets = Math.max(...ofSet.map(({ sets_to_win }) => sets_to_win))
    return {
      shape,
      match_tie_break: most_sets > 1 ? match_tie_break : null,
      most_sets,
      sets_to_win: ofSet.filter(({ format }) => formats.includes(format)).map(({ sets_to_win }) => sets_to_win),
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
  const ends = played.flatMap(({ shape, match_tie_break }) => [
    shape,
    ...(index >= 2 && match_tie_break ? [{ to: match_tie_break.to, cap: null }] : []),
  ])
  const max = Math.max(...ends.map(({ to, cap }) => cap ?? to ?? 0))
  return {
    max,
    is_open: ends.some(({ to, cap }) => cap === null && (to === null || to >= max)),
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
