import { findUser } from '#/features/accounts/queries.ts'
import { SocialProblem } from '#/server/outside/social.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { startSession } from '#/server/session.ts'
import { callbackPath, signInSocially } from './contract.ts'
import { enterSocially } from './queries.ts'

export const socialRoutes = [
  serve(signInSocially, async ({ body, app, site, now, log }) => {
    if (!app.social) refuse('not_found')
    if (body.redirect_uri !== site + callbackPath)
      refuse('invalid', { fields: { redirect_uri: 'This is not an address of ours.' } })
    const person = await app.social.redeem(body).catch((error: unknown) => {
      if (!(error instanceof SocialProblem)) throw error
      log.warn({ err: error }, 'a social sign-in failed')
      refuse(error.code)
    })
    const player_id = await enterSocially(app.db, person, now)
    return { token: await startSession(app.db, player_id, now), user: await findUser(app.db, player_id) }
  }),
]
