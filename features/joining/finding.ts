import { findArea, type AreaSlug } from '#/contract/areas.ts'
import type { Gender } from '#/contract/choices.ts'
import { organization } from '#/contract/organization.ts'
import { ageKey, hasAges, isWithin, readAgeKey, type AgeGroup } from '#/rules/age-group.ts'
import type { Level } from '#/rules/levels.ts'
import type { Division } from '#/features/seasons/contract.ts'

/** The visitor's choices; null means any. The level or the age group's key may be one that is not offered. */
export type Wanted = { area: AreaSlug | undefined; gender: Gender | null; level: string | null; age: string | null }

/** Who plays: in the URL, as label, and in the divisions' terms. */
export const whoPlays = [
  { value: 'women', label: 'Women', gender: 'Female' },
  { value: 'men', label: 'Men', gender: 'Male' },
] as const

/** The choices from the query string, then from what was typed in this tab. '' in the query string means any. */
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
    age: search.get('age') || null,
  }
}

/** The levels of these divisions, lowest first. */
export function levelsOf(divisions: readonly Pick<Division, 'level'>[]): Level[] {
  return organization().levels.filter(({ key }) => divisions.some(({ level }) => level === key))
}

/** The age groups of these divisions, oldest last. */
export function agesOf(divisions: readonly AgeGroup[]): AgeGroup[] {
  const groups = new Map(divisions.filter(hasAges).map((group) => [ageKey(group), group]))
  return [...groups.values()].toSorted(
    (a, b) => (a.age_from ?? 0) - (b.age_from ?? 0) || (a.age_to ?? Infinity) - (b.age_to ?? Infinity),
  )
}

/** The same choices, but "any" for a level or an age group that these divisions do not have. */
export function among(divisions: readonly (Pick<Division, 'level'> & AgeGroup)[], wanted: Wanted): Wanted {
  return {
    ...wanted,
    level: levelsOf(divisions).find(({ key }) => key === wanted.level)?.key ?? null,
    age:
      agesOf(divisions)
        .map(ageKey)
        .find((key) => key === wanted.age) ?? null,
  }
}

/** Whether a division matches the choices. A division without level, gender or ages matches everyone. */
export function fits(
  { gender, level, ...ages }: Pick<Division, 'gender' | 'level'> & AgeGroup,
  wanted: Omit<Wanted, 'area'>,
): boolean {
  return (
    (wanted.gender === null || gender === null || gender === wanted.gender) &&
    (wanted.level === null || level === null || level === wanted.level) &&
    (wanted.age === null || isWithin(readAgeKey(wanted.age), ages))
  )
}
