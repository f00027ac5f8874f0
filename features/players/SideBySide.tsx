import type { ReactNode } from 'react'
import { Link } from '#/web/router.tsx'
import { formatDay } from '#/contract/format.ts'
import { paths } from '#/contract/paths.ts'
import type { ComparedPlayer, Comparison } from './contract.ts'
import { formatRecord } from './format.ts'

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

/** Both players' figures, one column each. */
export function SideBySide({ comparison: { player_one, player_two, head_to_head } }: { comparison: Comparison }) {
  const { wins, losses, ties } = head_to_head
  const rows: { term: string; of: (player: ComparedPlayer) => ReactNode }[] = [
    { term: 'Overall league record', of: ({ record }) => formatRecord(record) },
    { term: 'Play-offs', of: ({ playoff_record }) => formatRecord({ ...playoff_record, ties: 0 }) },
    {
      term: 'Against each other',
      of: (player) =>
        formatRecord(player === player_one ? { wins, losses, ties } : { wins: losses, losses: wins, ties }),
    },
    { term: 'Sets, play-offs included', of: ({ sets_won, sets_lost }) => <Share won={sets_won} lost={sets_lost} /> },
    {
      term: 'Games, play-offs included',
      of: ({ games_won, games_lost }) => <Share won={games_won} lost={games_lost} />,
    },
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
  won: { letter: 'W', verb: 'Beat', look: 'bg-good-soft text-good border-good/40' },
  lost: { letter: 'L', verb: 'Lost to', look: 'bg-bad-soft text-bad border-bad/40' },
  tied: { letter: 'T', verb: 'Tied with', look: 'bg-sunk text-ink-soft border-edge/50' },
} as const

/** The last five results as the letters W, L and T, each a link to the result. */
function Form({ player }: { player: ComparedPlayer }) {
  if (player.form.length === 0) return <span className="text-ink-soft">Nothing yet</span>
  return (
    <ol className="flex flex-wrap gap-1 sm:gap-1.5">
      {player.form.map(({ match_id, outcome, opponent, score_line, match_date }) => {
        const { letter, verb, look } = outcomes[outcome]
        const sentence = `${verb} ${opponent}, ${score_line}, ${formatDay(match_date)}`
        return (
          <li key={match_id}>
            <Link
              to={paths.result(match_id)}
              title={sentence}
              className={`grid size-7 place-items-center sm:size-8 rounded-sm border font-[680] ${look}`}
            >
              <span aria-hidden="true">{letter}</span>
              <span className="sr-only">{sentence}</span>
            </Link>
          </li>
        )
      })}
    </ol>
  )
}
