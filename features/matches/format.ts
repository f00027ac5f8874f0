import { formatDay } from '#/contract/format.ts'
import { formatTime } from '#/contract/time.ts'
import { scoreOutcome, type MatchStatus, swapSides } from '#/rules/outcome.ts'
import type { SeasonRules } from '#/rules/season-rules.ts'
import type { MatchCard, PublicResult } from './contract.ts'

/**
 * The match statuses that a player can report, and their meanings in a season whose rule for stopped matches this is, in
 * the form's order. `set` is the sport's word for a set.
 */
export function statusNotes(
  set: string,
  stopped: SeasonRules['stopped'] | null = null,
): { value: NonNullable<MatchStatus>; note: string }[] {
  const awarded = `The match is awarded to the winner without ${set}s. It counts as won and lost, but not as played.`
  return [
    {
      value: 'Retired',
      note: `One side could not continue, so the other side wins. Enter the ${set}s as far as they were played.`,
    },
    {
      value: 'Match ended in a tie',
      note: `The match stopped${stopped === 'tie' ? '' : ` with the ${set}s level`}. Nobody wins, and it counts as played.`,
    },
    { value: 'Stopped by time or weather', note: stoppedNotes[stopped ?? 'unknown'] },
    { value: 'Opponent did not show', note: awarded },
    { value: 'Canceled within 4 hours of match', note: awarded },
  ]
}

const stoppedNotes: Record<SeasonRules['stopped'] | 'unknown', string> = {
  leader: 'The side that is ahead wins; level, it is a tie.',
  tie: 'In this season it is a tie.',
  played_on: 'In this season it is played on later.',
  unknown: 'The season decides who wins it, or that it is played on later.',
}

/** 'Wed, Jul 15, 2026, 6:00 PM'. Takes yyyy/MM/dd and HH:mm. */
export function formatWhen(match_date: string | null, match_time: string | null): string {
  if (match_date === null) return 'No date yet'
  return match_time === null ? formatDay(match_date) : `${formatDay(match_date)}, ${formatTime(match_time)}`
}

/** '01:35' as '1 h 35 min'. Null if no duration was entered. */
export function formatDuration(duration: string): string | null {
  const [hours = 0, minutes = 0] = duration.split(':').map(Number)
  const parts = [hours > 0 ? `${hours} h` : null, minutes > 0 ? `${minutes} min` : null].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.join(' ')
}

/** 'Ada Moreno beat Bea Lind'; 'over' after a walkover, 'and' in a tie. */
export function formatOutcome(result: Pick<PublicResult, 'winner' | 'opponent' | 'match_status'>): string {
  const { has_winner, counts_as_played } = scoreOutcome(result.match_status)
  const verb = !has_winner ? 'and' : counts_as_played ? 'beat' : 'over'
  return `${result.winner.name} ${verb} ${result.opponent.name}`
}

/** formatOutcome for a played match card; both names in doubles. */
export function formatCardOutcome(card: Parameters<typeof boardOf>[0] & Pick<MatchCard, 'match_status'>): string {
  const { sides, winner } = boardOf(card)
  const nameOf = ({ name, partner }: (typeof sides)[number]) => ({
    name: partner === null ? name : `${name} & ${partner}`,
  })
  const [one, two] = [nameOf(sides[0]), nameOf(sides[1])] as const
  const { match_status } = card
  return formatOutcome(
    winner === 1 ? { winner: two, opponent: one, match_status } : { winner: one, opponent: two, match_status },
  )
}

type Names = Pick<
  MatchCard,
  | 'player_one_id'
  | 'player_one_name'
  | 'player_one_a_id'
  | 'player_one_a_name'
  | 'player_two_id'
  | 'player_two_name'
  | 'player_two_a_id'
  | 'player_two_a_name'
>

/** The players of a side: two in doubles. */
export function playersOn(side: 1 | 2, card: Names): { id: number; name: string }[] {
  const { player_one_id, player_one_name, player_one_a_id, player_one_a_name } = card
  const { player_two_id, player_two_name, player_two_a_id, player_two_a_name } = card
  const players =
    side === 1
      ? [
          { id: player_one_id, name: player_one_name },
          { id: player_one_a_id, name: player_one_a_name },
        ]
      : [
          { id: player_two_id, name: player_two_name },
          { id: player_two_a_id, name: player_two_a_name },
        ]
  return players.flatMap(({ id, name }) => (id === null || name === null ? [] : [{ id, name }]))
}

/** The card in scoreboard order: player one on top, so `score_1` of each set is player one's. */
export function boardOf(
  card: Pick<
    MatchCard,
    'player_one_name' | 'player_one_a_name' | 'player_two_name' | 'player_two_a_name' | 'winner' | 'set_games'
  >,
) {
  const swapped = card.winner === 'player_two'
  return {
    sides: [
      { name: card.player_one_name, partner: card.player_one_a_name },
      { name: card.player_two_name, partner: card.player_two_a_name },
    ] as const,
    sets: swapped ? card.set_games.map(swapSides) : card.set_games,
    winner: card.winner === null ? null : swapped ? (1 as const) : (0 as const),
  }
}
