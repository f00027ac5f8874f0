import { toAmount } from '#/contract/money.ts'
import { findTask } from '#/organizer/desk/tasks.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { previewBulk, startBulk } from './actions.ts'
import * as calls from './contract.ts'
import { readReport } from './report.ts'

export const routes = [
  serve(calls.previewBulk, async (call) => {
    const { digest, plan } = await previewBulk(call, call.body)
    return {
      digest,
      will: plan.will.map(({ id, text }) => ({ id, text })),
      left_out: plan.left_out,
      refund: toAmount(plan.refund_cents),
      cash: toAmount(plan.cash_cents),
    }
  }),

  serve(calls.startBulk, async (call) => ({ task_id: await startBulk(call, call.body) })),

  serve(calls.getBulkReport, async ({ params, player, app }) => {
    const task = (await findTask(app.db, params.task_id, player.id)) ?? refuse('not_found')
    return (await readReport(app.db, task)) ?? refuse('not_found')
  }),
]
