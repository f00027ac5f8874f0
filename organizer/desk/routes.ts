import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { getTask } from './contract.ts'
import { findTask } from './tasks.ts'

export const routes = [
  serve(getTask, async ({ params, player, app }) => {
    return (await findTask(app.db, params.id, player.id)) ?? refuse('not_found')
  }),
]
