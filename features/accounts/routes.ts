import { queueEmail } from '#/server/queue.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { endSession } from '#/server/session.ts'
import { resetPassword, signIn, signUp, verifyEmail } from './actions.ts'
import * as calls from './contract.ts'
import { countMailTokens } from './mail-tokens.ts'
import { findUser } from './queries.ts'
import { PRODUCT_NAME } from '#/contract/product.ts'

/** Links that a player can have sent in an hour: the email may be somebody else's. */
const RESENDS_PER_HOUR = 5

export const accountsRoutes = [
  serve(calls.signUp, async (call) => {
    await signUp(call, call.body)
    return {
      message: `Welcome to ${PRODUCT_NAME}, ${call.body.first_name}. You can sign in now. We have sent you a link to confirm your email.`,
    }
  }),

  serve(calls.signIn, async (call) => signIn(call, call.body)),

  serve(calls.getUser, async ({ player, app }) => ({
    user: { ...(await findUser(app.db, player.id)), impersonated: player.impersonated_by_id !== null },
  })),

  serve(calls.logOut, async ({ player, app }) => {
    await endSession(app.db, player.token_hash)
    return { message: 'You are signed out.' }
  }),

  serve(calls.verifyEmail, async (call) => {
    await verifyEmail(call, call.body)
    return { message: 'Thank you. Your email is confirmed.' }
  }),

  serve(calls.resendVerifyEmail, async ({ player, app, now }) => {
    const { email_verified } = await findUser(app.db, player.id)
    if (email_verified) return { message: 'Your email is already confirmed.' }
    const hourAgo = new Date(now.getTime() - 3_600_000)
    if ((await countMailTokens(app.db, player.id, 'verify_email', hourAgo)) >= RESENDS_PER_HOUR)
      refuse('too_many_requests', { retryAfter: 3600 })
    await queueEmail(app.db, app.config, 'verify_email', { player_id: player.id }, { key: `verify_email:${player.id}` })
    return { message: 'We have sent you a new link to confirm your email.' }
  }),

  serve(calls.forgotPassword, async ({ body, app }) => {
    // The account is looked up when the email is written: the answer takes as long with an account as without one.
    const email = body.email.toLowerCase()
    await queueEmail(app.db, app.config, 'reset_password', { email }, { key: `reset_password:${email}` })
    return {
      message:
        'If this email has an account, we have sent it a link to choose a new password. The link works for one hour.',
    }
  }),

  serve(calls.resetPassword, async (call) => {
    await resetPassword(call, call.body)
    return { message: 'Your password is changed. Sign in with the new one.' }
  }),
]
