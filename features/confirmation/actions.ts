import { scoreOf } from '#/features/matches/report.ts'
import { runAction, type Action, type Actor, type Visitor } from '#/server/action.ts'
import { spendMailToken } from '#/server/mail-tokens.ts'
import { refuse } from '#/server/refuse.ts'
import type { Call } from '#/server/serve.ts'
import { confirm, correct, dispute, type AnsweredVersion, type Correction } from './answers.ts'
import type * as calls from './contract.ts'
import { findLinkedScore } from './queries.ts'

/** The form of a correction, parsed. */
type CorrectionForm = Omit<Call<typeof calls.correctScore>['body'], 'version'>

/** Confirms a score. Returns a sentence. Refuses for the same reasons as `confirm` in answers.ts. */
export function confirmScore(actor: Actor, answered: AnsweredVersion): Promise<string> {
  return runAction(actor, (action) => confirm(action, answered))
}

/** Corrects a score. Returns a sentence. Refuses for the same reasons as `correct` in answers.ts. */
export function correctScore(
  actor: Actor,
  { match_id, version, ...form }: AnsweredVersion & CorrectionForm,
): Promise<string> {
  return runAction(actor, (action) => correct(action, { match_id, version, correction: correctionOf(form) }))
}

/** Disputes a score. Returns a sentence. Refuses for the same reasons as `dispute` in answers.ts. */
export function disputeScore(actor: Actor, answered: AnsweredVersion & { reason: string }): Promise<string> {
  return runAction(actor, (action) => dispute(action, answered))
}

/** Confirms a score by an emailed link, which then stops working. Returns a sentence. Also refuses `score_link_dead`. */
export function confirmByLink(visitor: Visitor, { token }: { token: string }): Promise<string> {
  return answerByLink(visitor, token, confirm)
}

/** Corrects a score by an emailed link. Like `confirmByLink`. */
export function correctByLink(
  visitor: Visitor,
  { token, ...form }: { token: string } & CorrectionForm,
): Promise<string> {
  return answerByLink(visitor, token, (action, answered) =>
    correct(action, { ...answered, correction: correctionOf(form) }),
  )
}

/** Disputes a score by an emailed link. Like `confirmByLink`. */
export function disputeByLink(visitor: Visitor, { token, reason }: { token: string; reason: string }): Promise<string> {
  return answerByLink(visitor, token, (action, answered) => dispute(action, { ...answered, reason }))
}

/** Acts as the player to whom the link was emailed, and marks the link as used in the same transaction. */
async function answerByLink(
  { app, now }: Visitor,
  token: string,
  answer: (action: Action, answered: AnsweredVersion) => Promise<string>,
): Promise<string> {
  const { match_id, version, player_id } = (await findLinkedScore(app.db, token, now)) ?? refuse('score_link_dead')
  // Without an organizer's permissions: to settle a score, an organizer signs in.
  const player = { id: player_id, organizer_areas: [] }
  return runAction({ app, player, now }, async (action) => {
    const message = await answer(action, { match_id, version })
    if (!(await spendMailToken(action.tx, token, ['score'], now))) refuse('score_link_dead')
    return message
  })
}

/** Converts the form of a correction to the columns of a score. */
export function correctionOf(form: CorrectionForm): Correction {
  return { ...scoreOf(form), winner: form.winner, opponent: form.opponent }
}
