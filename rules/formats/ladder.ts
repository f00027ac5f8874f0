import { addDays } from '#/rules/day.ts'
import { emptyDraw, type Drawn, type LeagueToDraw } from './league.ts'

/** The rules of a ladder (docs/product.md, "Formats"). Zero days or weeks: the rule does not apply. */
export type LadderTerms = {
  /** How many places up, and down, a challenge can go. */
  reach: number
  down: number
  /** Days to play a challenge, and to answer it. */
  days: number
  answer_days: number
  /** Days after a challenge in which the same two cannot challenge each other. */
  again_days: number
  /** Weeks without a match after which an entry drops a place. */
  idle_weeks: number
  /** Whether the two swap places; otherwise the winner takes the place and those between move down. */
  swap: boolean
  /** Whether a late entry enters by strength; otherwise at the bottom. */
  enters_by_strength: boolean
}

type LadderNumber = Exclude<keyof LadderTerms, 'enters_by_strength' | 'swap'> | 'enter' | 'swap'

/** The rules of a ladder from its format. */
export function ladderTerms(format: { [N in LadderNumber]?: number | undefined }): LadderTerms {
  const { reach = 0, down = 0, days = 0, answer_days = 0, again_days = 0, idle_weeks = 0, swap = 0, enter = 0 } = format
  return { reach, down, days, answer_days, again_days, idle_weeks, swap: swap === 1, enters_by_strength: enter === 1 }
}

/** The rules of a ladder in sentences. */
export function ladderSentences(terms: LadderTerms): string[] {
  const { reach, down, days, answer_days, again_days, idle_weeks, swap, enters_by_strength } = terms
  const places = (count: number) => `${count} ${count === 1 ? 'place' : 'places'}`
  const daysOf = (count: number) => `${count} ${count === 1 ? 'day' : 'days'}`
  return [
    `Challenge somebody up to ${places(reach)} above you${down > 0 ? `, or ${down} below` : ''}, and play within ${daysOf(days)}.`,
    swap
      ? 'If the lower one wins, the two of you swap places.'
      : 'If the lower one wins, it takes the place of the other, and those between move one down.',
    answer_days > 0 ? `A challenge that is not answered within ${daysOf(answer_days)} is lost.` : '',
    again_days > 0 ? `The same two cannot challenge each other again for ${daysOf(again_days)}.` : '',
    idle_weeks > 0
      ? `Without a match for ${idle_weeks} ${idle_weeks === 1 ? 'week' : 'weeks'} you drop a place, also from the first.`
      : '',
    enters_by_strength ? 'New players enter by strength.' : 'New players enter at the bottom.',
  ].filter(Boolean)
}

/**
 * A ladder has no schedule. The draw gives each new entry its starting place by strength. A late entry starts at the
 * bottom, and moves above the first weaker one if the ladder's rules say so.
 */
export function drawLadder(
  { entry_ids, by_strength, by_table, new_entries, rungs, rounds_drawn }: LeagueToDraw,
  { enters_by_strength }: Pick<LadderTerms, 'enters_by_strength'>,
): Drawn {
  if (entry_ids.length < 2) return { ...emptyDraw, rounds_drawn }
  const last = Math.max(0, ...rungs.values())
  const entering = by_strength.filter((entry_id) => new_entries.has(entry_id) && !rungs.has(entry_id))
  const entered = new Map(entering.map((entry_id, index) => [entry_id, last + index + 1]))
  const isWeaker = (one: number, other: number) => by_strength.indexOf(one) > by_strength.indexOf(other)
  const moves =
    rungs.size === 0 || !enters_by_strength
      ? []
      : entering.flatMap((entry_id) => {
          const above_id = by_table.find((other) => rungs.has(other) && isWeaker(other, entry_id))
          return above_id === undefined ? [] : [{ entry_id, above_id }]
        })
  return { ...emptyDraw, rungs: entered, ladder_moves: moves, rounds_drawn: 1 }
}

/** A completed challenge. `winner` is null for a tie. */
export type PlayedChallenge = { entry_1: number; entry_2: number; winner: number | null }

