import { serve } from '#/server/serve.ts'
import { searchDesk } from './contract.ts'
import { findGroups } from './queries.ts'

export const routes = [
  serve(searchDesk, async ({ query, player, app }) => ({ groups: await findGroups(app.db, player, query.q) })),
]
