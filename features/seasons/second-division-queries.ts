import { sql, type SqlBool } from 'kysely'
import type { SecondDivision } from '#/rules/second-division.ts'
import type { Db, Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'

/** The season and the buyer. Null without an account. */
type Of = { season_id: number; player_id: number | null }

/** Whether line `p` had a price before discounts; a free season pays for lines with a price. */
const isCostly = sql<SqlBool>`(not p.is_free or p.second_division_cents + p.discount_cents > 0)`

/**
 * The discount on additional divisions of the season, and whether the player still has one that was paid as the first. One
 * bought with the discount is never the first of another: a player who leaves the first and buys it again pays in full.
 */
export async function findSecondDivision(db: Db | Tx, of: Of): Promise<SecondDivision> {
  const { terms, has_division } = await findState(db, of)
  return { terms, has_division }
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
  await sql`select pg_advisory_xact_lock(hashtextextended('second_division ' || ${of.player_id}::int, 0))`.execute(tx)
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
    is_undecided: boolean
  }>`
    select se.second_division_percent as percent, se.second_division_cents as amount_cents,
      coalesce(bool_or(own.counts and own.second_division_cents = 0), false) as has_division, coalesce(bool_or(own.status = 'Pending'), false) as is_undecided
    from seasons se
    left join lateral (
      select p.counts, p.status, p.second_division_cents from purchases p join leagues l on l.id = p.league_id
      where p.player_id = ${player_id}::int and l.season_id = se.id and ${isCostly}) own on true
    where se.id = ${season_id}
    group by se.id`.execute(db)
  const [
    { percent, amount_cents, ...own } = { percent: null, amount_cents: null, has_division: false, is_undecided: false },
  ] = rows
  return { ...own, terms: percent === null && amount_cents === null ? null : { percent, amount_cents } }
}
