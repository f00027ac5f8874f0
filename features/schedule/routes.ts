import { serve } from '#/server/serve.ts'
import { addMatch, arrangeMatch } from './actions.ts'
import * as calls from './contract.ts'

export const scheduleRoutes = [
  serve(calls.arrangeMatch, async (call) => {
    await arrangeMatch(call, { ...call.params, ...call.body })
    return { message: call.body.match_date === null ? 'The match has no date now.' : 'The match is set.' }
  }),

  serve(calls.addMatch, async (call) => ({ message: 'The match is added.', id: await addMatch(call, call.body) })),
]
