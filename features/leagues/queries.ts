import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { rulesSql } from '#/features/seasons/queries.ts'
import type { Db, Tx } from '#/server/db.ts'
import { joinSeasonAndDivision } from './league-filter.ts'
import type { LeagueEntry } from './contract.ts'

/**
 * The entry of the line `p` is leaving: it counts until the payment provider has made its refund, but no organizer moves
 * it, nobody joins it as a partner, and it gets no more emails of its league.
 */
export const isLeaving = sql<SqlBool>`(p.counts and p.refund_requested_at is not null)`

/** The line `p` holds a place in its league: it counts, or its payment is open. One such line per player and league. */
export const holdsPlace = sql<SqlBool>`p.status in ('Pending', 'Paid', 'Confirmed')`

/** Locks the league until the transaction ends. Always call it before any lock on a match. */
export async function lockLeague(tx: Tx, league_id: number): Promise<void> {
  // Not `for update`: two transactions that have each inserted an entry or a match there would deadlock.
  await sql`select from leagues where id = ${league_id} for no key update`.execute(tx)
}

/** The partner of the entry `e`, or the state of the invitation, as its player `ep` sees it; null in singles. */
export function partnerOfEntry(now: Date): RawBuilder<LeagueEntry['partner']> {
  return sql`case when d.kind = 'doubles' then (
    select json_build_object(
      'state', case when other.id is not null then 'playing'
        when i.id is not null and i.answer is null then case when i.expires_at > ${now} then 'invited' else 'expired' end
        when i.answer = 'declined' then 'declined' else 'missing' end,
      'name', case when other.id is not null then other.name
        when i.answer is null or i.answer = 'declined' then i.full_name end,
      'email', case when other.id is null and i.answer is null then i.email end)
    from (select) one
    left join lateral (
      select p.id, p.name from entry_players o join players p on p.id = o.player_id
      where o.entry_id = e.id and o.position <> ep.position) other on true
    left join lateral (
      select * from pair_invitations newest where newest.entry_id = e.id order by newest.id desc limit 1) i on true) end`
}

// A bound that nobody reaches: a year has four seasons of thirteen divisions.
const mostLeagues = 500

/** The leagues that the player is in, newest first: by first day, then by entry. */
export function leagueEntriesSql(player_id: number, now: Date): RawBuilder<LeagueEntry> {
  // The partner did not pay and cannot withdraw, so they have no order.
  return sql<LeagueEntry>`
    select l.id as league_id, se.name as league_name, se.slug as league_slug, d.name as level_name, d.slug as level_slug,
      se.year, l.area, to_char(se.starting_date, 'YYYY/MM/DD') as starting_date, to_char(se.ending_date, 'YYYY/MM/DD') as ending_date,
      to_char(se.counts_until, 'YYYY/MM/DD') as counts_until, ${rulesSql} as rules,
      d.kind, case when ep.position = 1 then p.order_id end as order_id, ${partnerOfEntry(now)} as partner,
      ep.position = 2 and (${now}::timestamptz at time zone a.time_zone)::date < se.starting_date as can_leave
    from entry_players ep
    join entries e on e.id = ep.entry_id
    join purchases p on p.id = e.purchase_id and p.counts
    join leagues l on l.id = e.league_id ${joinSeasonAndDivision}
    join areas a on a.slug = l.area
    where ep.player_id = ${player_id}
    order by se.starting_date desc, e.id desc
    limit ${mostLeagues}`
}

/** The leagues that the player is in, newest first. */
export async function listLeagueEntries(db: Db, player_id: number, now: Date): Promise<LeagueEntry[]> {
  const { rows } = await leagueEntriesSql(player_id, now).execute(db)
  return rows
}
