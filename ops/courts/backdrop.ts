import { type Lens, picture, type Point, round } from './geometry.ts'
import type { Backdrop } from './scene.ts'

/** An early summer noon: round trees, a high sun. */
export function summer(view: Lens): Backdrop {
  const horizon = round(view.horizon)
  return {
    ...outdoors(view),
    sun: { cx: 338, cy: round(horizon * 0.36), r: 21 },
    far: crowns(dice(5), horizon, 17, 8, 26),
    near: hedge(horizon, 9),
  }
}

/** A late summer evening: poplars, a low sun in the gap. */
export function evening(view: Lens): Backdrop {
  const horizon = round(view.horizon)
  return {
    ...outdoors(view),
    low: box(0, horizon * 0.42, picture.width, horizon + 2),
    sun: { cx: 118, cy: horizon - 30, r: 40 },
    far: poplars(dice(11), horizon),
    near: hedge(horizon, 8),
  }
}

/** Fall: bare trees, leaves on the court. */
export function fall(view: Lens): Backdrop {
  const horizon = round(view.horizon)
  return {
    ...outdoors(view),
    low: box(0, horizon * 0.6, picture.width, horizon + 2),
    far: bareTrees(dice(23), horizon),
    near: hedge(horizon, 7),
    leaves: fallen(dice(31), view),
  }
}

/** Winter: under the ribs of the hall. */
export function hall(view: Lens): Backdrop {
  const horizon = round(view.horizon)
  return { ...frame(horizon), ...ribs(view, horizon), wood: true }
}

function frame(horizon: number) {
  return {
    sky: box(0, 0, picture.width, horizon + 2),
    low: null,
    sun: null,
    wood: false,
    ground: box(0, horizon, picture.width, picture.height),
    leaves: '',
  }
}

function outdoors(view: Lens) {
  const masts = [-9.5, 9.5].flatMap((x) =>
    [10, 26].map((y): Backdrop['lamps'][number] => {
      const top = view.spot([x, y, 8])
      return {
        x: round(top[0]),
        y: round(top[1]),
        size: round(view.scale([x, y, 8]) * 0.5),
        foot: round(view.spot([x, y, 0])[1]),
      }
    }),
  )
  return { ...frame(round(view.horizon)), lamps: masts.filter(({ x }) => x > -20 && x < picture.width + 20) }
}

function ribs(view: Lens, horizon: number) {
  const arches = [-4, 2, 8, 14, 20].map((y) => {
    const inner = rib(y, 0)
    return view.outline([...rib(y, 0.45), ...inner.toReversed()])
  })
  const wall = view.outline(rib(22, 0))
  const rows = [-3.2, 3.2].flatMap((x) =>
    [-1, 5, 11, 17].map((y) => {
      const [sx, sy] = view.spot([x, y, 7.4])
      return { x: round(sx), y: round(sy), size: round(view.scale([x, y, 7.4]) * 0.42), foot: 0 }
    }),
  )
  return { far: box(0, 0, picture.width, horizon + 2) + wall, near: arches.join(''), lamps: rows }
}

/** One rib across the hall at y, moved outward by `grow` meters. */
function rib(y: number, grow: number): Point[] {
  const foot = 10 + grow
  const wall = 4.5 + grow
  const arch = Array.from({ length: 13 }, (_, step): Point => {
    const t = Math.PI - (step / 12) * Math.PI
    return [Math.cos(t) * foot, y, wall + Math.sin(t) * 4.2]
  })
  return [[-foot, y, 0], [-foot, y, wall], ...arch, [foot, y, wall], [foot, y, 0]]
}

function crowns(random: () => number, floor: number, count: number, low: number, high: number): string {
  return Array.from({ length: count }, (_, index) => {
    const x = ((index + random() * 0.7) / count) * picture.width * 1.05
    const r = low + random() * (high - low)
    return blob(x, floor - r * 0.75, r)
  }).join('')
}

function poplars(random: () => number, floor: number): string {
  return Array.from({ length: 22 }, (_, index) => {
    if (index > 3 && index < 8) return ''
    const x = round((index / 21) * picture.width + random() * 8)
    const tall = 26 + random() * 44
    const half = round(5 + random() * 3.5)
    return `M${round(x - half)} ${floor}Q${round(x - half * 1.5)} ${round(floor - tall * 0.45)} ${x} ${round(floor - tall)}Q${round(x + half * 1.5)} ${round(floor - tall * 0.45)} ${round(x + half)} ${floor}Z`
  }).join('')
}

function bareTrees(random: () => number, floor: number): string {
  const branch = (x: number, y: number, angle: number, length: number, width: number): string => {
    const ex = x + Math.cos(angle) * length
    const ey = y - Math.sin(angle) * length
    const nx = (Math.sin(angle) * width) / 2
    const ny = (Math.cos(angle) * width) / 2
    const limb = `M${round(x - nx)} ${round(y - ny)}L${round(ex - nx * 0.5)} ${round(ey - ny * 0.5)}L${round(ex + nx * 0.5)} ${round(ey + ny * 0.5)}L${round(x + nx)} ${round(y + ny)}Z`
    if (length < 7) return limb
    const spread = 0.35 + random() * 0.3
    return (
      limb +
      branch(ex, ey, angle + spread, length * 0.7, width * 0.6) +
      branch(ex, ey, angle - spread * 0.9, length * 0.72, width * 0.6)
    )
  }
  return [30, 96, 158, 300, 372, 452]
    .map((x) => branch(x + random() * 16, floor, Math.PI / 2 + (random() - 0.5) * 0.2, 20 + random() * 12, 5))
    .join('')
}

function fallen(random: () => number, view: Lens): string {
  return Array.from({ length: 70 }, () => {
    const x = -8 + random() * 14
    const y = -12 + random() * 20
    const turn = random() * Math.PI
    const size = 0.13 + random() * 0.1
    const at = (along: number, across: number): Point => [
      x + (along * Math.cos(turn) - across * Math.sin(turn)) * size,
      y + (along * Math.sin(turn) + across * Math.cos(turn)) * size,
      0,
    ]
    return view.outline([at(-1.2, 0), at(-0.2, 0.55), at(1.2, 0), at(-0.2, -0.55)])
  }).join('')
}

/** The windbreak around the court. */
function hedge(floor: number, tall: number): string {
  return box(0, floor - tall, picture.width, floor + 1)
}

function box(x0: number, y0: number, x1: number, y1: number): string {
  return `M${x0} ${round(y0)}H${x1}V${round(y1)}H${x0}Z`
}

function blob(x: number, y: number, r: number): string {
  return `M${round(x - r)} ${round(y)}a${round(r)} ${round(r)} 0 1 1 ${round(2 * r)} 0V${round(y + r)}H${round(x - r)}Z`
}

/** Mulberry32: the same numbers for the same seed, everywhere. */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
