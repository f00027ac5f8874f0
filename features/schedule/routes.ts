import { serve } from '#/server/serve.ts'
import { addMatch } from './actions.ts'
import * as calls from './contract.ts'

export const routes = [
  serve(calls.addMatch, async (call) => {
    const { id, warnings } = await addMatch(call, call.body)
    return { id, warnings, message: ['The match is added.', ...warnings].join(' ') }
  }),
]
