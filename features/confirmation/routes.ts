import { findMatch } from '#/features/matches/card-queries.ts'
import { findAddressee } from '#/features/accounts/queries.ts'
import type { App } from '#/server/context.ts'
import { inTransaction, type Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { confirm, correct, dispute, type Answering } from './answers.ts'
import {
  confirmByLink,
  confirmScore,
  correctByLink,
  correctScore,
  disputeByLink,
  disputeScore,
  readScoreLink,
} from './contract.ts'
import { correctedOf } from './corrected.ts'
import { findScoreLink, spendScoreLink } from './links.ts'

export const confirmationRoutes = [
  serve(confirmScore, async ({ params, body, player, app, now }) => {
    const answering = { match_id: params.id, version: body.version, player }
    return { message: await inTransaction(app.db, (tx) => confirm(tx, app, answering, now)) }
  }),

  serve(correctScore, async ({ params, body: { version, ...score }, player, app, now }) => {
    const answering = { match_id: params.id, version, player }
    return { message: await inTransaction(app.db, (tx) => correct(tx, app, answering, correctedOf(score), now)) }
  }),

  serve(disputeScore, async ({ params, body, player, app, now }) => {
    const answering = { match_id: params.id, version: body.version, player }
    return { message: await inTransaction(app.db, (tx) => dispute(tx, app, answering, body.reason, now)) }
  }),

  serve(readScoreLink, async ({ body, app, now }) => {
    const link = await findScoreLink(app.db, body.token, now)
    const match = await findMatch(app.db, link.match_id, { id: link.player_id, organizer_areas: [] }, now)
    const player = await findAddressee(app.db, link.player_id)
    if (!match || !player) refuse('score_link_dead')
    if (match.confirmation?.version !== link.version) refuse('score_changed')
    return { match, first_name: player.first_name }
  }),

  serve(confirmByLink, async ({ body, app, now }) => ({
    message: await byLink(app, body.token, now, (tx, answering) => confirm(tx, app, answering, now)),
  })),

  serve(correctByLink, async ({ body: { token, ...score }, app, now }) => ({
    message: await byLink(app, token, now, (tx, answering) => correct(tx, app, answering, correctedOf(score), now)),
  })),

  serve(disputeByLink, async ({ body, app, now }) => ({
    message: await byLink(app, body.token, now, (tx, answering) => dispute(tx, app, answering, body.reason, now)),
  })),
]

/** Answers as the player to whom the link was mailed, and spends the link with the answer. */
function byLink(
  app: App,
  token: string,
  now: Date,
  answer: (tx: Tx, answering: Answering) => Promise<string>,
): Promise<string> {
  return inTransaction(app.db, async (tx) => {
    const { match_id, version, player_id } = await findScoreLink(tx, token, now)
    // A player's word, whatever else they are: an organizer's takes a sign-in.
    const message = await answer(tx, { match_id, version, player: { id: player_id, organizer_areas: [] } })
    await spendScoreLink(tx, token, now)
    return message
  })
}
