import { areaName } from '#/contract/areas.ts'
import { levelName } from '#/contract/levels.ts'
import type { PlayerRow } from './contract.ts'

/** Level, area and email, which distinguish a player from others of the same name. */
export function noteOf({ singles_level, area, email }: Pick<PlayerRow, 'singles_level' | 'area' | 'email'>): string {
  return [singles_level && levelName(singles_level), area && areaName(area), email].filter(Boolean).join(' · ')
}
