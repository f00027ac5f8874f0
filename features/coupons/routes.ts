import { discountOfTerms } from '#/contract/money.ts'
import { findSeasonOnSale, saleDay } from '#/features/seasons/queries.ts'
import { serve } from '#/server/serve.ts'
import { checkCoupon } from './contract.ts'
import { getCoupon } from './queries.ts'

export const routes = [
  serve(checkCoupon, async ({ body, findCaller, app, now }) => {
    const { coupon: code, league_slug, year } = body
    const season = await findSeasonOnSale(app.db, league_slug, year, now)
    const use = { code, season_id: season.id, by: { player_id: (await findCaller())?.id ?? null } }
    const coupon = await getCoupon(app.db, use, saleDay(now))
    return { coupon: { code: coupon.code, ...discountOfTerms(coupon) } }
  }),
]
