import { glyphs } from './glyphs.ts'

/** In meters: x across the court, y along it from the net, z up. */
export type Point = readonly [x: number, y: number, z: number]

/** `heading` is in degrees from the y axis, `pitch` in degrees below the horizon (90 is straight down), `zoom` in picture widths. */
export type Camera = {
  target: readonly [x: number, y: number]
  heading: number
  pitch: number
  distance: number
  zoom: number
}

export type Lens = {
  eye: Point
  horizon: number
  /** Distance along the line of sight, in meters. */
  depth: (point: Point) => number
  /** Pixels per meter at a point. */
  scale: (point: Point) => number
  spot: (point: Point) => [x: number, y: number]
  /** An SVG path around the points, cut off where it passes behind the camera. */
  outline: (points: readonly Point[]) => string
}

export const picture = { width: 480, height: 300 }

const near = 0.3

/** Creates the projection of a camera onto the picture. */
export function lens(camera: Camera): Lens {
  const heading = (camera.heading * Math.PI) / 180
  const pitch = (camera.pitch * Math.PI) / 180
  const focal = camera.zoom * picture.width
  const forward: Point = [Math.cos(pitch) * Math.sin(heading), Math.cos(pitch) * Math.cos(heading), -Math.sin(pitch)]
  const right: Point = [Math.cos(heading), -Math.sin(heading), 0]
  const up = cross(right, forward)
  const eye: Point = [
    camera.target[0] - forward[0] * camera.distance,
    camera.target[1] - forward[1] * camera.distance,
    -forward[2] * camera.distance,
  ]

  const seen = (point: Point): Point => {
    const from: Point = [point[0] - eye[0], point[1] - eye[1], point[2] - eye[2]]
    return [dot(from, right), dot(from, up), dot(from, forward)]
  }
  const screen = ([x, y, z]: Point): [number, number] => [
    picture.width / 2 + (focal * x) / z,
    picture.height / 2 - (focal * y) / z,
  ]

  return {
    eye,
    horizon: camera.pitch >= 89 ? -9999 : picture.height / 2 - focal * Math.tan(pitch),
    depth: (point) => seen(point)[2],
    scale: (point) => focal / Math.max(near, seen(point)[2]),
    spot: (point) => screen(seen(point)),
    outline: (points) => {
      const kept = cutNear(points.map(seen))
      return kept.length < 3 ? '' : `M${kept.map((point) => screen(point).map(round).join(' ')).join('L')}Z`
    },
  }
}

/** Corners of a rectangle on the ground. */
export function rectangle(x0: number, y0: number, x1: number, y1: number): Point[] {
  return [
    [x0, y0, 0],
    [x1, y0, 0],
    [x1, y1, 0],
    [x0, y1, 0],
  ]
}

/** A circle on the ground, stretched by `stretch` in the direction of `turn` degrees. */
export function disc(x: number, y: number, radius: number, stretch = 1, turn = 0): Point[] {
  const angle = (turn * Math.PI) / 180
  return Array.from({ length: 28 }, (_, step) => {
    const at = (step / 28) * Math.PI * 2
    const along = Math.cos(at) * radius * stretch
    const across = Math.sin(at) * radius
    return [
      x + along * Math.cos(angle) - across * Math.sin(angle),
      y + along * Math.sin(angle) + across * Math.cos(angle),
      0,
    ]
  })
}

/** The outlines of a text painted on the ground, centered on x and y, `size` meters high, read from `heading`. */
export function lettering(text: string, x: number, y: number, size: number, heading: number): Point[][] {
  const angle = (heading * Math.PI) / 180
  const known = Array.from(text, (email) => glyphs[email]).filter((glyph) => glyph !== undefined)
  const total = known.reduce((sum, glyph) => sum + glyph.width, 0)
  let left = -total / 2
  return known.flatMap((glyph) => {
    const start = left
    left += glyph.width
    return contours(glyph.path).map((contour) =>
      contour.map(([gx, gy]): Point => {
        const across = ((gx + start) / 700) * size
        const along = ((gy - 344) / 700) * size
        return [
          x + across * Math.cos(angle) + along * Math.sin(angle),
          y - across * Math.sin(angle) + along * Math.cos(angle),
          0,
        ]
      }),
    )
  })
}

/** Turns an outline (M, L, H, V, Q, Z) into polygons fine enough to stay smooth in perspective. */
function contours(path: string): [number, number][][] {
  const found: [number, number][][] = []
  let line: [number, number][] = []
  let at: [number, number] = [0, 0]
  for (const [, command = '', rest = ''] of path.matchAll(/([MLHVQZ])([^MLHVQZ]*)/g)) {
    const [a = 0, b = 0, c = 0, d = 0] = rest.trim().split(/[ ,]+/).map(Number)
    if (command === 'M') {
      line = []
      found.push(line)
    }
    if (command === 'Q') {
      const from = at
      for (const t of [0.25, 0.5, 0.75]) {
        const s = 1 - t
        line.push([s * s * from[0] + 2 * s * t * a + t * t * c, s * s * from[1] + 2 * s * t * b + t * t * d])
      }
    }
    if (command === 'Z') continue
    at = command === 'Q' ? [c, d] : command === 'H' ? [a, at[1]] : command === 'V' ? [at[0], a] : [a, b]
    line.push(at)
  }
  return found
}

/** Clips to the plane just in front of the camera (Sutherland-Hodgman). */
function cutNear(points: readonly Point[]): Point[] {
  return points.flatMap((point, index) => {
    const before = points.at(index - 1) ?? point
    const kept: Point[] = []
    if (point[2] > near !== before[2] > near) {
      const t = (near - before[2]) / (point[2] - before[2])
      kept.push([before[0] + (point[0] - before[0]) * t, before[1] + (point[1] - before[1]) * t, near])
    }
    if (point[2] > near) kept.push(point)
    return kept
  })
}

function cross(a: Point, b: Point): Point {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

function dot(a: Point, b: Point): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/** Rounds to a tenth of a pixel, which nobody can see, for shorter markup. */
export function round(value: number): number {
  return Math.round(value * 10) / 10
}
