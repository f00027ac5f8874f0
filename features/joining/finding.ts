import { findArea, type AreaSlug } from '#/contract/areas.ts'
import type { Gender } from '#/contract/choices.ts'
import { organization } from '#/contract/organization.ts'
import type { Level } from '#/rules/levels.ts'
import type { Division } from '#/features/seasons/contract.ts'

/** What a visitor has said of themselves; null: any. A level may be one that nobody plays at. */
export type Wanted = { area: AreaSlug | undefined; gender: Gender | null; level: string | null }

/** Who plays: as the address has it, as people say it, and as the divisions have it. */
export const whoPlays = [
  { value: 'women', label: 'Women', gender: 'Female' },
  { value: 'men', label: 'Men', gender: 'Male' },
] as const

/** What the address says, else what the visitor has typed in this tab; '' in the address means any. */
export function readWanted(
  search: URLSearchParams,
  known: { area: AreaSlug | undefined; gender: string; singles_level: string },
): Wanted {
  const [area, who] = [search.get('area'), search.get('who')]
  return {
    area: area === null ? known.area : findArea(area),
    gender:
      whoPlays.find(({ value, gender }) => (who === null ? gender === known.gender : value === who))?.gender ?? null,
    level: (search.get('level') ?? known.singles_level) || null,
  }
}

/** The levels of these divisions, lowest first. */
export function levelsOf(divisions: readonly Pick<Division, 'level'>[]): Level[] {
  return organization().levels.filter(({ key }) => divisions.some(({ level }) => level === key))
}

/** The same with a level of these divisions; any instead of another one. */
export function among(divisions: readonly Pick<Division, 'level'>[], wanted: Wanted): Wanted {
  return { ...wanted, level: levelsOf(divisions).find(({ key }) => key === wanted.level)?.key ?? null }
}

/** Whether a division is for somebody like that; one without a level or a gender is for everybody. */
export function fits({ gender, level }: Pick<Division, 'gender' | 'level'>, wanted: Omit<Wanted, 'area'>): boolean {
  return (
    (wanted.gender === null || gender === null || gender === wanted.gender) &&
    (wanted.level === null || level === null || level === wanted.level)
  )
}
