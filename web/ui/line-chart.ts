import { daysBetween } from '#/rules/day.ts'

/** `day`: yyyy/MM/dd. `deviation`: how uncertain the value is, in the value's unit. */
export type ChartPoint = { day: string; value: number; deviation?: number }

/** A chart's own units, which the page stretches to its box. */
export const chartSize = { width: 1000, height: 400 }

/** The values at the top and the bottom of a chart. In an inverted one the smaller is at the top: the first place. */
export type ChartRange = { top: number; bottom: number }

/**
 * A range that has all of these values with their uncertainty. `most`: a value that it also has, such as the last place.
 * `step`: the ends are multiples of it.
 */
export function rangeOf(
  points: readonly ChartPoint[],
  { inverted = false, most, step = 1 }: { inverted?: boolean; most?: number; step?: number },
): ChartRange {
  const values = points.flatMap(({ value, deviation = 0 }) => [value - deviation, value + deviation])
  if (inverted) return { top: Math.min(1, ...values), bottom: Math.max(most ?? 2, ...values) }
  const low = Math.floor(Math.min(...values) / step) * step
  const high = Math.ceil(Math.max(...values) / step) * step
  return low === high ? { top: high + step, bottom: low - step } : { top: high, bottom: low }
}

/** Points up to which each has a dot. Of more, only the last has one. */
const MOST_DOTS = 20

/**
 * The paths of a chart: its line (`steps`: a value holds until the next), its band of uncertainty, and a dot for each point.
 * `span`: the days at the left and the right edge, if they are not those of the points.
 */
export function chartPaths(
  points: readonly ChartPoint[],
  { top, bottom }: ChartRange,
  steps: boolean,
  span: readonly [string, string] = [points[0]?.day ?? '', points.at(-1)?.day ?? ''],
): { line: string; band: string | null; dots: string } {
  const [first, last] = span
  const days = first === last ? 0 : daysBetween(dashed(first), dashed(last))
  const x = ({ day }: ChartPoint) =>
    days === 0 ? chartSize.width / 2 : Math.round((daysBetween(dashed(first), dashed(day)) * chartSize.width) / days)
  const y = (value: number) =>
    top === bottom ? chartSize.height / 2 : Math.round(((value - top) * chartSize.height) / (bottom - top))
  const line = points.map((point, index) => {
    const at = `${x(point)} ${y(point.value)}`
    return index === 0 ? `M${at}` : steps ? `H${x(point)}V${y(point.value)}` : `L${at}`
  })
  const edge = (side: 1 | -1) => points.map((point) => `${x(point)} ${y(point.value + side * (point.deviation ?? 0))}`)
  const hasBand = points.some(({ deviation = 0 }) => deviation > 0)
  return {
    line: line.join(''),
    band: hasBand ? `M${edge(1).join('L')}L${edge(-1).toReversed().join('L')}Z` : null,
    // Lines of no length have round ends, which stay round when the chart is stretched.
    dots: points
      .slice(points.length > MOST_DOTS ? -1 : 0)
      .map((point) => `M${x(point)} ${y(point.value)}h0`)
      .join(''),
  }
}

function dashed(day: string): string {
  return day.replaceAll('/', '-')
}
