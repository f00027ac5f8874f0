import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import {
  MOST_NAMED,
  deleteTemplate,
  nameLeftOut,
  previewMessage,
  saveTemplate,
  sendMessage,
  testMessage,
} from './actions.ts'
import { countAudience } from './audience.ts'
import * as calls from './contract.ts'
import { findMessage, listMessages, listRecipients, listTemplates } from './queries.ts'
import { builtInTemplates } from './templates.ts'

export const routes = [
  serve(calls.countRecipients, async ({ body, player, app, now }) => {
    const counted = await countAudience(app.db, player, body.filter, { now, most: MOST_NAMED })
    return {
      recipients: counted.reached,
      left_out: nameLeftOut(counted.left_out),
      left_out_count: counted.left_out_count,
    }
  }),

  serve(calls.previewMessage, async (call) => previewMessage(call, call.body)),

  serve(calls.sendOrganizerMessage, async (call) => sendMessage(call, call.body)),

  serve(calls.testMessage, async (call) => ({ message: `Sent to ${await testMessage(call, call.body)}.` })),

  serve(calls.listMessages, async ({ query, player, app }) => listMessages(app.db, player, query)),

  serve(
    calls.getMessage,
    async ({ params, player, app }) => (await findMessage(app.db, player, params.id)) ?? refuse('not_found'),
  ),

  serve(calls.listMessageRecipients, async ({ params, query, player, app }) => {
    if (!(await findMessage(app.db, player, params.id))) refuse('not_found')
    return listRecipients(app.db, params.id, query)
  }),

  serve(calls.listMessageTemplates, async ({ app }) => ({
    templates: [
      ...(await listTemplates(app.db)).map((own) => ({ ...own, filter: null })),
      ...builtInTemplates.map((template) => ({ ...template, id: null })),
    ],
  })),

  serve(calls.saveMessageTemplate, async (call) => {
    await saveTemplate(call, call.body)
    return { message: 'The template is saved.' }
  }),

  serve(calls.deleteMessageTemplate, async (call) => {
    await deleteTemplate(call, call.params)
    return { message: 'The template is deleted.' }
  }),
]
