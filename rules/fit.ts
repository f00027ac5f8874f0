import { fitsAges, type AgeGroup } from './age-group.ts'
import { compareLevels, type Level } from './levels.ts'

/** Reasons why a division does not fit a player: gender, ages, or a level above or below the player's. */
export const misfits = ['gender', 'ages', 'above', 'below'] as const
export type Misfit = (typeof misfits)[number]

/** Who a division is for. Null means everybody. */
export type Whom = AgeGroup & { gender: string | null; level: string | null }

/** What is known about a player. Null means unknown. */
export type Fitting = { gender: string | null; singles_level: string | null; year_of_birth: number | null }

/**
 * Why a division of a season does not fit a player. Null if it fits as far as is known. A warning, never a refusal
 * (docs/product.md, "Area").
 */
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

/**
 * Whether two partners have the same gender, so that a division for mixed pairs does not fit them. False if either is
 * unknown.
 */
export function areOfOneGender(one: string | null | undefined, two: string | null | undefined): boolean {
  return Boolean(one) && one === two
}
