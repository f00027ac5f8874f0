import type { App } from '#/server/context.ts'
import { countFreeSeasons } from '#/features/referrals/queries.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { claimFreeSeason, completePurchase, getOrder, listPurchases, purchase } from './contract.ts'
import { claimFreeSeasons } from './claim.ts'
import { continueOrder } from './payment.ts'
import { providerRoutes } from './provider-routes.ts'
import { findOrder, findOrderByToken, insertOrder, listPurchasesPage, type Order } from './queries.ts'
import { readOrder } from './read-order.ts'
import { findReceipt } from './receipt-queries.ts'

export const checkoutRoutes = [
  serve(purchase, async ({ body, player, app, now, log }) => {
    if (player.area === null) refuse('profile_incomplete')
    const confirmation_token = body.confirmationToken
    const again = await findOwnOrderByToken(app, player.id, confirmation_token)
    if (again) return continueOrder(app, again, now, log)

    const { season_id, area, lines } = await readOrder(app.db, body, { area: player.area, player_id: player.id }, now)
    await insertOrder(app.db, { player_id: player.id, season_id, area, confirmation_token, lines }, now)
    const order = (await findOwnOrderByToken(app, player.id, confirmation_token)) ?? refuse('conflict')
    return continueOrder(app, order, now, log)
  }),

  serve(completePurchase, async ({ params, player, app, now, log }) => {
    const order = (await findOrder(app.db, player.id, params.order_id)) ?? refuse('not_found')
    return continueOrder(app, order, now, log)
  }),

  serve(listPurchases, async ({ query, player, app }) => listPurchasesPage(app.db, player.id, query)),

  serve(getOrder, async ({ params, player, app, now }) => ({
    order: (await findReceipt(app.db, player.id, params.order_id, now)) ?? refuse('not_found'),
  })),

  serve(claimFreeSeason, async ({ body, player, app, now }) => {
    if (player.area === null) refuse('profile_incomplete')
    const order = await readOrder(app.db, body, { area: player.area, player_id: player.id }, now)
    const order_id = await claimFreeSeasons(app, { ...order, player_id: player.id }, now)
    return {
      message: "You've successfully claimed your free season. Enjoy!",
      data: { order_id, status: 'Confirmed' as const, count: await countFreeSeasons(app.db, player.id) },
    }
  }),

  ...providerRoutes,
]

/** The order of a confirmation token. Refuses token_used when it is another player's. */
async function findOwnOrderByToken(
  app: App,
  player_id: number,
  confirmation_token: string,
): Promise<Order | undefined> {
  const order = await findOrderByToken(app.db, confirmation_token)
  if (order && order.player_id !== player_id) refuse('token_used')
  return order
}
