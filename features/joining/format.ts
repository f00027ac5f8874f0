import { levelName } from '#/contract/levels.ts'
import type { Division } from '#/features/seasons/contract.ts'

type Kinds = readonly Pick<Division, 'kind' | 'level'>[]

/** The kinds on offer to a player of a level: 'Singles at 4.0, and doubles', 'Singles', 'Doubles'; '' for none. */
export function formatKinds(divisions: Kinds, level: string | null): string {
  const singles = divisions.filter(({ kind }) => kind === 'singles')
  const hasDoubles = divisions.some(({ kind }) => kind === 'doubles')
  if (singles.length === 0) return hasDoubles ? 'Doubles' : ''
  const isAtLevel = level !== null && singles.some((each) => each.level === level)
  if (!isAtLevel) return hasDoubles ? 'Singles and doubles' : 'Singles'
  return `Singles at ${levelName(level)}${hasDoubles ? ', and doubles' : ''}`
}

/** The kinds that a season offers: 'singles and doubles by level', 'doubles'; '' for none. */
export function formatOfferedKinds(divisions: Kinds): string {
  const kinds = formatKinds(divisions, null).toLowerCase()
  return kinds !== '' && divisions.some(({ level }) => level !== null) ? `${kinds} by level` : kinds
}
