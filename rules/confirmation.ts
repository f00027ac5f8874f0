/** Hours that the other side has to answer a version of a score; silence confirms it (docs/product.md, "Confirmation"). */
export const answerHours = 24

/** What is said to a version: by the other side, or, `settled`, by an organizer, whose word is the last. */
export type Answer = 'confirmed' | 'disputed' | 'settled'

export type ConfirmationState = 'unconfirmed' | Answer

/** Who asks: the side whose word the standing version is, the other side, an organizer, or anybody else (null). */
export type Role = 'author' | 'other' | 'organizer' | null

export type ScoreAction = 'confirm' | 'correct' | 'dispute' | 'edit' | 'settle'

/** The instant until which a version reported at `now` can be answered. */
export function answerUntil(now: Date): Date {
  return new Date(now.getTime() + answerHours * 3_600_000)
}

/** Where a version stands at `now`: without an answer it is confirmed as soon as its time is over. */
export function confirmationState(
  { answer, answer_until }: { answer: Answer | null; answer_until: Date },
  now: Date,
): ConfirmationState {
  return answer ?? (now < answer_until ? 'unconfirmed' : 'confirmed')
}

/** Whether the players can change nothing more: only such a result decides who plays on. */
export function isFinal(state: ConfirmationState): boolean {
  return state === 'confirmed' || state === 'settled'
}

/** Whether the result is in the table: a disputed one waits for an organizer. */
export function isCounted(state: ConfirmationState): boolean {
  return state !== 'disputed'
}

/**
 * What each may do in each state. While nobody has answered, the author may mend a slip; the other side confirms,
 * corrects or disputes, and corrects once only.
 */
const may: Record<ConfirmationState, Record<NonNullable<Role>, readonly ScoreAction[]>> = {
  unconfirmed: { author: ['edit'], other: ['confirm', 'correct', 'dispute'], organizer: ['settle'] },
  confirmed: { author: [], other: [], organizer: ['settle'] },
  disputed: { author: [], other: [], organizer: ['settle'] },
  settled: { author: [], other: [], organizer: ['settle'] },
}

/** What somebody may do now; `has_corrected`: their side has had its one correction. */
export function actionsOf(state: ConfirmationState, role: Role, has_corrected: boolean): ScoreAction[] {
  const all = role === null ? [] : may[state][role]
  return all.filter((action) => action !== 'correct' || !has_corrected)
}
