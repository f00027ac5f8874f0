import { useNavigate, useSearchParams } from 'react-router'
import { areaName } from '#/contract/areas.ts'
import { AreaFilter, useOrganizerArea } from '#/organizer/desk/AreaFilter.tsx'
import { useRead } from '#/web/api.ts'
import { perPageOf } from '#/contract/page.ts'
import { paths } from '#/contract/paths.ts'
import { ReadError } from '#/web/ReadError.tsx'
import { Badge } from '#/web/ui/Badge.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Pager } from '#/web/ui/Pager.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { Table } from '#/web/ui/Table.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { listOrganizerPlayoffs, type OrganizerLeague } from './contract.ts'
import { organizerLooks, formatNow } from './format.ts'

const perPage = perPageOf(listOrganizerPlayoffs)

/** The state of the play-offs in each league of a season: ?season=&year=, ?area=. */
export default function OrganizerPlayoffsPage() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const area = useOrganizerArea()
  const page = Math.max(1, Math.floor(Number(params.get('page'))) || 1)
  const [season, year] = [params.get('season') ?? undefined, params.get('year') ?? undefined]
  const read = useRead(listOrganizerPlayoffs, { query: { page, area, season, year } }, { keepPrevious: true })
  const { data } = read
  return (
    <>
      <title>Play-offs · Deuce</title>
      <PageHeader
        title="Play-offs"
        lead="They are made automatically when a season has closed and every result is final. You can make them yourself from the day after its last day."
      />
      {data && data.seasons.length > 0 && (
        <SelectField
          label="Season"
          optional="filter"
          className="mb-6 sm:max-w-xs"
          value={data.season ? keyOf(data.season) : ''}
          onChange={(event) => {
            const [season_slug = '', chosen = ''] = event.target.value.split(' ')
            const next = new URLSearchParams({ season: season_slug, year: chosen })
            if (area) next.set('area', area)
            void navigate(`?${next}`)
          }}
          options={data.seasons.map((choice) => ({ value: keyOf(choice), label: `${choice.season} ${choice.year}` }))}
        />
      )}
      <AreaFilter />
      {data && data.leagues.length > 0 ? (
        <>
          <Leagues leagues={data.leagues} total={data.total} />
          {data.total > perPage && (
            <Pager
              page={page}
              perPage={perPage}
              total={data.total}
              hrefOf={(next) => `?${new URLSearchParams({ ...Object.fromEntries(params), page: String(next) })}`}
            />
          )}
        </>
      ) : data ? (
        <EmptyState picture="no-results" title="No result found">
          {data.seasons.length === 0
            ? 'No season has started yet. Play-offs follow after one.'
            : 'No leagues of that season have entries here.'}
        </EmptyState>
      ) : read.error ? (
        <ReadError of={read} />
      ) : (
        <Skeleton kind="rows" count={8} label="Loading the leagues" />
      )}
    </>
  )
}

function keyOf({ season_slug, year }: { season_slug: string; year: number }): string {
  return `${season_slug} ${year}`
}

function Leagues({ leagues, total }: { leagues: readonly OrganizerLeague[]; total: number }) {
  return (
    <Table
      caption={`${total} ${total === 1 ? 'league' : 'leagues'}`}
      rows={leagues}
      rowKey={(league) => league.league_id}
      columns={[
        {
          key: 'league',
          header: 'League',
          rowHeader: true,
          cell: ({ league_id, division_name, area }) => (
            <TextLink to={paths.organizer.playoff(league_id)} className="inline-flex min-h-6 items-center">
              {division_name}, {areaName(area)}
            </TextLink>
          ),
        },
        {
          key: 'entries',
          header: 'Qualified',
          align: 'right',
          cell: ({ qualified, entries }) => `${qualified} of ${entries}`,
        },
        {
          key: 'state',
          header: 'State',
          cell: ({ state }) => <Badge tone={organizerLooks[state].tone}>{organizerLooks[state].label}</Badge>,
        },
        { key: 'now', header: 'Now', cell: formatNow },
      ]}
    />
  )
}
