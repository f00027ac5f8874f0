import { serve } from '#/server/serve.ts'
import { deskAreas } from '#/server/permissions.ts'
import { listActsOf } from '#/organizer/audit/queries.ts'
import { listActs } from '#/organizer/audit/contract.ts'

export const auditRoutes = [
  serve(listActs, async ({ query, player, app }) =>
    listActsOf(app.db, {
      ...query,
      areas: deskAreas(player, query.area),
      beyond: query.area !== undefined ? 'none' : player.role === 'owner' ? 'all' : { organizer_id: player.id },
    }),
  ),
]
