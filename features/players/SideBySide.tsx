import type { ReactNode } from 'react'
import { paths } from '#/contract/paths.ts'
import { PlayerName } from '#/features/leagues/PlayerName.tsx'
import { formatPool } from '#/features/ratings/format.ts'
import type { ComparedPlayer, Comparison } from './contract.ts'
import { formatRecord } from './format.ts'
import { FormStrip } from './OutcomeLetter.tsx'

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
export function SideBySide({
  comparison: { player_one, player_two, head_to_head, expected },
}: {
  comparison: Comparison
}) {
  const { wins, losses, ties } = head_to_head
  const rated = [player_one, player_two].flatMap(({ rating }) => (rating ? [rating.pool] : []))
  const rows: { term: string; of: (player: ComparedPlayer) => ReactNode }[] = [
    ...(rated.length === 0
      ? []
      : [
          {
            term: 'Rating',
            of: ({ rating }: ComparedPlayer) =>
              rating ? (
                <>
                  {rating.value} <span className="font-normal text-ink-soft">± {rating.deviation}</span>
                  <span className="block text-sm font-normal text-ink-soft">
                    {formatPool(rating.pool)}
                    {rating.provisional && ', provisional'}
                  </span>
                </>
              ) : (
                '–'
              ),
          },
        ]),
    ...(expected
      ? [
          {
            term: 'Expected today',
            of: (player: ComparedPlayer) => {
              const percent = Math.round(expected.win * 100)
              return player === player_one ? `${percent}%, ${expected.sets_text}` : `${100 - percent}%`
            },
          },
        ]
      : []),
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
              <PlayerName player_id={player.id} name={player.name} />
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
              <FormStrip form={player.form} resultHref={paths.result} />
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  )
}
