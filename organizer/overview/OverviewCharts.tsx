import type { ReactNode } from 'react'
import { areaName } from '#/contract/areas.ts'
import { formatDay, formatShortDay, formatTotal } from '#/contract/format.ts'
import { formatNumber } from '#/contract/locale.ts'
import { formatAmount } from '#/contract/money.ts'
import { BarChart } from '#/web/ui/BarChart.tsx'
import { Card } from '#/web/ui/Card.tsx'
import { LineChart } from '#/web/ui/LineChart.tsx'
import type { Charts } from './contract.ts'

const days = { formatValue: formatNumber, formatDay, formatShortDay }

/** The season in pictures. Each has a table. */
export function OverviewCharts({ charts }: { charts: Charts }) {
  const { entries, matches, money, answers, retention, fill } = charts
  const played = matches.played.at(-1)?.value ?? 0
  const sum = money.reduce((total, { card, cash }) => total + card + cash, 0)
  const { results, offers } = answers
  const last = retention.at(-1)
  const places = fill.reduce((total, row) => total + row.places, 0)
  const limited = fill.reduce((total, row) => total + row.limited, 0)
  return (
    <section className="mt-6 flex flex-col gap-3">
      <h2 className="lettering text-xl">In pictures</h2>
      <div className="grid gap-3 sm:grid-cols-2">
        <Picture shown={entries.series.length > 0} empty="Entries are shown here from the first one on.">
          <LineChart
            title={`${formatTotal(entries.total, 'entry', 'entries')}, ${compareEntries(entries)}`}
            points={entries.series}
            other={entries.before}
            otherName="A year before"
            valueName="Entries"
            {...days}
          />
        </Picture>
        <Picture shown={matches.planned.length > 0} empty="Matches are shown here after the draw.">
          <LineChart
            title={`${formatTotal(played, 'match', 'matches')} played, ${formatNumber(matches.planned_by_now)} planned by now`}
            points={matches.played.length > 0 ? matches.played : matches.planned.slice(0, 1)}
            other={matches.planned}
            otherName="Planned"
            valueName="Played"
            {...days}
          />
        </Picture>
        <Picture shown={sum > 0} empty="No money has come in for this season.">
          <BarChart
            title={`${formatAmount(sum)} after refunds`}
            barName="Area"
            valueName="Money"
            bars={money.map(({ area, card, cash }) => ({
              name: areaName(area),
              value: card,
              other: cash,
              text: cash === 0 ? formatAmount(card) : `${formatAmount(card)} by card, ${formatAmount(cash)} in cash`,
            }))}
          />
        </Picture>
        <Picture shown={results.total + offers.total > 0} empty="No result or offered time has waited for a day yet.">
          <BarChart
            title={`${percent(results.in_time + offers.in_time, results.total + offers.total)} answered within 24 hours`}
            barName="Kind"
            valueName="Within 24 hours"
            most={100}
            bars={[
              shareBar('Results', results.in_time, results.total),
              shareBar('Offered times', offers.in_time, offers.total),
            ]}
          />
        </Picture>
        <Picture shown={last !== undefined} empty="The first season has nothing to compare with.">
          <BarChart
            title={last ? `${percent(last.again, last.players)} of the players of ${last.season} came again` : ''}
            barName="Season"
            valueName="Entered the next season"
            most={100}
            bars={retention.map(({ season, again, players }) => shareBar(season, again, players))}
          />
        </Picture>
        <Picture shown={fill.length > 0} empty="Leagues are shown here from the first entry on.">
          <BarChart
            title={
              places > 0
                ? `${formatNumber(limited)} of ${formatNumber(places)} places are taken`
                : `Entries in ${formatTotal(fill.length, 'division', 'divisions')} without a limit`
            }
            barName="Division"
            valueName="Entries"
            bars={fill.map((row) => ({
              name: row.division,
              value: row.entries,
              other: Math.max(0, row.places - row.limited),
              text:
                row.places > 0
                  ? `${formatNumber(row.entries)}, ${formatNumber(Math.max(0, row.places - row.limited))} free`
                  : formatNumber(row.entries),
            }))}
          />
        </Picture>
      </div>
    </section>
  )
}

function Picture({ shown, empty, children }: { shown: boolean; empty: string; children: ReactNode }) {
  return <Card className="min-w-0">{shown ? children : <p className="text-ink-soft">{empty}</p>}</Card>
}

function shareBar(name: string, part: number, total: number) {
  const value = total === 0 ? 0 : (100 * part) / total
  return { name, value, text: total === 0 ? 'None yet' : `${formatNumber(part)} of ${formatNumber(total)}` }
}

function percent(part: number, total: number): string {
  return total === 0 ? '0 %' : `${Math.round((100 * part) / total)} %`
}

function compareEntries({ total, before_by_now: before }: Charts['entries']): string {
  if (before === null) return 'with no season last year to compare'
  if (total === before) return 'as many as last year on this day'
  const more = total > before
  return `${formatNumber(Math.abs(total - before))} ${more ? 'more' : 'fewer'} than last year on this day`
}
