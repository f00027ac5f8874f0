import { authenticateTestPayment, createTestToken } from '#/server/outside/payments-test.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { listSavedCards, removeCard, startSavingCard } from './actions.ts'
import { answerTestBank, forgetCard, listCards, makeTestToken, saveCard } from './contract.ts'

export const routes = [
  serve(listCards, listSavedCards),

  serve(saveCard, startSavingCard),

  serve(forgetCard, async (call) => {
    await removeCard(call, { card: call.params.card })
    return { message: 'The card is removed.' }
  }),

  serve(makeTestToken, async ({ body, app, now }) => {
    if (app.payments.mode !== 'test') refuse('not_found')
    return { id: await createTestToken(app.db, body, now) }
  }),

  serve(answerTestBank, async ({ body, app }) => {
    const answered = await authenticateTestPayment(app.db, body.client_secret, body.approved)
    if (!answered) refuse('not_found')
    return { message: 'The test bank has your answer.' }
  }),
]
