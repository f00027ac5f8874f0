import { serve } from '#/server/serve.ts'
import { appoint, changePermissions, resetPhone } from './actions.ts'
import * as calls from './contract.ts'
import { listOrganizers } from './queries.ts'

export const routes = [
  serve(calls.listPeople, async ({ player, app }) => ({ people: await listOrganizers(app.db, player.id) })),

  serve(calls.appointPerson, async (call) => ({ message: await appoint(call, call.body) })),

  serve(calls.changePermissions, async (call) => ({
    message: await changePermissions(call, { id: call.params.id, permissions: call.body }),
  })),

  serve(calls.dismissPerson, async (call) => ({
    message: await changePermissions(call, { id: call.params.id, permissions: null }),
  })),

  serve(calls.resetPhone, async (call) => ({ message: await resetPhone(call, call.params) })),
]
