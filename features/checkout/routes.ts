import { toAmount } from '#/contract/money.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { buyDivisions, claimFreeSeasons, completeOwnOrder, receivePaymentEvent } from './actions.ts'
import {
  claimFreeSeason,
  completePurchase,
  getOrder,
  getSecondDivision,
  listPurchases,
  purchase,
  receiveWebhook,
} from './contract.ts'
import { findReceipt, listPurchasesPage } from './receipt-queries.ts'
import { findSecondDivision } from '#/features/seasons/second-division-queries.ts'

export const routes = [
  serve(purchase, (call) => buyDivisions(call, call.body)),

  serve(completePurchase, (call) => completeOwnOrder(call, call.params)),

  serve(listPurchases, async ({ query, player, app }) => listPurchasesPage(app.db, player.id, query)),

  serve(getOrder, async ({ params, player, app, now }) => ({
    order: (await findReceipt(app.db, player.id, params.order_id, now)) ?? refuse('not_found'),
  })),

  serve(getSecondDivision, async ({ params, player, app }) => {
    const of = { season_id: params.id, player_id: player.id }
    const { has_division, highest_cents } = await findSecondDivision(app.db, of)
    return { has_division, highest_price: highest_cents && toAmount(highest_cents) }
  }),

  serve(claimFreeSeason, async (call) => {
    const claimed = await claimFreeSeasons(call, call.body)
    return {
      message: "You've successfully claimed your free season. Enjoy!",
      data: { ...claimed, status: 'Confirmed' as const },
    }
  }),

  serve(receiveWebhook, async (call) => {
    const event = call.app.payments.readWebhook(call.body.bytes, call.body.headers)
    if (event === null) refuse('bad_signature')
    if (event !== 'nothing of ours') await receivePaymentEvent(call, event)
    return { message: 'Received.' }
  }),
]
