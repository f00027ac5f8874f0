import { serve } from '#/server/serve.ts'
import {
  changeDivision,
  createDivision,
  createUsualDivisions,
  orderDivisions,
  restoreDivision,
  retireDivision,
} from './actions.ts'
import * as calls from './contract.ts'
import { listAllDivisions } from './queries.ts'

export const routes = [
  serve(calls.listOrganizerDivisions, async ({ app }) => ({ divisions: await listAllDivisions(app.db) })),

  serve(calls.createDivision, async (call) => ({
    id: await createDivision(call, call.body),
    message: `${call.body.name} is on sale.`,
  })),

  serve(calls.createUsualDivisions, async (call) => {
    const count = await createUsualDivisions(call, call.body)
    return { message: count === 1 ? 'The division is on sale.' : `${count} divisions are on sale.` }
  }),

  serve(calls.changeDivision, async (call) => {
    await changeDivision(call, { ...call.body, id: call.params.id })
    return { message: `${call.body.name} has been changed.` }
  }),

  serve(calls.retireDivision, async (call) => ({
    message: `${await retireDivision(call, call.params)} is no longer on sale.`,
  })),

  serve(calls.restoreDivision, async (call) => ({
    message: `${await restoreDivision(call, call.params)} is on sale again.`,
  })),

  serve(calls.orderDivisions, async (call) => {
    await orderDivisions(call, call.body)
    return { message: 'The order has been changed.' }
  }),
]
