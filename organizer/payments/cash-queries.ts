import { sql } from 'kysely'
import { toAmount } from '#/contract/money.ts'
import { organization } from '#/contract/organization.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { addDays, startOfDay } from '#/rules/day.ts'
import type { Db, Tx } from '#/server/db.ts'
import type { SignedIn } from '#/server/session.ts'
import type { Booking, CashUp } from './contract.ts'

/** The money by hand of an order, oldest first. */
export async function listBookings(db: Db, order_id: string): Promise<Booking[]> {
  const { rows } = await sql<Omit<Booking, 'amount' | 'booked_at'> & { amount_cents: number; booked_at: Date }>`
    select b.id, b.purchase_id, d.name as level_name, b.kind, b.amount_cents, b.reason, o.name as organizer,
      w.name as booked_by, b.booked_at
    from purchases p
    join cash_bookings b on b.purchase_id = p.id
    join leagues l on l.id = p.league_id join divisions d on d.id = l.division_id
    left join players o on o.id = b.organizer_id left join players w on w.id = b.booked_by_id
    where p.order_id = ${order_id}
    order by b.id`.execute(db)
  return rows.map(({ amount_cents, booked_at, ...row }) => ({
    ...row,
    amount: toAmount(amount_cents),
    booked_at: booked_at.toISOString(),
  }))
}

export async function findBooking(tx: Tx, request_key: string) {
  return tx
    .selectFrom('cash_bookings')
    .select(['purchase_id', 'kind', 'amount_cents', 'booked_by_id'])
    .where('request_key', '=', request_key)
    .executeTakeFirst()
}

/** The cash that an organizer has, in cents. Locks it until the transaction ends. */
export async function lockHeldCash(tx: Tx, organizer_id: number): Promise<number> {
  await sql`select from players where id = ${organizer_id} for no key update`.execute(tx)
  const { rows } = await sql<{ held: number }>`
    select coalesce(sum(amount_cents), 0)::bigint as held from cash_bookings
    where organizer_id = ${organizer_id} and kind <> 'transfer'`.execute(tx)
  return rows[0]?.held ?? 0
}

/** The cash-up for a month, yyyy-mm: of all organizers for an owner, else the caller's. */
export async function readCashUp(db: Db, { id, role }: Pick<SignedIn, 'id' | 'role'>, month: string): Promise<CashUp> {
  const zone = organization().time_zone
  const first = `${month}-01`
  const after = `${addDays(first, 31).slice(0, 7)}-01`
  const isMine = role === 'owner' ? sql`true` : sql`b.organizer_id = ${id}`
  type Day = {
    organizer_id: number | null
    day: string
    cash: number
    transfers: number
    returned: number
    over: number
  }
  const [days, organizers] = await Promise.all([
    sql<Day>`
      select b.organizer_id, (b.booked_at at time zone ${zone})::date as day,
        coalesce(sum(b.amount_cents) filter (where b.kind = 'cash' and b.amount_cents > 0), 0)::bigint as cash,
        coalesce(sum(b.amount_cents) filter (where b.kind = 'transfer' and b.amount_cents > 0), 0)::bigint as transfers,
        coalesce(-sum(b.amount_cents) filter (where b.kind <> 'handover' and b.amount_cents < 0), 0)::bigint as returned,
        coalesce(-sum(b.amount_cents) filter (where b.kind = 'handover'), 0)::bigint as over
      from cash_bookings b
      where b.booked_at >= ${startOfDay(first, zone)} and b.booked_at < ${startOfDay(after, zone)} and ${isMine}
      group by 1, 2 order by 2, 1`.execute(db),
    sql<{ id: number | null; name: string | null; held: number }>`
      select b.organizer_id as id, w.name, coalesce(sum(b.amount_cents) filter (where b.kind <> 'transfer'), 0)::bigint as held
      from cash_bookings b left join players w on w.id = b.organizer_id
      where ${isMine}
      group by b.organizer_id, w.name order by w.name, b.organizer_id`.execute(db),
  ])
  return {
    month,
    organizers: organizers.rows.map(({ held, ...organizer }) => ({ ...organizer, balance: toAmount(held) })),
    days: days.rows.map(({ organizer_id, day, cash, transfers, returned, over }) => ({
      organizer_id,
      day: wireDay(day),
      cash: toAmount(cash),
      transfers: toAmount(transfers),
      returned: toAmount(returned),
      handed_over: toAmount(over),
    })),
  }
}
