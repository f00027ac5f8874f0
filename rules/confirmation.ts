/** Hours that the other side has to answer a version of a score; silence confirms it (docs/product.md, "Confirmation"). */
export const answerHours = 24

/** The answer to a version: the other side confirms or disputes it, an organizer settles it. */
export type Answer = 'confirmed' | 'disputed' | 'settled'

export type ConfirmationState = 'unconfirmed' | Answer

/** The caller's role in the current version: of the side that reported it, of the other side, an organizer, or none (null). */
export type Role = 'author' | 'other' | 'organizer' | null

export type ScoreAction = 'confirm' | 'correct' | 'dispute' | 'edit' | 'settle'

/** The instant until which a version reported at `now` can be answered. */
export function answerUntil(now: Date): Date {
  return new Date(now.getTime() + answerHours * 3_600_000)
}

/** The state of a version at `now`: without an answer it is confirmed once its time is over. */
export function confirmationState(
  { answer, answer_until }: { answer: Answer | null; answer_until: Date },
  now: Date,
): ConfirmationState {
  return answer ?? (now < answer_until ? 'unconfirmed' : 'confirmed')
}

/** Whether the players can no longer change it: only a final result counts for the play-offs. */
export function isFinal(state: ConfirmationState): boolean {
  return state === 'confirmed' || state === 'settled'
}

/** Whether the result counts in the standings: a disputed one does not. */
export function isCounted(state: ConfirmationState): boolean {
  return state !== 'disputed'
}

/**
 * What each role may do in each state. Until the other side answers, the author may edit the score; the other side may
 * confirm, dispute, or correct it once.
 */
const may: Record<ConfirmationState, Record<NonNullable<Role>, readonly ScoreAction[]>> = {
  unconfirmed: { author: ['edit'], other: ['confirm', 'correct', 'dispute'], organizer: ['settle'] },
  confirmed: { author: [], other: [], organizer: ['settle'] },
  disputed: { author: [], other: [], organizer: ['settle'] },
  settled: { author: [], other: [], organizer: ['settle'] },
}

/** What a role may do now; `has_corrected`: their side has used its one correction. */
export function actionsOf(state: ConfirmationState, role: Role, has_corrected: boolean): ScoreAction[] {
  const all = role === null ? [] : may[state][role]
  return all.filter((action) => action !== 'correct' || !has_corrected)
}
