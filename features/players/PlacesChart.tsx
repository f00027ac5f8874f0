import { formatOrdinal } from '#/contract/locale.ts'
import { LineChart } from '#/web/ui/LineChart.tsx'

export type PlacesChartProps = {
  /** The league. */
  level_name: string
  entries: number
  series: readonly { day: string; place: number }[]
}

/** The place in one league over time. One place is no line. */
export default function PlacesChart({ level_name, entries, series }: PlacesChartProps) {
  const [first, last] = [series[0], series.at(-1)]
  if (series.length < 2 || !first || !last) return null
  const [from, to] = [formatOrdinal(first.place), formatOrdinal(last.place)]
  return (
    <LineChart
      title={`${level_name}: ${from === to ? `${to} at first and last` : `from ${from} to ${to}`} of ${entries}`}
      points={series.map(({ day, place }) => ({ day, value: place }))}
      valueName="Place"
      formatValue={formatOrdinal}
      places
      most={entries}
    />
  )
}
