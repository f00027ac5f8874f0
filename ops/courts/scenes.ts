import type { CourtPicture } from '#/contract/courts.ts'
import { evening, fall, hall, summer } from './backdrop.ts'
import type { Point } from './geometry.ts'
import type { Scene } from './scene.ts'

type Crop = Omit<Scene, 'surface'>

/** Women's singles in the level's own crop. The men's court is its mirror image on the other surface. */
const singles: Record<'3.0' | '3.5' | '4.0' | '4.5' | '5.0', Crop> = {
  '3.0': {
    camera: { target: [-1.7, -4.4], heading: -24, pitch: 74, distance: 14, zoom: 1.02 },
    painted: ['3.0', -1.3, -3.6, 2.7, -24],
    balls: [[-3.55, -5.75, 0.18]],
    sun: [0.8, 0.5],
  },
  '3.5': {
    camera: { target: [0.6, -11.2], heading: 38, pitch: 34, distance: 9.5, zoom: 0.92 },
    painted: ['3.5', 1.2, -9.2, 2.5, 38],
    balls: [[-0.75, -11.6, 0.18]],
    racquet: [-1.7, -13.1, 62, 2.3],
    sun: [1.2, 0.5],
  },
  '4.0': {
    camera: { target: [0.3, -2.2], heading: 14, pitch: 19, distance: 10.5, zoom: 0.86 },
    painted: ['4.0', -0.2, -4.3, 2.2, 14],
    flight: [[-4.6, -6.5, 0.4], [3.1, 4.4, 0.2], 1.5],
    sun: [-0.9, -0.6],
  },
  '4.5': {
    camera: { target: [3.4, 10.2], heading: -128, pitch: 52, distance: 11, zoom: 1.0 },
    painted: ['4.5', 2.5, 8.6, 2.7, -128],
    balls: [[3.98, 11.55, 0.2]],
    marks: [
      [3.2, 11.2, 40],
      [2.3, 10.9, 10],
    ],
    sun: [0.7, 0.9],
  },
  '5.0': {
    camera: { target: [0, 0.4], heading: 64, pitch: 66, distance: 27, zoom: 0.98 },
    painted: ['5.0', 0, -8.6, 3.6, 64],
    flight: [[2.2, -11.3, 2.4], [-3.7, 8.9, 0.2], 2.1],
    sun: [1.5, 0.7],
  },
}

const doubles = {
  'womens-doubles': {
    camera: { target: [0.2, -6.6], heading: 0, pitch: 42, distance: 13.4, zoom: 0.9 },
    surface: 'clay',
    painted: ['W', 0, -8.9, 2.9, 0],
    balls: [
      [-2.3, -4.6, 0.2],
      [2.5, -3.6, 0.9],
    ],
    marks: [
      [-4.3, -9.6, 70],
      [4.2, -8.7, 110],
      [3.7, -9.7, 100],
    ],
    sun: [0.9, 0.35],
  },
  'mens-doubles': {
    camera: { target: [4.2, 0.2], heading: -52, pitch: 31, distance: 12.5, zoom: 0.86 },
    surface: 'hard',
    painted: ['M', 3.1, -3.7, 2.7, -52],
    balls: [
      [0.4, -1.9, 1.5],
      [4.9, -2.4, 0.2],
    ],
    sun: [1.1, -0.5],
  },
  'mixed-doubles': {
    camera: { target: [0, 0], heading: 90, pitch: 88, distance: 22, zoom: 0.96 },
    surface: ['hard', 'clay'],
    painted: ['MX', 0, -3.3, 2.8, 90],
    balls: [
      [2.4, 2.7, 0.2],
      [-2.4, 4.4, 0.2],
    ],
    sun: [0.7, 0.9],
  },
} satisfies Partial<Record<CourtPicture, Scene>>

