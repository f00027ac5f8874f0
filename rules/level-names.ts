import type { Level } from './levels.ts'

/** The level that a text means: by its key or its name, in any case. */
export function findLevel(levels: readonly Level[], text: string): Level | undefined {
  const wanted = text.trim().toLowerCase()
  return levels.find(({ key, name }) => key === wanted || name.toLowerCase() === wanted)
}
