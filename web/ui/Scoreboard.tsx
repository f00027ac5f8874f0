import type { ReactNode } from 'react'
import { Ball } from './Ball.tsx'
import { SetHeads } from './SetHeads.tsx'

export type Side = {
  name: string
  /** The name as links. */
  label?: ReactNode
  partnerLabel?: ReactNode
  partner?: string | null | undefined
  note?: string | undefined
  /** The players' photos. */
  face?: ReactNode
}
export type SetScore = { score_1: number; score_2: number }

type ScoreboardProps = {
  /** First row, second row; `score_1` of each set is the first row's. */
  sides: readonly [Side, Side]
  sets?: readonly SetScore[]
  /** The sport's word for a set. */
  word: string
  /** The winner's row; null while open or in a tie. */
  winner?: 0 | 1 | null
  /** Below the rows: a status (Retired), a date. */
  foot?: ReactNode
  size?: 'card' | 'large'
  caption?: string
  /** Empty cells for future sets. */
  wells?: number
}

/** Two names that are links are lines apart, so that each can be pressed. */
function lineOf({ label, partner }: Side): string {
  return label !== undefined && partner ? 'leading-7' : 'leading-[1.1]'
}

/**
 * A scoreboard: a row for each side, a cell for each set. The winner has the ball, brighter figures and the word
 * "winner". Without a set, screen readers get the two sides instead of a table of empty cells.
 */
export function Scoreboard({
  sides,
  sets = [],
  word,
  winner = null,
  foot,
  size = 'card',
  caption = 'Score',
  wells = 0,
}: ScoreboardProps) {
  const large = size === 'large'
  const isTable = sets.length > 0
  const columns = Array.from({ length: Math.max(sets.length, wells) }, (_, index) => sets[index] ?? null)
  const tight = columns.length > 3
  const well = large
    ? `h-14 text-2xl @sm:h-18 ${tight ? '@lg:text-4xl' : '@sm:text-4xl @lg:h-24 @lg:text-score'}`
    : 'h-11 text-lg @sm:text-xl'
  const wide = large
    ? tight
      ? 'w-9 @sm:w-12 @lg:w-15'
      : 'w-11 @sm:w-15 @lg:w-20'
    : tight
      ? 'w-7 @sm:w-9'
      : 'w-8.5 @sm:w-10'
  return (
    <div className={`on-board @container rounded-md border border-board-line ${large ? 'p-3 sm:p-4' : 'p-2.5'}`}>
      <table
        {...(!isTable && { role: 'presentation' })}
        className="w-full table-fixed border-separate [border-spacing:0.25rem]"
      >
        {isTable && <caption className="sr-only">{caption}</caption>}
        <colgroup>
          <col />
          {columns.map((_, index) => (
            <col key={index} className={wide} />
          ))}
        </colgroup>
        <thead aria-hidden={!isTable} className={large ? '' : 'sr-only'}>
          <tr>
            <SetHeads count={columns.length} word={word} />
          </tr>
        </thead>
        <tbody>
          {sides.map((side, row) => {
            const won = winner === row
            return (
              <tr key={row}>
                <th {...(isTable && { scope: 'row' })} className="pr-1.5 text-left align-middle hyphens-auto">
                  <span className="flex items-center gap-1.5 @sm:gap-2">
                    <WinnerMark won={won} large={large} />
                    {side.face}
                    <span className="min-w-0 flex-1">
                      <span
                        className={`lettering block ${lineOf(side)} ${large ? 'text-lg @sm:text-xl @lg:text-2xl' : tight ? 'text-base @sm:text-lg' : 'text-lg'} ${won || winner === null ? 'text-on-board' : 'text-on-board-soft'}`}
                      >
                        {side.label ?? side.name}
                        {won && <span className="sr-only">, winner</span>}
                        {!isTable && winner === null && row === 0 && <span className="sr-only"> against</span>}
                      </span>
                      {side.partner && (
                        <span
                          className={`lettering block ${lineOf(side)} ${large ? 'text-lg @lg:text-xl' : ''} ${won || winner === null ? 'text-on-board' : 'text-on-board-soft'}`}
                        >
                          {side.partnerLabel ?? side.partner}
                        </span>
                      )}
                      {side.note && <span className="block text-xs font-normal text-on-board-soft">{side.note}</span>}
                    </span>
                  </span>
                </th>
                {columns.map((set, index) => {
                  const mine = set && (row === 0 ? set.score_1 : set.score_2)
                  const theirs = set && (row === 0 ? set.score_2 : set.score_1)
                  const ahead = mine !== null && theirs !== null && mine > theirs
                  return (
                    <td
                      key={index}
                      aria-hidden={!isTable}
                      className={`figures rounded-sm bg-board-well p-0 text-center align-middle [box-shadow:inset_0_1px_0_#0006] ${well} ${
                        ahead ? (won ? 'text-live' : 'text-on-board') : 'text-on-board-soft'
                      }`}
                    >
                      {mine ?? (isTable && <span className="sr-only">not played</span>)}
                    </td>
                  )
                })}
              </tr>
            )
          })}
        </tbody>
      </table>
      {foot && <div className={`px-1 text-on-board-soft ${large ? 'pt-3 text-sm' : 'pt-2 text-xs'}`}>{foot}</div>}
    </div>
  )
}

/** The ball beside the winner; the other side keeps its space. */
function WinnerMark({ won, large }: { won: boolean; large: boolean }) {
  const size = `shrink-0 ${large ? 'size-3 @sm:size-4' : 'size-3'}`
  if (won) return <Ball className={size} />
  return (
    <svg viewBox="0 0 12 12" className={size} aria-hidden="true">
      <circle cx="6" cy="6" r="1.5" className="fill-board-line" />
    </svg>
  )
}
