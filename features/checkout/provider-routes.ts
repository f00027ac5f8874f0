import { inTransaction } from '#/server/db.ts'
import { startJob } from '#/server/queue.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { authenticateTestPayment, createTestToken } from '#/server/outside/payments-test.ts'
import { askVault, ensureCustomer, findCustomer } from './cards.ts'
import { answerTestBank, forgetCard, receiveWebhook, listCards, makeTestToken, saveCard } from './contract.ts'
import { insertEvent } from './queries.ts'

/** The calls that speak with, or of, the payment provider alone. */
export const providerRoutes = [
  serve(receiveWebhook, async ({ body, app, now, log, address }) => {
    const event = app.payments.readWebhook(body.bytes, body.headers)
    if (event === null) {
      log.warn({ address }, 'an event that the payment provider has not signed just now')
      refuse('bad_signature')
    }
    if (event !== 'nothing of ours') {
      const { payment, order_id } = event
      await inTransaction(app.db, async (tx) => {
        const first = await insertEvent(tx, event, now)
        if (first) await startJob(tx, 'follow_payment', { payment, order_id }, { last: true })
      })
    }
    return { message: 'Received.' }
  }),

  serve(listCards, async ({ player, app }) => {
    const vault = app.payments.cards
    const customer = vault && (await findCustomer(app, player.id))
    return { kept: vault !== null, cards: vault && customer !== null ? await askVault(vault.list(customer)) : [] }
  }),

  serve(saveCard, async ({ player, app }) => {
    const vault = app.payments.cards ?? refuse('cards_not_kept')
    return askVault(ensureCustomer(app, vault, player.id).then((customer) => vault.startSaving(customer)))
  }),

  serve(forgetCard, async ({ params, player, app }) => {
    const vault = app.payments.cards ?? refuse('not_found')
    const customer = (await findCustomer(app, player.id)) ?? refuse('not_found')
    if (!(await askVault(vault.forget(customer, params.card)))) refuse('not_found')
    return { message: 'The card is removed.' }
  }),

  serve(makeTestToken, async ({ body, app, now }) => {
    if (app.payments.mode !== 'test') refuse('not_found')
    return { id: await createTestToken(app.db, body, now) }
  }),

  serve(answerTestBank, async ({ body, app }) => {
    const heard = await authenticateTestPayment(app.db, body.client_secret, body.approved)
    if (!heard) refuse('not_found')
    return { message: 'The test bank has your answer.' }
  }),
]
