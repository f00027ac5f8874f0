import { toAmount } from '#/contract/money.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { zoneOfArea } from '#/contract/area-details.ts'
import { areAllAreas, type AreaSlug } from '#/contract/areas.ts'
import type { PurchaseStatus } from '#/contract/choices.ts'
import { organization } from '#/contract/organization.ts'
import { skipOf, type PageQuery } from '#/contract/page.ts'
import { taxNameSql, taxRateSql } from '#/features/checkout/tax-queries.ts'
import { includedTax } from '#/rules/price.ts'
import type { Db } from '#/server/db.ts'
import {
  isAmongNewestOf,
  isLeagueOf,
  isOfLeagues,
  joinSeasonAndDivision,
  type LeagueFilter,
  type LeaguesInAreas,
  listLeagueIds,
} from '#/features/leagues/league-filter.ts'
import { isNamed } from '#/features/leagues/name-search.ts'
import { findPhoneDigits } from '#/server/phone.ts'
import type { PaymentLine, Sums } from './contract.ts'

export type PaymentFilter = LeaguesInAreas & {
  status?: PurchaseStatus | undefined
  refund?: 'failed' | undefined
  /** yyyy-mm-dd, both included. */
  from?: string | undefined
  to?: string | undefined
  search?: string | undefined
}

/**
 * Whether the line `p` matches the filter. Days are in the time zone `zone`: of the filter's area, or of the
 * organization for totals over several. `isOfLeague`: for a caller who knows the ids of its leagues.
 */
export function isPaymentOf(
  filter: PaymentFilter,
  {
    zone = sql`${zoneOfReport(filter.areas)}`,
    isOfLeague = isInLeaguesOf(filter),
  }: { zone?: RawBuilder<string> | undefined; isOfLeague?: RawBuilder<SqlBool> | undefined } = {},
): RawBuilder<SqlBool> {
  const { status, refund, from, to, search } = filter
  const conditions = [
    isOfLeague,
    refund === undefined ? null : hasFailedRefund,
    status === undefined ? null : sql<SqlBool>`p.status = ${status}`,
    from === undefined ? null : sql<SqlBool>`p.created_at >= ${from}::timestamp at time zone ${zone}`,
    to === undefined ? null : sql<SqlBool>`p.created_at < (${to}::date + 1)::timestamp at time zone ${zone}`,
    search ? isFoundBy(search) : null,
  ]
  return sql.join([sql`true`, ...conditions.filter((condition) => condition !== null)], sql` and `)
}

function zoneOfReport([area, ...others]: readonly AreaSlug[]): string {
  return area === undefined || others.length > 0 ? organization().time_zone : zoneOfArea(area)
}

/** Whether the refund `r` failed, and no later one of its line or order did better. */
export const isFailedRefund = sql<SqlBool>`r.state = 'failed' and not exists (
  select from refunds later
  where later.order_id = r.order_id and later.purchase_id is not distinct from r.purchase_id
    and later.id > r.id and later.state <> 'failed')`

/** Whether the last refund of the line `p`, or of its whole order, failed. Starts from the failed refunds, which are few (index refunds_failed). */
const hasFailedRefund = sql<SqlBool>`p.status <> 'Refunded' and p.id in (
  select line.id from refunds r
  join purchases line on line.order_id = r.order_id and line.id = coalesce(r.purchase_id, line.id)
  where ${isFailedRefund})`

