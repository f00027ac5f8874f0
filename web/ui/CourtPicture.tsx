import type { ReactElement } from 'react'
import { courtPlans, type CourtPlan, type CourtWall } from '#/rules/sports/courts.ts'
import { disc, lens, lettering, picture, type Point, rectangle, round } from './court/geometry.ts'
import type { Backdrop, Scene } from './court/scene.ts'
import './court/scene.css'

type CourtPictureProps = {
  scene: Scene
  /** The text alternative; without it the picture is decorative. */
  title?: string
  /** Sets the size: the drawing covers its box. */
  className?: string
}

/** Draws one scene. Screens use `Court`, which knows the scenes. */
export function CourtPicture({ scene, title, className = '' }: CourtPictureProps) {
  const { surface, out, pools, lines, painted, walls, below, net, above, backdrop } = draw(scene)
  return (
    <svg
      viewBox={`0 0 ${picture.width} ${picture.height}`}
      preserveAspectRatio="xMidYMid slice"
      className={`block forced-color-adjust-none ${className}`}
      {...(title ? { role: 'img', 'aria-label': title } : { 'aria-hidden': true })}
    >
      <rect width={picture.width} height={picture.height} fill={out} />
      {backdrop && <Sky backdrop={backdrop} />}
      {backdrop && <path d={backdrop.ground} fill={out} />}
      {surface.map(({ path, paint }) => (
        <path key={paint + path} d={path} fill={paint} />
      ))}
      {backdrop && <path d={backdrop.leaves} fill="var(--scene-leaf)" />}
      {pools.map((path) => (
        <path key={path} d={path} fill="var(--scene-pool)" />
      ))}
      <path d={painted} fill="var(--scene-line)" fillOpacity="0.9" fillRule="evenodd" />
      <path d={lines} fill="var(--scene-line)" />
      {walls}
      {below}
      {net}
      {above}
    </svg>
  )
}

function Sky({ backdrop }: { backdrop: Backdrop }) {
  return (
    <>
      <path d={backdrop.sky} fill="var(--scene-sky)" />
      {backdrop.low && <path d={backdrop.low} fill="var(--scene-sky-low)" />}
      {backdrop.sun && <circle {...backdrop.sun} fill="var(--scene-sun)" />}
      <path d={backdrop.far} fill={backdrop.wood ? 'var(--scene-wood)' : 'var(--scene-tree)'} />
      <path d={backdrop.near} fill={backdrop.wood ? 'var(--scene-wood-dark)' : 'var(--scene-tree-near)'} />
      {backdrop.lamps.map(({ x, y, size, foot }) => (
        <g key={`${x} ${y}`}>
          {foot > 0 && <path d={`M${x} ${y}V${foot}`} stroke="var(--scene-net)" strokeWidth={round(size / 5)} />}
          <circle cx={x} cy={y} r={size * 3} fill="var(--scene-halo)" />
          <circle cx={x} cy={y} r={size * 1.7} fill="var(--scene-halo)" />
          <rect
            x={round(x - size)}
            y={round(y - size / 2.6)}
            width={round(size * 2)}
            height={round(size / 1.3)}
            fill="var(--scene-lamp)"
          />
        </g>
      ))}
    </>
  )
}

/** Balls and the threads of nets are drawn for a tennis court, and on another one in proportion to its length. */
const tennisLength = courtPlans.tennis.length

