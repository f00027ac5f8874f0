import type { Level } from './levels.ts'
import { firstFree } from './slug.ts'

/** The levels of a new installation: the ratings that most leagues use. */
export const ratingLevels: readonly Level[] = ['2.5', '3.0', '3.5', '4.0', '4.5', '5.0', '5.5'].map((name) => ({
  key: name,
  name,
}))

/** Level lists to start from. */
export const levelPresets: readonly { key: string; title: string; levels: readonly Level[] }[] = [
  { key: 'ntrp', title: 'NTRP ratings, 2.5 to 5.5', levels: ratingLevels },
  {
    key: 'utr',
    title: 'UTR ranges',
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

/** The longest list that people can still choose from. */
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
    // A typed name must not match both.
    else if (other !== -1 && key !== name)
      problems[`levels.${index}.name`] =
        `Files and programs know ${entered[other]?.name} by this name. Please choose another one.`
    if (key !== undefined && keys.indexOf(key) < index)
      problems[`levels.${index}.key`] = 'Two levels cannot have the same key.'
  }
  if (Object.keys(problems).length > 0) return { problems }
  const taken = new Set([...names, ...keys.flatMap((key) => key ?? [])])
  const levels = entered.map(({ key, name }) => {
    if (key !== undefined) return { key, name }
    // Its key may equal its own name.
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
