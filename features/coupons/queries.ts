import { sql, type SqlBool } from 'kysely'
import { formatCents, toAmount } from '#/contract/money.ts'
import { sentenceOf } from '#/contract/refusals.ts'
import { holdsPlace } from '#/features/leagues/queries.ts'
import { normalizeCode, type DiscountTerms } from '#/rules/coupon.ts'
import type { Db, Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'

/** A coupon with the terms that an order needs. */
export type Coupon = DiscountTerms & { id: number; code: string }

/**
 * Whether order `o` holds a use of its coupon: a line is open, paid or confirmed, or was not refunded. An order that
 * failed, was abandoned or was refunded in full returns the use.
 */
export const holdsUse = sql<SqlBool>`exists (
  select from purchases p where p.order_id = o.id
    and (${holdsPlace} or p.status = 'Closed' and p.withdrawn_at is not null and p.discount_cents > 0))`

type Problem = 'expired' | 'other_season' | 'used' | 'used_up'

const sentences: Record<Problem | 'unknown', string> = {
  unknown: sentenceOf('coupon_unknown'),
  expired: 'This coupon has expired.',
  other_season: 'This coupon is not for this season.',
  used: 'You have used this coupon already.',
  used_up: 'This coupon has been used up.',
}

export type CouponUse = {
  code: string
  season_id: number
  /** The user of the coupon. Null without an account. If omitted, uses are not checked. */
  by?: { player_id: number | null }
  /** The order's price without the coupon, in cents. Undefined if no order is being placed. */
  without_cents?: number
}

/**
 * Finds a coupon by code, valid on a sale day. Refuses coupon_unknown and coupon_refused, with the total without it.
 */
export async function getCoupon(
  db: Db | Tx,
  { code, season_id, by, without_cents }: CouponUse,
  today: string,
): Promise<Coupon> {
  const { rows } = await sql<Coupon & { problem: Problem | null }>`
    select c.id, c.code, c.percent, c.amount_cents, case
      when c.expires_on < ${today} then 'expired'
      when not c.for_all_seasons and not exists (
        select from coupon_seasons cs where cs.coupon_id = c.id and cs.season_id = ${season_id}) then 'other_season'
      when not ${by !== undefined}::boolean then null
      when exists (
        select from orders o
        where o.coupon_id = c.id and o.player_id = ${by?.player_id ?? null}::int and ${holdsUse}) then 'used'
      when (select count(*) from orders o where o.coupon_id = c.id and ${holdsUse}) >= c.use_limit then 'used_up' end as problem
    from coupons c
    where c.code = ${normalizeCode(code)} and c.deleted_at is null`.execute(db)
  const [found] = rows
  if (found === undefined) return refuseCoupon('unknown', without_cents)
  const { problem, ...coupon } = found
  return problem === null ? coupon : refuseCoupon(problem, without_cents)
}

/**
 * Holds a use of a coupon for the order that this transaction stores; concurrent orders for the last use run one after
 * the other. Returns the current coupon. Refuses for the same reasons as `getCoupon`.
 */
export async function takeCoupon(
  tx: Tx,
  { id, ...use }: Required<CouponUse> & { id: number },
  today: string,
): Promise<Coupon> {
  // Weaker than `for update`, which would conflict with the key locks of orders that reference the coupon.
  await sql`select from coupons where id = ${id} for no key update`.execute(tx)
  const coupon = await getCoupon(tx, use, today)
  // The code may belong to another coupon by now, if the first one was deleted.
  return coupon.id === id ? coupon : refuseCoupon('unknown', use.without_cents)
}

function refuseCoupon(problem: Problem | 'unknown', without_cents: number | undefined): never {
  const order =
    without_cents === undefined
      ? ''
      : ` Your order costs ${formatCents(without_cents)} without it. You have not been charged.`
  refuse(problem === 'unknown' ? 'coupon_unknown' : 'coupon_refused', {
    message: sentences[problem] + order,
    state: { reason: problem, ...(without_cents !== undefined && { total: toAmount(without_cents) }) },
  })
}
