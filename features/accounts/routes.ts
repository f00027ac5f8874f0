import { inTransaction } from '#/server/db.ts'
import { queueEmail } from '#/server/queue.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { endSession, startSession } from '#/server/session.ts'
import {
  forgotPassword,
  getUser,
  logOut,
  resendVerifyEmail,
  resetPassword,
  signIn,
  signUp,
  verifyEmail,
} from './contract.ts'
import { countMailTokens, endMailTokens, spendMailToken } from './mail-tokens.ts'
import { hashPassword, passwordFits, refuseCommonPassword } from './password.ts'
import {
  findCredentials,
  findUser,
  insertPlayer,
  keepsPassword,
  updateEmailVerified,
  updatePassword,
} from './queries.ts'

/** Both lead to the same page, and one used makes the others of no use. */
const passwordLinks = ['reset_password', 'set_password'] as const

/** Emails that a player can have sent to an e-mail that may be somebody else's, in an hour. */
const resendsAnHour = 5

export const accountsRoutes = [
  serve(signUp, async ({ body, app, now }) => {
    const { password, ...player } = body
    refuseCommonPassword(password)
    const password_hash = await hashPassword(password)
    await inTransaction(app.db, async (tx) => {
      const player_id = await insertPlayer(tx, { ...player, password_hash }, now)
      await queueEmail(tx, app.config, 'verify_email', { player_id })
    })
    return {
      message: `Welcome to Deuce, ${player.first_name}. You can sign in now. We have mailed you a link to confirm your e-mail.`,
    }
  }),

  serve(signIn, async ({ body, app, now }) => {
    const known = await findCredentials(app.db, body.email)
    if (!(await passwordFits(body.password, known?.password_hash)) || !known?.password_hash) refuse('wrong_credentials')
    const { id, password_hash } = known
    const token = await inTransaction(app.db, async (tx) => {
      // A reset that was faster ends every session: none may begin behind it.
      if (!(await keepsPassword(tx, id, password_hash))) refuse('wrong_credentials')
      return startSession(tx, id, now)
    })
    return { token, user: await findUser(app.db, id) }
  }),

  serve(getUser, async ({ player, app }) => ({
    user: { ...(await findUser(app.db, player.id)), impersonated: player.impersonated_by_id !== null },
  })),

  serve(logOut, async ({ player, app }) => {
    await endSession(app.db, player.token_hash)
    return { message: 'You are signed out.' }
  }),

  serve(verifyEmail, async ({ body, app, now }) => {
    await inTransaction(app.db, async (tx) => {
      const link = await spendMailToken(tx, body.token, ['verify_email'], now)
      if (!(await updateEmailVerified(tx, link, now))) refuse('link_dead')
    })
    return { message: 'Thank you. Your e-mail is confirmed.' }
  }),

  serve(resendVerifyEmail, async ({ player, app, now }) => {
    const { email_verified } = await findUser(app.db, player.id)
    if (email_verified) return { message: 'Your e-mail is confirmed already.' }
    const hourAgo = new Date(now.getTime() - 3_600_000)
    if ((await countMailTokens(app.db, player.id, 'verify_email', hourAgo)) >= resendsAnHour)
      refuse('too_many_requests', { retryAfter: 3600 })
    await queueEmail(app.db, app.config, 'verify_email', { player_id: player.id }, { key: `verify_email:${player.id}` })
    return { message: 'We have mailed you a new link to confirm your e-mail.' }
  }),

  serve(forgotPassword, async ({ body, app }) => {
    // Whether there is such an account is looked up when the email is written: the answer takes as long either way.
    const email = body.email.toLowerCase()
    await queueEmail(app.db, app.config, 'reset_password', { email }, { key: `reset_password:${email}` })
    return {
      message: 'If this e-mail has an account, a link to choose a new password is on its way. It works for one hour.',
    }
  }),

  serve(resetPassword, async ({ body, app, now }) => {
    refuseCommonPassword(body.password)
    await inTransaction(app.db, async (tx) => {
      const link = await spendMailToken(tx, body.token, passwordLinks, now)
      // Who holds the link reads that mailbox; once the account has another e-mail, the link is worth nothing.
      if (!(await updateEmailVerified(tx, link, now))) refuse('link_dead')
      await updatePassword(tx, link.player_id, await hashPassword(body.password))
      // A change of e-mail that somebody with the old password asked for ends too.
      await endMailTokens(tx, link.player_id, [...passwordLinks, 'change_email'], now)
      await queueEmail(tx, app.config, 'password_changed', { player_id: link.player_id })
    })
    return { message: 'Your password is changed. Sign in with the new one.' }
  }),
]
