import { capitalized, sportWords } from '#/rules/sports/formats.ts'
import type { LiveState } from '#/rules/live-scoring.ts'
import type { Followed } from './contract.ts'

type Names = readonly [string, string]

/** The lines below the board: what is at stake, a change of ends. */
export function formatMoment(state: LiveState, names: Names, sport: Followed['sport']): string[] {
  const { stakes, deuce, choices, change_ends, over, playing } = state
  if (over) return []
  return [
    deuce === 'deciding_point' ? 'Deciding point' : deuce === 'deuce' ? 'Deuce' : null,
    formatStake(stakes, names, sport),
    playing === 'tie_break' ? 'Tie-break' : playing === 'match_tie_break' ? 'Match tie-break' : null,
    choices ? `Receiver chooses ${choices[0]} or ${choices[1]}` : null,
    change_ends ? 'Change ends' : null,
  ].filter((each) => each !== null)
}

/** 'Ada serves from the right'. */
export function formatServe({ court, server, server_number }: LiveState, names: Names): string {
  const from = court === 'right' || court === 'left' ? ` from the ${court}` : ''
  const which = server_number === null ? '' : `, server ${server_number}`
  const chooses =
    court === 'receiver'
      ? ', the receiver chooses the side'
      : court === 'same_gender'
        ? ', the receiver of the server’s gender receives'
        : ''
  return `${buttonNames(names)[server - 1]} serves${from}${which}${chooses}`
}

/** The names on the buttons: first names if they differ. */
export function buttonNames(names: Names): Names {
  const [one, two] = [shortName(names[0]), shortName(names[1])]
  return one === two ? names : [one, two]
}

/** 'Ada', in doubles 'Ada & Bea'. The board has the full names. */
function shortName(name: string): string {
  return name
    .split(' & ')
    .map((one) => one.split(' ')[0])
    .join(' & ')
}

/** 'Match point, Ada'. */
function formatStake(stakes: LiveState['stakes'], names: Names, sport: Followed['sport']): string | null {
  const { set } = sportWords[sport]
  for (const what of ['match', 'set'] as const) {
    const sides = stakes.flatMap((stake, index) => (stake === what ? [buttonNames(names)[index]!] : []))
    if (sides.length > 0) return `${capitalized(what === 'set' ? set : what)} point, ${sides.join(' and ')}`
  }
  return null
}

/** How a match ended: 'Ada Moreno won', 'Bea Lind retired, Ada Moreno won', 'Ended level'. */
export function formatEnd({ over }: LiveState, names: Names): string {
  if (!over) return ''
  if (over.winner === null) return 'The match has ended in a tie'
  const winner = names[over.winner - 1]!
  if (over.status === 'Stopped by time or weather') return `The match was stopped, ${winner} was ahead and won`
  return over.status === 'Retired' ? `${names[2 - over.winner]} retired, ${winner} won` : `${winner} won`
}
