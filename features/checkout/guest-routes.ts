import { serve } from '#/server/serve.ts'
import { continueOrder } from './actions.ts'
import { openGuestOrder, startGuestSession } from './guest-actions.ts'
import { purchaseAsGuest } from './guest-contract.ts'

export const guestRoutes = [
  serve(purchaseAsGuest, async (call) => {
    const order = await openGuestOrder(call, call.body)
    const answer = await continueOrder(call, order)
    const session = await startGuestSession(call, order)
    call.identify(session.user.id, session.token)
    return { ...answer, ...session }
  }),
]
