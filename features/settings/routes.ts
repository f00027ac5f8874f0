import { runAction } from '#/server/action.ts'
import { serve } from '#/server/serve.ts'
import { endAccessOf } from '#/server/session.ts'
import {
  changeEmail,
  changePassword,
  confirmEmail,
  deleteAccount,
  deletePhoto,
  updateEmergencyContact,
  updatePhoto,
  updateProfile,
} from './actions.ts'
import * as calls from './contract.ts'
import {
  collectData,
  endSessionOf,
  findEmergencyContact,
  findSettings,
  listLiveSessions,
  updatePrivacySettings,
} from './queries.ts'
import { reauthenticate } from './reauthenticate.ts'

export const routes = [
  serve(calls.updateProfile, async (call) => {
    await updateProfile(call, call.body)
    return { message: 'Your profile is saved.' }
  }),

  serve(calls.updatePhoto, async (call) => {
    await updatePhoto(call, call.body)
    return { message: 'Your photo is saved.' }
  }),

  serve(calls.deletePhoto, async (call) => {
    await deletePhoto(call)
    return { message: 'Your photo is removed.' }
  }),

  serve(calls.changeEmail, async (call) => {
    await changeEmail(call, call.body)
    return { message: `We sent a link to ${call.body.email}. Your email changes when you open it.` }
  }),

  serve(calls.confirmEmail, async (call) => ({
    message: 'Your email is changed.',
    email: await confirmEmail({ ...call, caller: await call.findCaller() }, call.body),
  })),

  serve(calls.changePassword, async (call) => {
    await changePassword(call, call.body)
    return { message: 'Your password is changed. Other devices are signed out.' }
  }),

  serve(calls.getEmergencyContact, async ({ player, app }) => ({
    emergency_contact: await findEmergencyContact(app.db, player.id),
  })),

  serve(calls.updateEmergencyContact, async (call) => {
    const { emergency_contact } = call.body
    await updateEmergencyContact(call, emergency_contact)
    return {
      message: emergency_contact ? 'Your emergency contact is saved.' : 'Your emergency contact is removed.',
    }
  }),

  serve(calls.getSettings, async ({ player, app }) => findSettings(app.db, player.id)),

  serve(calls.updatePrivacy, async (call) => {
    await runAction(call, ({ tx, player }) => updatePrivacySettings(tx, player.id, call.body))
    return { message: 'Saved. Players in your leagues see the change right away.' }
  }),

  serve(calls.listSessions, async ({ player, app, now }) => ({ items: await listLiveSessions(app.db, player, now) })),

  serve(calls.endOneSession, async (call) => {
    await runAction(call, ({ tx, player }) => endSessionOf(tx, player.id, call.params.id))
    return { message: 'This device is signed out.' }
  }),

  serve(calls.endAllSessions, async (call) => {
    await runAction(call, ({ tx, player }) => endAccessOf(tx, player.id))
    return { message: 'You are signed out everywhere.' }
  }),

  serve(calls.exportData, async ({ body, player, app, now }) => {
    await reauthenticate(app, player, body.password, now)
    return collectData(app.db, player, now)
  }),

  serve(calls.deleteAccount, async (call) => {
    await deleteAccount(call, call.body)
    return { message: 'Your account is deleted. Thank you for playing.' }
  }),
]
