import { capitalized, sportWords } from '#/rules/sports/formats.ts'
import type { LiveState } from '#/rules/live-scoring.ts'
import type { Followed } from './contract.ts'

type Names = readonly [string, string]

/** What stands below the board: what the next point is for, who serves from where, a change of ends. */
export function formatMoment(state: LiveState, names: Names, sport: Followed['sport']): string[] {
  const { stakes, deuce, change_ends, court, server, server_number, over, playing } = state
  if (over) return []
  const name = names[server - 1]!
  const from = court === 'right' || court === 'left' ? ` from the ${court}` : ''
  const which = server_number === null ? '' : `, server ${server_number}`
  return [
    deuce === 'deciding_point' ? 'Deciding point: the receiver chooses the side' : deuce === 'deuce' ? 'Deuce' : null,
    formatStake(stakes, names, sport),
    playing === 'tie_break' ? 'Tie-break' : playing === 'match_tie_break' ? 'Match tie-break' : null,
    change_ends ? 'Change ends' : null,
    `${name} serves${from}${which}`,
  ].filter((each) => each !== null)
}

/** 'Match point, Ada Moreno'. A game point is said only where it is the receiver's. */
function formatStake(stakes: LiveState['stakes'], names: Names, sport: Followed['sport']): string | null {
  const { set } = sportWords[sport]
  for (const what of ['match', 'set'] as const) {
    const sides = stakes.flatMap((stake, index) => (stake === what ? [names[index]!] : []))
    if (sides.length > 0) return `${capitalized(what === 'set' ? set : what)} point, ${sides.join(' and ')}`
  }
  return null
}

/** How a match has ended: 'Ada Moreno won', 'Bea Lind retired, Ada Moreno won', 'Ended level'. */
export function formatEnd({ over }: LiveState, names: Names): string {
  if (!over) return ''
  if (over.winner === null) return 'The match has ended in a tie'
  const winner = names[over.winner - 1]!
  return over.status === 'Retired' ? `${names[2 - over.winner]} retired, ${winner} won` : `${winner} won`
}
