import { serve } from '#/server/serve.ts'
import { organizerAreas } from '#/server/permissions.ts'
import { listAuditEntries } from '#/organizer/audit/queries.ts'
import { listAuditLog } from '#/organizer/audit/contract.ts'

export const routes = [
  serve(listAuditLog, async ({ query, player, app }) =>
    listAuditEntries(app.db, {
      ...query,
      areas: organizerAreas(player, query.area),
      beyond: query.area !== undefined ? 'none' : player.role === 'owner' ? 'all' : { organizer_id: player.id },
    }),
  ),
]
