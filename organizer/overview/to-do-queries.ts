import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { toAmount } from '#/contract/money.ts'
import {
  isLeagueOf,
  joinSeasonAndDivision,
  leagueTables,
  type LeaguesInAreas,
} from '#/features/leagues/league-filter.ts'
import { playersOf } from '#/features/leagues/sides.ts'
import { isFailedRefund } from '#/organizer/payments/queries.ts'
import type { Db } from '#/server/db.ts'
import { FEWEST_ENTRIES, type ToDo } from './contract.ts'

/** Items shown of each kind. */
const MOST_SHOWN = 5
/** Days before the first day from which a small league is something to act on. */
const DAYS_BEFORE = 14

/** The first things to do in these leagues. `isMine`: whether the player `p` is the caller's. */
export async function readToDo(
  db: Db,
  league: LeaguesInAreas,
  isMine: RawBuilder<SqlBool>,
  today: string,
): Promise<ToDo> {
  const [disputes, refunds, bounced, small] = await Promise.all([
    sql<{ id: number; one: string; two: string; reason: string; since: Date }>`
      select m.id, ${playersOf(1)} as one, ${playersOf(2)} as two, s.answer_reason as reason, s.answered_at as since
      from scores s join matches m on m.score_id = s.id
      join leagues l on l.id = m.league_id ${joinSeasonAndDivision}
      where s.answer = 'disputed' and ${isLeagueOf(league)}
      order by s.answered_at, s.id limit ${MOST_SHOWN}`.execute(db),
    sql<{ id: number; order_id: string; player: string; amount_cents: number }>`
      select r.id, r.order_id, w.name as player, r.amount_cents
      from refunds r join orders o on o.id = r.order_id join players w on w.id = o.player_id
      where ${isFailedRefund} and not exists (select from refunds again where again.retry_of_id = r.id)
        and exists (
          select from purchases p join leagues l on l.id = p.league_id ${joinSeasonAndDivision}
          where p.order_id = r.order_id and p.id = coalesce(r.purchase_id, p.id) and p.status <> 'Refunded'
            and ${isLeagueOf(league)})
      order by r.id limit ${MOST_SHOWN}`.execute(db),
    sql<{ id: number; name: string; since: Date; total: number }>`
      select p.id, p.name, p.email_bounced_at as since, count(*) over () as total from players p
      where p.email_bounced_at is not null and p.deleted_at is null and ${isMine}
      order by p.email_bounced_at, p.id limit ${MOST_SHOWN}`.execute(db),
    sql<{ id: number; name: string; area: string; entries: number; total: number }>`
      select l.id, d.name, l.area, own.entries, count(*) over () as total
      from ${leagueTables}
      cross join lateral (
        select count(*) as entries from entries e join purchases line on line.id = e.purchase_id and line.counts
        where e.league_id = l.id) own
      where ${isLeagueOf(league)} and l.canceled_at is null
        and own.entries between 1 and ${FEWEST_ENTRIES - 1}
        and se.starting_date <= ${today}::date + ${DAYS_BEFORE}::int and se.ending_date >= ${today}::date
      order by own.entries, a.position, d.position, l.id limit ${MOST_SHOWN}`.execute(db),
  ])
  return {
    disputes: disputes.rows.map(({ since, ...row }) => ({ ...row, since: since.toISOString() })),
    refunds: refunds.rows.map(({ amount_cents, ...row }) => ({ ...row, amount: toAmount(amount_cents) })),
    bounced: {
      total: bounced.rows[0]?.total ?? 0,
      players: bounced.rows.map(({ since, total: _total, ...row }) => ({ ...row, since: since.toISOString() })),
    },
    small: {
      total: small.rows[0]?.total ?? 0,
      leagues: small.rows.map(({ total: _total, ...row }) => row),
    },
  }
}
