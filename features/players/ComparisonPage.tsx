import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Reply } from '#/contract/endpoint.ts'
import { getUser } from '#/features/accounts/contract.ts'
import { searchLeaguePlayers } from '#/features/matches/contract.ts'
import { formatDay, formatName } from '#/contract/format.ts'
import { useRead } from '#/web/api.ts'
import { call } from '#/web/call.ts'
import { paths } from '#/contract/paths.ts'
import { ReadError } from '#/web/ReadError.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { type Choice, SearchPicker } from '#/web/ui/SearchPicker.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { Table } from '#/web/ui/Table.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { comparePlayers, type ComparedPlayer } from './contract.ts'

type Comparison = Reply<typeof comparePlayers>

/** Two players side by side: ?one=&two=; without `one` it is me. */
export default function ComparisonPage() {
  const [params, setParams] = useSearchParams()
  const [one, two] = [params.get('one'), params.get('two')]
  const me = useRead(getUser, {}).data?.user
  const read = useRead(
    comparePlayers,
    { query: { ...(one === null ? {} : { player_one: one }), player_two: two ?? '' } },
    { enabled: two !== null, keepPrevious: true },
  )
  const comparison = two === null ? undefined : read.data
  const mine = me ? { id: String(me.id), name: formatName(me) } : null

  function choose(which: 'one' | 'two', choice: Choice | null) {
    const next = new URLSearchParams(params)
    if (choice) next.set(which, choice.id)
    else next.delete(which)
    setParams(next)
  }

  return (
    <>
      <title>
        {comparison ? `${comparison.player_one.name} and ${comparison.player_two.name} · Deuce` : 'Comparison · Deuce'}
      </title>
      <PageHeader title="Comparison" lead="Two players side by side, from the results of the leagues." />
      <div className="flex flex-col gap-8">
        <div className="grid gap-4 sm:grid-cols-2 sm:gap-6">
          <SearchPicker
            label="Player one"
            name="one"
            value={comparison ? chosen(comparison.player_one) : one === null ? mine : null}
            onChange={(choice) => choose('one', choice)}
            search={searchPlayers}
            hint="You, unless you choose a player of your leagues."
          />
          <SearchPicker
            label="Player two"
            name="two"
            value={comparison ? chosen(comparison.player_two) : null}
            onChange={(choice) => choose('two', choice)}
            search={searchPlayers}
            hint="A player of your leagues."
          />
        </div>
        {two === null ? (
          <EmptyState picture="no-players" title="Against whom?">
            Choose a second player by name.
          </EmptyState>
        ) : comparison ? (
          <div aria-busy={read.isPlaceholderData} className="flex flex-col gap-10">
            <SideBySide comparison={comparison} />
            <Between comparison={comparison} />
            <CommonOpponents comparison={comparison} />
          </div>
        ) : read.error ? (
          <ReadError of={read} missing={read.error.fields['player_two'] ?? 'We could not find this player.'} />
        ) : (
          <Skeleton kind="rows" count={6} label="Comparing" />
        )}
      </div>
    </>
  )
}

function chosen({ id, name }: ComparedPlayer): Choice {
  return { id: String(id), name }
}

async function searchPlayers(search: string, signal: AbortSignal): Promise<Choice[]> {
  const { data } = await call(searchLeaguePlayers, { query: { search } }, signal)
  return data.map(({ id, name }) => ({ id: String(id), name }))
}

type Count = ComparedPlayer['record']

/** '5–2', with the ties when there are any. */
function formatRecord({ wins, losses, ties }: Count): string {
  return ties === 0 ? `${wins}–${losses}` : `${wins}–${losses}, ${ties} tied`
}

function Share({ won, lost }: { won: number; lost: number }) {
  return (
    <>
      <span className="whitespace-nowrap">
        {won}–{lost}
      </span>
      {won + lost > 0 && (
        <span className="ml-2 font-normal whitespace-nowrap text-ink-soft max-sm:ml-0 max-sm:block">
          {Math.round((100 * won) / (won + lost))}%
        </span>
      )}
    </>
  )
}

