import { formatDay, formatShortDay } from '#/contract/format.ts'
import { LineChart } from '#/web/ui/LineChart.tsx'

type Series = readonly { day: string; value: number; deviation: number }[]

/** The curve of a rating with its uncertainty. `other`: the rating of another player. */
export function RatingCurve({ title, series, other = [] }: { title: string; series: Series; other?: Series }) {
  return (
    <LineChart
      title={title}
      points={series}
      other={other}
      rows={monthEnds(series)}
      valueName="Rating"
      formatValue={String}
      formatDay={formatDay}
      formatShortDay={formatShortDay}
      step={50}
    />
  )
}

/** The last value of each month. */
function monthEnds(series: Series): Series {
  return series.filter(({ day }, index) => series[index + 1]?.day.slice(0, 7) !== day.slice(0, 7))
}
