import { toAmount } from '#/contract/money.ts'
import { sql } from 'kysely'
import { addDays, dayInZone, startOfDay } from '#/rules/day.ts'
import type { App } from '#/server/context.ts'
import type { Db } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { organization } from '#/contract/organization.ts'
import { wireDay } from '#/contract/wire-day.ts'
import type { Difference, Reconciliation, ReconciledDay } from './contract.ts'
import {
  reconcile,
  type BookedOrder,
  type BookedRefund,
  type Books,
  type DatedMovement,
  type DayOfBooks,
} from './reconcile.ts'

/** Days by which our record of a movement may lag behind the provider's. */
const lag = 2
/** More movements than any club has in a month. Reading them would take a minute. */
const most = 20_000

/** Compares our books with the provider's for a month, yyyy-mm. Refuses payments_unavailable. */
export async function readReconciliation({ db, payments }: App, month: string): Promise<Reconciliation> {
  const first = `${month}-01`
  const after = `${addDays(first, 31).slice(0, 7)}-01`
  const movements: DatedMovement[] = []
  try {
    for await (const movement of payments.listMovements(
      midnight(addDays(first, -lag)),
      midnight(addDays(after, lag)),
    )) {
      movements.push({ ...movement, day: dayInZone(movement.at, organization().time_zone) })
      if (movements.length > most) break
    }
  } catch {
    refuse('payments_unavailable')
  }
  const books = await readBooks(db, movements, { first, after })
  const { days, differences } = reconcile(books, movements, month)
  const cash = await sumCashByDay(db, { first, after })
  const people = await namesOf(
    db,
    differences.flatMap(({ order_id }) => order_id ?? []),
  )
  const lines = await linesOf(
    db,
    differences.flatMap(({ kind, order_id }) => (kind === 'refund_by_hand' && order_id) || []),
  )
  return {
    month,
    mode: payments.mode,
    days: withCashDays(days, cash).map(({ day, ...sides }) => ({
      day: wireDay(day),
      ...compare(sides),
      cash: toAmount(cash.get(day) ?? 0),
    })),
    total: { ...compare(addUp(days)), cash: toAmount([...cash.values()].reduce((sum, cents) => sum + cents, 0)) },
    differences: differences.map(({ day, ours, theirs, ...found }): Difference => ({
      ...found,
      day: wireDay(day),
      ours: ours === null ? null : toAmount(ours),
      theirs: theirs === null ? null : toAmount(theirs),
      player: people.get(found.order_id ?? '') ?? null,
      lines: found.kind === 'refund_by_hand' ? (lines.get(found.order_id ?? '') ?? []) : [],
    })),
  }
}

type Sides = Pick<DayOfBooks, 'ours' | 'theirs'>

function compare({ ours, theirs }: Sides): Omit<ReconciledDay, 'day' | 'cash'> {
  const [our_net, their_net] = [ours.taken - ours.refunded, theirs.taken - theirs.refunded]
  return {
    ours: { taken: toAmount(ours.taken), refunded: toAmount(ours.refunded), net: toAmount(our_net) },
    theirs: {
      taken: toAmount(theirs.taken),
      refunded: toAmount(theirs.refunded),
      net: toAmount(their_net),
      fees: theirs.fees === null ? null : toAmount(theirs.fees),
    },
    difference: toAmount(their_net - our_net),
  }
}

function addUp(days: readonly DayOfBooks[]): Sides {
  const sum = (of: (day: DayOfBooks) => number) => days.reduce((total, day) => total + of(day), 0)
  return {
    ours: { taken: sum(({ ours }) => ours.taken), refunded: sum(({ ours }) => ours.refunded) },
    theirs: {
      taken: sum(({ theirs }) => theirs.taken),
      refunded: sum(({ theirs }) => theirs.refunded),
      fees: days.some(({ theirs }) => theirs.fees !== null) ? sum(({ theirs }) => theirs.fees ?? 0) : null,
    },
  }
}

/** The days of the books, and those on which only money by hand moved. */
function withCashDays(days: readonly DayOfBooks[], cash: ReadonlyMap<string, number>): DayOfBooks[] {
  const known = new Set(days.map(({ day }) => day))
  const hasFees = days.some(({ theirs }) => theirs.fees !== null)
  const more = [...cash.keys()]
    .filter((day) => !known.has(day))
    .map((day) => ({
      day,
      ours: { taken: 0, refunded: 0 },
      theirs: { taken: 0, refunded: 0, fees: hasFees ? 0 : null },
    }))
  return [...days, ...more].toSorted((a, b) => (a.day < b.day ? -1 : 1))
}

