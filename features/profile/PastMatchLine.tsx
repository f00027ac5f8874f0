import { useState, type ReactNode } from 'react'
import { formatDay } from '#/contract/format.ts'
import { paths } from '#/contract/paths.ts'
import { Faces } from '#/features/leagues/Face.tsx'
import { PlayerNames } from '#/features/leagues/PlayerName.tsx'
import type { MatchCard } from '#/features/matches/contract.ts'
import { playersOn } from '#/features/matches/format.ts'
import { OutcomeLetter } from '#/features/players/OutcomeLetter.tsx'
import { scoreLine, swapSides } from '#/rules/outcome.ts'
import { ResultLink } from '#/web/ResultLink.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { isUnanswered } from './is-unanswered.ts'

/** Whether a match is shown as a line: it is over, and asks nothing of the player. */
export function isLine(card: MatchCard): boolean {
  return !card.is_upcoming && (card.played || card.not_played) && !isUnanswered(card)
}

type PastMatchLineProps = {
  card: MatchCard
  /** The match as a card, shown on demand. */
  children: ReactNode
}

/** A past match as a line: won or lost, the opponent, the score from the player's side and the day. */
export function PastMatchLine({ card, children }: PastMatchLineProps) {
  const [open, setOpen] = useState(false)
  const { my_side, winner, match_status, set_games, confirmation } = card
  const mine = my_side === 2 ? 'player_two' : 'player_one'
  const others = playersOn(my_side === 2 ? 1 : 2, card)
  // Both sides lose a double default.
  const outcome = winner === mine ? 'won' : winner !== null || match_status === 'Double default' ? 'lost' : 'tied'
  const score = scoreLine(winner === null || winner === mine ? set_games : set_games.map(swapSides), match_status)
  const names = others.map(({ name }) => name).join(' and ')
  return (
    <li className="border-b border-line">
      <div className="flex items-center gap-3 bg-surface py-2 pl-3">
        {card.played ? <OutcomeLetter outcome={outcome} /> : <span className="w-7 shrink-0 sm:w-8" />}
        <Faces of={others} />
        <span className="min-w-0 flex-1">
          <span className="block font-[650] wrap-anywhere">
            <PlayerNames of={others} />
          </span>
          <span className="flex flex-wrap items-center gap-x-3 text-sm text-ink-soft">
            {card.played ? (
              <ResultLink to={paths.result(card.id)} score={score} state={confirmation?.state ?? null} />
            ) : (
              <TextLink to={paths.match(card.id)}>
                Not played<span className="sr-only">: match against {names}</span>
              </TextLink>
            )}
            {card.match_date !== null && <span className="tabular">{formatDay(card.match_date)}</span>}
            {card.provisional && <span>provisional</span>}
          </span>
        </span>
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="grid size-11 shrink-0 place-items-center rounded-sm hover:bg-current/10"
        >
          <span className="sr-only">
            {open ? 'Hide' : 'Show'} the card of the match against {names}
          </span>
          <svg viewBox="0 0 16 16" aria-hidden="true" className={`size-4 ${open ? 'rotate-180' : ''}`}>
            <path d="m3 6 5 5 5-5" fill="none" stroke="currentColor" strokeWidth="2" />
          </svg>
        </button>
      </div>
      {open && <div className="p-3">{children}</div>}
    </li>
  )
}
