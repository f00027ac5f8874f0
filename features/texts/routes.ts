import { runAction } from '#/server/action.ts'
import { listPublishedTexts } from '#/server/organization.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { findMissing, storeAcceptance } from './accept.ts'
import * as calls from './contract.ts'
import { findMinimumAge, findText, listAcceptances } from './queries.ts'

export const routes = [
  serve(calls.listTexts, async ({ app }) => ({
    texts: (await listPublishedTexts(app.db)).map(({ asked_version, ...text }) => ({
      ...text,
      to_accept: asked_version !== null,
    })),
    minimum_age: await findMinimumAge(app.db),
  })),

  serve(calls.getText, async ({ params, app }) => (await findText(app.db, params.key)) ?? refuse('not_found')),

  serve(calls.getAcceptances, async ({ player, app: { db } }) => {
    const accepted = await listAcceptances(db, player.id)
    return {
      accepted: accepted.map((each) => ({ ...each, accepted_at: each.accepted_at.toISOString() })),
      ...(await findMissing(db, player.id)),
    }
  }),

  serve(calls.acceptTexts, async (call) => {
    await runAction(call, ({ tx, player, now }) => storeAcceptance(tx, player.id, call.body, now))
    return { message: 'Thank you. Your acceptance is saved.' }
  }),
]
