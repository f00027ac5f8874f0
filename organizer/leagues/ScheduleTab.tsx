import { formatDays } from '#/contract/format.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { ListIcon } from '#/web/ui/ListIcon.tsx'
import { listLeagueSchedule } from '#/organizer/calls.gen.ts'
import { stateBadges } from '#/organizer/matches/format.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Link } from '#/web/router.tsx'
import { Badge } from '#/web/ui/Badge.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { CrossTable } from '#/web/ui/CrossTable.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import type { LeagueDetail, LeagueSchedule, ScheduledMatch } from './contract.ts'
import { formatOpen } from './format.ts'

/** Entries in one matrix. More do not fit on a screen. */
const MOST_ENTRIES = 40

/** Every match of a league: by rounds, or everybody against everybody. */
export function ScheduleTab({ league }: { league: LeagueDetail }) {
  const read = useRead(listLeagueSchedule, { params: { id: league.id } })
  const draw = (
    <ButtonLink to={deskPaths.draw(league.id)} variant="secondary">
      {league.drawn ? 'Draw again or add matches' : 'Draw the matches'}
    </ButtonLink>
  )
  return (
    <Loaded
      of={read}
      loading="Loading the schedule"
      skeleton={{ kind: 'rows', count: 6 }}
      empty={({ total }) =>
        total === 0 && (
          <EmptyState picture="no-matches" title="No matches yet" action={draw}>
            {league.drawn ? 'Its players add their matches.' : 'The matches of this league are not drawn yet.'}
          </EmptyState>
        )
      }
    >
      {(schedule) => (
        <div className="flex flex-col gap-6">
          {schedule.has_rounds ? <Rounds schedule={schedule} /> : <Matrix schedule={schedule} />}
          <p>{draw}</p>
        </div>
      )}
    </Loaded>
  )
}

function Rounds({ schedule: { rounds, word, total } }: { schedule: LeagueSchedule }) {
  const shown = rounds.reduce((sum, { matches }) => sum + matches.length, 0)
  return (
    <>
      <ol className="border-t-2 border-ink">
        {rounds.map(({ round, play_from, play_by, matches }) => {
          const planned = matches.filter(({ state }) => state !== 'canceled')
          const played = planned.filter(({ score_line }) => score_line !== null)
          return (
            <li
              key={round}
              className="grid gap-x-6 gap-y-2 border-b border-line py-4 lg:grid-cols-[11rem_minmax(0,1fr)]"
            >
              <div>
                <h2 className="lettering text-lg">
                  {round === null ? 'Outside the rounds' : `${word === 'period' ? 'Period' : 'Round'} ${round}`}
                </h2>
                <p className="text-sm text-ink-soft">
                  {play_from && play_by && <span className="block">{formatDays(play_from, play_by)}</span>}
                  {played.length} of {planned.length} played
                </p>
              </div>
              <ul className="grid gap-2 sm:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))]">
                {matches.map((match) => (
                  <li key={match.match_id} className="min-w-0">
                    <Match match={match} />
                  </li>
                ))}
              </ul>
            </li>
          )
        })}
      </ol>
      {shown < total && (
        <p className="text-ink-soft">
          The first {shown} of {total} matches are shown.
        </p>
      )}
    </>
  )
}

/** One match: both sides, the winner marked, and its score or state. */
function Match({ match }: { match: ScheduledMatch }) {
  const { match_id, one, two, winner, score_line, state } = match
  const badge = stateBadges[state]
  return (
    <Link
      to={deskPaths.match(match_id)}
      className={`flex h-full gap-x-3 rounded-sm border border-line p-2.5 hover:border-ink max-sm:items-center max-sm:justify-between max-sm:py-1.5 sm:flex-col ${state === 'canceled' ? 'text-ink-soft' : 'bg-surface'}`}
    >
      <span className="min-w-0">
        <Side name={one} won={winner === 'one'} lost={winner === 'two'} />
        <Side name={two} won={winner === 'two'} lost={winner === 'one'} />
      </span>
      <span className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1 text-sm max-sm:flex-col max-sm:items-end sm:mt-auto sm:pt-1">
        {score_line === null ? (
          <span className="text-ink-soft">{formatOpen(match)}</span>
        ) : (
          <span className="figures tabular [word-spacing:0.25em]">{score_line}</span>
        )}
        {['disputed', 'unconfirmed'].includes(state) && <Badge tone={badge.tone}>{badge.label}</Badge>}
      </span>
    </Link>
  )
}

function Side({ name, won, lost }: { name: string; won: boolean; lost: boolean }) {
  return (
    <span className={`flex min-w-0 items-baseline gap-2 ${won ? 'font-[720]' : lost ? 'text-ink-soft' : ''}`}>
      <span className="min-w-0 wrap-break-word">{name}</span>
      {won && (
        <>
          <span className="shrink-0 self-center">
            <ListIcon name="won" />
          </span>
          <span className="sr-only"> won</span>
        </>
      )}
    </span>
  )
}

/** Everybody against everybody, for a league without rounds: one matrix for each flight. */
function Matrix({ schedule: { entries, rounds } }: { schedule: LeagueSchedule }) {
  const matches = rounds.flatMap((round) => round.matches)
  const between = new Map<string, ScheduledMatch[]>()
  for (const match of matches)
    for (const key of [`${match.one_id} ${match.two_id}`, `${match.two_id} ${match.one_id}`])
      between.set(key, [...(between.get(key) ?? []), match])
  const flights = [...new Set(entries.map(({ flight }) => flight))]
  return flights.map((flight) => {
    const rows = entries.filter((entry) => entry.flight === flight)
    if (rows.length > MOST_ENTRIES)
      return (
        <ul key={flight} className="grid gap-2 sm:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))]">
          {matches.map((match) => (
            <li key={match.match_id}>
              <Match match={match} />
            </li>
          ))}
        </ul>
      )
    return (
      <CrossTable
        key={flight}
        caption={flight === null ? 'Everybody against everybody' : `Flight ${flight}`}
        rows={rows}
        rowKey={({ entry_id }) => entry_id}
        marked={() => false}
        head={({ entry_id, name, rank }) => ({
          name,
          short: String(rank),
          label: <TextLink to={deskPaths.entry(entry_id)}>{name}</TextLink>,
        })}
        cell={(row, column) => (
          <Meetings of={between.get(`${row.entry_id} ${column.entry_id}`) ?? []} entry_id={row.entry_id} />
        )}
      />
    )
  })
}

/** The matches of two entries. A win of the row is bold. */
function Meetings({ of, entry_id }: { of: readonly ScheduledMatch[]; entry_id: number }) {
  return of.map((match) => {
    const won = match.winner !== null && (match.winner === 'one') === (match.one_id === entry_id)
    return (
      <Link
        key={match.match_id}
        to={deskPaths.match(match.match_id)}
        className={`figures flex min-h-6 items-center justify-center rounded-sm px-1 whitespace-nowrap hover:bg-sunk hover:underline ${won ? 'font-[720] text-ink' : 'font-normal text-ink-soft'}`}
      >
        {match.score_line === null ? (
          formatOpen(match)
        ) : (
          <>
            {match.winner !== null && <span className="sr-only">{won ? 'Won ' : 'Lost '}</span>}
            {won && (
              <span className="mr-1 inline-block align-middle">
                <ListIcon name="won" />
              </span>
            )}
            {match.score_line}
          </>
        )}
      </Link>
    )
  })
}