function draw(scene: Scene) {
  const view = lens(scene.camera)
  const plan = courtPlans[scene.sport ?? 'tennis']
  const unit = plan.length / tennisLength
  const [halfWidth, halfLength] = [plan.width / 2, plan.length / 2]
  const ballRadius = BALL_RADIUS * unit
  const [near, far] = typeof scene.surface === 'string' ? [scene.surface, scene.surface] : scene.surface
  const one = near === far
  const ends: { path: string; paint: string }[] = one
    ? [{ path: view.outline(rectangle(-halfWidth, -halfLength, halfWidth, halfLength)), paint: `var(--scene-${near})` }]
    : [
        { path: view.outline(rectangle(-30, 0, 30, 40)), paint: `var(--scene-${far}-out)` },
        { path: view.outline(rectangle(-halfWidth, -halfLength, halfWidth, 0)), paint: `var(--scene-${near})` },
        { path: view.outline(rectangle(-halfWidth, 0, halfWidth, halfLength)), paint: `var(--scene-${far})` },
      ]

  const grounded = (points: readonly Point[], sun: readonly [number, number]) =>
    view.outline(points.map(([x, y, z]): Point => [x + sun[0] * z, y + sun[1] * z, 0]))

  const balls = [...(scene.balls ?? []), ...(scene.flight ? [scene.flight[1]] : [])]
  const trail = scene.flight ? flightPath(...scene.flight) : []
  const isNear = (point: Point) => point[1] > 0 === view.eye[1] > 0

  const fine = view.scale([scene.camera.target[0], 0, 0.5 * unit]) * unit > 24
  const netting = plan.net && <Net net={plan.net} unit={unit} outline={view.outline} spot={view.spot} fine={fine} />
  const ball = (at: Point) => <Ball key={at.join()} at={view.spot(at)} radius={view.scale(at) * ballRadius} />
  const ghost = (at: Point, index: number) => {
    const [cx, cy] = view.spot(at)
    return (
      <circle
        key={index}
        cx={round(cx)}
        cy={round(cy)}
        r={round(view.scale(at) * 0.055 * unit)}
        fill="var(--scene-ball)"
        fillOpacity={round(0.25 + (0.7 * index) / trail.length)}
      />
    )
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

  const below: ReactElement[] = [
    <path key="shade" d={shadows.join('')} fill="var(--scene-shadow)" />,
    ...floodShadows.map((path) => <path key={path} d={path} fill="var(--scene-flood-shadow)" />),
  ]
  const skids = (scene.marks ?? []).map(([x, y, turn]) => view.outline(disc(x, y, 0.11, 3.4, turn))).join('')
  if (skids) below.unshift(<path key="marks" d={skids} fill="var(--scene-line)" fillOpacity="0.34" />)
  if (scene.racquet) below.push(<Racquet key="racquet" outline={view.outline} place={scene.racquet} />)
  below.push(...trail.filter((at) => !isNear(at)).map(ghost), ...balls.filter((at) => !isNear(at)).map(ball))

  const above = [
    ...trail.map((at, index) => (isNear(at) ? ghost(at, index) : null)),
    ...balls
      .filter(isNear)
      .toSorted((a, b) => view.depth(b) - view.depth(a))
      .map(ball),
  ]

  if (plan.height > 0)
    ends.unshift(...standOf(plan).map(({ points, paint }) => ({ path: view.outline(points), paint })))

  return {
    out: `var(--scene-${near}-out)`,
    surface: ends,
    lines: linesOf(plan).map(view.outline).join(''),
    // Those that are seen from inside: the others would hide the court.
    walls: plan.walls
      .filter((wall) => sideOf(wall, view.eye) === sideOf(wall, [0, 0, 0]))
      .map((wall) => <Wall key={[wall.from, wall.to].join()} wall={wall} outline={view.outline} />)
      .concat(
        <path
          key="lines"
          d={plan.wall_lines.map((line) => view.outline(stripe(line, plan.line * LINE_DRAWN))).join('')}
          fill="var(--scene-clay-out)"
        />,
      ),
    painted: [scene.painted, scene.alsoPainted]
      .flatMap((painted) => (painted ? lettering(...painted) : []))
      .map(view.outline)
      .join(''),
    pools: [9, 6.2, 3.6].flatMap((radius) => [-7, 7].map((y) => view.outline(disc(0, y * unit, radius * unit, 1.3)))),
    below,
    net: netting,
    above,
    backdrop: scene.backdrop ? scene.backdrop(view) : null,
  }
}

/** On a tennis court, drawn larger than to scale, which would be four pixels. */
const BALL_RADIUS = 0.17

/** How much wider than to scale lines are drawn, and those at the ends of the court. */
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

/** A surface that stands on the floor: its shadow, and its edge. */
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

/** On which side of a wall a point is. */
function sideOf({ from, to }: CourtWall, [x, y]: Point): number {
  return Math.sign((to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]))
}

