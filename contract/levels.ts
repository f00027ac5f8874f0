import type { Level } from '#/rules/levels.ts'
import { organization } from './organization.ts'

/** The levels of this installation, lowest first. */
export function listedLevels(): readonly Level[] {
  return organization().levels
}

/** A level's name by its key. The key itself for a level that this process does not know yet. */
export function levelName(key: string): string {
  return listedLevels().find((level) => level.key === key)?.name ?? key
}

/** The options of a field for choosing a level. */
export function levelOptions(): { value: string; label: string }[] {
  return listedLevels().map(({ key, name }) => ({ value: key, label: name }))
}
