import { courtPlans, type CourtPlan, type CourtWall } from '#/rules/sports/courts.ts'
import { disc, lens, lettering, picture, rectangle, round, type Lens, type Point } from './geometry.ts'
import { paints } from './paints.ts'
import type { Backdrop, Scene, Surface } from './scene.ts'

/** Draws a scene as the content of an SVG file. As an image, it follows the color scheme of the page: day or night. */
export function drawCourt(scene: Scene): string {
  const view = lens(scene.camera)
  const plan = courtPlans[scene.sport ?? 'tennis']
  const [near, far] = typeof scene.surface === 'string' ? [scene.surface, scene.surface] : scene.surface
  const backdrop = scene.backdrop?.(view)
  const unit = plan.length / TENNIS_LENGTH
  const content = [
    element('rect', { width: picture.width, height: picture.height, fill: `var(--scene-${near}-out)` }),
    backdrop ? drawSky(backdrop) + path(backdrop.ground, { fill: `var(--scene-${near}-out)` }) : '',
    plan.height > 0
      ? standOf(plan)
          .map(({ points, paint }) => path(view.outline(points), { fill: paint }))
          .join('')
      : '',
    drawSurface(plan, near, far, view.outline),
    path(backdrop?.leaves ?? '', { fill: 'var(--scene-leaf)' }),
    ...[9, 6.2, 3.6].flatMap((radius) =>
      [-7, 7].map((y) => path(view.outline(disc(0, y * unit, radius * unit, 1.3)), { fill: 'var(--scene-pool)' })),
    ),
    path((scene.painted ? lettering(...scene.painted) : []).map(view.outline).join(''), {
      fill: 'var(--scene-line)',
      'fill-opacity': '0.9',
      'fill-rule': 'evenodd',
    }),
    path(linesOf(plan).map(view.outline).join(''), { fill: 'var(--scene-line)' }),
    drawWalls(plan, view),
    drawPlay(scene, plan, view),
  ].join('')
  const { width, height } = picture
  const frame = { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: `0 0 ${width} ${height}` }
  const colors = Object.entries(paints).map(([name, color]) => `--scene-${name}:${color};`)
  return element(
    'svg',
    { ...frame, preserveAspectRatio: 'xMidYMid slice' },
    `<style>:root{color-scheme:light dark;${colors.join('')}}</style>${content}`,
  )
}

