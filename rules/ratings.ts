import type { Level } from './levels.ts'

/** Whether these are ratings of the NTRP: 1.0 to 7.0 in halves, and nothing else. */
export function areRatings(levels: readonly Level[]): boolean {
  return levels.every(({ key, name }) => key === name && /^[1-7]\.[05]$/.test(name))
}
