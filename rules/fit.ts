import { fitsAges, type AgeGroup } from './age-group.ts'
import { isMeantFor, sideOf, usualGenders, type GenderAnswer } from './gender.ts'
import { compareLevels, type Level } from './levels.ts'

/** Reasons why a division does not fit a player: gender, ages, or a level above or below the player's. */
export const misfits = ['gender', 'ages', 'above', 'below'] as const
export type Misfit = (typeof misfits)[number]

/** The players that a division is for. Null means everybody. */
export type Eligibility = AgeGroup & { gender: string | null; level: string | null }

/** The known facts about a player. Null means unknown. */
export type Fitting = { gender: string | null; singles_level: string | null; year_of_birth: number | null }

/** Why a division of a season does not fit a player. Null if it fits as far as is known. A warning, never a refusal (docs/product.md, "Area"). */
export function misfitOf(
  division: Eligibility,
  season_year: number,
  player: Fitting,
  levels: readonly Level[],
  genders: readonly GenderAnswer[] = usualGenders,
): Misfit | null {
  const { gender, level } = division
  if (!isMeantFor(gender, player.gender, genders)) return 'gender'
  if (fitsAges(division, season_year, player.year_of_birth) === false) return 'ages'
  if (level === null || player.singles_level === null || level === player.singles_level) return null
  return compareLevels(levels, level, player.singles_level) > 0 ? 'above' : 'below'
}

/** Whether two partners are two women or two men, so that a division for mixed pairs does not fit them. False if either is unknown. */
export function areOfOneGender(
  one: string | null | undefined,
  two: string | null | undefined,
  genders: readonly GenderAnswer[] = usualGenders,
): boolean {
  const side = sideOf(one, genders)
  return side !== null && side === sideOf(two, genders)
}
