import { useParams } from 'react-router'
import { areaName } from '#/contract/areas.ts'
import type { Reply } from '#/contract/endpoint.ts'
import { formatDay, formatMoment } from '#/contract/format.ts'
import { useChange, useRead } from '#/web/api.ts'
import { paths } from '#/contract/paths.ts'
import { ReadError } from '#/web/ReadError.tsx'
import { Badge } from '#/web/ui/Badge.tsx'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { DataList } from '#/web/ui/DataList.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { Table } from '#/web/ui/Table.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import { listOrganizerPlayoffs, makeOrganizerPlayoffs, previewPlayoffs } from './contract.ts'
import { organizerLooks } from './format.ts'
import { formatCut } from '#/features/playoffs/format.ts'

type Preview = Reply<typeof previewPlayoffs>

/** One league before its play-offs: who would qualify, what is still open, and the button that makes them. */
export default function OrganizerPlayoffPage() {
  const { league_id = '' } = useParams()
  const read = useRead(previewPlayoffs, { params: { league_id } })
  const league = read.data
  const name = league ? `${league.division_name}, ${areaName(league.area)}` : 'Play-offs'
  return (
    <>
      <title>{league ? `${name} play-offs · Deuce` : 'Play-offs · Deuce'}</title>
      <PageHeader
        kicker={<TextLink to={paths.organizer.playoffs}>All play-offs</TextLink>}
        title={name}
        lead={league && `${league.season} ${league.year} play-offs`}
        actions={league && <Badge tone={organizerLooks[league.state].tone}>{organizerLooks[league.state].label}</Badge>}
      />
      {league ? (
        <PreviewOf league={league} />
      ) : read.error ? (
        <ReadError
          of={read}
          missing="We could not find this league in your areas."
          action={<ButtonLink to={paths.organizer.playoffs}>All play-offs</ButtonLink>}
        />
      ) : (
        <Skeleton kind="rows" count={8} label="Loading the preview" />
      )}
    </>
  )
}

function PreviewOf({ league }: { league: Preview }) {
  const made = league.state === 'made' || league.state === 'over'
  const { area: city, division, season_slug: season, year } = league
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-10">
      <div className="flex flex-col gap-8">
        {made ? (
          <Notice
            tone="success"
            title="These play-offs have been made"
            actions={
              <ButtonLink to={paths.playoffBracket({ city, division, season, year })} variant="secondary">
                See the bracket
              </ButtonLink>
            }
          />
        ) : (
          <InTheWay league={league} />
        )}
        <Field league={league} made={made} />
        {league.missed.length > 0 && !made && <Missed league={league} />}
      </div>
      <aside className="flex flex-col gap-6">
        <DataList
          items={[
            { term: 'Last day of the season', value: formatDay(league.ending_date) },
            { term: 'Made automatically on', value: formatDay(league.closing_date) },
            ...league.stages.map(({ name, date }) => ({ term: `${name} by`, value: formatDay(date) })),
            { term: 'Matches not played', value: league.unplayed },
          ]}
        />
        {!made && <MakeButton league={league} />}
      </aside>
    </div>
  )
}

function InTheWay({ league }: { league: Preview }) {
  const { state, open_results, unplayed, closing_date } = league
  if (open_results.length > 0)
    return (
      <Notice tone="warn" title="Play-offs need final results. These are not final yet">
        <ul className="mt-1 flex list-disc flex-col gap-1 pl-5">
          {open_results.map(({ match_id, player_one, player_two, disputed, answer_until }) => (
            <li key={match_id}>
              <TextLink to={paths.result(match_id)}>
                {player_one} against {player_two}
              </TextLink>
              {disputed ? ', disputed: please settle it' : `, can be answered until ${formatMoment(answer_until)}`}
            </li>
          ))}
        </ul>
      </Notice>
    )
  if (state === 'running')
    return <Notice title="The season is still being played">This is who would qualify as the table stands.</Notice>
  if (state === 'too_few')
    return <Notice title="Too few have qualified">Play-offs need at least two players, so this league has none.</Notice>
  if (unplayed > 0)
    return (
      <Notice tone="warn" title={`${unplayed} ${unplayed === 1 ? 'match has' : 'matches have'} no result yet`}>
        Later results change the table, but not the bracket. Play-offs are made automatically on{' '}
        {formatDay(closing_date)}.
      </Notice>
    )
  return <Notice tone="success" title="Every result is final. You can make the play-offs" />
}

function Field({ league, made }: { league: Preview; made: boolean }) {
  if (league.field.length === 0)
    return <p className="text-ink-soft">Nobody in the top half has played enough matches yet.</p>
  return (
    <section className="flex flex-col gap-4">
      <Table
        caption={made ? 'Who qualified' : 'Who would qualify'}
        rows={league.field}
        rowKey={({ entry_id }) => entry_id}
        phone="table"
        columns={[
          { key: 'seed', header: 'Seed', align: 'right', cell: ({ seed }) => seed },
          { key: 'name', header: 'Player', rowHeader: true, cell: ({ name }) => name },
          { key: 'wins', header: 'Wins', align: 'right', cell: ({ wins }) => wins },
          { key: 'played', header: 'Played', align: 'right', cell: ({ played }) => played },
        ]}
      />
      {league.cut && <p className="max-w-prose text-ink-soft">{formatCut(league.cut)}</p>}
    </section>
  )
}

function Missed({ league: { missed } }: { league: Preview }) {
  return (
    <Table
      caption="Who just misses the play-offs"
      rows={missed}
      rowKey={({ rank }) => rank}
      phone="table"
      columns={[
        { key: 'rank', header: 'Place', align: 'right', cell: ({ rank }) => rank },
        { key: 'name', header: 'Player', rowHeader: true, cell: ({ name }) => name },
        {
          key: 'why',
          header: 'Why',
          cell: ({ why, played }) =>
            why === 'matches' ? `Too few matches: ${played} played` : 'Behind the last place',
        },
      ]}
    />
  )
}

function MakeButton({ league }: { league: Preview }) {
  const make = useChange(makeOrganizerPlayoffs, [previewPlayoffs, listOrganizerPlayoffs])
  const reason = {
    running: `The season is played until ${formatDay(league.ending_date)}.`,
    waiting: 'Some results are not final yet.',
    too_few: 'Fewer than two have qualified.',
    ready: undefined,
    made: undefined,
    over: undefined,
  }[league.state]
  return (
    <div className="flex flex-col gap-3">
      <Button
        wide
        busy={make.isPending}
        reason={reason}
        onClick={() =>
          make.mutate(
            {
              params: { league_id: league.league_id },
              body: { entries: league.field.map(({ entry_id }) => entry_id) },
            },
            { onSuccess: ({ message }) => showToast({ tone: 'good', text: message }) },
          )
        }
      >
        Make the play-offs
      </Button>
      {make.error && (
        <Notice tone="error" title="The play-offs were not made">
          {make.error.message}
        </Notice>
      )}
      <p className="text-sm text-ink-soft">
        We email everyone who has qualified: their seed, first opponent and deadline. This cannot be undone.
      </p>
    </div>
  )
}
