import { dollarsToCents, priceSentences } from '#/rules/price.ts'
import { seasonTemplates } from '#/rules/season.ts'
import type { App } from '#/server/app.ts'
import { authenticateTestPayment, createTestToken } from '#/server/outside/payments-test.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import type { Season } from '#/features/seasons/contract.ts'
import { listSeasonsOnSale, saleDay } from '#/features/seasons/queries.ts'
import {
  answerTestBank,
  completePurchase,
  getConfig,
  listMyLeagues,
  listPurchases,
  makeTestToken,
  purchase,
} from './contract.ts'
import { carryOn } from './payment.ts'
import {
  findLines,
  findOrder,
  findOrderByToken,
  insertOrder,
  listLeagueEntries,
  listPurchasesPage,
  totalOf,
  type Order,
} from './queries.ts'

export const checkoutRoutes = [
  serve(getConfig, async ({ app }) => ({
    payment: { mode: app.payments.mode, publishable_key: null },
    social: await findSocial(app),
    support_email: app.config.SUPPORT_EMAIL,
    support_phone: app.config.SUPPORT_PHONE,
  })),

  serve(purchase, async ({ body, player, app, now, log }) => {
    if (player.area === null) refuse('profile_incomplete')
    const { cart, price, confirmationToken: confirmation_token } = body
    const again = await findOwnOrderByToken(app, player.id, confirmation_token)
    if (again) return carryOn(app, again, now, log)

    if (cart.length === 0) refuse('cart_empty')
    const seen = dollarsToCents(price)
    if ('problem' in seen)
      refuse('invalid', { message: priceSentences[seen.problem], fields: { price: priceSentences[seen.problem] } })
    const area = body.area ?? player.area
    const season = await findSeasonOnSale(app, body.league_slug, body.year, now)
    const lines = await findLines(app.db, cart, season.id, area)
    if (totalOf(lines) !== seen.cents) refuse('price_changed')

    await insertOrder(app.db, { player_id: player.id, season_id: season.id, area, confirmation_token, lines }, now)
    const order = (await findOwnOrderByToken(app, player.id, confirmation_token)) ?? refuse('conflict')
    return carryOn(app, order, now, log)
  }),

  serve(completePurchase, async ({ params, player, app, now, log }) => {
    const order = (await findOrder(app.db, player.id, params.order_id)) ?? refuse('not_found')
    return carryOn(app, order, now, log)
  }),

  serve(listPurchases, async ({ query, player, app }) => listPurchasesPage(app.db, player.id, query)),

  serve(listMyLeagues, async ({ player, app }) => listLeagueEntries(app.db, player.id)),

  serve(makeTestToken, async ({ body, app, now }) => ({ id: await createTestToken(app.db, body, now) })),

  serve(answerTestBank, async ({ body, app }) => {
    const heard = await authenticateTestPayment(app.db, body.client_secret, body.approved)
    if (!heard) refuse('not_found')
    return { message: 'The test bank has heard you.' }
  }),
]

/** What the browser needs for the button; null without a provider, and while it can not be reached. */
async function findSocial({ social }: App) {
  const authorization_endpoint = await social?.authorizationEndpoint()
  return social && authorization_endpoint ? { name: social.name, client_id: social.client_id, authorization_endpoint } : null
}

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

/** The edition of that season which is for sale now. Refuses an unknown season (422) and another year's (409). */
async function findSeasonOnSale(app: App, slug: string, year: number | undefined, now: Date): Promise<Season> {
  if (!seasonTemplates.some((template) => template.slug === slug))
    refuse('invalid', { fields: { league_slug: 'We do not know this season.' } })
  const seasons = await listSeasonsOnSale(app.db, saleDay(now))
  return (
    seasons.find((season) => season.slug === slug && (year ?? season.year) === season.year) ?? refuse('not_on_sale')
  )
}
