import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDollars } from '#/contract/format.ts'
import { paths } from '#/contract/paths.ts'
import type { Figures, OverviewSeason } from '#/organizer/desk/contract.ts'

type OverviewBoardProps = { season: OverviewSeason; area: string | undefined; figures: Figures }

/** The figures of a season; each links to its list. */
export function OverviewBoard({ season, area, figures }: OverviewBoardProps) {
  const of = { area, season: season.season_slug, year: season.year }
  const matches = (state: string) => paths.organizer.matchesOf({ ...of, state })
  const { entries_before: before } = figures
  return (
    <div className="on-board flex flex-col gap-6 rounded-md border border-board-line p-4 sm:p-6">
      <Group title="Waiting for you">
        <Figure
          to={matches('disputed')}
          value={figures.disputed}
          label="disputed"
          note="Out of the standings until you settle them"
          alarm
        />
        <Figure to={matches('overdue')} value={figures.overdue} label="overdue" note="Past their window" alarm />
        <Figure
          to={paths.organizer.silent(of)}
          value={figures.silent}
          label="do not answer"
          note="No answer for 21 days, with a proposed date waiting or two matches overdue"
          alarm
        />
        <Figure
          to={matches('late')}
          value={figures.late}
          label="unconfirmed for 12 hours"
          note={`${figures.unconfirmed} unconfirmed in total. They are confirmed automatically`}
        />
        {figures.failed_refunds > 0 && (
          <Figure
            to={paths.organizer.paymentsOf({ ...of, refund: 'failed' })}
            value={figures.failed_refunds}
            label={figures.failed_refunds === 1 ? 'failed refund' : 'failed refunds'}
            note="The card service refused them"
            alarm
          />
        )}
      </Group>
      <Group title="The season">
        <Figure
          to={paths.organizer.entriesOf({ area, season_id: season.id })}
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
            to={paths.organizer.seasons}
            value={figures.waiting}
            label="on wait-lists"
            note="For a place in a full league"
          />
        )}
      </Group>
      <Group title="Money, by card">
        <Figure
          to={paths.organizer.paymentsOf(of)}
          value={formatDollars(figures.taken)}
          label="came in"
          note="Before refunds"
        />
        <Figure
          to={paths.organizer.paymentsOf({ ...of, status: 'Refunded' })}
          value={formatDollars(figures.refunded)}
          label="went back"
          note="In full or in part"
        />
        <Figure
          to={paths.organizer.paymentsOf({ ...of, status: 'Pending' })}
          value={formatDollars(figures.pending)}
          label="is being checked"
          note="The bank has not decided yet"
        />
      </Group>
      {figures.cash_taken > 0 && (
        <Group title="Money, in cash">
          <Figure
            to={paths.organizer.paymentsOf({ ...of, status: 'Confirmed' })}
            value={formatDollars(figures.cash_taken)}
            label="was received"
            note="As organizers booked it"
          />
          <Figure
            to={paths.organizer.paymentsOf({ ...of, status: 'Refunded' })}
            value={formatDollars(figures.cash_returned)}
            label="was returned"
            note="By hand, for entries that were taken out"
          />
        </Group>
      )}
    </div>
  )
}

function formatChange(present: number, before: number): string {
  if (present === before) return 'as many'
  return present > before ? `${present - before} more` : `${before - present} fewer`
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3">
      <h2 className="lettering text-lg text-on-board-soft">{title}</h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,13rem),1fr))] gap-2">{children}</ul>
    </section>
  )
}

type FigureProps = {
  to: string
  value: number | string
  label: string
  note?: string
  /** Highlighted while it is not zero. */
  alarm?: boolean
}

/** One figure of the board; all of it links to its list. */
function Figure({ to, value, label, note, alarm = false }: FigureProps) {
  const lit = alarm && value !== 0
  return (
    <li>
      <Link
        to={to}
        className="group flex h-full min-h-24 flex-col gap-1 rounded-sm border border-transparent bg-board-well p-4 shadow-[inset_0_1px_0_#0006] hover:border-live"
      >
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span
            className={`figures tabular ${typeof value === 'number' ? 'text-4xl' : 'text-2xl'} ${lit ? 'text-live' : 'text-on-board'}`}
          >
            {typeof value === 'number' ? value.toLocaleString('en-US') : value}
          </span>
          <span className="lettering text-lg text-on-board underline decoration-board-line underline-offset-4 group-hover:decoration-live">
            {label}
          </span>
        </span>
        {note && <span className="text-sm text-on-board-soft">{note}</span>}
      </Link>
    </li>
  )
}
