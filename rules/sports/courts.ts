import type { Sport } from './formats.ts'

/** Meters from the center of the court: x across, y along, z up. */
type Place = readonly [x: number, y: number, z: number]

/** A painted line on the ground, from and to, along its center. */
export type CourtLine = readonly [x0: number, y0: number, x1: number, y1: number]

/** A visible wall: its ends, and its height at each. */
export type CourtWall = {
  readonly from: readonly [x: number, y: number]
  readonly to: readonly [x: number, y: number]
  readonly height: readonly [from: number, to: number]
  readonly of: 'glass' | 'plaster'
}

/** The court of a sport by the rules of its federation. */
export type CourtPlan = {
  /** The publisher of these figures. */
  readonly source: string
  /** Measured between the outer edges of the outer lines. */
  readonly length: number
  readonly width: number
  /** Line width. If there are several, that of the boundary. */
  readonly line: number
  readonly lines: readonly CourtLine[]
  /**
   * The net: half its width, its height at the ends and in the middle, and how far down it reaches (null: to the
   * ground).
   */
  readonly net: {
    readonly half: number
    readonly ends: number
    readonly middle: number
    readonly deep: number | null
  } | null
  readonly walls: readonly CourtWall[]
  /** Lines on the walls, from and to. */
  readonly wall_lines: readonly (readonly [from: Place, to: Place])[]
  /** Height of the surface above the floor. */
  readonly height: number
}

export const courtPlans: Readonly<Record<Sport, CourtPlan>> = {
  tennis: {
    source: 'ITF Rules of Tennis, rule 1 and appendix IX',
    length: 23.77,
    width: 10.97,
    line: 0.05,
    lines: [
      ...outlineOf(10.97, 23.77),
      // Singles sidelines.
      ...leftAndRight([4.115, -11.885, 4.115, 11.885]),
      // The service lines are 6.40 m from the net.
      ...nearAndFar([-4.115, 6.4, 4.115, 6.4]),
      [0, -6.4, 0, 6.4],
      // The center marks.
      ...nearAndFar([0, 11.785, 0, 11.885]),
    ],
    // The posts are 0.914 m outside the doubles court.
    net: { half: 6.399, ends: 1.07, middle: 0.914, deep: null },
    walls: [],
    wall_lines: [],
    height: 0,
  },
  padel: {
    source: 'FIP Rules of Padel, rule 1',
    length: 20,
    width: 10,
    line: 0.05,
    lines: [
      ...outlineOf(10, 20),
      // The service lines are 6.95 m from the net; the line between the boxes goes 20 cm past them.
      ...nearAndFar([-5, 6.95, 5, 6.95]),
      [0, -7.15, 0, 7.15],
    ],
    net: { half: 5, ends: 0.92, middle: 0.88, deep: null },
    walls: [
      ...[-10, 10].map((y) => glass([-5, y], [5, y], 3)),
      // The side walls step down 2 m from each end, with mesh in between.
      ...[-5, 5].flatMap((x) =>
        [1, -1].flatMap((end) => [glass([x, 10 * end], [x, 8 * end], 3), glass([x, 8 * end], [x, 6 * end], 2)]),
      ),
    ],
    wall_lines: [],
    height: 0,
  },
  pickleball: {
    source: 'USA Pickleball Official Rulebook, section 2 (44 by 20 feet)',
    length: 13.41,
    width: 6.1,
    line: 0.05,
    lines: [
      ...outlineOf(6.1, 13.41),
      // The non-volley zone ends 7 feet from the net.
      ...nearAndFar([-3.05, 2.13, 3.05, 2.13]),
      ...nearAndFar([0, 2.13, 0, 6.705]),
    ],
    // 36 inches at the sidelines and 34 in the middle, between posts 22 feet apart.
    net: { half: 3.353, ends: 0.914, middle: 0.864, deep: null },
    walls: [],
    wall_lines: [],
    height: 0,
  },
  badminton: {
    source: 'BWF Laws of Badminton, law 1 and diagram A',
    length: 13.4,
    width: 6.1,
    line: 0.04,
    lines: [
      ...outlineOf(6.1, 13.4),
      // Singles sidelines.
      ...leftAndRight([2.59, -6.7, 2.59, 6.7]),
      // The short service line, and the long one for doubles, 0.76 m from the back line.
      ...nearAndFar([-3.05, 1.98, 3.05, 1.98]),
      ...nearAndFar([-3.05, 5.94, 3.05, 5.94]),
      ...nearAndFar([0, 1.98, 0, 6.7]),
    ],
    net: { half: 3.05, ends: 1.55, middle: 1.524, deep: 0.76 },
    walls: [],
    wall_lines: [],
    height: 0,
  },
  squash: {
    source: 'World Squash, specifications for squash courts (singles)',
    length: 9.75,
    width: 6.4,
    line: 0.05,
    lines: [
      // The short line is 4.26 m from the back wall, with service boxes of 1.60 m behind it.
      [-3.2, -0.59, 3.2, -0.59],
      [0, -4.875, 0, -0.59],
      ...leftAndRight([3.2, -2.24, 1.575, -2.24]),
      ...leftAndRight([1.575, -2.24, 1.575, -0.59]),
    ],
    net: null,
    walls: [
      plaster([-3.2, 4.875], [3.2, 4.875], 5.64, 5.64),
      ...[-3.2, 3.2].map((x) => plaster([x, 4.875], [x, -4.875], 4.57, 2.13)),
    ],
    wall_lines: [
      // On the front wall: the tin, the service line, the out line. The side walls' out line slopes down to 2.13 m.
      onFrontWall(0.48),
      onFrontWall(1.78),
      onFrontWall(4.57),
    ],
    height: 0,
  },
  table_tennis: {
    source: 'ITTF Laws of Table Tennis, laws 2.1 and 2.2',
    length: 2.74,
    width: 1.525,
    line: 0.02,
    lines: [...outlineOf(1.525, 2.74), [0, -1.37, 0, 1.37]],
    // The net extends 15.25 cm past the table on each side.
    net: { half: 0.915, ends: 0.1525, middle: 0.1525, deep: null },
    walls: [],
    wall_lines: [],
    height: 0.76,
  },
}

function onFrontWall(z: number): [Place, Place] {
  return [
    [-3.2, 4.875, z],
    [3.2, 4.875, z],
  ]
}

function outlineOf(width: number, length: number): CourtLine[] {
  const [x, y] = [width / 2, length / 2]
  return [...nearAndFar([-x, y, x, y]), ...leftAndRight([x, -y, x, y])]
}

function nearAndFar([x0, y0, x1, y1]: CourtLine): CourtLine[] {
  return [
    [x0, -y0, x1, -y1],
    [x0, y0, x1, y1],
  ]
}

function leftAndRight([x0, y0, x1, y1]: CourtLine): CourtLine[] {
  return [
    [-x0, y0, -x1, y1],
    [x0, y0, x1, y1],
  ]
}

function glass(from: CourtWall['from'], to: CourtWall['to'], height: number): CourtWall {
  return { from, to, height: [height, height], of: 'glass' }
}

function plaster(from: CourtWall['from'], to: CourtWall['to'], before: number, after: number): CourtWall {
  return { from, to, height: [before, after], of: 'plaster' }
}
