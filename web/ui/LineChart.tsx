import { useId } from 'react'
import { chartPaths, chartSize, rangeOf, type ChartPoint } from './line-chart.ts'
import { Table } from './Table.tsx'

type LineChartProps = {
  /** Says what the chart shows: 'From 5th to 1st of 9'. */
  title: string
  /** By day, oldest first. */
  points: readonly ChartPoint[]
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
}

/** Values over days as a line, with a band for their uncertainty, and as a table for those who open it. */
export function LineChart({ title, points, valueName, places = false, most, ...formats }: LineChartProps) {
  const { formatValue, formatDay, formatShortDay } = formats
  const id = useId()
  const range = rangeOf(points, { inverted: places, ...(most !== undefined && { most }) })
  const { line, band, dots } = chartPaths(points, range, places)
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return null
  const { width, height } = chartSize
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
        <div className="border-y border-l border-line bg-surface py-2 pr-2 pl-1">
          <svg
            viewBox={`0 0 ${width} ${height}`}
            preserveAspectRatio="none"
            className="block h-36 w-full overflow-visible text-court"
            fill="none"
            stroke="currentColor"
            strokeLinecap="round"
            strokeLinejoin="round"
          >
            {band !== null && <path d={band} fill="currentColor" fillOpacity={0.18} stroke="none" />}
            <path d={line} strokeWidth={2.5} vectorEffect="non-scaling-stroke" />
            <path d={dots} strokeWidth={8} vectorEffect="non-scaling-stroke" />
          </svg>
        </div>
        <span />
        <div className="tabular flex justify-between">
          <span>{formatShortDay(first.day)}</span>
          {last.day !== first.day && <span>{formatShortDay(last.day)}</span>}
        </div>
      </div>
      <details>
        <summary className="min-h-6 w-fit cursor-pointer text-sm underline">As a table</summary>
        <Table
          caption={title}
          hideCaption
          phone="table"
          rows={points}
          rowKey={({ day }) => day}
          columns={[
            { key: 'day', header: 'Day', rowHeader: true, cell: ({ day }) => formatDay(day) },
            { key: 'value', header: valueName, align: 'right', cell: ({ value }) => formatValue(value) },
            ...(band === null
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
      </details>
    </figure>
  )
}
