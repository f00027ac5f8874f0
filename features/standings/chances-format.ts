import { formatDay } from '#/contract/format.ts'
import type { ChancesReply } from './place-contract.ts'

const aims = { play_offs: 'to qualify', going_up: 'to go up', staying: 'to stay in this box' } as const

/**
 * '64% to qualify; a win on Sat, May 23 makes it 91%, a loss 40%.' Null if nothing is open for the entry. The matches
 * are the player's own.
 */
export function formatChances({ of, league, next, entry_id: mine }: ChancesReply, entry_id: number): string | null {
  const line = league.find((each) => each.entry_id === entry_id)
  if (!line || line.qualify === null) return null
  const { qualify, down } = line
  const isOpen = qualify > 0 && qualify < 100
  const isDown = down !== null && down > 0 && down < 100
  const [match] = entry_id === mine ? next : []
  const chances = [isOpen ? `${qualify}% ${aims[of]}` : '', isDown ? `${down}% to go down` : ''].filter(Boolean)
  if (chances.length === 0) return null
  if (!match || !isOpen) return `${chances.join(', ')}.`
  const when = match.match_date ? ` on ${formatDay(match.match_date)}` : ''
  const effect = `a win against ${match.opponent}${when} makes it ${match.if_win}%, a loss ${match.if_loss}%`
  return `${chances[0]}; ${effect}.${isDown ? ` ${chances[1]}.` : ''}`
}

/** How the chances come about. */
export function formatBasis({ basis }: ChancesReply): string {
  return basis === 'rating'
    ? 'From ratings, and simulated endings of the season.'
    : 'From even chances, because less than half of the league has a settled rating: each side is as likely to win.'
}
