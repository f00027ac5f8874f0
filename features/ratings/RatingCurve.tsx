import { formatDay } from '#/contract/format.ts'
import { LineChart } from '#/web/ui/LineChart.tsx'

type Series = readonly { day: string; value: number; deviation: number }[]

export type RatingLine = { name: string; series: Series }

type RatingCurveProps = { lines: readonly RatingLine[]; title: string; tall?: boolean }

/** The curve of one rating with its uncertainty, or of two. */
export function RatingCurve({ lines, title, tall = false }: RatingCurveProps) {
  const days = lines.flatMap(({ series }) => series.map(({ day }) => day)).toSorted()
  return (
    <LineChart
      title={title}
      tall={tall}
      from={formatDay(days[0] ?? '')}
      to={formatDay(days.at(-1) ?? '')}
      lines={lines.map(({ name, series }) => ({
        name,
        points: series.map(({ day, value, deviation }) => ({ at: dayNumber(day), value, spread: deviation })),
      }))}
      table={lines.map(({ name, series }) => (
        <table key={name} className="sr-only">
          <caption>{name}, at the end of each month with changes</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Rating</th>
              <th scope="col">Uncertainty</th>
            </tr>
          </thead>
          <tbody>
            {monthEnds(series).map(({ day, value, deviation }) => (
              <tr key={day}>
                <th scope="row">{formatDay(day)}</th>
                <td>{value}</td>
                <td>± {deviation}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    />
  )
}

function monthEnds(series: Series): Series {
  return series.filter(({ day }, index) => series[index + 1]?.day.slice(0, 7) !== day.slice(0, 7))
}

function dayNumber(day: string): number {
  return Date.parse(day.replaceAll('/', '-')) / 86_400_000
}