/** Counts the lines of these leagues with a failed refund. */
export async function countFailedRefunds(db: Db, leagues: LeaguesInAreas): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from purchases p where ${isPaymentOf({ ...leagues, refund: 'failed' })}`.execute(db)
  return rows[0]?.count ?? 0
}

/** The money that organizers booked by hand for the line `p`, and the part of it given back. */
export const cashSql = sql<number>`p.cash_cents`
export const cashReturnedSql = sql<number>`p.cash_returned_cents`

/** True for every league: a condition that excludes none would only slow the query down. */
function isInLeaguesOf(filter: PaymentFilter): RawBuilder<SqlBool> {
  const leagues = leaguesOf(filter)
  if (Object.values(leagues).every((value) => value === undefined)) return sql`true`
  return sql`p.league_id in (select l.id from leagues l ${joinSeasonAndDivision} where ${isLeagueOf(leagues)})`
}

function leaguesOf({ areas, season, year, division, league_id }: PaymentFilter): LeagueFilter {
  return { areas: areAllAreas(areas) ? undefined : areas, season, year, division, league_id }
}

/** Searches by the number or the full id of an order, by the provider's payment, or by parts of a name, email or phone. */
function isFoundBy(search: string): RawBuilder<SqlBool> {
  const isNumbered = isOrderNumbered(search)
  const byNumber = isNumbered && sql<SqlBool>`p.order_id in (select o.id from orders o where ${isNumbered})`
  const byPayer = sql<SqlBool>`p.player_id in (select p.id from players p where ${isNamed(search, 'name_and_email')})`
  if (byNumber === null) return byPayer
  // Twelve digits may also be a phone.
  return findPhoneDigits(search) === null ? byNumber : sql`(${byNumber} or ${byPayer})`
}

/** Whether order `o` has this number, full id or payment of the provider. Null if the search is none of them. */
export function isOrderNumbered(search: string): RawBuilder<SqlBool> | null {
  const digits = search.replaceAll(/[\s-]/g, '').toLowerCase()
  if (/^[0-9a-f]{12}$/.test(digits)) return sql`right(o.id::text, 12) = ${digits}`
  if (/^[0-9a-f]{32}$/.test(digits)) return sql`o.id = ${digits}::uuid`
  return search.startsWith('pi_') ? sql`o.provider_payment = ${search}` : null
}

type LineRow = Omit<
  PaymentLine,
  'created_at' | 'price' | 'second_division' | 'discount' | 'taken' | 'refunded' | 'cash' | 'cash_returned'
> & {
  created_at: Date
  price_cents: number
  second_division_cents: number
  discount_cents: number
  taken_cents: number
  refunded_cents: number
  cash_cents: number
  cash_returned_cents: number
}

/** A page of the matching lines, the sums of all matching ones, and the number of lines in these areas with a failed refund. */
export async function listPaymentsPage(
  db: Db,
  filter: PaymentFilter & PageQuery & { sort?: '-date' | 'date' },
): Promise<{ lines: PaymentLine[]; total: number; skip: number; sums: Sums; failed_refunds: number }> {
  const skip = skipOf(filter)
  const direction = filter.sort === 'date' ? sql`asc` : sql`desc`
  const league_ids = await listLeagueIds(db, leaguesOf(filter))
  const isListed = isPaymentOf(filter, { isOfLeague: isAmongNewestOf(sql`p.league_id`, league_ids) })
  const [lines, { total, ...sums }, failed_refunds] = await Promise.all([
    sql<{ id: number }>`
      select p.id from purchases p where ${isListed}
      order by p.created_at ${direction}, p.id ${direction} limit ${filter.per_page} offset ${skip}`
      .execute(db)
      .then(({ rows }) =>
        findLines(
          db,
          rows.map(({ id }) => id),
        ),
      ),
    sumPayments(db, isPaymentOf(filter, { isOfLeague: isOfLeagues(sql`p.league_id`, league_ids) })),
    countFailedRefunds(db, { areas: filter.areas }),
  ])
  return { lines, total, skip, sums, failed_refunds }
}

/** Finds the given lines, in their order. In one statement with the search, it would be planned at each call. */
async function findLines(db: Db, ids: readonly number[]): Promise<PaymentLine[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<LineRow>`
    select p.id, p.order_id, p.created_at, p.player_id, w.name as player, p.league_id, se.name as league_name, se.year,
      d.name as level_name, l.area, p.price_cents, p.second_division_cents, p.discount_cents, p.taken_cents, p.refunded_cents, ${cashSql} as cash_cents,
      ${cashReturnedSql} as cash_returned_cents, p.status as payment_status,
      p.refund_requested_at is not null as refund_requested, ${hasFailedRefund} as refund_failed,
      p.withdrawn_at is not null as withdrawn,
      o.confirmation_token is not null and not p.is_free as by_card, o.provider_payment
    from purchases p
    join orders o on o.id = p.order_id
    join players w on w.id = p.player_id
    join leagues l on l.id = p.league_id ${joinSeasonAndDivision}
    where p.id = any(${ids}::int[])
    order by array_position(${ids}::int[], p.id)`.execute(db)
  return rows.map(inDollars)
}

function inDollars(line: LineRow): PaymentLine {
  const { created_at, price_cents, second_division_cents, discount_cents, taken_cents, refunded_cents, ...rest } = line
  const { cash_cents, cash_returned_cents, ...row } = rest
  return {
    ...row,
    second_division: toAmount(second_division_cents),
    discount: toAmount(discount_cents),
    cash: toAmount(cash_cents),
    cash_returned: toAmount(cash_returned_cents),
    created_at: created_at.toISOString(),
    price: toAmount(price_cents),
    taken: toAmount(taken_cents),
    refunded: toAmount(refunded_cents),
  }
}

type SumsRow = { total: number; taken: number; refunded: number; cash: number; cash_returned: number }

const sumColumns = sql`count(*) as total, coalesce(sum(p.taken_cents), 0) as taken, coalesce(sum(p.refunded_cents), 0) as refunded,
  coalesce(sum(${cashSql}), 0) as cash, coalesce(sum(${cashReturnedSql}), 0) as cash_returned`

/** The number of matching lines, and their revenue and refunds by card, in cash and together. */
async function sumPayments(db: Db, isPayment: RawBuilder<SqlBool>): Promise<Sums & { total: number }> {
  const [{ rows }, taxed] = await Promise.all([
    sql<SumsRow>`select ${sumColumns} from purchases p where ${isPayment}`.execute(db),
    sumTaxes(db, isPayment),
  ])
  return toSums(rows[0] ?? noPayments, taxed)
}

/** The sums of the matching lines. */
export async function readPaymentSums(db: Db, filter: PaymentFilter): Promise<Sums> {
  const league_ids = await listLeagueIds(db, leaguesOf(filter))
  const isPayment = isPaymentOf(filter, { isOfLeague: isOfLeagues(sql`p.league_id`, league_ids) })
  const { total: _, ...sums } = await sumPayments(db, isPayment)
  return sums
}

/** Like `sumPayments`, but separately for each area with matching lines, by the area's local days. */
export async function sumPaymentsByArea(
  db: Db,
  filter: PaymentFilter,
): Promise<(Sums & { total: number; area: AreaSlug; time_zone: string })[]> {
  const isPayment = isPaymentOf(filter, { zone: sql`a.time_zone` })
  const { rows } = await sql<SumsRow & { area: AreaSlug; time_zone: string }>`
    select a.slug as area, a.time_zone, ${sumColumns}
    from purchases p join leagues pl on pl.id = p.league_id join areas a on a.slug = pl.area
    where ${isPayment}
    group by a.slug order by a.archived_at is not null, a.position`.execute(db)
  const taxed = await sumTaxes(db, isPayment, { byArea: true })
  return rows.map(({ area, time_zone, ...row }) => ({
    area,
    time_zone,
    ...toSums(
      row,
      taxed.filter((tax) => tax.area === area),
    ),
  }))
}

type TaxRow = { area: AreaSlug | null; name: string; rate: number; net: number }

/** Net revenue of the matching lines, grouped by tax. `byArea`: also by area `a`. */
async function sumTaxes(db: Db, isPayment: RawBuilder<SqlBool>, { byArea = false } = {}): Promise<TaxRow[]> {
  const { rows: taxed } = await sql`select from orders where tax_rate > 0 limit 1`.execute(db)
  if (organization().tax === null && taxed.length === 0) return []
  const area = byArea ? sql`pl.area` : sql`null`
  const { rows } = await sql<TaxRow>`
    select area, name, rate, sum(kept) as net
    from (
      select ${area} as area, ${taxNameSql()} as name, ${taxRateSql()} as rate,
        p.taken_cents - p.refunded_cents + ${cashSql} - ${cashReturnedSql} as kept
      from purchases p join orders o on o.id = p.order_id
        join leagues pl on pl.id = p.league_id join areas a on a.slug = pl.area
      where ${isPayment}) line
    where rate > 0 group by area, name, rate having sum(kept) <> 0 order by rate desc, name`.execute(db)
  return rows
}

function toSums(
  { total, taken, refunded, cash, cash_returned }: SumsRow,
  taxed: readonly TaxRow[],
): Sums & { total: number } {
  return {
    total,
    ...balanceOf(taken, refunded),
    cash: balanceOf(cash, cash_returned),
    together: balanceOf(taken + cash, refunded + cash_returned),
    taxes: taxed.map(({ name, rate, net }) => ({
      name,
      rate,
      net: toAmount(net),
      tax: toAmount(includedTax(net, rate)),
    })),
  }
}

const noPayments = { total: 0, taken: 0, refunded: 0, cash: 0, cash_returned: 0 }

function balanceOf(taken: number, refunded: number): Sums['cash'] {
  return {
    taken: toAmount(taken),
    refunded: toAmount(refunded),
    net: toAmount(taken - refunded),
  }
}
