import { serve } from '#/server/serve.ts'
import { addMatch, arrangeMatch } from './actions.ts'
import * as calls from './contract.ts'

export const scheduleRoutes = [
  serve(calls.arrangeMatch, async (call) => {
    const warnings = await arrangeMatch(call, { ...call.params, ...call.body })
    const { match_date, match_location } = call.body
    if (match_date !== null) return { message: ['The match is set.', ...warnings].join(' '), warnings }
    return {
      warnings,
      message: match_location === '' ? 'The match has no date now.' : 'The court is set. The match has no date yet.',
    }
  }),

  serve(calls.addMatch, async (call) => {
    const { id, warnings } = await addMatch(call, call.body)
    return { id, warnings, message: ['The match is added.', ...warnings].join(' ') }
  }),
]
