import { serve } from '#/server/serve.ts'
import { addWebhook, changeWebhookOf, removeWebhook, renewSecret, sendAgain } from './actions.ts'
import * as calls from './contract.ts'
import { listDeliveriesTo, listWebhooksOf } from './queries.ts'

export const routes = [
  serve(calls.listWebhooks, async ({ app, player }) => ({ webhooks: await listWebhooksOf(app.db, player) })),

  serve(calls.createWebhook, async (call) => ({
    ...(await addWebhook(call, call.body)),
    message: 'The webhook listens. Keep its secret: it is shown only now.',
  })),

  serve(calls.changeWebhook, async (call) => {
    await changeWebhookOf(call, { ...call.params, ...call.body })
    return { message: call.body.paused ? 'The webhook is paused.' : 'The webhook has been changed and listens.' }
  }),

  serve(calls.renewWebhookSecret, async (call) => ({
    secret: await renewSecret(call, call.params.id),
    message: 'The webhook has a new secret. For a day the one before signs too.',
  })),

  serve(calls.deleteWebhook, async (call) => {
    await removeWebhook(call, call.params.id)
    return { message: 'The webhook is deleted.' }
  }),

  serve(calls.listDeliveries, ({ app, player, params, query }) => listDeliveriesTo(app.db, params.id, player, query)),

  serve(calls.replayDelivery, async (call) => {
    await sendAgain(call, call.params)
    return { message: 'It is sent again.' }
  }),
]
