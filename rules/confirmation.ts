/** Hours that the other side has to answer a version of a score. After that it is confirmed (docs/product.md, "Confirmation"). */
export const answerHours = 24

/** The answer to a version: the other side confirms or disputes it, an organizer settles it. */
export type Answer = 'confirmed' | 'disputed' | 'settled'

export type ConfirmationState = 'unconfirmed' | Answer

/** The caller's role for the current version: the side that reported it, the other side, an organizer, or null for anybody else. */
export type Role = 'author' | 'other' | 'organizer' | null

export type ScoreAction = 'confirm' | 'correct' | 'dispute' | 'edit' | 'settle'

/** The deadline for answering a version reported at `now`. */
export function answerUntil(now: Date): Date {
  return new Date(now.getTime() + answerHours * 3_600_000)
}

/** The state of a version at `now`. Without an answer it is confirmed at its deadline. */
export function confirmationState(
  { answer, answer_until }: { answer: Answer | null; answer_until: Date },
  now: Date,
): ConfirmationState {
  return answer ?? (now < answer_until ? 'unconfirmed' : 'confirmed')
}

/** Whether players can no longer change it. Only a final result counts for the play-offs. */
export function isFinal(state: ConfirmationState): boolean {
  return state === 'confirmed' || state === 'settled'
}

/** Whether the result counts in the standings. A disputed one does not. */
export function isCounted(state: ConfirmationState): boolean {
  return state !== 'disputed'
}

/**
 * The actions that each role has in each state. Until the other side answers, the author may edit the score; the other
 * side may confirm, dispute, or correct it once.
 */
const may: Record<ConfirmationState, Record<NonNullable<Role>, readonly ScoreAction[]>> = {
  unconfirmed: { author: ['edit'], other: ['confirm', 'correct', 'dispute'], organizer: ['settle'] },
  confirmed: { author: [], other: [], organizer: ['settle'] },
  disputed: { author: [], other: [], organizer: ['settle'] },
  settled: { author: [], other: [], organizer: ['settle'] },
}

/** The actions that a role has now. `has_corrected`: whether its side has already used its one correction. */
export function actionsOf(state: ConfirmationState, role: Role, has_corrected: boolean): ScoreAction[] {
  const all = role === null ? [] : may[state][role]
  return all.filter((action) => action !== 'correct' || !has_corrected)
}
