import { expect, test } from 'vitest'
import { chartPaths, rangeOf, type ChartPoint } from './line-chart.ts'

const places: ChartPoint[] = [
  { day: '2026/05/01', value: 5 },
  { day: '2026/05/06', value: 3 },
  { day: '2026/05/11', value: 1 },
]

test.each([
  ['places: the first is at the top, the last at the bottom', places, { inverted: true, most: 9 }, [1, 9]],
  ['places without a known last', places, { inverted: true }, [1, 5]],
  ['a league of one', [{ day: '2026/05/01', value: 1 }], { inverted: true, most: 1 }, [1, 1]],
  ['values with their uncertainty', [{ day: 'x', value: 1500, deviation: 80.4 }], {}, [1581, 1419]],
  ['one value', [{ day: 'x', value: 1500 }], {}, [1501, 1499]],
  ['ends that are multiples of a step', [{ day: 'x', value: 1530, deviation: 60 }], { step: 50 }, [1600, 1450]],
  ['a value that is a multiple itself', [{ day: 'x', value: 1500 }], { step: 50 }, [1550, 1450]],
] as const)('%s', (_, points, given, [top, bottom]) => {
  expect(rangeOf(points, given)).toEqual({ top, bottom })
})

test('places are steps over the days, from the left edge to the right', () => {
  expect(chartPaths(places, { top: 1, bottom: 5 }, true)).toEqual({
    line: 'M0 400H500V200H1000V0',
    band: null,
    dots: 'M0 400h0M500 200h0M1000 0h0',
  })
})

test('a value has a band from above to below it', () => {
  const points = [
    { day: '2026/05/01', value: 100, deviation: 50 },
    { day: '2026/05/11', value: 150, deviation: 25 },
  ]
  expect(chartPaths(points, { top: 200, bottom: 0 }, false)).toMatchObject({
    line: 'M0 200L1000 100',
    band: 'M0 100L1000 50L1000 150L0 300Z',
  })
})

test('of many points only the last has a dot; two lines share the days', () => {
  const many = Array.from({ length: 21 }, (_, index) => ({
    day: `2026/05/${String(index + 1).padStart(2, '0')}`,
    value: index,
  }))
  expect(chartPaths(many, { top: 20, bottom: 0 }, false).dots).toBe('M1000 0h0')
  expect(chartPaths(places.slice(1), { top: 1, bottom: 5 }, false, ['2026/05/01', '2026/05/11']).line).toBe(
    'M500 200L1000 0',
  )
})

test.each([
  ['one day', [{ day: '2026/05/01', value: 2 }], 'M500 200h0'],
  ['nothing', [], ''],
] as const)('%s is no fault', (_, points, dots) => {
  expect(chartPaths(points, { top: 1, bottom: 3 }, false).dots).toBe(dots)
})

test('a league of one stays within the chart', () => {
  expect(chartPaths([{ day: '2026/05/01', value: 1 }], { top: 1, bottom: 1 }, true).dots).toBe('M500 200h0')
})