/** Money by hand, received minus given back, by day of the books. Cents. */
async function sumCashByDay(
  db: Db,
  { first, after }: { first: string; after: string },
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ day: string; cents: number }>`
    select (booked_at at time zone ${organization().time_zone})::date as day, sum(amount_cents)::bigint as cents
    from cash_bookings
    where purchase_id is not null and booked_at >= ${midnight(first)} and booked_at < ${midnight(after)}
    group by 1 order by 1`.execute(db)
  return new Map(rows.map(({ day, cents }) => [day, cents]))
}

/** Midnight of a day of the books. */
function midnight(day: string): Date {
  return startOfDay(day, organization().time_zone)
}

/** Our side of these movements, and of those recorded in the month. */
async function readBooks(
  db: Db,
  movements: readonly DatedMovement[],
  { first, after }: { first: string; after: string },
): Promise<Books> {
  const payments = movements.flatMap(({ payment }) => payment ?? [])
  const ids = movements.flatMap(({ kind, idempotency_key }) =>
    kind === 'charge' && idempotency_key !== null && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(idempotency_key)
      ? idempotency_key
      : [],
  )
  const [from, to] = [midnight(first), midnight(after)]
  const orders = await sql<Omit<BookedOrder, 'settled_day'> & { settled_at: Date }>`
    select o.id as order_id, o.provider_payment as payment, coalesce(o.settled_at, o.created_at) as settled_at,
      (select coalesce(sum(p.taken_cents), 0) from purchases p where p.order_id = o.id) as taken_cents
    from orders o
    where o.id in (
      select id from orders where provider_payment = any (${payments}::text[])
      union select id from orders where id = any (${ids}::uuid[])
      union select id from orders where settled_at >= ${from} and settled_at < ${to} and confirmation_token is not null)`.execute(
    db,
  )
  const known = orders.rows.map(({ order_id }) => order_id)
  const keys = movements.flatMap(({ kind, idempotency_key }) => (kind === 'refund' && idempotency_key) || [])
  const refunds = await sql<Omit<BookedRefund, 'day'> & { at: Date }>`
    select r.order_id, o.provider_payment as payment, r.kind = 'failed_order' as of_failed_order, r.idempotency_key as key,
      r.provider_refund, r.amount_cents, coalesce(r.done_at, r.requested_at) as at, r.state
    from refunds r join orders o on o.id = r.order_id
    where r.state <> 'failed' and r.amount_cents > 0 and (
      r.order_id = any (${known}::uuid[]) or r.idempotency_key = any (${keys}::text[]) or r.done_at >= ${from} and r.done_at < ${to})`.execute(
    db,
  )
  return {
    orders: orders.rows.map(({ settled_at, ...order }) => ({
      ...order,
      settled_day: dayInZone(settled_at, organization().time_zone),
    })),
    refunds: refunds.rows.map(({ at, ...refund }) => ({ ...refund, day: dayInZone(at, organization().time_zone) })),
  }
}

async function namesOf(db: Db, order_ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; player: string }>`
    select o.id, w.name as player from orders o join players w on w.id = o.player_id
    where o.id = any (${order_ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, player }) => [id, player]))
}

/** The lines of these orders to which a refund made by hand can be assigned. */
async function linesOf(db: Db, order_ids: readonly string[]): Promise<Map<string, Difference['lines']>> {
  const { rows } = await sql<{ id: number; order_id: string; level_name: string; left_cents: number }>`
    select * from (
      select p.id, p.order_id, d.name as level_name, d.position,
        p.taken_cents - (select coalesce(sum(r.amount_cents), 0) from refunds r where r.purchase_id = p.id and r.state <> 'failed') as left_cents
      from purchases p join leagues l on l.id = p.league_id join divisions d on d.id = l.division_id
      where p.order_id = any (${order_ids}::uuid[]) and p.status <> 'Refunded' and p.refund_requested_at is null) line
    where left_cents > 0
    order by position, id`.execute(db)
  const lines = new Map<string, Difference['lines']>()
  for (const { id, order_id, level_name, left_cents } of rows)
    lines.set(order_id, [...(lines.get(order_id) ?? []), { id, level_name, left: toAmount(left_cents) }])
  return lines
}
