import { Navigate, useSearchParams } from 'react-router'
import { areaName, isArea, listedAreas } from '#/contract/areas.ts'
import { formatDay, stateLooks } from '#/contract/format.ts'
import { scoreLine } from '#/rules/score.ts'
import { useRead } from '#/web/api.ts'
import { perPageOf } from '#/contract/page.ts'
import { paths } from '#/contract/paths.ts'
import { ReadError } from '#/web/ReadError.tsx'
import { Badge } from '#/web/ui/Badge.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Pager } from '#/web/ui/Pager.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { Table } from '#/web/ui/Table.tsx'
import { TabLinks } from '#/web/ui/TabLinks.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { listResults } from '#/features/matches/contract.ts'

const perPage = perPageOf(listResults)

/** The results of one area: ?area=, narrowed by ?season=&year=&division=. */
export default function ResultsPage() {
  const [params] = useSearchParams()
  const area = params.get('area')
  const asked = Object.fromEntries(
    ['area', 'season', 'year', 'division'].flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])),
  )
  const page = Number(params.get('page') ?? 1)
  const results = useRead(listResults, { query: { ...asked, page } }, { enabled: isArea(area), keepPrevious: true })
  if (!isArea(area)) return <Navigate to={paths.results} replace />

  function hrefOf(next: number): string {
    return `?${new URLSearchParams({ ...asked, page: String(next) })}`
  }

  return (
    <>
      <title>{`Results in ${areaName(area)} · Deuce`}</title>
      <PageHeader kicker={<TextLink to={paths.results}>All areas</TextLink>} title={`Results in ${areaName(area)}`} />
      <div className="flex flex-col gap-6">
        <TabLinks
          label="Areas"
          tabs={listedAreas().map(({ slug }) => ({
            to: paths.areaResults(slug),
            label: areaName(slug),
            current: slug === area,
          }))}
        />
        {results.data && results.data.total > 0 ? (
          <div aria-busy={results.isPlaceholderData}>
            <Table
              caption={`${results.data.total} ${results.data.total === 1 ? 'match' : 'matches'} played`}
              rows={results.data.results}
              rowKey={(row) => row.id}
              columns={[
                { key: 'winner', header: 'Winner', rowHeader: true, cell: (row) => row.winner.name },
                { key: 'opponent', header: 'Opponent', cell: (row) => row.opponent.name },
                {
                  key: 'score',
                  header: 'Score',
                  cell: (row) => (
                    <TextLink
                      to={paths.result(row.id)}
                      className="figures inline-flex min-h-6 items-center text-lg whitespace-nowrap [word-spacing:0.3em]"
                    >
                      <span className="sr-only">
                        {row.winner.name} against {row.opponent.name}:{' '}
                      </span>
                      {scoreLine(row.set_games, row.match_status)}
                      {(row.state === 'unconfirmed' || row.state === 'disputed') && (
                        <span className="ml-2">
                          <Badge tone={stateLooks[row.state].tone}>{stateLooks[row.state].label}</Badge>
                        </span>
                      )}
                    </TextLink>
                  ),
                },
                { key: 'sets', header: 'Sets', align: 'right', cell: (row) => row.sets },
                {
                  key: 'date',
                  header: 'Match date',
                  cell: (row) => formatDay(row.match_date),
                  className: 'tabular whitespace-nowrap',
                },
              ]}
            />
            {results.data.total > perPage && (
              <Pager page={page} perPage={perPage} total={results.data.total} hrefOf={hrefOf} />
            )}
          </div>
        ) : results.data ? (
          <EmptyState
            picture="no-results"
            title="No result found"
            action={<ButtonLink to={paths.scoreSubmission}>Submit a score</ButtonLink>}
          >
            No match has been reported in {areaName(area)} yet.
          </EmptyState>
        ) : results.error ? (
          <ReadError of={results} />
        ) : (
          <Skeleton kind="rows" count={8} label="Loading the results" />
        )}
      </div>
    </>
  )
}
