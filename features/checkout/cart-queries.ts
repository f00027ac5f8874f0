import type { AreaSlug } from '#/contract/areas.ts'
import { formatCents, toAmount } from '#/contract/money.ts'
import { organization } from '#/contract/organization.ts'
import { priceSql } from '#/features/seasons/queries.ts'
import { discountsOf, type DiscountTerms } from '#/rules/coupon.ts'
import { secondDivisionDiscounts, type SecondDivision } from '#/rules/second-division.ts'
import type { Db } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import type { CartItem } from './contract.ts'

/** One item to buy: a league, its price for the buyer in cents and, in doubles, the partner to invite. */
export type Line = {
  league_id: number
  price_cents: number
  /** Discounts: first as an additional division of the season, then by a coupon. */
  second_division_cents?: number
  discount_cents?: number
  partner_name?: string
  partner_email?: string
}

/** A line with the division that the cart item refers to. */
export type CartLine = Line & { id: number; slug: string; kind: 'singles' | 'doubles' }

/**
 * The leagues of that season and area that the cart refers to, in the cart's order and at that day's prices. Refuses a
 * division that is unknown, repeated or no longer on sale, and an id and slug that disagree (422, with the field).
 */
export async function findLines(
  db: Db,
  cart: readonly CartItem[],
  season_id: number,
  area: AreaSlug,
  today: string,
): Promise<CartLine[]> {
  const leagues = await db
    .selectFrom('leagues as l')
    .innerJoin('divisions as d', 'd.id', 'l.division_id')
    .select([
      'l.id as league_id',
      'd.id',
      'd.slug',
      'd.kind',
      priceSql(today).as('price_cents'),
      'd.retired_at',
      'l.offered',
    ])
    .where('l.season_id', '=', season_id)
    .where('l.area', '=', area)
    .execute()
  const fields: Record<string, string> = {}
  const lines: CartLine[] = []
  for (const [index, item] of cart.entries()) {
    const league = leagues.find(({ id, slug }) => (item.id ?? id) === id && (item.slug ?? slug) === slug)
    if (!league) fields[`cart.${index}`] = 'We do not know this division.'
    else if (lines.some(({ league_id }) => league_id === league.league_id))
      fields[`cart.${index}`] = 'This division is in the cart twice.'
    else if (league.retired_at !== null || !league.offered)
      fields[`cart.${index}`] = 'This division is no longer on sale.'
    else {
      const { retired_at: _, offered: __, ...line } = league
      lines.push(line)
    }
  }
  if (Object.keys(fields).length > 0) refuse('invalid', { fields })
  return lines
}

/** The lines at the reduced prices of additional divisions. */
export function withSecondDivision<L extends Line>(lines: readonly L[], second: SecondDivision): L[] {
  const off = secondDivisionDiscounts(
    lines.map(({ price_cents }) => price_cents),
    second,
    organization().currency,
  )
  return lines.map((line, index) => {
    const second_division_cents = off[index] ?? 0
    return { ...line, price_cents: line.price_cents - second_division_cents, second_division_cents }
  })
}

/** The lines at the prices that remain after a coupon. */
export function withCoupon<L extends Line>(lines: readonly L[], terms: DiscountTerms): L[] {
  const off = discountsOf(
    lines.map(({ price_cents }) => price_cents),
    terms,
    organization().currency,
  )
  return lines.map((line, index) => {
    const discount_cents = off[index] ?? 0
    return { ...line, price_cents: line.price_cents - discount_cents, discount_cents }
  })
}

/** Refuses price_changed with both totals: buyers pay only the price they have seen. */
export function refusePrice(total: number, seen: number): never {
  refuse('price_changed', {
    message: `The price has changed: your order costs ${formatCents(total)} now, not ${formatCents(seen)}. Please review it again. You have not been charged.`,
    state: { total: toAmount(total) },
  })
}

/** The total price of the lines, in cents. */
export function totalOf(lines: readonly Line[]): number {
  return lines.reduce((total, line) => total + line.price_cents, 0)
}
