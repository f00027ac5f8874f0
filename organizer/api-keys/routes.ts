import { serve } from '#/server/serve.ts'
import { addApiKey, removeApiKey } from './actions.ts'
import * as calls from './contract.ts'
import { listApiKeysOf } from './queries.ts'

export const routes = [
  serve(calls.listApiKeys, async ({ app, player, now }) => ({ api_keys: await listApiKeysOf(app.db, player, now) })),

  serve(calls.createApiKey, async (call) => ({
    ...(await addApiKey(call, call.body)),
    message: 'The key works. Keep it: it is shown only now.',
  })),

  serve(calls.deleteApiKey, async (call) => {
    await removeApiKey(call, call.params.id)
    return { message: 'The key is revoked.' }
  }),
]
