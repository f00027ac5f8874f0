import { wireDay } from '#/contract/wire-day.ts'
import { formatAmount } from '#/contract/money.ts'
import { organization } from '#/contract/organization.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { getOverview } from '#/organizer/calls.gen.ts'
import { FactStrip } from '#/organizer/desk/FactStrip.tsx'
import { dayInZone } from '#/rules/day.ts'
import { useRead } from '#/web/api.ts'
import { now } from '#/web/now.ts'
import type { SeasonDetail } from './contract.ts'
import { formatNextOf, formatSale, isEmptyLeague, momentsOf } from './format.ts'

/** A season in figures: its sale, its entries, its matches, its money, and what comes next. */
export function SeasonFacts({ season, area }: { season: SeasonDetail; area: string | undefined }) {
  const { id, slug, year, leagues, entries, results, on_sale, state } = season
  const figures = useRead(getOverview, { query: { season: slug, year, area } }, { keepPrevious: true }).data?.figures
  const of = { area, season: slug, year }
  const used = leagues.filter((league) => !isEmptyLeague(league)).length
  const waiting = leagues.reduce((sum, league) => sum + league.waiting, 0)
  const places = leagues.reduce((sum, { offered, capacity }) => sum + (offered ? (capacity ?? Infinity) : 0), 0)
  const overdue = figures?.overdue ?? 0
  const next = formatNextOf(momentsOf(season), wireDay(dayInZone(now(), organization().time_zone)))
  return (
    <>
      <FactStrip
        facts={[
          {
            term: 'On sale',
            value: on_sale ? 'Now' : 'No',
            to: deskPaths.seasonLeagues(id),
            note: formatSale(season),
          },
          {
            term: 'Entries',
            value: Number.isFinite(places) && places > 0 ? `${entries} of ${places}` : String(entries),
            to: deskPaths.entriesOf({ area, season_id: id }),
            note: `in ${used} of ${leagues.length} leagues${waiting > 0 ? `, ${waiting} waiting` : ''}`,
          },
          {
            term: 'Matches played',
            value: figures ? `${figures.played} of ${figures.matches}` : String(results),
            to: deskPaths.matchesOf({ ...of, state: overdue > 0 ? 'overdue' : 'played' }),
            note: overdue > 0 ? `${overdue} overdue` : figures?.matches === 0 && 'Not drawn yet',
          },
          {
            term: 'Money',
            value: figures
              ? formatAmount(figures.taken - figures.refunded + figures.cash_taken - figures.cash_returned)
              : '–',
            to: deskPaths.paymentsOf(of),
            note:
              figures &&
              figures.cash_taken > 0 &&
              `${formatAmount(figures.cash_taken - figures.cash_returned)} of it in cash`,
          },
        ]}
      />
      {next && state !== 'closed' && <p className="mb-8 text-ink-soft">{next}</p>}
    </>
  )
}
