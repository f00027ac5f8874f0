import { describe, expect, test } from 'vitest'
import { courtPlans, type CourtLine } from './courts.ts'
import { sports } from './formats.ts'

const foot = 0.3048
const inch = 0.0254

/** The lines across the court, by distance from the net (or the middle), without the baselines. */
const across = (lines: readonly CourtLine[], length: number) =>
  [...new Set(lines.filter(([x0, y0, x1, y1]) => y0 === y1 && x0 !== x1).map(([, y]) => Math.abs(y)))]
    .filter((y) => y < length / 2 - 0.001)
    .toSorted((a, b) => a - b)

test.each([
  // Length, width, lines across between the net and the end, net height at its ends and in the middle.
  ['tennis', 23.77, 10.97, [6.4], [1.07, 0.914]],
  ['padel', 20, 10, [6.95], [0.92, 0.88]],
  ['pickleball', 44 * foot, 20 * foot, [7 * foot], [36 * inch, 34 * inch]],
  ['badminton', 13.4, 6.1, [1.98, 6.7 - 0.76], [1.55, 1.524]],
  ['table_tennis', 2.74, 1.525, [], [0.1525, 0.1525]],
] as const)('%s is drawn by the figures of its federation', (sport, length, width, lines, [ends, middle]) => {
  const plan = courtPlans[sport]
  expect(plan.length).toBeCloseTo(length, 2)
  expect(plan.width).toBeCloseTo(width, 2)
  const drawn = across(plan.lines, plan.length)
  expect(drawn).toHaveLength(lines.length)
  for (const [index, each] of lines.entries()) expect(drawn[index]).toBeCloseTo(each, 2)
  expect(plan.net?.ends).toBeCloseTo(ends, 2)
  expect(plan.net?.middle).toBeCloseTo(middle, 2)
})

test('a squash court has its short line 4.26 m from the back wall, boxes of 1.60 m, and a front wall with three lines', () => {
  const { length, width, line, lines, net, walls, wall_lines } = courtPlans.squash
  expect([length, width, net]).toEqual([9.75, 6.4, null])
  const back = -length / 2
  const [short = 0] = lines.flatMap(([x0, y, x1]) => (x1 - x0 === width ? [y] : []))
  expect(short - line / 2 - back).toBeCloseTo(4.26, 2)
  const boxes = lines.filter(([x0, , x1]) => x0 === x1 && x0 !== 0)
  expect(boxes).toHaveLength(2)
  for (const [x, y0, , y1] of boxes) {
    expect(width / 2 - Math.abs(x) - line / 2).toBeCloseTo(1.6, 2)
    expect(Math.abs(y1 - y0) - line).toBeCloseTo(1.6, 2)
  }
  expect(wall_lines.map(([[, , z]]) => z)).toEqual([0.48, 1.78, 4.57])
  expect(walls).toHaveLength(3)
})

describe.each(sports)('the court of %s', (sport) => {
  const { source, length, width, lines, net } = courtPlans[sport]

  test('the court names the source of its figures', () => expect(source).toMatch(/\w+ .*\w+/))

  test('the court has every line inside it, symmetrical left and right', () => {
    const text = (line: CourtLine) => line.map((each) => (each === 0 ? 0 : each)).join()
    const turned = ([x0, y0, x1, y1]: CourtLine): CourtLine => [-x0, y0, -x1, y1]
    // A line may be given from either end.
    const known = new Set(lines.flatMap(([x0, y0, x1, y1]) => [text([x0, y0, x1, y1]), text([x1, y1, x0, y0])]))
    for (const line of lines) {
      expect(known.has(text(turned(line)))).toBe(true)
      expect(Math.max(Math.abs(line[0]), Math.abs(line[2]))).toBeLessThanOrEqual(width / 2)
      expect(Math.max(Math.abs(line[1]), Math.abs(line[3]))).toBeLessThanOrEqual(length / 2)
    }
    expect(new Set(lines.map(text)).size).toBe(lines.length)
  })

  test('the court is longer than wide, and its net spans the width', () => {
    expect(length).toBeGreaterThan(width)
    expect(net?.half ?? width / 2).toBeGreaterThanOrEqual(width / 2)
  })
})
