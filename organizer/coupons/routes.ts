import { saleDay } from '#/features/seasons/queries.ts'
import { serve } from '#/server/serve.ts'
import { changeCoupon, createCoupon, deleteCoupon } from './actions.ts'
import * as calls from './contract.ts'
import { listCouponsPage } from './queries.ts'

export const routes = [
  serve(calls.listCoupons, async ({ app, query, now }) => listCouponsPage(app.db, query, saleDay(now))),

  serve(calls.createCoupon, async (call) => ({
    id: await createCoupon(call, call.body),
    message: `The coupon ${call.body.code} can be used.`,
  })),

  serve(calls.changeCoupon, async (call) => {
    await changeCoupon(call, { ...call.body, ...call.params })
    return { message: `The coupon ${call.body.code} has been changed.` }
  }),

  serve(calls.deleteCoupon, async (call) => ({
    message: `The coupon ${await deleteCoupon(call, call.params)} cannot be used any more.`,
  })),
]