/** Seasons: the same court under a sky that shows the time of year. */
const seasons = {
  'summer-1': {
    camera: { target: [0, 12], heading: 0, pitch: 7.4, distance: 29, zoom: 0.8 },
    surface: 'hard',
    balls: [[-2.3, -9.3, 0.2]],
    sun: [0.25, -0.35],
    backdrop: summer,
  },
  'summer-2': {
    camera: { target: [-4, 10], heading: -24, pitch: 7.6, distance: 28, zoom: 0.8 },
    surface: 'clay',
    balls: [[1.3, -8.6, 0.2]],
    marks: [
      [-1.2, -8.2, 30],
      [0.2, -7.5, 50],
    ],
    sun: [1.9, -1.5],
    backdrop: evening,
  },
  fall: {
    camera: { target: [4, 10], heading: 25, pitch: 7.8, distance: 27, zoom: 0.8 },
    surface: 'green',
    balls: [[-4.1, -7.8, 0.2]],
    sun: [-1.8, -0.4],
    backdrop: fall,
  },
  winter: {
    camera: { target: [0, 10], heading: 0, pitch: 5.4, distance: 29, zoom: 0.66 },
    surface: 'hall',
    balls: [[2.4, -9, 0.2]],
    sun: [0, -0.15],
    backdrop: hall,
  },
} satisfies Partial<Record<CourtPicture, Scene>>

/** The court of each other sport. */
const courtsOfSports = {
  padel: {
    sport: 'padel',
    camera: { target: [0, 1.2], heading: -18, pitch: 30, distance: 22, zoom: 0.86 },
    surface: 'hard',
    flight: [[-2.6, -6.2, 0.6], [2.4, 5.6, 0.2], 1.9],
    sun: [0.9, -0.5],
  },
  pickleball: {
    sport: 'pickleball',
    camera: { target: [0.3, 0.2], heading: 32, pitch: 40, distance: 14, zoom: 0.9 },
    surface: 'green',
    balls: [[-1.2, -1.4, 0.12]],
    flight: [[1.8, -5.8, 0.5], [-1.5, 3.4, 0.1], 1.2],
    sun: [1, 0.5],
  },
  badminton: {
    sport: 'badminton',
    camera: { target: [0, 0.6], heading: -26, pitch: 27, distance: 14.5, zoom: 0.86 },
    surface: 'hall',
    flight: [[-1.6, -4.6, 1.2], [1.4, 3.8, 0.1], 2.6],
    sun: [0.2, -0.3],
  },
  squash: {
    sport: 'squash',
    camera: { target: [0, 3.4], heading: 0, pitch: 14, distance: 14, zoom: 0.8 },
    surface: 'clay',
    flight: [[1.6, -2.6, 0.5], [-1.1, 4.7, 2.3], 0.5],
    sun: [0.1, -0.2],
  },
  'table-tennis': {
    sport: 'table_tennis',
    camera: { target: [0, -0.05], heading: 28, pitch: 31, distance: 3.7, zoom: 0.86 },
    surface: 'hall',
    flight: [[-0.35, -1.1, 0.15], [0.3, 0.95, 0.02], 0.3],
    sun: [0.3, -0.2],
  },
} satisfies Partial<Record<CourtPicture, Scene>>

