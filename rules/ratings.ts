import type { Level } from './levels.ts'

/** Whether these are NTRP ratings: 1.0 to 7.0 in halves, and nothing else. */
export function areRatings(levels: readonly Level[]): boolean {
  return levels.length > 0 && levels.every(({ key, name }) => key === name && /^[1-7]\.[05]$/.test(name))
}

const examples = [
  ['3.0', 'keeps a rally going'],
  ['4.5', 'wins local tournaments'],
] as const

/** The hint below the level question. For ratings, it explains two of them, if the list has them. */
export function levelHint(levels: readonly Level[]): string {
  if (!areRatings(levels)) return 'Or your best guess. You can change it later.'
  const listed = examples.filter(([rating]) => levels.some(({ key }) => key === rating))
  const meanings = listed.length === 0 ? '' : `: ${listed.map((words) => words.join(' ')).join(', ')}`
  return `Your NTRP rating, or your best guess${meanings}.`
}
