import { serve } from '#/server/serve.ts'
import { endSession } from '#/server/session.ts'
import {
  endOneAccess,
  requestPasswordReset,
  resendVerifyEmail,
  resetPassword,
  signIn,
  signUp,
  updateYearOfBirth,
  verifyEmail,
} from './actions.ts'
import { listAccess } from './access.ts'
import * as accessCalls from './access-contract.ts'
import * as calls from './contract.ts'
import { findUser } from './queries.ts'
import * as yearCalls from './year-contract.ts'
import { organization } from '#/contract/organization.ts'

export const routes = [
  serve(calls.signUp, async (call) => {
    await signUp(call, call.body)
    return {
      message: `Welcome to ${organization().name}, ${call.body.first_name}. You can sign in now. We have sent you a link to confirm your email.`,
    }
  }),

  serve(calls.signIn, async (call) => {
    const session = await signIn(call, call.body)
    call.identify(session.user.id, session.token)
    return session
  }),

  serve(calls.getUser, async ({ player, app }) => ({
    user: { ...(await findUser(app.db, player.id)), impersonated: player.impersonated_by_id !== null },
  })),

  serve(yearCalls.updateYearOfBirth, async (call) => {
    const { year_of_birth } = call.body
    await updateYearOfBirth(call, year_of_birth)
    return { message: year_of_birth === null ? 'Your year of birth is removed.' : 'Your year of birth is saved.' }
  }),

  serve(calls.allowDocuments, async ({ allowDocuments }) => {
    await allowDocuments()
    return { message: 'This browser opens your pages at once.' }
  }),

  serve(calls.logOut, async ({ player, app, endDocuments }) => {
    await endSession(app.db, player)
    // The organizer's own session continues in this browser.
    if (player.impersonated_by_id === null) endDocuments()
    return { message: 'You are signed out.' }
  }),

  serve(accessCalls.listAccess, async ({ player, app, now }) => ({ items: await listAccess(app.db, player, now) })),

  serve(accessCalls.endOneAccess, async (call) => ({
    message: `${await endOneAccess(call, call.params)} no longer works.`,
  })),

  serve(calls.verifyEmail, async (call) => {
    const { app, now } = call
    const isNew = await verifyEmail({ app, now, caller: await call.findCaller() }, call.body)
    return {
      message: isNew
        ? 'Thank you. Your email is confirmed, and the password is set. Sign in with it, and complete your profile.'
        : 'Thank you. Your email is confirmed.',
    }
  }),

  serve(calls.resendVerifyEmail, async (call) => ({
    message: (await resendVerifyEmail(call))
      ? 'We have sent you a new link to confirm your email.'
      : 'Your email is already confirmed.',
  })),

  serve(calls.forgotPassword, async (call) => {
    await requestPasswordReset(call, call.body)
    return {
      message:
        'If this email has an account, we have sent it a link to choose a new password. The link works for one hour.',
    }
  }),

  serve(calls.resetPassword, async (call) => {
    await resetPassword({ ...call, caller: await call.findCaller() }, call.body)
    return { message: 'Your password is changed. Sign in with the new one.' }
  }),
]
