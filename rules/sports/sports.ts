import { matchFormats, sportOf, type MatchFormat, type Sport } from './formats.ts'
import type { MatchTieBreak, SetShape, SportRules } from './sport.ts'
import { tennis } from './tennis.ts'

export const sportRules: Readonly<Record<Sport, SportRules>> = { tennis }

/** The rules of the sport that these formats belong to. */
export function rulesOfSport(formats: readonly MatchFormat[]): SportRules {
  return sportRules[sportOf(formats)]
}

/** The formats of a sport whose sets end in the same way. `most_sets`: the sets that win the longest of all of them, played or not. */
export type FormatGroup = {
  readonly shape: SetShape
  readonly match_tie_break: MatchTieBreak | null
  readonly most_sets: number
  /** The sets that win a match, for each format that is played. */
  readonly sets_to_win: readonly number[]
}

type Groups = { played: readonly FormatGroup[]; others: readonly FormatGroup[] }
const known = new Map<string, Groups>()

/** The formats that are played, grouped by how a set ends, and after them the other ways in the same sport. */
export function groupsOf(formats: readonly MatchFormat[]): Groups {
  const key = formats.join()
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
 * What a form offers for the set at `index` (from 0): the highest score to choose, whether the score can be higher, and
 * whether there are too many to choose from.
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

/** The most sets that a match of this sport has. */
export function mostSets(formats: readonly MatchFormat[]): number {
  const { played, others } = groupsOf(formats)
  return 2 * Math.max(...[...played, ...others].map(({ most_sets }) => most_sets)) - 1
}

/** The sets that a form begins with: two where two can be a match, else as many as the shortest match has. */
export function firstSets(formats: readonly MatchFormat[]): number {
  const all = groupsOf(formats).played.flatMap(({ sets_to_win }) => sets_to_win)
  return all.includes(2) ? 2 : Math.min(...all)
}
