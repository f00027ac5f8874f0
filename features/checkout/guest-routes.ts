import type * as z from 'zod/mini'
import { findCredentials } from '#/features/accounts/queries.ts'
import type { Db } from '#/server/db.ts'
import { refuse, refusalOf } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { purchaseAsGuest } from './guest-contract.ts'
import { findGuestOrder, insertGuestOrder, startGuestSession } from './guest-queries.ts'
import { continueOrder } from './payment.ts'
import type { Order } from './queries.ts'
import { readOrder } from './read-order.ts'

export const guestRoutes = [
  serve(purchaseAsGuest, async ({ body, app, now, log }) => {
    const asked = { confirmation_token: body.confirmationToken, email: body.email }
    const order = (await findGuestOrder(app.db, asked, now)) ?? (await openOrder(app.db, body, now))
    const answer = await continueOrder(app, order, now, log)
    return { ...answer, ...(await startGuestSession(app.db, order.player_id, now)) }
  }),
]

/** How often the same request may be overtaken by its own twins, each of which was declined and left nothing behind. */
const mostTwins = 50

/** Opens the account with its order, or finds them as the same request at the same moment has. */
async function openOrder(db: Db, body: z.output<typeof purchaseAsGuest.body>, now: Date): Promise<Order> {
  const asked = { confirmation_token: body.confirmationToken, email: body.email }
  const order = {
    ...(await readOrder(db, body, { area: body.location, guest: body }, now)),
    confirmation_token: asked.confirmation_token,
  }
  for (let twins = 0; twins < mostTwins; twins += 1) {
    try {
      await insertGuestOrder(db, { player: body, order }, now)
    } catch (error) {
      if (refusalOf(error)?.code !== 'email_in_use') throw error
    }
    const opened = await findGuestOrder(db, asked, now)
    if (opened) return opened
    if (await findCredentials(db, body.email))
      refuse('email_in_use', { message: 'This email already has an account: sign in to buy. Nothing was charged.' })
  }
  refuse('conflict')
}
