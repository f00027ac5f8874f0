import type { Level } from './levels.ts'
import { firstFree } from './slug.ts'
import type { Sport } from './sports/formats.ts'

/** The levels of a new installation: the ratings that most leagues use. */
export const ratingLevels: readonly Level[] = ['2.5', '3.0', '3.5', '4.0', '4.5', '5.0', '5.5'].map((name) => ({
  key: name,
  name,
}))

/** Level lists to start from. */
export const levelPresets: readonly { key: string; title: string; levels: readonly Level[] }[] = [
  { key: 'ntrp', title: 'Tennis: NTRP ratings, 2.5 to 5.5', levels: ratingLevels },
  {
    key: 'utr',
    title: 'Tennis: UTR ranges',
    levels: [
      { key: 'utr-1-3', name: 'UTR 1 to 3' },
      { key: 'utr-3-5', name: 'UTR 3 to 5' },
      { key: 'utr-5-7', name: 'UTR 5 to 7' },
      { key: 'utr-7-9', name: 'UTR 7 to 9' },
      { key: 'utr-9-11', name: 'UTR 9 to 11' },
      { key: 'utr-11', name: 'UTR 11 and above' },
    ],
  },
  {
    key: 'playtomic',
    title: 'Padel: Playtomic levels, 0 to 7',
    levels: rangesOf('playtomic', 'Playtomic', ['0', '1', '2', '3', '4', '5', '6', '7']),
  },
  {
    key: 'dupr',
    title: 'Pickleball: DUPR ranges, 2.0 to 8.0',
    levels: rangesOf('dupr', 'DUPR', ['2.0', '2.5', '3.0', '3.5', '4.0', '4.5', '5.0', '6.0', '8.0']),
  },
  { key: 'squash', title: 'Squash: grades F to A', levels: gradesOf('F', 'E', 'D', 'C', 'B', 'A') },
  { key: 'badminton', title: 'Badminton: grades D to A', levels: gradesOf('D', 'C', 'B', 'A') },
  {
    key: 'words',
    title: 'Words',
    levels: [
      { key: 'beginner', name: 'Beginner' },
      { key: 'advanced-beginner', name: 'Advanced beginner' },
      { key: 'intermediate', name: 'Intermediate' },
      { key: 'advanced', name: 'Advanced' },
      { key: 'expert', name: 'Expert' },
    ],
  },
]

const presetOfSport: Readonly<Record<Sport, string>> = {
  tennis: 'ntrp',
  padel: 'playtomic',
  pickleball: 'dupr',
  badminton: 'badminton',
  squash: 'squash',
  table_tennis: 'words',
}

/** The levels that most leagues of a sport begin with. */
export function levelsOfSport(sport: Sport): readonly Level[] {
  return levelPresets.find(({ key }) => key === presetOfSport[sport])?.levels ?? ratingLevels
}

/** 'Playtomic 0 to 1', 'Playtomic 1 to 2' and so on. */
function rangesOf(key: string, name: string, bounds: readonly string[]): Level[] {
  return bounds
    .slice(1)
    .map((to, index) => ({ key: `${key}-${bounds[index]}-${to}`, name: `${name} ${bounds[index]} to ${to}` }))
}

function gradesOf(...grades: readonly string[]): Level[] {
  return grades.map((grade) => ({ key: `grade-${grade.toLowerCase()}`, name: `Grade ${grade}` }))
}

/** The maximum length of the list, so that people can still choose from it. */
export const MOST_LEVELS = 20

/** A level as an owner enters it. Without a key, it is new. */
type Entered = { key?: string | undefined; name: string }

/** Derives keys for the new levels of a list from their names. Returns problems by field if the list is invalid. */
export function planLevels(entered: readonly Entered[]): { levels: Level[] } | { problems: Record<string, string> } {
  const problems: Record<string, string> = {}
  const names = entered.map(({ name }) => name.toLowerCase())
  const keys = entered.map(({ key }) => key)
  for (const [index, { key }] of entered.entries()) {
    const name = names[index] ?? ''
    const other = keys.findIndex((each, at) => at !== index && each === name)
    if (names.indexOf(name) < index) problems[`levels.${index}.name`] = 'Two levels cannot have the same name.'
    // A typed name must not match one level's key and another level's name.
    else if (other !== -1 && key !== name)
      problems[`levels.${index}.name`] =
        `Files and programs still use this name for ${entered[other]?.name}. Please choose another one.`
    if (key !== undefined && keys.indexOf(key) < index)
      problems[`levels.${index}.key`] = 'Two levels cannot have the same key.'
  }
  if (Object.keys(problems).length > 0) return { problems }
  const taken = new Set([...names, ...keys.flatMap((key) => key ?? [])])
  const levels = entered.map(({ key, name }) => {
    if (key !== undefined) return { key, name }
    // A level's key may equal its own name.
    taken.delete(name.toLowerCase())
    const made = freeKey(name, taken)
    taken.add(made)
    taken.add(name.toLowerCase())
    return { key: made, name }
  })
  return { levels }
}

function freeKey(name: string, taken: ReadonlySet<string>): string {
  const words = name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .replaceAll(/^[-.]+|-+$/g, '')
    .slice(0, 26)
  return firstFree(words === '' ? 'level' : words, taken)
}
