import { sql } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import { inNameOrder, playersInScope } from '#/server/scope.ts'
import type { Db, Tx } from '#/server/db.ts'
import type { SignedIn } from '#/server/session.ts'
import { isNamed } from '#/features/leagues/name-search.ts'
import { joinSeasonAndDivision, leagueName } from '#/features/leagues/league-filter.ts'
import { entryTables } from './queries.ts'

/** Columns that decide whether and how an entry can change. The caller has locked its order and its league. */
export type LockedEntry = {
  entry_id: number
  league_id: number
  area: AreaSlug
  season_id: number
  kind: 'singles' | 'doubles'
  /** "Women's Singles 3.5, Fall 2026". */
  league: string
  level_name: string
  ending_date: string
  purchase_id: number
  order_id: string
  buyer_id: number
  status: string
  refund_requested: boolean
  price_cents: number
  players: { id: number; name: string; position: 1 | 2 }[]
  results: number
  open_matches: number
}

/** Finds an entry in these areas. */
export async function findEntry(db: Db | Tx, id: number, areas: readonly AreaSlug[]): Promise<LockedEntry | undefined> {
  const { rows } = await sql<LockedEntry>`
    select e.id as entry_id, e.league_id, l.area, l.season_id, d.kind, ${leagueName} as league, d.name as level_name,
      se.ending_date, p.id as purchase_id, p.order_id, p.player_id as buyer_id, p.status, p.refund_requested_at is not null as refund_requested, p.price_cents,
      (select coalesce(json_agg(json_build_object('id', who.id, 'name', who.name, 'position', ep.position) order by ep.position), '[]')
       from entry_players ep join players who on who.id = ep.player_id where ep.entry_id = e.id) as players,
      (select count(*) from matches m where e.id in (m.entry_one_id, m.entry_two_id) and m.score_id is not null) as results,
      (select count(*) from matches m where e.id in (m.entry_one_id, m.entry_two_id) and m.score_id is null and m.canceled_at is null and m.playoff_stage is null) as open_matches
    from ${entryTables}
    where e.id = ${id} and l.area = any(${areas}::text[])`.execute(db)
  return rows[0]
}

/** A league with the price of an entry. */
export type OrganizerLeague = {
  league_id: number
  area: AreaSlug
  season_id: number
  kind: 'singles' | 'doubles'
  league: string
  level_name: string
  season_name: string
  year: number
  ending_date: string
  price_cents: number
}

/** Finds a league in these areas. */
export async function findLeague(
  db: Db | Tx,
  id: number,
  areas: readonly AreaSlug[],
): Promise<OrganizerLeague | undefined> {
  const { rows } = await sql<OrganizerLeague>`
    select l.id as league_id, l.area, l.season_id, d.kind, ${leagueName} as league, d.name as level_name,
      se.name as season_name, se.year, se.ending_date, coalesce(l.price_cents, d.price_cents) as price_cents
    from leagues l ${joinSeasonAndDivision}
    where l.id = ${id} and l.area = any(${areas}::text[])`.execute(db)
  return rows[0]
}

/** The points that were taken from an entry of a table. Undefined if it is in no table of the league. */
export async function findDeducted(tx: Tx, league_id: number, entry_id: number): Promise<number | undefined> {
  const { rows } = await sql<{ deducted: number }>`
    select (select coalesce(sum(d.points), 0) from deductions d where d.league_id = s.league_id and d.entry_id = s.entry_id)::int as deducted
    from standings s where s.league_id = ${league_id} and s.entry_id = ${entry_id}`.execute(tx)
  return rows[0]?.deducted
}

/** Copies when the players accepted one entry to another entry of the same players. */
export async function copyConsent(tx: Tx, { from, to }: { from: number; to: number }): Promise<void> {
  await sql`
    update entry_players target set agreed_at = source.agreed_at
    from entry_players source
    where target.entry_id = ${to} and source.entry_id = ${from} and source.position = target.position`.execute(tx)
}

/** Closes a line without a refund, so that its entry no longer counts. */
export async function closeLine(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.updateTable('purchases').set({ status: 'Closed', withdrawn_at: now }).where('id', '=', id).execute()
}

/**
 * Finds players whom an organizer can enter: those in scope by name or email, and the one with exactly that email, of
 * whom only the level is shown. 20 at most.
 */
export async function listEntrants(db: Db, player: SignedIn, search: string) {
  const isFound = isNamed(search, 'name_and_email', { keepsPlan: player.role !== 'owner' })
  const { rows } = await sql<{
    id: number
    name: string
    email: string
    area: string | null
    singles_level: string | null
    gender: string | null
    year_of_birth: number | null
  }>`
    select p.id, p.name, p.email, p.area, p.singles_level, case when each.in_scope then p.gender end as gender,
      case when each.in_scope then p.year_of_birth end as year_of_birth
    from (
      select either.id, bool_or(either.in_scope) as in_scope
      from (
        select known.id, false as in_scope from players known where lower(known.email) = lower(${search})
        union all
        select found.id, true from (${playersInScope(player, { condition: isFound, columns: sql`p.id` })}) found) either
      group by either.id) each
    join players p on p.id = each.id
    where p.deleted_at is null and p.suspended_at is null
    order by lower(p.email) = lower(${search}) desc, ${inNameOrder}
    limit 20`.execute(db)
  return rows
}
