import type { AreaSlug } from '#/contract/areas.ts'
import { readPrice } from '#/contract/money.ts'
import type { Db } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { getCoupon, type Coupon } from '#/features/coupons/queries.ts'
import { findSeasonOnSale, refuseClosedArea, saleDay } from '#/features/seasons/queries.ts'
import { choosePartners, type Buyer } from '#/features/pairs/choose.ts'
import type { CartItem } from './contract.ts'
import type { NamedPartner } from '#/features/pairs/contract.ts'
import { findLines, refusePrice, totalOf, withCoupon, withSecondDivision, type Line } from './cart-queries.ts'
import { findSecondDivision } from '#/features/seasons/second-division-queries.ts'

type Form = {
  league_slug: string
  year?: number | undefined
  cart: readonly CartItem[]
  price: number | string
  area?: AreaSlug | undefined
  partners?: readonly NamedPartner[] | undefined
  coupon?: string | undefined
}

/**
 * The order described by a form, at the server's current prices. The area defaults to the buyer's. Stores nothing.
 * Refuses an empty cart, items not on sale, an unusable coupon, and a price that differs from the server's.
 */
export async function readOrder(
  db: Db,
  form: Form,
  buyer: Buyer & { area: AreaSlug },
  now: Date,
): Promise<{ season_id: number; area: AreaSlug; lines: Line[]; coupon: Coupon | null }> {
  if (form.cart.length === 0) refuse('cart_empty')
  const seen = readPrice(form.price)
  if ('problem' in seen) refuse('invalid', { message: seen.problem, fields: { price: seen.problem } })
  const area = form.area ?? buyer.area
  const season = await findSeasonOnSale(db, form.league_slug, form.year, now)
  await refuseClosedArea(db, area, saleDay(now))
  const player_id = 'guest' in buyer ? null : buyer.player_id
  const second = await findSecondDivision(db, { season_id: season.id, player_id })
  const priced = withSecondDivision(await findLines(db, form.cart, season.id, area, saleDay(now)), second)
  // The uses left are checked only when the order is stored, because a repeated request must find its own order first.
  const use =
    form.coupon === undefined ? null : { code: form.coupon, season_id: season.id, without_cents: totalOf(priced) }
  const coupon = use && (await getCoupon(db, use, saleDay(now)))
  const lines = coupon ? withCoupon(priced, coupon) : priced
  if (totalOf(lines) !== seen.cents) refusePrice(totalOf(lines), seen.cents)
  return {
    season_id: season.id,
    area,
    // The coupon is not used if everything is already free.
    coupon: totalOf(priced) > 0 ? coupon : null,
    lines: await choosePartners(db, lines, form.partners, buyer),
  }
}
