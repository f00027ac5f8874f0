import { serve } from '#/server/serve.ts'
import {
  addPasskey,
  checkPasskey,
  removePasskey,
  signInByPasskey,
  startCheck,
  startPasskey,
  startSignIn,
} from './actions.ts'
import * as calls from './contract.ts'
import { listPasskeysOf } from './queries.ts'

export const routes = [
  serve(calls.listPasskeys, async ({ app, player }) => ({ items: await listPasskeysOf(app.db, player.id) })),

  serve(calls.startPasskey, async (call) => startPasskey(call, call.body)),

  serve(calls.addPasskey, async (call) => {
    await addPasskey(call, call.body)
    return { message: 'Your passkey is added. You can sign in with it from now on.' }
  }),

  serve(calls.removePasskey, async (call) => {
    await removePasskey(call, { ...call.params, ...call.body })
    return { message: 'The passkey is removed here. Please delete it on your device too.' }
  }),

  serve(calls.startPasskeyCheck, async (call) => startCheck(call)),

  serve(calls.checkPasskey, async (call) => {
    await checkPasskey(call, call.body)
    return { message: 'Thank you.' }
  }),

  serve(calls.startPasskeySignIn, async (call) => startSignIn(call)),

  serve(calls.signInByPasskey, async (call) => {
    const session = await signInByPasskey(call, call.body)
    call.identify(session.user.id, session.token)
    return session
  }),
]
