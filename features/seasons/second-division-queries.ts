import { sql, type SqlBool } from 'kysely'
import { organization } from '#/contract/organization.ts'
import { canLeaveDivision, type HeldDivision, type SecondDivision } from '#/rules/second-division.ts'
import type { Db, Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'

/** The season and the buyer. Null without an account. */
type Of = { season_id: number; player_id: number | null }

/** Whether line `p` had a price before discounts; a free season pays for lines with a price. */
const isCostly = sql<SqlBool>`(not p.is_free or p.second_division_cents + p.discount_cents > 0)`

/** The price of line `p` of order `o` without discounts. Null if a free season or an organizer's entry paid for it. */
const fullCents = sql<number | null>`case when o.entered_by_id is null
  then nullif(p.price_cents + p.second_division_cents + p.discount_cents, 0) end`

/** Locks what a player has in any season until the transaction ends. Call it before any lock on an order or a league. */
export async function lockSecondDivision(tx: Tx, player_id: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('second_division ' || ${player_id}::int, 0))`.execute(tx)
}

/**
 * Refuses first_division if the player would keep divisions of the season for less than one order of them costs. The caller
 * has called `lockSecondDivision`.
 */
export async function refuseCheaperRest(tx: Tx, of: { player_id: number; purchase_id: number }): Promise<void> {
  if ((await listNeededLines(tx, of.player_id)).has(of.purchase_id)) refuse('first_division')
}

/** The lines that the player cannot leave, because others of the season would then have cost too little. */
export async function listNeededLines(db: Db | Tx, player_id: number): Promise<Set<number>> {
  type Line = HeldDivision & { id: number; season_id: number; percent: number | null; amount_cents: number | null }
  const { rows } = await sql<Line>`
    select p.id, se.id as season_id, p.second_division_cents, ${fullCents} as full_cents,
      se.second_division_percent as percent, se.second_division_cents as amount_cents
    from purchases p
    join orders o on o.id = p.order_id
    join leagues l on l.id = p.league_id
    join seasons se on se.id = l.season_id
    where p.player_id = ${player_id} and ${isCostly} and (p.counts or p.status = 'Pending') and p.refund_requested_at is null`.execute(
    db,
  )
  const needed = rows.filter((left) => {
    const { percent, amount_cents } = left
    const terms = percent === null && amount_cents === null ? null : { percent, amount_cents }
    const remaining = rows.filter(({ id, season_id }) => season_id === left.season_id && id !== left.id)
    return !canLeaveDivision(remaining, left, terms, organization().currency)
  })
  return new Set(needed.map(({ id }) => id))
}

/**
 * The discount on additional divisions of the season, and whether the player still has one that was paid as the first. One
 * bought with the discount is never the first of another: a player who leaves the first and buys it again pays in full.
 */
export async function findSecondDivision(db: Db | Tx, of: Of): Promise<SecondDivision> {
  const { is_undecided: _, ...second } = await findState(db, of)
  return second
}

/**
 * Like `findSecondDivision`, for the order that this transaction stores. A player's orders run one after the other, and
 * the first determines the price of the second: refuses order_open while the first is undecided.
 */
export async function holdSecondDivision(
  tx: Tx,
  of: { season_id: number; player_id: number },
): Promise<SecondDivision> {
  const second = await findState(tx, of)
  if (second.terms === null) return second
  await lockSecondDivision(tx, of.player_id)
  const { is_undecided, ...held } = await findState(tx, of)
  if (is_undecided)
    refuse('order_open', {
      message:
        'You have an open order for this season. Please finish it first: what this one costs depends on it. You have not been charged.',
    })
  return held
}

async function findState(
  db: Db | Tx,
  { season_id, player_id }: Of,
): Promise<SecondDivision & { is_undecided: boolean }> {
  const { rows } = await sql<{
    percent: number | null
    amount_cents: number | null
    has_division: boolean
    highest_cents: number | null
    is_undecided: boolean
  }>`
    select se.second_division_percent as percent, se.second_division_cents as amount_cents,
      coalesce(bool_or(own.counts and own.second_division_cents = 0), false) as has_division,
      case when not bool_or(own.counts and own.full_cents is null) then max(own.full_cents) filter (where own.counts) end as highest_cents,
      coalesce(bool_or(own.status = 'Pending'), false) as is_undecided
    from seasons se
    left join lateral (
      select p.counts, p.status, p.second_division_cents, ${fullCents} as full_cents
      from purchases p join orders o on o.id = p.order_id join leagues l on l.id = p.league_id
      where p.refund_requested_at is null and p.player_id = ${player_id}::int and l.season_id = se.id and ${isCostly}) own on true
    where se.id = ${season_id}
    group by se.id`.execute(db)
  const [
    { percent, amount_cents, ...own } = {
      percent: null,
      amount_cents: null,
      has_division: false,
      highest_cents: null,
      is_undecided: false,
    },
  ] = rows
  return { ...own, terms: percent === null && amount_cents === null ? null : { percent, amount_cents } }
}
