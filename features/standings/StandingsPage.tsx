import { useNavigate } from '#/web/router.tsx'
import { areaName, allAreas } from '#/contract/areas.ts'
import { formatLeague } from '#/contract/format.ts'
import { useRead } from '#/web/api.ts'
import { paths } from '#/contract/paths.ts'
import { useList } from '#/web/list.ts'
import type { Live } from '#/web/live.ts'
import { PagedList } from '#/web/PagedList.tsx'
import { Screen } from '#/web/Screen.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { TabLinks } from '#/web/ui/TabLinks.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { listStandings, listMyLeagues } from '#/features/calls.gen.ts'
import type { Standings } from './contract.ts'
import { ExplainedStandings } from './ExplainedStandings.tsx'
import { LiveNowLater } from '#/features/leagues/LiveNowLater.tsx'
import type { LeagueEntry } from '#/features/leagues/contract.ts'
import { seasonOf } from './place-format.ts'
import { TableHeading } from './TableHeading.tsx'
import { TableNotes } from './TableNotes.tsx'

const live: Live<Standings> = {
  topics: (table) => (table?.league_id ? [`league:${table.league_id}`] : []),
  says: 'The standings have changed.',
}

const leads: Record<Standings['ranking'], string> = {
  wins: 'Ranked by wins. Ties are broken by the matches between the tied players.',
  share: 'Ranked by the share of wins; a tie is half a win.',
  points: 'Ranked by points.',
  strength: 'Ranked by strength of results: wins against stronger opponents count more.',
}

/** One league's table: ?area=. ?season=&year=&division= select another than the default. */
export default function StandingsPage() {
  const list = useList(listStandings, {}, { live })
  const table = list.read.data
  const leagues = useRead(listMyLeagues, {})
  const area = table?.area ?? list.values.area
  const title = seasonOf(table, list.read.error !== null)
  return (
    <Screen
      title={title ? `${title} standings` : 'Standings'}
      heading={<TableHeading season={title} word="Standings" />}
      kicker={table?.season ? `${table.division_name}, ${areaName(table.area)}` : title === undefined && '\u00A0'}
      lead={table?.ladder ? 'Places are won by challenges.' : leads[table?.ranking ?? 'wins']}
    >
      <div className="flex flex-col gap-6">
        <TabLinks
          label="Areas"
          tabs={allAreas().map(({ slug }) => ({
            to: paths.standings(slug),
            label: areaName(slug),
            current: slug === area,
          }))}
        />
        {leagues.isPending ? (
          // The league switcher is above the table, and both load together.
          <Skeleton kind="rows" count={10} label="Loading the standings" />
        ) : (
          <>
            {table?.league_id && <LiveNowLater league_ids={[table.league_id]} />}
            <MyLeagues leagues={leagues.data ?? []} area={area} current={table?.league_id ?? null} />
            <PagedList
              list={list}
              loading="Loading the standings"
              skeletonRows={10}
              empty={{
                picture: 'no-league',
                text: 'There are no leagues with players here yet.',
                action: <WayOn hasLeagues={(leagues.data ?? []).length > 0} />,
              }}
            >
              {({
                league_id,
                division_name,
                season,
                year,
                format,
                group,
                players,
                has_results,
                ladder,
                left,
                corrections,
              }) => (
                <>
                  {format && <p className="mb-4 max-w-prose text-ink-soft">{format}</p>}
                  <ExplainedStandings
                    league_id={league_id}
                    caption={`${division_name}, ${season} ${year}`}
                    group={group}
                    rows={players}
                    has_results={has_results}
                    ladder={ladder}
                  />
                  <TableNotes left={left} corrections={corrections} />
                </>
              )}
            </PagedList>
            {table && table.total > 0 && (
              <p>
                <TextLink
                  to={paths.fullStandings({
                    area: table.area,
                    season: table.season_slug,
                    year: table.year,
                    division: table.division,
                  })}
                >
                  Full table with sets, games and play-off places
                </TextLink>
              </p>
            )}
            {table?.league_id && table.has_results && (
              <p>
                <TextLink to={paths.crossTable(table.league_id)}>Cross-table: everybody against everybody</TextLink>
              </p>
            )}
          </>
        )}
      </div>
    </Screen>
  )
}

/** A player who has already joined a league is not asked to join one. */
function WayOn({ hasLeagues }: { hasLeagues: boolean }) {
  return hasLeagues ? (
    <ButtonLink to={paths.myLeague}>My league</ButtonLink>
  ) : (
    <ButtonLink to={paths.joinLeague}>Join a league</ButtonLink>
  )
}

type MyLeaguesProps = { leagues: readonly LeagueEntry[]; area: string | undefined; current: number | null }

/** Switches between the player's leagues in the area. Renders nothing if there is only one. */
function MyLeagues({ leagues, area, current }: MyLeaguesProps) {
  const navigate = useNavigate()
  const mine = leagues.filter((league) => league.area === area)
  if (mine.length < 2) return null
  const known = mine.some((league) => league.league_id === current)
  return (
    <SelectField
      label="My leagues here"
      name="league"
      className="max-w-md"
      value={known ? String(current) : ''}
      {...(known ? {} : { placeholder: 'Choose a league' })}
      options={mine.map((league) => ({
        value: String(league.league_id),
        label: formatLeague(league),
      }))}
      onChange={(event) => {
        const chosen = mine.find((league) => String(league.league_id) === event.currentTarget.value)
        if (chosen) void navigate(paths.leagueStandings(chosen))
      }}
    />
  )
}
