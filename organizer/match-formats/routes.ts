import { serve } from '#/server/serve.ts'
import { addFormat, changeFormat, retireFormat } from './actions.ts'
import * as calls from './contract.ts'
import { listOwnFormats } from './queries.ts'

export const routes = [
  serve(calls.listMatchFormats, async ({ app }) => ({ formats: await listOwnFormats(app.db) })),

  serve(calls.createMatchFormat, async (call) => ({
    ...(await addFormat(call, call.body)),
    message: `${call.body.name} can be chosen in the rules of each season.`,
  })),

  serve(calls.changeMatchFormat, async (call) => {
    const { id, format } = await changeFormat(call, { ...call.params, ...call.body })
    const isNew = id !== call.params.id
    return {
      id,
      format,
      message: isNew
        ? `${call.body.name} has a new version. Seasons keep the version that they have chosen.`
        : `${call.body.name} has been changed.`,
    }
  }),

  serve(calls.retireMatchFormat, async (call) => ({
    message: `${await retireFormat(call, { ...call.params, retired: true })} is no longer offered. Seasons that have chosen it keep it.`,
  })),

  serve(calls.restoreMatchFormat, async (call) => ({
    message: `${await retireFormat(call, { ...call.params, retired: false })} is offered again.`,
  })),
]
