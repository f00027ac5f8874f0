import { sql, type RawBuilder } from 'kysely'
import { toAmount } from '#/contract/money.ts'
import { skipOf, type PageQuery } from '#/contract/page.ts'
import { holdsUse } from '#/features/coupons/queries.ts'
import type { Db, Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import type { CouponForm, OrganizerCoupon } from './contract.ts'

/** A coupon as it is stored. `seasons`: null for all of them. */
export type StoredCoupon = {
  code: string
  percent: number | null
  amount_cents: number | null
  use_limit: number | null
  expires_on: string | null
  seasons: number[] | null
}

export function toStored({ code, percent, amount, limit, expires_on, seasons }: CouponForm): StoredCoupon {
  return {
    code,
    percent: percent ?? null,
    amount_cents: amount ?? null,
    use_limit: limit ?? null,
    expires_on: expires_on ?? null,
    seasons: seasons ? [...new Set(seasons)].toSorted((a, b) => a - b) : null,
  }
}

/** A page of the coupons, newest first. `today` is the day of sales. */
export async function listCouponsPage(
  db: Db,
  page: PageQuery,
  today: string,
): Promise<{ coupons: OrganizerCoupon[]; total: number; skip: number }> {
  const skip = skipOf(page)
  type Row = Omit<OrganizerCoupon, 'amount' | 'given'> & { amount_cents: number | null; given_cents: number }
  const { rows } = await sql<Row>`
    select c.id, c.code, c.percent, c.amount_cents, c.use_limit as "limit", to_char(c.expires_on, 'YYYY/MM/DD') as expires_on,
      ${seasonsSql} as seasons, use.uses, use.given_cents,
      case when c.expires_on < ${today} then 'expired' when use.uses >= c.use_limit then 'used_up' else 'open' end as state
    from (select * from coupons where deleted_at is null order by id desc limit ${page.per_page} offset ${skip}) c
    cross join lateral (
      select count(*)::int as uses, coalesce(sum((
        select sum(p.discount_cents) from purchases p
        where p.order_id = o.id and p.status not in ('Failed', 'Refunded'))), 0)::bigint as given_cents
      from orders o where o.coupon_id = c.id and ${holdsUse}) use
    order by c.id desc`.execute(db)
  const { total } = await db
    .selectFrom('coupons')
    .select(sql<number>`count(*)`.as('total'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  const coupons = rows.map(({ amount_cents, given_cents, ...row }) => ({
    ...row,
    amount: amount_cents === null ? null : toAmount(amount_cents),
    given: toAmount(given_cents),
  }))
  return { coupons, total, skip }
}

/** The seasons of the coupon `c`. Null for all. */
const seasonsSql: RawBuilder<OrganizerCoupon['seasons']> = sql`case when not c.for_all_seasons then (
  select coalesce(json_agg(json_build_object('id', se.id, 'title', se.name || ' ' || se.year) order by se.starting_date, se.id), '[]')
  from coupon_seasons cs join seasons se on se.id = cs.season_id where cs.coupon_id = c.id) end`

/**
 * Finds a coupon and locks it until the transaction ends, so that orders using it wait. `used`: an order names it.
 * Refuses not_found.
 */
export async function lockCoupon(tx: Tx, id: number): Promise<StoredCoupon & { used: boolean }> {
  await sql`select from coupons where id = ${id} for no key update`.execute(tx)
  const { rows } = await sql<StoredCoupon & { used: boolean }>`
    select c.code, c.percent, c.amount_cents, c.use_limit, c.expires_on, case when not c.for_all_seasons then (
      select coalesce(json_agg(cs.season_id order by cs.season_id), '[]') from coupon_seasons cs where cs.coupon_id = c.id) end as seasons,
      exists (select from orders o where o.coupon_id = c.id) as used
    from coupons c where c.id = ${id} and c.deleted_at is null`.execute(tx)
  return rows[0] ?? refuse('not_found')
}

/** Inserts a coupon. Returns its id. Throws coupons_code_once, and refuses an unknown season by field. */
export async function insertCoupon(tx: Tx, { seasons, ...coupon }: StoredCoupon, now: Date): Promise<number> {
  const { id } = await tx
    .insertInto('coupons')
    .values({ ...coupon, for_all_seasons: seasons === null, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertSeasons(tx, id, seasons ?? [])
  return id
}

/** Updates a coupon. Throws and refuses the same as `insertCoupon`. */
export async function updateCoupon(tx: Tx, id: number, { seasons, ...coupon }: StoredCoupon): Promise<void> {
  await tx
    .updateTable('coupons')
    .set({ ...coupon, for_all_seasons: seasons === null })
    .where('id', '=', id)
    .execute()
  await tx.deleteFrom('coupon_seasons').where('coupon_id', '=', id).execute()
  await insertSeasons(tx, id, seasons ?? [])
}

async function insertSeasons(tx: Tx, coupon_id: number, seasons: readonly number[]): Promise<void> {
  if (seasons.length === 0) return
  const known = await tx.selectFrom('seasons').select('id').where('id', 'in', seasons).forKeyShare().execute()
  if (known.length < seasons.length) refuse('invalid', { fields: { seasons: 'We do not know one of these seasons.' } })
  await tx
    .insertInto('coupon_seasons')
    .values(seasons.map((season_id) => ({ coupon_id, season_id })))
    .execute()
}
