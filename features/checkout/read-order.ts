import type { AreaSlug } from '#/contract/areas.ts'
import { formatCents, readPrice, toAmount } from '#/contract/money.ts'
import { listedSeasons } from '#/contract/seasons.ts'
import type { Db } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import type { Season } from '#/features/seasons/contract.ts'
import { listSeasonsOnSale, refuseClosedArea, saleDay } from '#/features/seasons/queries.ts'
import { choosePartners, type Buyer } from '#/features/pairs/choose.ts'
import type { CartItem } from './contract.ts'
import type { NamedPartner } from '#/features/pairs/contract.ts'
import { findLines, totalOf, type Line } from './cart-queries.ts'

type Form = {
  league_slug: string
  year?: number | undefined
  cart: readonly CartItem[]
  price: number | string
  area?: AreaSlug | undefined
  partners?: readonly NamedPartner[] | undefined
}

/**
 * What an order form means, at the server's prices of now. The buyer's own area is for a form that names none.
 * Refuses an empty cart, what is not on sale, and a price that is not the server's: nothing is stored by then.
 */
export async function readOrder(
  db: Db,
  form: Form,
  buyer: Buyer & { area: AreaSlug },
  now: Date,
): Promise<{ season_id: number; area: AreaSlug; lines: Line[] }> {
  if (form.cart.length === 0) refuse('cart_empty')
  const seen = readPrice(form.price)
  if ('problem' in seen) refuse('invalid', { message: seen.problem, fields: { price: seen.problem } })
  const area = form.area ?? buyer.area
  const season = await findSeasonOnSale(db, form.league_slug, form.year, now)
  await refuseClosedArea(db, area, saleDay(now))
  const lines = await findLines(db, form.cart, season.id, area, saleDay(now))
  if (totalOf(lines) !== seen.cents) refusePrice(totalOf(lines), seen.cents)
  return { season_id: season.id, area, lines: await choosePartners(db, lines, form.partners, buyer) }
}

/** The edition of that season that is on sale now. Refuses an unknown season (422) and another year's (409). */
async function findSeasonOnSale(db: Db, slug: string, year: number | undefined, now: Date): Promise<Season> {
  if (!listedSeasons().some((kind) => kind.slug === slug))
    refuse('invalid', { fields: { league_slug: 'We do not know this season.' } })
  const seasons = await listSeasonsOnSale(db, saleDay(now))
  return (
    seasons.find((season) => season.slug === slug && (year ?? season.year) === season.year) ?? refuse('not_on_sale')
  )
}

/** Refuses price_changed with both totals: nobody pays another price than the one they have seen. */
function refusePrice(total: number, seen: number): never {
  refuse('price_changed', {
    message: `The price has changed: your order costs ${formatCents(total)} now, not ${formatCents(seen)}. Please review it again. You have not been charged.`,
    state: { total: toAmount(total) },
  })
}
