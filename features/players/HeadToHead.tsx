import { formatDay, formatLeague } from '#/contract/format.ts'
import { paths } from '#/contract/paths.ts'
import { ResultLink } from '#/web/ResultLink.tsx'
import { Table } from '#/web/ui/Table.tsx'
import type { Comparison } from './contract.ts'
import { formatRecord } from './format.ts'

/** The record of two players against each other, and those matches. */
export function HeadToHead({ comparison: { player_one, player_two, head_to_head } }: { comparison: Comparison }) {
  return (
    <section className="flex flex-col gap-3">
      {head_to_head.results.length === 0 ? (
        <>
          <h2 className="lettering text-xl">Head-to-head</h2>
          <p className="text-ink-soft">These two have not met yet.</p>
        </>
      ) : (
        <>
          <h2 className="lettering text-xl">
            Head-to-head <span className="figures ml-2">{formatRecord(head_to_head)}</span>
          </h2>
          <Table
            caption={`Matches between ${player_one.name} and ${player_two.name}, newest first`}
            hideCaption
            rows={head_to_head.results}
            rowKey={({ match_id }) => match_id}
            columns={[
              {
                key: 'winner',
                header: 'Winner',
                rowHeader: true,
                cell: ({ outcome }) => ({ won: player_one.name, lost: player_two.name, tied: 'Tied' })[outcome],
              },
              {
                key: 'score',
                header: `Score for ${player_one.name}`,
                cell: ({ match_id, score_line }) => <ResultLink to={paths.result(match_id)} score={score_line} />,
              },
              {
                key: 'record',
                header: 'Record then',
                cell: ({ match_id }) => formatRecord(recordUpTo(head_to_head, match_id)),
                className: 'tabular whitespace-nowrap',
              },
              {
                key: 'league',
                header: 'League',
                cell: formatLeague,
              },
              {
                key: 'date',
                header: 'Match date',
                cell: ({ match_date }) => formatDay(match_date),
                className: 'tabular whitespace-nowrap',
              },
            ]}
          />
        </>
      )}
    </section>
  )
}

type Between = Comparison['head_to_head']

/** The record after one of the matches: without those that came later. */
function recordUpTo({ wins, losses, ties, results }: Between, match_id: number) {
  const later = results.slice(
    0,
    results.findIndex((result) => result.match_id === match_id),
  )
  const count = (outcome: string) => later.filter((result) => result.outcome === outcome).length
  return { wins: wins - count('won'), losses: losses - count('lost'), ties: ties - count('tied') }
}
