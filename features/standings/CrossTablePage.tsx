import { areaName } from '#/contract/areas.ts'
import { formatLeague } from '#/contract/format.ts'
import { paths } from '#/contract/paths.ts'
import { readCrossTable } from '#/features/calls.gen.ts'
import { EntryNames } from '#/features/leagues/PlayerName.tsx'
import { useRead } from '#/web/api.ts'
import type { Live } from '#/web/live.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Link, useParams } from '#/web/router.tsx'
import { Screen } from '#/web/Screen.tsx'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { CrossTable } from '#/web/ui/CrossTable.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import type { CrossResult, CrossTable as Table } from './place-contract.ts'

/** Entries in one table. More do not fit on a screen or a page. */
const MOST_ENTRIES = 40

const live: Live<Table> = {
  topics: (table) => (table ? [`league:${table.league_id}`] : []),
  says: 'The results have changed.',
}

/** A league's results, everybody against everybody. */
export default function CrossTablePage() {
  const { id = '' } = useParams()
  const read = useRead(readCrossTable, { params: { id } }, { live })
  const table = read.data
  return (
    <Screen
      title="Cross-table"
      documentTitle={table && `Cross-table, ${formatLeague(table)}`}
      kicker={table ? `${formatLeague(table)}, ${areaName(table.area)}` : '\u00a0'}
      lead={<p>Each row has the player’s results, with their own games first.</p>}
      actions={
        table && (
          <>
            <ButtonLink to={paths.leagueStandings(table)} variant="secondary" className="print:hidden">
              Standings
            </ButtonLink>
            <Button variant="quiet" onClick={() => print()}>
              Print
            </Button>
          </>
        )
      }
    >
      <Loaded
        of={read}
        loading="Loading the results"
        skeleton={{ kind: 'rows', count: 10 }}
        missing="We could not find this league."
        action={<ButtonLink to={paths.standings()}>Standings</ButtonLink>}
      >
        {(loaded) => <Tables table={loaded} />}
      </Loaded>
    </Screen>
  )
}

function Tables({ table }: { table: Table }) {
  const { entries, group } = table
  const between = new Map<string, CrossResult[]>()
  for (const result of table.results) {
    const key = `${result.entry_id} ${result.opponent_id}`
    between.set(key, [...(between.get(key) ?? []), result])
  }
  const flights = [...new Set(entries.map(({ flight }) => flight))]
  if (entries.length === 0) return <p className="text-ink-soft">Nobody is in this league yet.</p>
  return (
    <div className="flex flex-col gap-8">
      {flights.map((flight) => {
        const rows = entries.filter((entry) => entry.flight === flight)
        const name = flight === null ? formatLeague(table) : `${group ?? 'Flight'} ${flight}`
        if (rows.length > MOST_ENTRIES)
          return (
            <p key={flight} className="max-w-prose text-ink-soft">
              {name} has {rows.length} entries, too many for a cross-table.{' '}
              <TextLink to={paths.areaResults(table.area)}>All results</TextLink>
            </p>
          )
        return (
          <CrossTable
            key={flight}
            // The page's title says it.
            caption={flight === null ? <span className="print:hidden">{name}</span> : name}
            rows={rows}
            rowKey={({ entry_id }) => entry_id}
            marked={({ is_me }) => is_me}
            head={(row) => ({
              name: row.name,
              short: String(row.rank),
              label: <EntryNames entry_id={row.entry_id} names={row.name} />,
            })}
            cell={(row, column) => <Results of={between.get(`${row.entry_id} ${column.entry_id}`) ?? []} />}
          />
        )
      })}
    </div>
  )
}

const words = { won: 'Won', lost: 'Lost', tied: 'Tied' } as const

/** Wins are bold. */
function Results({ of }: { of: readonly CrossResult[] }) {
  return of.map(({ match_id, outcome, score_line }) => (
    <Link
      key={match_id}
      to={paths.result(match_id)}
      className={`figures flex min-h-6 flex-col print:min-h-0 items-center justify-center rounded-sm hover:bg-sunk hover:underline ${outcome === 'won' ? 'font-[720] text-ink' : 'font-normal text-ink-soft'}`}
    >
      <span className="sr-only">{words[outcome]} </span>
      {score_line.split(' ').map((set, index) => (
        <span key={index} className="whitespace-nowrap">
          {set}{' '}
        </span>
      ))}
    </Link>
  ))
}
