import type { Sport } from '#/rules/sports/formats.ts'
import type { Camera, Lens, Point } from './geometry.ts'

export type Surface = 'hard' | 'clay' | 'green' | 'hall'

/** Text on the ground: its position, its height in meters, and the direction from which it is read. */
type Painted = readonly [text: string, x: number, y: number, size: number, heading: number]

export type Scene = {
  /** The sport whose court is drawn. Tennis by default. */
  sport?: Sport
  camera: Camera
  /** The surface, or one for each side of the net (near, far). */
  surface: Surface | readonly [near: Surface, far: Surface]
  balls?: readonly Point[]
  /** A ball's path: start, end, and the height of its arc above the straight line, in meters. */
  flight?: readonly [from: Point, to: Point, arc: number]
  painted?: Painted
  /** The length of the shadow of one meter of height, in meters. */
  sun: readonly [x: number, y: number]
  /** A racquet lying on the court. */
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
