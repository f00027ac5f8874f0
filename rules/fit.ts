import { fitsAges, type AgeGroup } from './age-group.ts'
import { compareLevels, type Level } from './levels.ts'

/** How a division does not fit a player: another gender, other ages, or it is above or below the player's level. */
export const misfits = ['gender', 'ages', 'above', 'below'] as const
export type Misfit = (typeof misfits)[number]

/** For whom a division is. Null: for everybody. */
export type Whom = AgeGroup & { gender: string | null; level: string | null }

/** What is known of a player. Null: nothing. */
export type Fitting = { gender: string | null; singles_level: string | null; year_of_birth: number | null }

/** How a division of a season does not fit a player; null: it fits, as far as is known. A warning, never a refusal (docs/product.md, "Area"). */
export function misfitOf(
  division: Whom,
  season_year: number,
  player: Fitting,
  levels: readonly Level[],
): Misfit | null {
  const { gender, level } = division
  if (gender !== null && player.gender !== null && gender !== player.gender) return 'gender'
  if (fitsAges(division, season_year, player.year_of_birth) === false) return 'ages'
  if (level === null || player.singles_level === null || level === player.singles_level) return null
  return compareLevels(levels, level, player.singles_level) > 0 ? 'above' : 'below'
}

/** Whether two who play together are of one gender, so that a division for mixed pairs does not fit them; false where one is not known. */
export function areOfOneGender(one: string | null | undefined, two: string | null | undefined): boolean {
  return Boolean(one) && one === two
}
