import { useId } from 'react'
import { ChartTable } from './ChartTable.tsx'
import { chartPaths, chartSize, rangeOf, type ChartPoint } from './line-chart.ts'

type LineChartProps = {
  /** Says what the chart shows: 'From 5th to 1st of 9'. */
  title: string
  /** By day, oldest first. */
  points: readonly ChartPoint[]
  /** A second line, dashed. With it, neither has a band. */
  other?: readonly ChartPoint[]
  /** The name of the second line's values, for a column of the table. A value holds until the next. */
  otherName?: string
  /** The rows of the table, if they are not all points. */
  rows?: readonly ChartPoint[]
  /** The name of a value, for the table: 'Place'. */
  valueName: string
  formatValue: (value: number) => string
  /** In the table, and below the chart. */
  formatDay: (day: string) => string
  formatShortDay: (day: string) => string
  /** Places: the first is at the top, and a place holds until the next. */
  places?: boolean
  /** The last place. */
  most?: number
  /** The values at the top and the bottom are multiples of it. */
  step?: number
}

/** Values over days as a line, with a band for their uncertainty, and as a table for those who open it. */
export function LineChart({
  title,
  points,
  other = [],
  otherName,
  rows = points,
  valueName,
  formatValue,
  formatDay,
  formatShortDay,
  places = false,
  most,
  step = 1,
}: LineChartProps) {
  const id = useId()
  const lines = [points, other].filter(({ length }) => length > 0)
  const shown: readonly (readonly ChartPoint[])[] =
    lines.length > 1 ? lines.map((line) => line.map(({ day, value }) => ({ day, value }))) : lines
  const range = rangeOf(shown.flat(), { inverted: places, step, ...(most !== undefined && { most }) })
  const days = lines.flat().toSorted((a, b) => a.day.localeCompare(b.day))
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return null
  const { width, height } = chartSize
  const formatEdge = first.day.slice(0, 4) === last.day.slice(0, 4) ? formatShortDay : formatDay
  return (
    <figure aria-labelledby={id} className="flex flex-col gap-2">
      <figcaption id={id} className="font-[620]">
        {title}
      </figcaption>
      <div aria-hidden="true" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 gap-y-1 text-xs text-ink-soft">
        <div className="tabular flex flex-col justify-between text-right">
          <span>{formatValue(range.top)}</span>
          <span>{formatValue(range.bottom)}</span>
        </div>
        <div className="border-y border-l border-line bg-surface py-2 pr-2 pl-1 text-court">
          <svg
            viewBox={`0 0 ${width} ${height}`}
            preserveAspectRatio="none"
            className="block h-36 w-full overflow-visible"
            fill="none"
            stroke="currentColor"
            strokeLinecap="round"
            strokeLinejoin="round"
          >
            {shown.map((each, index) => {
              const { line, band, dots } = chartPaths(each, range, places, [first.day, last.day])
              return (
                <g key={index} className={index === 0 ? '' : 'text-clay'}>
                  {band !== null && <path d={band} fill="currentColor" fillOpacity={0.18} stroke="none" />}
                  <path
                    d={line}
                    strokeWidth={2.5}
                    vectorEffect="non-scaling-stroke"
                    {...(index > 0 && { strokeDasharray: '6 6' })}
                  />
                  <path d={dots} strokeWidth={8} vectorEffect="non-scaling-stroke" />
                </g>
              )
            })}
          </svg>
        </div>
        <span />
        <div className="tabular flex justify-between">
          <span>{formatEdge(first.day)}</span>
          {last.day !== first.day && <span>{formatEdge(last.day)}</span>}
        </div>
      </div>
      <ChartTable
        title={title}
        rows={rows}
        rowKey={({ day }) => day}
        columns={[
          { key: 'day', header: 'Day', rowHeader: true, cell: ({ day }) => formatDay(day) },
          { key: 'value', header: valueName, align: 'right', cell: ({ value }) => formatValue(value) },
          ...(otherName === undefined
            ? []
            : [
                {
                  key: 'other',
                  header: otherName,
                  align: 'right' as const,
                  cell: ({ day }: ChartPoint) => {
                    const held = other.findLast((point) => point.day <= day)
                    return held ? formatValue(held.value) : '–'
                  },
                },
              ]),
          ...(shown.flat().every(({ deviation = 0 }) => deviation === 0)
            ? []
            : [
                {
                  key: 'deviation',
                  header: 'Uncertainty',
                  align: 'right' as const,
                  cell: ({ deviation = 0 }: ChartPoint) => `± ${formatValue(deviation)}`,
                },
              ]),
        ]}
      />
    </figure>
  )
}