function element(name: string, attributes: Readonly<Record<string, string | number>>, content = ''): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`)
  return `<${name}${written.join('')}${content === '' ? '/>' : `>${content}</${name}>`}`
}

function path(d: string, attributes: Readonly<Record<string, string | number>>): string {
  return d === '' ? '' : element('path', { d, ...attributes })
}

function drawSky(backdrop: Backdrop): string {
  return [
    path(backdrop.sky, { fill: 'var(--scene-sky)' }),
    path(backdrop.low ?? '', { fill: 'var(--scene-sky-low)' }),
    backdrop.sun ? element('circle', { ...backdrop.sun, fill: 'var(--scene-sun)' }) : '',
    path(backdrop.far, { fill: backdrop.wood ? 'var(--scene-wood)' : 'var(--scene-tree)' }),
    path(backdrop.near, { fill: backdrop.wood ? 'var(--scene-wood-dark)' : 'var(--scene-tree-near)' }),
    ...backdrop.lamps.map(drawLamp),
  ].join('')
}

function drawLamp({ x, y, size, foot }: Backdrop['lamps'][number]): string {
  const mast = { stroke: 'var(--scene-net)', 'stroke-width': round(size / 5) }
  const lamp = { x: round(x - size), y: round(y - size / 2.6), width: round(size * 2), height: round(size / 1.3) }
  return element(
    'g',
    {},
    [
      foot > 0 ? path(`M${x} ${y}V${foot}`, mast) : '',
      ...[3, 1.7].map((wide) => element('circle', { cx: x, cy: y, r: size * wide, fill: 'var(--scene-halo)' })),
      element('rect', { ...lamp, fill: 'var(--scene-lamp)' }),
    ].join(''),
  )
}

/** Balls and net threads have the size for a tennis court, and on other courts one in proportion to the length. */
const TENNIS_LENGTH = courtPlans.tennis.length

/** The court. With two surfaces, each is on its side of the net. */
function drawSurface({ width, length }: CourtPlan, near: Surface, far: Surface, outline: Lens['outline']): string {
  const [x, y] = [width / 2, length / 2]
  const ends: (readonly [points: Point[], paint: string])[] =
    near === far
      ? [[rectangle(-x, -y, x, y), near]]
      : [
          [rectangle(-30, 0, 30, 40), `${far}-out`],
          [rectangle(-x, -y, x, 0), near],
          [rectangle(-x, 0, x, y), far],
        ]
  return ends.map(([points, paint]) => path(outline(points), { fill: `var(--scene-${paint})` })).join('')
}

/** The walls that are seen from inside, and so do not hide the court, with the lines on them. */
function drawWalls({ walls, wall_lines, line }: CourtPlan, { eye, outline }: Lens): string {
  const inner = walls.filter((wall) => sideOf(wall, eye) === sideOf(wall, [0, 0, 0]))
  const lines = wall_lines.map((each) => outline(stripe(each, line * LINE_DRAWN))).join('')
  return inner.map((wall) => drawWall(wall, outline)).join('') + path(lines, { fill: 'var(--scene-clay-out)' })
}

/** The net, and the balls and the racquet on both sides of it, with their shadows. */
function drawPlay(scene: Scene, plan: CourtPlan, view: Lens): string {
  const unit = plan.length / TENNIS_LENGTH
  const ballRadius = BALL_RADIUS * unit
  const grounded = (points: readonly Point[], sun: readonly [number, number]) =>
    view.outline(points.map(([x, y, z]): Point => [x + sun[0] * z, y + sun[1] * z, 0]))
  const balls = [...(scene.balls ?? []), ...(scene.flight ? [scene.flight[1]] : [])]
  const trail = scene.flight ? flightPath(...scene.flight) : []
  const isNear = (point: Point) => point[1] > 0 === view.eye[1] > 0
  const fine = view.scale([scene.camera.target[0], 0, 0.5 * unit]) * unit > 24
  const drawBallAt = (at: Point) => drawBall(view.spot(at), view.scale(at) * ballRadius)
  const drawGhost = (at: Point, index: number) => {
    const [cx, cy] = view.spot(at)
    return element('circle', {
      cx: round(cx),
      cy: round(cy),
      r: round(view.scale(at) * 0.055 * unit),
      fill: 'var(--scene-ball)',
      'fill-opacity': round(0.25 + (0.7 * index) / trail.length),
    })
  }

  const shadows: string[] = []
  const floodShadows: string[] = []
  for (const [x, y, z] of [...balls, ...trail.filter((_, index) => index % 2 === 0)]) {
    const isBall = balls.some((known) => known[0] === x && known[1] === y)
    const radius = isBall ? ballRadius : 0.05 * unit
    const lift = Math.max(0, z - ballRadius)
    const reach = Math.hypot(...scene.sun)
    const turn = (Math.atan2(scene.sun[1], scene.sun[0]) * 180) / Math.PI
    const push = lift + ballRadius * 0.8
    shadows.push(view.outline(disc(x + scene.sun[0] * push, y + scene.sun[1] * push, radius, 1 + reach * 0.45, turn)))
    if (!isBall) continue
    for (const [fx, fy] of floodlights) {
      const stretch = disc(x + fx * push, y + fy * push, radius, 1.5, (Math.atan2(fy, fx) * 180) / Math.PI)
      floodShadows.push(view.outline(stretch))
    }
  }
  if (plan.net) {
    const mesh = outlineOfNet(plan.net)
    shadows.push(grounded(mesh, scene.sun))
    floodShadows.push(grounded(mesh, [0.1, 0.5]), grounded(mesh, [-0.1, -0.5]))
  }

  return [
    path((scene.marks ?? []).map(([x, y, turn]) => view.outline(disc(x, y, 0.11, 3.4, turn))).join(''), {
      fill: 'var(--scene-line)',
      'fill-opacity': '0.34',
    }),
    path(shadows.join(''), { fill: 'var(--scene-shadow)' }),
    ...floodShadows.map((shadow) => path(shadow, { fill: 'var(--scene-flood-shadow)' })),
    scene.racquet ? drawRacquet(scene.racquet, view.outline) : '',
    ...trail.filter((at) => !isNear(at)).map(drawGhost),
    ...balls.filter((at) => !isNear(at)).map(drawBallAt),
    plan.net ? drawNet(plan.net, { unit, view, fine }) : '',
    ...trail.map((at, index) => (isNear(at) ? drawGhost(at, index) : '')),
    ...balls
      .filter(isNear)
      .toSorted((a, b) => view.depth(b) - view.depth(a))
      .map(drawBallAt),
  ].join('')
}

/** The radius on a tennis court. To scale, a ball would be only four pixels wide. */
const BALL_RADIUS = 0.17

/** Factors by which lines are drawn wider than to scale: most lines, and those at the ends of the court. */
const LINE_DRAWN = 2.2
const END_DRAWN = 3.2

const floodlights = [
  [0.75, 0.5],
  [-0.75, 0.5],
  [0.75, -0.5],
  [-0.75, -0.5],
] as const

/** The painted lines as areas on the ground. */
function linesOf({ lines, line, length }: CourtPlan): Point[][] {
  return lines.map(([x0, y0, x1, y1]) => {
    const isEnd = y0 === y1 && Math.abs(y0) === length / 2
    const half = (line * (isEnd ? END_DRAWN : LINE_DRAWN)) / 2
    return y0 === y1
      ? rectangle(Math.min(x0, x1), y0 - half, Math.max(x0, x1), y0 + half)
      : rectangle(x0 - half, Math.min(y0, y1), x0 + half, Math.max(y0, y1))
  })
}

/** A surface on legs, like a table: its shadow, its legs and its edge. */
function standOf({ width, length, height }: CourtPlan): { points: Point[]; paint: string }[] {
  const [x, y, edge] = [width / 2, length / 2, 0.05]
  const shadow = rectangle(-x, -y, x, y).map(([a, b]): Point => [a + 0.25 * height, b - 0.15 * height, -height])
  const legs = [-1, 1].flatMap((side) =>
    [-1, 1].map((end): Point[] => {
      const [a, b] = [side * (x - 0.15), end * (y - 0.3)]
      return [
        [a - 0.02, b, -edge],
        [a + 0.02, b, -edge],
        [a + 0.02, b, -height],
        [a - 0.02, b, -height],
      ]
    }),
  )
  const sides = [-1, 1].map((end): Point[] => [
    [-x, end * y, 0],
    [x, end * y, 0],
    [x, end * y, -edge],
    [-x, end * y, -edge],
  ])
  return [
    { points: shadow, paint: 'var(--scene-shadow)' },
    { points: shadow, paint: 'var(--scene-flood-shadow)' },
    ...[...legs, ...sides].map((points) => ({ points, paint: 'var(--scene-net)' })),
  ]
}

/** A level line on a wall. */
function stripe([[x0, y0, z0], [x1, y1, z1]]: CourtPlan['wall_lines'][number], width: number): Point[] {
  return [
    [x0, y0, z0 - width / 2],
    [x1, y1, z1 - width / 2],
    [x1, y1, z1 + width / 2],
    [x0, y0, z0 + width / 2],
  ]
}

/** The side of a wall on which a point is. */
function sideOf({ from, to }: CourtWall, [x, y]: Point): number {
  return Math.sign((to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]))
}

function drawWall({ from, to, height, of }: CourtWall, outline: Lens['outline']): string {
  const d = outline([
    [...from, 0],
    [...to, 0],
    [...to, height[1]],
    [...from, height[0]],
  ])
  return of === 'glass'
    ? path(d, {
        fill: 'var(--scene-line)',
        'fill-opacity': '0.16',
        stroke: 'var(--scene-net)',
        'stroke-opacity': '0.55',
        'stroke-width': '1.4',
      })
    : path(d, { fill: 'var(--scene-wood)', stroke: 'var(--scene-wood-dark)', 'stroke-width': '1' })
}

type CourtNet = NonNullable<CourtPlan['net']>

function outlineOfNet({ half, ends, middle }: CourtNet): Point[] {
  return [
    [-half, 0, 0],
    [-half, 0, ends],
    [0, 0, middle],
    [half, 0, ends],
    [half, 0, 0],
  ]
}

function flightPath(from: Point, to: Point, arc: number): Point[] {
  return Array.from({ length: 22 }, (_, step): Point => {
    const t = step / 23
    const rise = 4 * arc * t * (1 - t)
    return [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t, from[2] + (to[2] - from[2]) * t + rise]
  })
}

type NetView = {
  unit: number
  view: Lens
  /** Whether the net is near enough for single threads to be seen. */
  fine: boolean
}

function drawNet({ half, ends, middle, deep }: CourtNet, { unit, view: { outline, spot }, fine }: NetView): string {
  const height = (x: number) => middle + ((ends - middle) * Math.abs(x)) / half
  const bottom = (x: number) => (deep === null ? 0.02 * unit : height(x) - deep)
  const step = (fine ? 0.2 : 0.5) * unit
  const columns = Array.from({ length: Math.floor((2 * half) / step) + 1 }, (_, index) => index * step - half)
  const thread = (a: Point, b: Point) => `M${spot(a).map(round).join(' ')}L${spot(b).map(round).join(' ')}`
  const at = (x: number, part: number): Point => [x, 0, bottom(x) + (height(x) - bottom(x)) * part]
  const mesh = [
    ...columns.map((x) => thread(at(x, 0), at(x, 1))),
    ...[0.2, 0.4, 0.6, 0.8].flatMap((part) => [
      thread(at(-half, part), at(0, part)),
      thread(at(0, part), at(half, part)),
    ]),
  ].join('')
  const band = 0.11 * unit
  const top: Point[] = [at(-half, 1), at(0, 1), at(half, 1)]
  const lower = (points: readonly Point[], by: number) => points.toReversed().map(([x, y, z]): Point => [x, y, z - by])
  const whole: Point[] = [...top, at(half, 0), at(0, 0), at(-half, 0)]
  const strap = rectangleUp(0, 0.04 * unit, middle)
  const post = (x: number) => rectangleUp(x, 0.06 * unit, ends + 0.05 * unit)
  const middleStrap = middle < ends && deep === null ? outline(strap) : ''
  return element(
    'g',
    {},
    [
      path(outline(whole), { fill: 'var(--scene-net)', 'fill-opacity': '0.3' }),
      path(mesh, { stroke: 'var(--scene-net)', 'stroke-opacity': '0.45', 'stroke-width': '0.7', fill: 'none' }),
      path(outline(post(-half)) + outline(post(half)), { fill: 'var(--scene-net)' }),
      path(middleStrap + outline([...top, ...lower(top, band)]), { fill: 'var(--scene-line)' }),
    ].join(''),
  )
}

/** An upright object at the net, `half` to each side of x. */
function rectangleUp(x: number, half: number, height: number): Point[] {
  return [
    [x - half, 0, 0],
    [x + half, 0, 0],
    [x + half, 0, height],
    [x - half, 0, height],
  ]
}

function drawBall([x, y]: readonly [x: number, y: number], radius: number): string {
  const r = round(radius)
  const [cx, cy] = [round(x), round(y)]
  const seam = (side: number) => {
    const end = round(x + side * r * 0.5)
    return `M${end} ${round(y - r * 0.86)}Q${round(x - side * r * 0.22)} ${cy} ${end} ${round(y + r * 0.86)}`
  }
  const seams = {
    fill: 'none',
    stroke: 'var(--scene-seam)',
    'stroke-width': round(r / 7),
    transform: `rotate(28 ${cx} ${cy})`,
  }
  return element(
    'g',
    {},
    element('circle', { cx, cy, r, fill: 'var(--scene-ball)' }) + (r > 3 ? path(seam(1) + seam(-1), seams) : ''),
  )
}

function drawRacquet([x, y, turn, scale]: NonNullable<Scene['racquet']>, outline: Lens['outline']): string {
  const angle = (turn * Math.PI) / 180
  const at = (along: number, across: number): Point => [
    x + (along * Math.cos(angle) - across * Math.sin(angle)) * scale,
    y + (along * Math.sin(angle) + across * Math.cos(angle)) * scale,
    0,
  ]
  const bar = (a: readonly [number, number], b: readonly [number, number], half: number) => {
    const length = Math.hypot(b[0] - a[0], b[1] - a[1])
    const nx = (-(b[1] - a[1]) / length) * half
    const ny = ((b[0] - a[0]) / length) * half
    return outline([
      at(a[0] + nx, a[1] + ny),
      at(b[0] + nx, b[1] + ny),
      at(b[0] - nx, b[1] - ny),
      at(a[0] - nx, a[1] - ny),
    ])
  }
  const hoop = (rx: number, ry: number) =>
    outline(
      Array.from({ length: 32 }, (_, step) => {
        const t = (step / 32) * Math.PI * 2
        return at(0.5 + Math.cos(t) * rx, Math.sin(t) * ry)
      }),
    )
  const strings = [-0.09, -0.054, -0.018, 0.018, 0.054, 0.09].map((across) => {
    const reach = 0.165 * Math.sqrt(1 - (across / 0.122) ** 2)
    return bar([0.5 - reach, across], [0.5 + reach, across], 0.0022)
  })
  const crosses = [-0.12, -0.08, -0.04, 0, 0.04, 0.08, 0.12].map((along) => {
    const reach = 0.122 * Math.sqrt(1 - (along / 0.165) ** 2)
    return bar([0.5 + along, -reach], [0.5 + along, reach], 0.0022)
  })
  const frame =
    bar([0.33, 0.05], [0.14, 0], 0.011) + bar([0.33, -0.05], [0.14, 0], 0.011) + bar([0.16, 0], [0.1, 0], 0.014)
  return element(
    'g',
    {},
    [
      path(strings.join('') + crosses.join(''), { fill: 'var(--scene-line)', 'fill-opacity': '0.8' }),
      path(hoop(0.185, 0.14) + hoop(0.165, 0.122), { fill: 'var(--scene-net)', 'fill-rule': 'evenodd' }),
      path(frame, { fill: 'var(--scene-net)' }),
      path(bar([0.13, 0], [-0.14, 0], 0.019), { fill: 'var(--scene-net)' }),
      path(bar([0.13, 0], [0.1, 0], 0.02), { fill: 'var(--scene-ball)' }),
    ].join(''),
  )
}
