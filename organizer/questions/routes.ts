import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { saveQuestions } from './actions.ts'
import * as calls from './contract.ts'
import { findQuestions, findSeasonTitle } from './queries.ts'

export const routes = [
  serve(calls.listOrganizerQuestions, async ({ params: { id }, app }) => {
    if ((await findSeasonTitle(app.db, id)) === undefined) refuse('not_found')
    return findQuestions(app.db, id)
  }),

  serve(calls.saveQuestions, (call) => saveQuestions(call, { ...call.params, ...call.body })),
]
