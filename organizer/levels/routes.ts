import { skipOf } from '#/contract/page.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import { organizerAreas } from '#/server/permissions.ts'
import { serve } from '#/server/serve.ts'
import { saveLevels } from './actions.ts'
import * as calls from './contract.ts'
import { findOrganizerLevels } from './queries.ts'
import { listLevelProposals } from './review-queries.ts'

export const routes = [
  serve(calls.listOrganizerLevels, async ({ app }) => findOrganizerLevels(app.db)),
  serve(calls.reviewLevels, async ({ query, player, app, now }) => {
    organizerAreas(player, query.area)
    const proposals = await listLevelProposals(app.db, player, query.area, saleDay(now))
    const skip = skipOf(query)
    return { players: proposals.slice(skip, skip + query.per_page), total: proposals.length, skip }
  }),
  serve(calls.saveLevels, (call) => saveLevels(call, call.body)),
]
