import type { Level } from './levels.ts'

/** The levels of the starter kit, lowest first. Separate because every screen loads them. */
export const starterLevels: readonly Level[] = ['3.0', '3.5', '4.0', '4.5', '5.0'].map((name) => ({ key: name, name }))
