import { readOrder } from '#/features/checkout/read-order.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { claimFreeSeasons } from './claim.ts'
import { claimFreeSeason, getFreeSeasons, getReferral } from './contract.ts'
import { countFreeSeasons, findReferral } from './queries.ts'

export const referralsRoutes = [
  serve(getReferral, async ({ player, app }) => findReferral(app.db, player.id)),

  serve(getFreeSeasons, async ({ player, app }) => ({ count: await countFreeSeasons(app.db, player.id) })),

  serve(claimFreeSeason, async ({ body, player, app, now }) => {
    if (player.area === null) refuse('profile_incomplete')
    const order = await readOrder(app.db, body, { area: player.area, player_id: player.id }, now)
    const order_id = await claimFreeSeasons(app, { ...order, player_id: player.id }, now)
    return {
      message: "You've successfully claimed your free season. Enjoy!",
      data: { order_id, status: 'Confirmed' as const, count: await countFreeSeasons(app.db, player.id) },
    }
  }),
]
