import type { ReactNode } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { Reply } from '#/contract/endpoint.ts'
import { formatDays, formatDollars } from '#/contract/format.ts'
import { useRead } from '#/web/api.ts'
import { paths } from '#/contract/paths.ts'
import { ReadError } from '#/web/ReadError.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { AreaFilter, useOrganizerArea } from '#/organizer/desk/AreaFilter.tsx'
import { getOverview, type Figures } from '#/organizer/desk/contract.ts'

type Season = NonNullable<Reply<typeof getOverview>['season']>

/** The figures of a season on one board: ?season=&year=, ?area=. */
export default function OverviewPage() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const area = useOrganizerArea()
  const asked = { season: params.get('season') ?? undefined, year: params.get('year') ?? undefined }
  const read = useRead(getOverview, { query: { area, ...asked } }, { keepPrevious: true })
  const { data } = read
  return (
    <>
      <title>Overview · Deuce</title>
      <PageHeader
        title="Overview"
        lead={data?.season && <p>{formatDays(data.season.starting_date, data.season.ending_date)}</p>}
      />
      {data && data.seasons.length > 0 && (
        <SelectField
          label="Season"
          optional="filter"
          className="mb-6 sm:max-w-xs"
          value={data.season ? keyOf(data.season) : ''}
          options={data.seasons.map((each) => ({ value: keyOf(each), label: `${each.season} ${each.year}` }))}
          onChange={(event) => {
            const [season = '', year = ''] = event.currentTarget.value.split(' ')
            void navigate(`?${new URLSearchParams({ ...Object.fromEntries(params), season, year })}`)
          }}
        />
      )}
      <AreaFilter />
      {data?.season && data.figures ? (
        <Board season={data.season} area={area} figures={data.figures} />
      ) : data ? (
        <EmptyState
          picture="no-league"
          title="No season"
          action={<ButtonLink to={paths.organizer.seasons}>All seasons</ButtonLink>}
        >
          This season does not exist yet.
        </EmptyState>
      ) : read.error ? (
        <ReadError of={read} />
      ) : (
        <Skeleton kind="rows" count={6} label="Adding up the season" />
      )}
    </>
  )
}

function keyOf({ season_slug, year }: { season_slug: string; year: number }): string {
  return `${season_slug} ${year}`
}

function Board({ season, area, figures }: { season: Season; area: string | undefined; figures: Figures }) {
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
