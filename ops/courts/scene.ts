import type { Sport } from '#/rules/sports/formats.ts'
import type { Camera, Lens, Point } from './geometry.ts'

export type Surface = 'hard' | 'clay' | 'green' | 'hall'

/** Text on the ground: x, y, height in meters, direction from which it is read. */
type Painted = readonly [text: string, x: number, y: number, size: number, heading: number]

export type Scene = {
  /** Whose court it is; tennis when left out. */
  sport?: Sport
  camera: Camera
  /** The surface, or one for each side of the net (near, far). */
  surface: Surface | readonly [near: Surface, far: Surface]
  balls?: readonly Point[]
  /** From, to, and the height of the arc over the straight line, in meters. */
  flight?: readonly [from: Point, to: Point, arc: number]
  painted?: Painted
  /** Meters of shadow for a meter of height. */
  sun: readonly [x: number, y: number]
  /** Racquet lying on the court: x, y, direction, scale. */
  racquet?: readonly [x: number, y: number, turn: number, scale: number]
  marks?: readonly (readonly [x: number, y: number, turn: number])[]
  backdrop?: (view: Lens) => Backdrop
}

export type Backdrop = {
  sky: string
  low: string | null
  sun: { cx: number; cy: number; r: number } | null
  far: string
  near: string
  wood: boolean
  ground: string
  leaves: string
  lamps: { x: number; y: number; size: number; foot: number }[]
}
