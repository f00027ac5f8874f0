import { LeagueLink } from '#/organizer/desk/LeagueLink.tsx'
import { useParams } from '#/web/router.tsx'
import { areaName } from '#/contract/areas.ts'
import { formatDay } from '#/contract/format.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { paths } from '#/contract/paths.ts'
import { formatCut } from '#/features/playoffs/format.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { Badge } from '#/web/ui/Badge.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { DataList } from '#/web/ui/DataList.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { Table } from '#/web/ui/Table.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { previewPlayoffs } from '#/organizer/calls.gen.ts'
import type { PlayoffPreview } from './contract.ts'
import { stateBadges } from './format.ts'
import { MakePlayoffs, Obstacles } from './MakePlayoffs.tsx'

/** One league before its play-offs: who would qualify, what is still open, and the button that creates them. */
export default function OrganizerPlayoffPage() {
  const { league_id = '' } = useParams()
  const read = useRead(previewPlayoffs, { params: { league_id } })
  const league = read.data
  const name = league ? `${league.division_name}, ${areaName(league.area)}` : 'Play-offs'
  return (
    <Screen
      documentTitle={league ? `${name} play-offs` : name}
      kicker={<TextLink to={deskPaths.playoffs}>All play-offs</TextLink>}
      title={name}
      lead={
        league && (
          <>
            Play-offs of{' '}
            <LeagueLink id={league.league_id}>
              {league.division_name}, {league.season} {league.year}
            </LeagueLink>
          </>
        )
      }
      actions={league && <Badge tone={stateBadges[league.state].tone}>{stateBadges[league.state].label}</Badge>}
    >
      <Loaded
        of={read}
        loading="Loading the preview"
        skeleton={{ count: 8 }}
        missing="We could not find this league in your areas."
        action={<ButtonLink to={deskPaths.playoffs}>All play-offs</ButtonLink>}
      >
        {(preview) => <PlayoffOverview league={preview} />}
      </Loaded>
    </Screen>
  )
}

/** Who qualifies in a league, what is still open, and the days of its play-offs. */
export function PlayoffOverview({ league }: { league: PlayoffPreview }) {
  const made = ['made', 'over', 'canceled'].includes(league.state)
  const { area: city, division, season_slug: season, year } = league
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-10">
      <div className="flex flex-col gap-8">
        {made ? (
          <Notice
            tone="success"
            title="These play-offs have been created"
            actions={
              <ButtonLink to={paths.playoffBracket({ city, division, season, year })} variant="secondary">
                See the bracket
              </ButtonLink>
            }
          />
        ) : (
          <Obstacles league={league} />
        )}
        <Qualified league={league} made={made} />
        {league.missed.length > 0 && !made && <Missed league={league} />}
      </div>
      <aside className="flex flex-col gap-6">
        <DataList
          items={[
            { term: 'Last day of the season', value: formatDay(league.ending_date) },
            { term: 'Created automatically on', value: formatDay(league.closing_date) },
            ...league.stages.map(({ name, date }) => ({ term: `${name} by`, value: formatDay(date) })),
            { term: 'Matches not played', value: league.unplayed },
          ]}
        />
        {!made && <MakePlayoffs league={league} />}
      </aside>
    </div>
  )
}

function Qualified({ league, made }: { league: PlayoffPreview; made: boolean }) {
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

function Missed({ league: { missed } }: { league: PlayoffPreview }) {
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
