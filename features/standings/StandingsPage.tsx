import { useNavigate, useSearchParams } from 'react-router'
import { areaName, listedAreas } from '#/contract/areas.ts'
import { useRead } from '#/web/api.ts'
import { perPageOf } from '#/contract/page.ts'
import { paths } from '#/contract/paths.ts'
import { ReadError } from '#/web/ReadError.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Pager } from '#/web/ui/Pager.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { TabLinks } from '#/web/ui/TabLinks.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { listStandings } from './contract.ts'
import { ExplainedStandings } from './ExplainedStandings.tsx'
import { listMyLeagues } from '#/features/leagues/contract.ts'

const perPage = perPageOf(listStandings)

/** One league's table: ?area=, and ?season=&year=&division= for another than the default one. */
export default function StandingsPage() {
  const [params] = useSearchParams()
  const asked = Object.fromEntries(
    ['area', 'season', 'year', 'division'].flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])),
  )
  const page = Number(params.get('page') ?? 1)
  const standings = useRead(listStandings, { query: { ...asked, page } }, { keepPrevious: true })
  const table = standings.data
  const area = table?.area ?? params.get('area')

  function hrefOf(next: number): string {
    return `?${new URLSearchParams({ ...asked, page: String(next) })}`
  }

  return (
    <>
      <title>{table?.season ? `${table.season} ${table.year} standings · Deuce` : 'Standings · Deuce'}</title>
      <PageHeader
        kicker={table?.season ? `${table.division_name}, ${areaName(table.area)}` : undefined}
        title={table?.season ? `${table.season} ${table.year} standings` : 'Standings'}
        lead={
          table?.division_name ? 'Ranked by wins. Ties are broken by the matches between the tied players.' : undefined
        }
      />
      <div className="flex flex-col gap-6">
        <TabLinks
          label="Areas"
          tabs={listedAreas().map(({ slug }) => ({
            to: paths.standings(slug),
            label: areaName(slug),
            current: slug === area,
          }))}
        />
        <MyLeagues area={area} current={table?.league_id ?? null} />
        {table && table.total > 0 && table.season && table.league_id !== null ? (
          <div aria-busy={standings.isPlaceholderData}>
            <ExplainedStandings
              league_id={table.league_id}
              caption={`${table.division_name}, ${table.season} ${table.year}`}
              rows={table.players}
            />
            {!table.has_results && (
              <p className="pt-4 text-ink-soft">Nobody has played yet. This table changes with the first score.</p>
            )}
            {table.total > perPage && <Pager page={page} perPage={perPage} total={table.total} hrefOf={hrefOf} />}
            <p className="pt-4">
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
          </div>
        ) : table ? (
          <EmptyState
            picture="no-league"
            title="No result found"
            action={<ButtonLink to={paths.joinLeague}>Join a league</ButtonLink>}
          >
            There are no leagues with players here yet.
          </EmptyState>
        ) : standings.error ? (
          <ReadError of={standings} />
        ) : (
          <Skeleton kind="rows" count={10} label="Loading the standings" />
        )}
      </div>
    </>
  )
}

/** A choice of my leagues in the area; nothing when there is only one. */
function MyLeagues({ area, current }: { area: string | null; current: number | null }) {
  const navigate = useNavigate()
  const mine = useRead(listMyLeagues, {}).data?.filter((league) => league.area === area) ?? []
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
        label: `${league.level_name}, ${league.league_name} ${league.year}`,
      }))}
      onChange={(event) => {
        const chosen = mine.find((league) => String(league.league_id) === event.currentTarget.value)
        if (chosen) void navigate(paths.leagueStandings(chosen))
      }}
    />
  )
}
