import { useId } from 'react'
import { ChartTable } from './ChartTable.tsx'

type Bar = {
  name: string
  /** The length of the bar, from zero. */
  value: number
  /** A second part, behind the first. */
  other?: number
  /** The value in words. */
  text: string
}

type BarChartProps = {
  /** Says what the chart shows: '62 % of players came again'. */
  title: string
  bars: readonly Bar[]
  /** The value of a full bar. Defaults to the largest. */
  most?: number
  /** Headers of the table. */
  barName: string
  valueName: string
}

/** Values as horizontal bars with their names, and as a table for those who open it. */
export function BarChart({ title, bars, most, barName, valueName }: BarChartProps) {
  const id = useId()
  const full = most ?? Math.max(1, ...bars.map(({ value, other = 0 }) => value + other))
  const lengthOf = (value: number) => (100 * Math.min(full, Math.max(0, value))) / full
  return (
    <figure aria-labelledby={id} className="flex flex-col gap-2">
      <figcaption id={id} className="font-[620]">
        {title}
      </figcaption>
      <ul aria-hidden="true" className="flex flex-col gap-2 text-sm">
        {bars.map(({ name, value, other = 0, text }) => (
          <li key={name} className="flex flex-col gap-1">
            <span className="flex flex-wrap justify-between gap-x-2">
              <span>{name}</span>
              <span className="tabular text-ink-soft">{text}</span>
            </span>
            <svg viewBox="0 0 100 4" preserveAspectRatio="none" className="block h-3 w-full text-court">
              <rect width="100" height="4" fill="currentColor" fillOpacity={0.12} />
              {other > 0 && <rect width={lengthOf(value + other)} height="4" fill="currentColor" fillOpacity={0.45} />}
              <rect width={lengthOf(value)} height="4" fill="currentColor" />
            </svg>
          </li>
        ))}
      </ul>
      <ChartTable
        title={title}
        rows={bars}
        rowKey={({ name }) => name}
        columns={[
          { key: 'name', header: barName, rowHeader: true, cell: ({ name }) => name },
          { key: 'value', header: valueName, align: 'right', cell: ({ text }) => text },
        ]}
      />
    </figure>
  )
}
