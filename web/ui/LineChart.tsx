import type { ReactNode } from 'react'

export type ChartPoint = {
  /** Any scale, such as days. */
  at: number
  value: number
  /** How uncertain the value is, in both directions. */
  spread: number
}

export type ChartLine = { name: string; points: readonly ChartPoint[] }

type LineChartProps = {
  /** Says in words what is seen. */
  title: string
  /** One line has a band around it. Of two, the second is dashed. */
  lines: readonly ChartLine[]
  /** The labels of the first and the last point on the axis. */
  from: string
  to: string
  tall?: boolean
  /** The same figures, as a table for screen readers. */
  table: ReactNode
}

const WIDTH = 1000
const HEIGHT = 100
const steps = [10, 20, 50, 100, 200, 500]
const MOST_GAPS = 4

/** Values over time, with their uncertainty. */
export function LineChart({ title, lines, from, to, tall = false, table }: LineChartProps) {
  const all = lines.flatMap(({ points }) => points)
  const isBanded = lines.length === 1
  const reach = (point: ChartPoint) => (isBanded ? point.spread : 0)
  const lowest = Math.min(...all.map((point) => point.value - reach(point)))
  const highest = Math.max(...all.map((point) => point.value + reach(point)))
  const step = steps.find((each) => (highest - lowest) / each <= MOST_GAPS - 1) ?? 1000
  const bottom = Math.floor(lowest / step) * step
  const count = Math.max(1, Math.ceil((highest - bottom) / step))
  const ticks = Array.from({ length: count + 1 }, (_, index) => bottom + (count - index) * step)
  const first = Math.min(...all.map(({ at }) => at))
  const days = Math.max(...all.map(({ at }) => at)) - first || 1
  const x = ({ at }: ChartPoint) => Math.round(((at - first) / days) * WIDTH)
  const y = (value: number) => Math.round((1 - (value - bottom) / (count * step)) * HEIGHT * 10) / 10
  const path = (points: readonly ChartPoint[], of: (point: ChartPoint) => number) =>
    points.map((point) => `${x(point)} ${y(of(point))}`).join('L')

  return (
    <figure>
      <figcaption className="mb-3 text-sm text-ink-soft">{title}</figcaption>
      <div aria-hidden="true">
        {/* The color is set outside the picture, so that forced colors reach it. */}
        <div className="flex gap-2 py-2 text-court">
          <ol className="tabular flex shrink-0 flex-col justify-between text-xs whitespace-nowrap text-ink-soft">
            {ticks.map((tick) => (
              <li key={tick} className="flex h-0 items-center justify-end">
                {tick}
              </li>
            ))}
          </ol>
          <svg
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            preserveAspectRatio="none"
            width="100%"
            height={tall ? 220 : 128}
            className="min-w-0 overflow-visible"
            fill="none"
            stroke="currentColor"
          >
            {ticks.map((tick) => (
              <path key={tick} d={`M0 ${y(tick)}H${WIDTH}`} strokeOpacity="0.25" vectorEffect="non-scaling-stroke" />
            ))}
            {lines.map(({ name, points }, index) => (
              <g key={name} className={index === 0 ? '' : 'text-clay'}>
                {isBanded && (
                  <path
                    fill="currentColor"
                    fillOpacity="0.2"
                    stroke="none"
                    d={`M${path(points, (point) => point.value + point.spread)}L${path(points.toReversed(), (point) => point.value - point.spread)}Z`}
                  />
                )}
                <path
                  d={`M${path(points, ({ value }) => value)}`}
                  strokeWidth="2.5"
                  strokeLinejoin="round"
                  {...(index > 0 && { strokeDasharray: '6 4' })}
                  vectorEffect="non-scaling-stroke"
                />
                {points.slice(-1).map((last) => (
                  <path
                    key={last.at}
                    d={`M${x(last)} ${y(last.value)}h0`}
                    strokeWidth="9"
                    strokeLinecap="round"
                    vectorEffect="non-scaling-stroke"
                  />
                ))}
              </g>
            ))}
          </svg>
        </div>
        <p className="tabular mt-2 flex justify-between gap-3 pl-10 text-xs text-ink-soft">
          <span>{from}</span>
          {from !== to && <span>{to}</span>}
        </p>
      </div>
      {table}
    </figure>
  )
}