/** An entry that moves directly above another one without a match. */
export type LadderMove = { entry_id: number; above_id: number }

/** The ladder, top first, after these challenges and moves in order. Only an entry below the other one moves. */
export function climb(
  start: readonly number[],
  steps: readonly (PlayedChallenge | LadderMove)[],
  { swap }: Pick<LadderTerms, 'swap'>,
): number[] {
  const ladder = [...start]
  for (const step of steps) {
    const isMove = 'above_id' in step
    const winner = isMove ? step.entry_id : step.winner
    const loser = isMove ? step.above_id : winner === step.entry_1 ? step.entry_2 : step.entry_1
    const [up, down] = [winner === null ? -1 : ladder.indexOf(winner), ladder.indexOf(loser)]
    if (winner === null || up < 0 || down < 0 || up < down) continue
    if (swap && !isMove) [ladder[down], ladder[up]] = [winner, loser]
    else ladder.splice(down, 0, ...ladder.splice(up, 1))
  }
  return ladder
}

/** An entry on the ladder. `active_on`: the day of its last match, of its last drop, or on which it entered. */
export type IdleRung = { entry_id: number; active_on: string; frozen: boolean }

/**
 * The entries that pass one that has not played for too long. The ladder is given top first, without entries that have
 * left. Only an entry that has played, and is not frozen, passes.
 */
export function idleMoves(
  ladder: readonly IdleRung[],
  { idle_weeks }: Pick<LadderTerms, 'idle_weeks'>,
  today: string,
): LadderMove[] {
  if (idle_weeks === 0) return []
  const isIdle = ({ active_on, frozen }: IdleRung) => !frozen && addDays(active_on, 7 * idle_weeks) <= today
  const moves: LadderMove[] = []
  for (let place = 0; place + 1 < ladder.length; place += 1) {
    const [above, below] = [ladder[place]!, ladder[place + 1]!]
    if (!isIdle(above) || isIdle(below) || below.frozen) continue
    moves.push({ entry_id: below.entry_id, above_id: above.entry_id })
    place += 1
  }
  return moves
}

/** Why an entry cannot be challenged. */
export const challengeProblems = {
  closed: 'The season is over.',
  not_drawn: 'The ladder has no place for both of you yet.',
  i_am_frozen: 'Your place is frozen by the organizer.',
  frozen: 'This place is frozen by the organizer, so nobody can challenge it.',
  below: 'You can challenge only those above you.',
  too_far_below: 'This place is too far below yours.',
  too_far: 'This place is too far above yours.',
  i_am_busy: 'You have an open challenge. Play it first.',
  busy: 'There is an open challenge to play first.',
  again: 'The two of you had a challenge a short time ago. Challenge somebody else first.',
} as const
export type ChallengeProblem = keyof typeof challengeProblems

type Challenger = { entry_id: number; place: number | null; frozen?: boolean }

/**
 * Why one entry cannot challenge another. Null if it can. Places start at 1, the top. A place is null if the entry is
 * not on the ladder yet. `busy`: entries with an open challenge. `recent`: those that had one with the challenger.
 */
export function challengeProblem(
  mine: Challenger,
  theirs: Challenger,
  {
    reach,
    down,
    busy,
    recent,
    is_open,
  }: Pick<LadderTerms, 'reach' | 'down'> & {
    busy: ReadonlySet<number>
    recent: ReadonlySet<number>
    is_open: boolean
  },
): ChallengeProblem | null {
  if (!is_open) return 'closed'
  if (mine.place === null || theirs.place === null) return 'not_drawn'
  if (mine.frozen) return 'i_am_frozen'
  if (theirs.frozen) return 'frozen'
  if (theirs.place >= mine.place && (down === 0 || theirs.place === mine.place)) return 'below'
  if (theirs.place - mine.place > down) return 'too_far_below'
  if (mine.place - theirs.place > reach) return 'too_far'
  if (busy.has(mine.entry_id)) return 'i_am_busy'
  if (busy.has(theirs.entry_id)) return 'busy'
  return recent.has(theirs.entry_id) ? 'again' : null
}