function Wall({ wall, outline }: { wall: CourtWall; outline: (points: readonly Point[]) => string }) {
  const { from, to, height, of } = wall
  const path = outline([
    [...from, 0],
    [...to, 0],
    [...to, height[1]],
    [...from, height[0]],
  ])
  return of === 'glass' ? (
    <path
      d={path}
      fill="var(--scene-line)"
      fillOpacity="0.16"
      stroke="var(--scene-net)"
      strokeOpacity="0.55"
      strokeWidth="1.4"
    />
  ) : (
    <path d={path} fill="var(--scene-wood)" stroke="var(--scene-wood-dark)" strokeWidth="1" />
  )
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

type NetProps = {
  net: CourtNet
  unit: number
  outline: (points: readonly Point[]) => string
  spot: (point: Point) => [number, number]
  fine: boolean
}

function Net({ net: { half, ends, middle, deep }, unit, outline, spot, fine }: NetProps) {
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
  return (
    <g>
      <path d={outline(whole)} fill="var(--scene-net)" fillOpacity="0.3" />
      <path d={mesh} stroke="var(--scene-net)" strokeOpacity="0.45" strokeWidth="0.7" fill="none" />
      <path d={outline(post(-half)) + outline(post(half))} fill="var(--scene-net)" />
      <path
        d={(middle < ends && deep === null ? outline(strap) : '') + outline([...top, ...lower(top, band)])}
        fill="var(--scene-line)"
      />
    </g>
  )
}

/** Something upright at the net, `half` to each side of x. */
function rectangleUp(x: number, half: number, height: number): Point[] {
  return [
    [x - half, 0, 0],
    [x + half, 0, 0],
    [x + half, 0, height],
    [x - half, 0, height],
  ]
}

function Ball({ at: [x, y], radius }: { at: [number, number]; radius: number }) {
  const r = round(radius)
  const seam = (side: number) =>
    `M${round(x + side * r * 0.5)} ${round(y - r * 0.86)}Q${round(x - side * r * 0.22)} ${round(y)} ${round(x + side * r * 0.5)} ${round(y + r * 0.86)}`
  return (
    <g>
      <circle cx={round(x)} cy={round(y)} r={r} fill="var(--scene-ball)" />
      {r > 3 && (
        <path
          d={seam(1) + seam(-1)}
          fill="none"
          stroke="var(--scene-seam)"
          strokeWidth={round(r / 7)}
          transform={`rotate(28 ${round(x)} ${round(y)})`}
        />
      )}
    </g>
  )
}

function Racquet({
  outline,
  place: [x, y, turn, scale],
}: {
  outline: (points: readonly Point[]) => string
  place: readonly [number, number, number, number]
}) {
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
  return (
    <g>
      <path d={strings.join('') + crosses.join('')} fill="var(--scene-line)" fillOpacity="0.8" />
      <path d={hoop(0.185, 0.14) + hoop(0.165, 0.122)} fill="var(--scene-net)" fillRule="evenodd" />
      <path
        d={bar([0.33, 0.05], [0.14, 0], 0.011) + bar([0.33, -0.05], [0.14, 0], 0.011) + bar([0.16, 0], [0.1, 0], 0.014)}
        fill="var(--scene-net)"
      />
      <path d={bar([0.13, 0], [-0.14, 0], 0.019)} fill="var(--scene-net)" />
      <path d={bar([0.13, 0], [0.1, 0], 0.02)} fill="var(--scene-ball)" />
    </g>
  )
}
