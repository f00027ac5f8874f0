import type { Level } from './levels.ts'

/** Finds a level by key or name, ignoring case. */
export function findLevel(levels: readonly Level[], text: string): Level | undefined {
  const wanted = text.trim().toLowerCase()
  return levels.find(({ key, name }) => key === wanted || name.toLowerCase() === wanted)
}
