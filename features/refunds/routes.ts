import { formatCents } from '#/contract/money.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import * as actions from './actions.ts'
import { withdraw } from './contract.ts'
import { makeRefundNow } from './refund-actions.ts'

export const routes = [
  serve(withdraw, async (call) => {
    const { line, refund } = await actions.withdraw(call, { purchase_id: call.params.id, by: 'player' })
    const left = `You have left ${line.level_name}.`
    if (refund === null) return { message: left }
    const amount = formatCents(refund.amount_cents)
    const { state } = await makeRefundNow(call.app, refund.id, call.now, call.log)
    if (state === 'failed')
      refuse('refund_refused', {
        message: `The card service refused to refund ${amount}, so you are still in ${line.level_name}. The organizers can see this and will find another way.`,
      })
    if (state === 'requested')
      return {
        message: `We have received your withdrawal from ${line.level_name}. ${amount} goes back to your card as soon as the card service answers; we will email you then.`,
      }
    return {
      message: refund.amount_cents > 0 ? `${left} ${amount} goes back to your card; banks take 5 to 10 days.` : left,
    }
  }),
]