/** The scenes of empty states. */
const empties = {
  'no-matches': {
    camera: { target: [0.6, -1.3], heading: 10, pitch: 24, distance: 8, zoom: 0.9 },
    surface: 'hard',
    balls: [
      [-0.5, -0.75, 0.17],
      [0.55, -0.55, 0.17],
      [0.1, -1.25, 0.17],
    ],
    sun: [1.1, -0.5],
  },
  'no-results': {
    camera: { target: [4.1, -9.6], heading: -30, pitch: 58, distance: 9, zoom: 0.95 },
    surface: 'clay',
    balls: [[5.35, -10.9, 0.18]],
    marks: [[4.9, -10.1, 60]],
    sun: [0.7, 0.8],
  },
  'no-league': {
    camera: { target: [0, 1.5], heading: 0, pitch: 30, distance: 27, zoom: 0.92 },
    surface: 'green',
    sun: [1.2, -0.6],
  },
  'no-players': {
    camera: { target: [0, -11.4], heading: 0, pitch: 33, distance: 7.5, zoom: 0.9 },
    surface: 'hard',
    racquet: [-0.9, -12.7, 40, 2.1],
    balls: [[1.35, -12.1, 0.17]],
    sun: [1, 0.5],
  },
  'empty-cart': {
    camera: { target: [-1.6, 6.4], heading: 58, pitch: 70, distance: 10, zoom: 0.95 },
    surface: 'clay',
    balls: [[-2.4, 5.5, 0.18]],
    marks: [
      [-0.4, 7.5, 20],
      [-0.1, 5.1, 75],
    ],
    sun: [0.8, 0.5],
  },
  lost: {
    camera: { target: [6.6, -12.3], heading: 42, pitch: 48, distance: 11, zoom: 0.95 },
    surface: 'green',
    flight: [[1.5, -8, 0.3], [8.6, -13.2, 0.2], 2],
    sun: [0.9, -0.5],
  },
  error: {
    camera: { target: [-0.4, -0.9], heading: -8, pitch: 14, distance: 6.4, zoom: 0.9 },
    surface: 'hard',
    flight: [[-4.5, -5.5, 0.9], [0.3, -0.18, 0.55], 0.5],
    sun: [0.9, -0.7],
  },
} satisfies Partial<Record<CourtPicture, Scene>>

/** The scene of every picture. */
export const scenes: Readonly<Record<CourtPicture, Scene>> = {
  'womens-singles-3-0': womens(singles['3.0']),
  'womens-singles-3-5': womens(singles['3.5']),
  'womens-singles-4-0': womens(singles['4.0']),
  'womens-singles-4-5': womens(singles['4.5']),
  'womens-singles-5-0': womens(singles['5.0']),
  'mens-singles-3-0': mens(singles['3.0']),
  'mens-singles-3-5': mens(singles['3.5']),
  'mens-singles-4-0': mens(singles['4.0']),
  'mens-singles-4-5': mens(singles['4.5']),
  'mens-singles-5-0': mens(singles['5.0']),
  'plain-womens-0': plain(womens(singles['3.0'])),
  'plain-womens-1': plain(womens(singles['3.5'])),
  'plain-womens-2': plain(womens(singles['4.0'])),
  'plain-womens-3': plain(womens(singles['4.5'])),
  'plain-womens-4': plain(womens(singles['5.0'])),
  'plain-mens-0': plain(mens(singles['3.0'])),
  'plain-mens-1': plain(mens(singles['3.5'])),
  'plain-mens-2': plain(mens(singles['4.0'])),
  'plain-mens-3': plain(mens(singles['4.5'])),
  'plain-mens-4': plain(mens(singles['5.0'])),
  ...doubles,
  ...seasons,
  ...courtsOfSports,
  ...empties,
}

function womens(crop: Crop): Scene {
  return { ...crop, surface: 'clay' }
}

function mens(crop: Crop): Scene {
  return { ...mirrored(crop), surface: 'hard' }
}

/** Without the level on the ground, on the third surface. */
function plain(scene: Scene): Scene {
  const { painted: _, ...bare } = scene
  return { ...bare, surface: 'green' }
}

function mirrored(scene: Crop): Crop {
  return {
    ...scene,
    camera: {
      ...scene.camera,
      target: [-scene.camera.target[0], scene.camera.target[1]],
      heading: -scene.camera.heading,
    },
    sun: [-scene.sun[0], scene.sun[1]],
    ...(scene.balls && { balls: scene.balls.map(flip) }),
    ...(scene.flight && { flight: [flip(scene.flight[0]), flip(scene.flight[1]), scene.flight[2]] }),
    ...(scene.painted && {
      painted: [scene.painted[0], -scene.painted[1], scene.painted[2], scene.painted[3], -scene.painted[4]],
    }),
    ...(scene.racquet && {
      racquet: [-scene.racquet[0], scene.racquet[1], 180 - scene.racquet[2], scene.racquet[3]],
    }),
    ...(scene.marks && { marks: scene.marks.map(([x, y, turn]) => [-x, y, 180 - turn] as const) }),
  }
}

function flip([x, y, z]: Point): Point {
  return [-x, y, z]
}
