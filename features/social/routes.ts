import { SocialProblem } from '#/server/outside/social.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { linkIdentity, signInSocially } from './actions.ts'
import * as calls from './contract.ts'

export const routes = [
  serve(calls.signInSocially, async (call) => {
    const { body, app, site, log } = call
    if (!app.social) refuse('not_found')
    if (body.redirect_uri !== site + calls.callbackPath)
      refuse('invalid', { fields: { redirect_uri: 'This address does not belong to this site.' } })
    const person = await app.social.redeem(body).catch((error: unknown) => {
      if (!(error instanceof SocialProblem)) throw error
      log.warn({ err: error }, 'a social sign-in failed')
      refuse(error.code)
    })
    const session = await signInSocially({ app, now: call.now, caller: await call.findCaller() }, { person })
    call.identify(session.user.id)
    return session
  }),

  serve(calls.linkIdentity, async (call) => {
    const session = await linkIdentity(call, call.body)
    call.identify(session.user.id)
    return session
  }),
]
