import { emptyDraw, type Drawn, type LeagueToDraw } from './league.ts'

/**
 * A ladder has no schedule. The draw gives each new entry its starting place by strength, and late entries the bottom.
 */
export function drawLadder({ entry_ids, by_strength, new_entries, rungs, rounds_drawn }: LeagueToDraw): Drawn {
  if (entry_ids.length < 2) return { ...emptyDraw, rounds_drawn }
  const last = Math.max(0, ...rungs.values())
  const entering = by_strength.filter((entry_id) => new_entries.has(entry_id) && !rungs.has(entry_id))
  const entered = new Map(entering.map((entry_id, index) => [entry_id, last + index + 1]))
  return { ...emptyDraw, rungs: entered, rounds_drawn: 1 }
}

/** A completed challenge. `winner` is null for a tie. */
export type PlayedChallenge = { entry_1: number; entry_2: number; winner: number | null }

/** The ladder, top first, after these challenges in order of play. An entry that beats one above it swaps places with it. */
export function climb(start: readonly number[], challenges: readonly PlayedChallenge[]): number[] {
  const ladder = [...start]
  for (const { entry_1, entry_2, winner } of challenges) {
    const loser = winner === entry_1 ? entry_2 : entry_1
    const [up, down] = [winner === null ? -1 : ladder.indexOf(winner), ladder.indexOf(loser)]
    if (winner === null || up < 0 || down < 0 || up < down) continue
    ladder[down] = winner
    ladder[up] = loser
  }
  return ladder
}

/** Why an entry cannot be challenged. */
export const challengeProblems = {
  closed: 'The season is over.',
  not_drawn: 'The ladder has no place for both of you yet.',
  below: 'You can challenge only those above you.',
  too_far: 'This place is too far above yours.',
  i_am_busy: 'You have an open challenge. Play it first.',
  busy: 'There is an open challenge to play first.',
} as const
export type ChallengeProblem = keyof typeof challengeProblems

/**
 * Why one entry cannot challenge another. Null if it can. Places start at 1, the top. A place is null if the entry is
 * not on the ladder yet. `busy`: entries with an open challenge.
 */
export function challengeProblem(
  mine: { entry_id: number; place: number | null },
  theirs: { entry_id: number; place: number | null },
  { reach, busy, is_open }: { reach: number; busy: ReadonlySet<number>; is_open: boolean },
): ChallengeProblem | null {
  if (!is_open) return 'closed'
  if (mine.place === null || theirs.place === null) return 'not_drawn'
  if (theirs.place >= mine.place) return 'below'
  if (mine.place - theirs.place > reach) return 'too_far'
  if (busy.has(mine.entry_id)) return 'i_am_busy'
  return busy.has(theirs.entry_id) ? 'busy' : null
}
