import { isAgeMissing, missingAcceptances } from '#/rules/acceptances.ts'
import { runAction } from '#/server/action.ts'
import { listPublishedTexts } from '#/server/organization.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { storeAcceptance } from './accept.ts'
import * as calls from './contract.ts'
import { findConfirmedAge, findMinimumAge, findText, listAcceptances } from './queries.ts'

export const textsRoutes = [
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
    const minimum_age = await findMinimumAge(db)
    const age = (await findConfirmedAge(db, player.id))?.age ?? null
    return {
      accepted: accepted.map((each) => ({ ...each, accepted_at: each.accepted_at.toISOString() })),
      missing: missingAcceptances(await listPublishedTexts(db), accepted),
      age_to_confirm: isAgeMissing(minimum_age, age) ? minimum_age : null,
    }
  }),

  serve(calls.acceptTexts, async (call) => {
    await runAction(call, ({ tx, player, now }) => storeAcceptance(tx, player.id, call.body, now))
    return { message: 'Thank you. We have noted what you accepted.' }
  }),
]