function SideBySide({ comparison: { player_one, player_two, head_to_head } }: { comparison: Comparison }) {
  const { wins, losses, ties } = head_to_head
  const rows: { term: string; of: (player: ComparedPlayer) => ReactNode }[] = [
    { term: 'Won and lost', of: ({ record }) => formatRecord(record) },
    {
      term: 'Against each other',
      of: (player) =>
        formatRecord(player === player_one ? { wins, losses, ties } : { wins: losses, losses: wins, ties }),
    },
    { term: 'Sets', of: ({ sets_won, sets_lost }) => <Share won={sets_won} lost={sets_lost} /> },
    { term: 'Games', of: ({ games_won, games_lost }) => <Share won={games_won} lost={games_lost} /> },
  ]
  return (
    <table className="w-full table-fixed border-collapse text-left">
      <caption className="sr-only">Side by side</caption>
      <thead>
        <tr className="border-b-2 border-ink align-bottom">
          <th scope="col" className="w-[30%] py-2.5 pr-2 text-sm font-[650] text-ink-soft">
            <span className="sr-only">What is compared</span>
          </th>
          {[player_one, player_two].map((player) => (
            <th key={player.id} scope="col" className="lettering px-2 py-2.5 text-base hyphens-auto sm:text-xl">
              {player.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ term, of }) => (
          <tr key={term} className="border-b border-line bg-surface">
            <th scope="row" className="py-3 pr-2 pl-2 text-sm font-normal text-ink-soft sm:pl-3 sm:text-base">
              {term}
            </th>
            {[player_one, player_two].map((player) => (
              <td key={player.id} className="tabular px-2 py-3 font-[650]">
                {of(player)}
              </td>
            ))}
          </tr>
        ))}
        <tr className="border-b border-line bg-surface">
          <th scope="row" className="py-3 pr-2 pl-2 text-sm font-normal text-ink-soft sm:pl-3 sm:text-base">
            Form, newest first
          </th>
          {[player_one, player_two].map((player) => (
            <td key={player.id} className="px-2 py-3">
              <Form player={player} />
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  )
}

const outcomes = {
  won: { email: 'W', word: 'Won', verb: 'Beat', look: 'bg-good-soft text-good border-good/40' },
  lost: { email: 'L', word: 'Lost', verb: 'Lost to', look: 'bg-bad-soft text-bad border-bad/40' },
  tied: { email: 'T', word: 'Tied', verb: 'Tied with', look: 'bg-sunk text-ink-soft border-edge/50' },
} as const

/** The last five results as the letters W, L and T, each a link to the result. */
function Form({ player }: { player: ComparedPlayer }) {
  if (player.form.length === 0) return <span className="text-ink-soft">Nothing yet</span>
  return (
    <ol className="flex flex-wrap gap-1 sm:gap-1.5">
      {player.form.map(({ match_id, outcome, opponent, score_line, match_date }) => (
        <li key={match_id}>
          <Link
            to={paths.result(match_id)}
            title={`${outcomes[outcome].verb} ${opponent}, ${score_line}, ${formatDay(match_date)}`}
            className={`grid size-7 place-items-center sm:size-8 rounded-sm border font-[680] ${outcomes[outcome].look}`}
          >
            <span aria-hidden="true">{outcomes[outcome].email}</span>
            <span className="sr-only">{`${outcomes[outcome].verb} ${opponent}, ${score_line}, ${formatDay(match_date)}`}</span>
          </Link>
        </li>
      ))}
    </ol>
  )
}

function Between({ comparison: { player_one, player_two, head_to_head } }: { comparison: Comparison }) {
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
                cell: ({ match_id, score_line }) => (
                  <TextLink
                    to={paths.result(match_id)}
                    className="figures inline-flex min-h-6 items-center text-lg whitespace-nowrap [word-spacing:0.3em]"
                  >
                    {score_line}
                  </TextLink>
                ),
              },
              {
                key: 'league',
                header: 'League',
                cell: ({ level_name, league_name, year }) => `${level_name}, ${league_name} ${year}`,
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

function CommonOpponents({ comparison: { player_one, player_two, common_opponents } }: { comparison: Comparison }) {
  return (
    <section className="flex flex-col gap-3">
      <h2 className="lettering text-xl">Common opponents</h2>
      {common_opponents.length === 0 ? (
        <p className="text-ink-soft">Nobody has played singles against both yet.</p>
      ) : (
        <Table
          caption="Won and lost in singles against the same players"
          hideCaption
          rows={common_opponents}
          rowKey={({ id }) => id}
          columns={[
            { key: 'name', header: 'Opponent', rowHeader: true, cell: ({ name }) => name },
            { key: 'one', header: player_one.name, cell: (row) => formatRecord(row.player_one), className: 'tabular' },
            { key: 'two', header: player_two.name, cell: (row) => formatRecord(row.player_two), className: 'tabular' },
          ]}
        />
      )}
    </section>
  )
}
