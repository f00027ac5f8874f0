/** The ages that a division is for. Null means no limit on that side. */
export type AgeGroup = { age_from: number | null; age_to: number | null }

/** The youngest and the oldest age that a group can name. */
export const YOUNGEST_AGE = 1
export const OLDEST_AGE = 120

/** The earliest year of birth that a player can enter. */
export const FIRST_YEAR_OF_BIRTH = 1900

/**
 * The age that counts in a season: the one reached in the calendar year in which the season begins, whatever the
 * birthday, even if the season ends in the next year (docs/product.md, "Age groups"). The federations use the same
 * rule: USTA Regulations I.G (adults: the minimum age is reached by December 31 of the year in which the division
 * starts), ITF (year of birth).
 */
export function ageIn(season_year: number, year_of_birth: number): number {
  return season_year - year_of_birth
}

export function hasAges({ age_from, age_to }: AgeGroup): boolean {
  return age_from !== null || age_to !== null
}

/** Whether a player fits an age group in a season. Null if the group has a limit and the year of birth is unknown. */
export function fitsAges(group: AgeGroup, season_year: number, year_of_birth: number | null): boolean | null {
  if (!hasAges(group)) return true
  if (year_of_birth === null) return null
  const age = ageIn(season_year, year_of_birth)
  return age >= (group.age_from ?? -Infinity) && age <= (group.age_to ?? Infinity)
}

/** Whether everybody who fits the group `inner` also fits the other group. */
export function isWithin(inner: AgeGroup, outer: AgeGroup): boolean {
  return (
    (inner.age_from ?? -Infinity) >= (outer.age_from ?? -Infinity) &&
    (inner.age_to ?? Infinity) <= (outer.age_to ?? Infinity)
  )
}

/** Why two ages do not form a group, as a sentence for the second field. Null if they do, or if there is no limit. */
export function agesProblem({ age_from, age_to }: AgeGroup): string | null {
  return age_from !== null && age_to !== null && age_to < age_from
    ? 'Please enter an age that is not lower than the first.'
    : null
}

/** An age group as it appears in an address: '40-', '-18', '18-35'. */
export function ageKey({ age_from, age_to }: AgeGroup): string {
  return `${age_from ?? ''}-${age_to ?? ''}`
}

/** Parses the output of `ageKey`. Anything else means no limit. */
export function readAgeKey(key: string): AgeGroup {
  const [, from, to] = /^(\d{0,3})-(\d{0,3})$/.exec(key) ?? []
  return { age_from: from ? Number(from) : null, age_to: to ? Number(to) : null }
}

/** '40 and over', '18 and under', '18 to 35', '50'. Null for every age. */
export function formatAges({ age_from, age_to }: AgeGroup): string | null {
  if (age_from !== null && age_to !== null) return age_from === age_to ? String(age_from) : `${age_from} to ${age_to}`
  if (age_from !== null) return `${age_from} and over`
  return age_to === null ? null : `${age_to} and under`
}

/** Explains who fits the ages in a season: 'players who turn 55 in 2026 or earlier'. */
export function formatWhoFits({ age_from, age_to }: AgeGroup, season_year: number): string {
  if (age_from !== null && age_to !== null)
    return `players who turn ${age_from === age_to ? age_from : `${age_from} to ${age_to}`} in ${season_year}`
  return age_from === null
    ? `players who turn ${age_to} in ${season_year} or later`
    : `players who turn ${age_from} in ${season_year} or earlier`
}
