import { Suspense } from 'react'
import { areaName, allAreas, type AreaSlug } from '#/contract/areas.ts'
import { formatDay, formatLeague } from '#/contract/format.ts'
import { paths } from '#/contract/paths.ts'
import { listResults } from '#/features/calls.gen.ts'
import { Faces } from '#/features/leagues/Face.tsx'
import type { LeagueEntry } from '#/features/leagues/contract.ts'
import { PlayerNames } from '#/features/leagues/PlayerName.tsx'
import type { Result } from '#/features/matches/contract.ts'
import { ResultLink } from '#/web/ResultLink.tsx'
import { scoreLine } from '#/rules/outcome.ts'
import { PagedTable } from '#/web/PagedTable.tsx'
import { useList } from '#/web/list.ts'
import { lazyPart } from '#/web/lazy-part.tsx'
import { Screen } from '#/web/Screen.tsx'
import { Badge } from '#/web/ui/Badge.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import type { Column } from '#/web/ui/Table.tsx'
import { TabLinks } from '#/web/ui/TabLinks.tsx'

const ReactionsInRow = lazyPart(() => import('#/features/reactions/ReactionsInRow.tsx'))

type ResultsListProps = {
  area: AreaSlug
  /** The player's newest league. */
  league: LeagueEntry | undefined
  /** Whether the results are those of that league. */
  isMine: boolean
  /** Filters that are not in the address. */
  query?: { area: AreaSlug; season?: string; year?: string; division?: string }
}

/** Results in a table, below the areas. */
export function ResultsList({ area, league, isMine, query = { area } }: ResultsListProps) {
  const list = useList(
    listResults,
    { query },
    { live: { topics: () => [`area:${area}`], says: 'The results have changed.' } },
  )
  return (
    <Screen title={`Results in ${areaName(area)}`} lead={isMine && league && formatLeague(league)}>
      <div className="flex flex-col gap-6">
        <TabLinks
          label="Areas"
          tabs={[
            ...(league ? [{ to: paths.leagueResults(league), label: 'My league', current: isMine }] : []),
            ...allAreas().map(({ slug }) => ({
              to: paths.areaResults(slug),
              label: areaName(slug),
              current: slug === area && !isMine,
            })),
          ]}
        />
        <PagedTable
          list={list}
          loading="Loading the results"
          skeletonRows={8}
          count={({ total }) => `${total} ${total === 1 ? 'match' : 'matches'} played`}
          rows={({ results }) => results}
          rowKey={({ id }) => id}
          columns={columnsOf(list.read.data?.results.map(({ id }) => id) ?? [])}
          empty={{
            text: `No match has been reported in ${areaName(area)} yet.`,
            action: <ButtonLink to={paths.scoreSubmission}>Submit a score</ButtonLink>,
          }}
        />
      </div>
    </Screen>
  )
}

function ResultSide({ side }: { side: Result['winner'] }) {
  return (
    <span className="flex items-center gap-3">
      <Faces of={side.players} />
      <span>
        <PlayerNames of={side.players} />
      </span>
    </span>
  )
}

const columnsOf = (page: readonly number[]): Column<Result>[] => [
  { key: 'winner', header: 'Winner', rowHeader: true, cell: (row) => <ResultSide side={row.winner} /> },
  { key: 'opponent', header: 'Opponent', cell: (row) => <ResultSide side={row.opponent} /> },
  {
    key: 'score',
    header: 'Score',
    cell: (row) => (
      <span className="flex flex-wrap items-center gap-3">
        <ResultLink
          to={paths.result(row.id)}
          sides={[row.winner.name, row.opponent.name]}
          score={scoreLine(row.set_games, row.match_status)}
          state={row.state}
        />
        {row.kind === 'friendly' && <Badge tone="neutral">Friendly</Badge>}
        <Suspense>
          <ReactionsInRow match_id={row.id} page={page} />
        </Suspense>
      </span>
    ),
  },
  { key: 'sets', header: 'Sets', align: 'right', cell: (row) => row.sets },
  {
    key: 'date',
    header: 'Match date',
    cell: (row) => formatDay(row.match_date),
    className: 'tabular whitespace-nowrap',
  },
]
