import { formatAmount } from '#/contract/money.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import type { Figures, OverviewSeason } from '#/organizer/desk/contract.ts'
import { Figure, FigureGroup } from './Figure.tsx'

type OverviewBoardProps = { season: OverviewSeason; area: string | undefined; figures: Figures }

/** The figures of a season, each with a link to its list. */
export function OverviewBoard({ season, area, figures }: OverviewBoardProps) {
  const of = { area, season: season.season_slug, year: season.year }
  const matches = (state: string) => deskPaths.matchesOf({ ...of, state })
  const { entries_before: before } = figures
  return (
    <div className="on-board flex flex-col gap-6 rounded-md border border-board-line p-4 sm:p-6">
      <FigureGroup title="Waiting for you">
        <Figure
          to={matches('disputed')}
          value={figures.disputed}
          label="disputed"
          note="Out of the standings until you settle them"
          alarm
        />
        <Figure
          to={deskPaths.unplayed(of)}
          value={figures.overdue}
          label="overdue"
          note="Past their window: see the suggested outcomes"
          alarm
        />
        <Figure
          to={deskPaths.silent(of)}
          value={figures.silent}
          label="do not answer"
          note="No answer for 21 days, with a proposed date waiting or two matches overdue"
          alarm
        />
        <Figure
          to={matches('late')}
          value={figures.late}
          label="unconfirmed for 12 hours"
          note={`${figures.unconfirmed} unconfirmed in total. They will be confirmed automatically`}
        />
        {figures.failed_refunds > 0 && (
          <Figure
            to={deskPaths.paymentsOf({ ...of, refund: 'failed' })}
            value={figures.failed_refunds}
            label={figures.failed_refunds === 1 ? 'failed refund' : 'failed refunds'}
            note="The card service refused them"
            alarm
          />
        )}
      </FigureGroup>
      <FigureGroup title="The season">
        <Figure
          to={deskPaths.entriesOf({ area, season_id: season.id })}
          value={figures.entries}
          label={figures.entries === 1 ? 'entry' : 'entries'}
          note={
            before === null ? 'No season last year' : `${before} last year, ${formatChange(figures.entries, before)}`
          }
        />
        <Figure
          to={matches('played')}
          value={figures.played}
          label={`of ${figures.matches} played`}
          note={figures.matches === 0 ? 'Not drawn yet' : `${Math.floor((100 * figures.played) / figures.matches)} %`}
        />
        {figures.waiting > 0 && (
          <Figure
            to={deskPaths.seasons}
            value={figures.waiting}
            label="on wait-lists"
            note="For a place in a full league"
          />
        )}
      </FigureGroup>
      <FigureGroup title="Money, by card">
        <Figure
          to={deskPaths.paymentsOf(of)}
          value={formatAmount(figures.taken)}
          label="came in"
          note="Before refunds"
        />
        <Figure
          to={deskPaths.paymentsOf({ ...of, status: 'Refunded' })}
          value={formatAmount(figures.refunded)}
          label="went back"
          note="In full or in part"
        />
        <Figure
          to={deskPaths.paymentsOf({ ...of, status: 'Pending' })}
          value={formatAmount(figures.pending)}
          label="is being checked"
          note="The bank has not decided yet"
        />
      </FigureGroup>
      {figures.cash_taken > 0 && (
        <FigureGroup title="Money, in cash">
          <Figure
            to={deskPaths.paymentsOf({ ...of, status: 'Confirmed' })}
            value={formatAmount(figures.cash_taken)}
            label="was received"
            note="As recorded by organizers"
          />
          <Figure
            to={deskPaths.paymentsOf({ ...of, status: 'Refunded' })}
            value={formatAmount(figures.cash_returned)}
            label="was returned"
            note="By hand, for withdrawn entries"
          />
        </FigureGroup>
      )}
    </div>
  )
}

function formatChange(present: number, before: number): string {
  if (present === before) return 'as many'
  return present > before ? `${present - before} more` : `${before - present} fewer`
}
