import { formatList } from '#/contract/locale.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import { organization } from '#/contract/organization.ts'
import type { Db, Tx } from '#/server/db.ts'
import { startJob } from '#/server/queue.ts'
import { refuse } from '#/server/refuse.ts'
import type { WaitListEntry } from './contract.ts'
import { holdsPlace, acquireLeagueSlot } from '#/features/leagues/queries.ts'
import { priceSql, saleDay } from '#/features/seasons/queries.ts'
import { joinSeasonAndDivision } from '#/features/leagues/league-filter.ts'

/** Places taken in league `l`: entries that count, and open orders. */
const taken = sql<number>`(
  select count(*) from purchases p where p.league_id = l.id and ${holdsPlace})`

/** Whether wait-list entry `w` is open: it has not ended, and its player has no order for the league. */
export function isOpen(now: Date): RawBuilder<SqlBool> {
  return sql<SqlBool>`w.ended_at is null and (w.held_until is null or w.held_until > ${now}) and not exists (
    select from purchases p where p.league_id = w.league_id and p.player_id = w.player_id
      and ${holdsPlace})`
}

/**
 * Places of league `l` that are free for a player: those left after the players ahead on the wait-list. A player who is
 * not on the wait-list comes last. Null if the league has no limit.
 */
function freeFor(player_id: number | null, now: Date): RawBuilder<number | null> {
  return sql<number | null>`l.capacity - ${taken} - (
    select count(*) from wait_list w
    where w.league_id = l.id and ${isOpen(now)} and w.player_id is distinct from ${player_id}::int
      and w.id < coalesce((
        select w.id from wait_list w where w.league_id = l.id and w.player_id = ${player_id}::int and ${isOpen(now)}), 2147483647))`
}

/**
 * Locks an order's leagues, by ascending id, and checks that each has a free place for the buyer, so that only one of
 * several buyers gets the last place. Refuses league_full, with the names of the full divisions.
 */
export async function takePlaces(tx: Tx, player_id: number, league_ids: readonly number[], now: Date): Promise<void> {
  for (const id of league_ids) acquireLeagueSlot(tx, id)
  const { rows: leagues } = await sql<{ id: number; capacity: number | null }>`
    select id, capacity from leagues where id = any(${league_ids}::int[]) order by id for no key update`.execute(tx)
  const limited = leagues.filter(({ capacity }) => capacity !== null).map(({ id }) => id)
  if (limited.length > 0) await refuseFull(tx, player_id, limited, now)
}

/**
 * Refuses league_full, with the names of the full divisions, as of now: without the leagues' locks a place that is free may
 * be gone a moment later. `player_id`: null for a guest.
 */
export async function refuseFull(
  db: Db | Tx,
  player_id: number | null,
  league_ids: readonly number[],
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ name: string; free: number }>`
    select d.name, ${freeFor(player_id, now)} as free
    from leagues l join divisions d on d.id = l.division_id
    where l.id = any(${league_ids}::int[]) and l.capacity is not null
    order by d.position`.execute(db)
  const full = rows.filter(({ free }) => free <= 0).map(({ name }) => name)
  if (full.length === 0) return
  const names = formatList(full)
  refuse('league_full', {
    message: `${names} ${full.length === 1 ? 'is' : 'are'} full. You have not been charged, and you can join the wait-list.`,
  })
}

/** The leagues of a season and area that have a limit, with their free places. */
export async function listFreePlaces(
  db: Db,
  { season_id, area }: { season_id: number; area: AreaSlug },
  now: Date,
): Promise<{ division_id: number; free: number }[]> {
  const { rows } = await sql<{ division_id: number; free: number }>`
    select l.division_id, greatest(0, ${freeFor(null, now)}) as free
    from leagues l
    where l.season_id = ${season_id} and l.area = ${area} and l.capacity is not null
    order by l.division_id`.execute(db)
  return rows
}

type WaitListRow = Omit<WaitListEntry, 'held_until'> & { held_until: Date | null }

/** A player's open wait-list entries, oldest first. */
export async function listWaitListEntries(db: Db | Tx, player_id: number, now: Date): Promise<WaitListEntry[]> {
  const { rows } = await sql<WaitListRow>`
    select w.id, l.season_id, l.division_id, l.area, se.name as league_name, d.name as level_name, se.year, w.held_until, (
      select count(*) + 1 from wait_list ahead
      where ahead.league_id = w.league_id and ahead.id < w.id and ahead.ended_at is null
        and (ahead.held_until is null or ahead.held_until > ${now}))::int as place
    from wait_list w
    join leagues l on l.id = w.league_id ${joinSeasonAndDivision}
    where w.player_id = ${player_id} and ${isOpen(now)}
    order by w.id`.execute(db)
  return rows.map(({ held_until, ...row }) => ({ ...row, held_until: held_until && held_until.toISOString() }))
}

/** The league of a season, division and area that players can still join, if any. */
export async function findLeagueOnSale(
  tx: Tx,
  { season_id, division_id, area }: { season_id: number; division_id: number; area: AreaSlug },
): Promise<{ id: number } | undefined> {
  return tx
    .selectFrom('leagues')
    .innerJoin('divisions', 'divisions.id', 'leagues.division_id')
    .select('leagues.id')
    .where('season_id', '=', season_id)
    .where('division_id', '=', division_id)
    .where('leagues.area', '=', area)
    .where('divisions.retired_at', 'is', null)
    .where('leagues.offered', '=', true)
    .executeTakeFirst()
}

/** Whether the league has a free place for somebody who is not on its wait-list. */
export async function hasFreePlace(tx: Tx, league_id: number, player_id: number, now: Date): Promise<boolean> {
  const { rows } = await sql<{ free: number | null }>`
    select ${freeFor(player_id, now)} as free from leagues l where l.id = ${league_id}`.execute(tx)
  return (rows[0]?.free ?? 1) > 0
}

/** Refuses already_in_league and order_open: this player needs no place on the wait-list. */
export async function refuseMember(tx: Tx, league_id: number, player_id: number): Promise<void> {
  const { rows } = await sql<{ counts: boolean }>`
    select p.status <> 'Pending' as counts
    from purchases p
    where p.league_id = ${league_id} and ${holdsPlace}
      and (p.player_id = ${player_id} or exists (
        select from entries e join entry_players ep on ep.entry_id = e.id and not ep.former
        where e.purchase_id = p.id and ep.player_id = ${player_id}))
    order by counts desc
    limit 1`.execute(tx)
  if (rows[0]) refuse(rows[0].counts ? 'already_in_league' : 'order_open')
}

/** Ends entries whose reserved place has expired, unless the player has an order for the league. */
export async function endLapsedEntries(tx: Tx, league_id: number, now: Date): Promise<void> {
  await sql`
    update wait_list w set ended_at = ${now}, ending = 'lapsed'
    where w.league_id = ${league_id} and w.ended_at is null and w.held_until <= ${now} and not exists (
      select from purchases p where p.league_id = w.league_id and p.player_id = w.player_id
        and ${holdsPlace})`.execute(tx)
}

/** Ends a player's own wait-list entry. Returns its league, undefined if they have no such entry. */
export async function endOwnWaitListEntry(
  tx: Tx,
  id: number,
  player_id: number,
  now: Date,
): Promise<{ league_id: number } | undefined> {
  return tx
    .updateTable('wait_list')
    .set({ ended_at: now, ending: 'left' })
    .where('id', '=', id)
    .where('player_id', '=', player_id)
    .where('ended_at', 'is', null)
    .returning('league_id')
    .executeTakeFirst()
}

/** Ends the wait-list entry of a player who has entered the league, if there is one. */
export async function endEnteredWaitListEntry(tx: Tx, league_id: number, player_id: number, now: Date): Promise<void> {
  await tx
    .updateTable('wait_list')
    .set({ ended_at: now, ending: 'entered' })
    .where('league_id', '=', league_id)
    .where('player_id', '=', player_id)
    .where('ended_at', 'is', null)
    .execute()
}

/** Call this when a place may have become free: queues the job that offers it to the wait-list. */
export async function offerFreePlaces(tx: Tx, league_id: number): Promise<void> {
  const waiting = await tx
    .selectFrom('wait_list')
    .select('id')
    .where('league_id', '=', league_id)
    .where('ended_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (waiting) await startJob(tx, 'offer_places', { league_id }, { key: `offer_places ${league_id}` })
}

/** The ids of leagues with a wait-list, ascending. */
export async function listLeaguesWithWaitList(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('wait_list')
    .distinct()
    .select('league_id')
    .where('ended_at', 'is', null)
    .orderBy('league_id')
    .execute()
  return rows.map(({ league_id }) => league_id)
}

/** Hours for which a free place is reserved for the next player on the wait-list. */
const keepHours = 48

/** Ends the open wait-list entries of a league that are from closed or suspended accounts, or all of them if it is not on sale. */
export async function endEntriesOffSale(
  tx: Tx,
  league_id: number,
  { today, now }: { today: string; now: Date },
): Promise<void> {
  await sql`
    update wait_list w set ended_at = ${now}, ending = 'lapsed'
    from leagues l ${joinSeasonAndDivision} join areas a on a.slug = l.area, players p
    where w.league_id = ${league_id} and w.ended_at is null and l.id = w.league_id and p.id = w.player_id
      and (se.sold_until < ${today} or d.retired_at is not null or not l.offered or a.archived_at is not null or p.deleted_at is not null or p.suspended_at is not null)`.execute(
    tx,
  )
}

/** Keeps the free places of a league for the players who have waited longest. Returns their wait-list entries, ascending. */
export async function updateHeld(tx: Tx, league_id: number, now: Date): Promise<number[]> {
  // The sale may end before the 48 hours are over.
  const { rows } = await sql<{ id: number }>`
    update wait_list w
    set held_until = least(${now}::timestamptz + make_interval(hours => ${keepHours}), (se.sold_until + 1)::timestamp at time zone ${organization().time_zone}::text)
    from leagues l join seasons se on se.id = l.season_id
    where l.id = ${league_id} and w.held_until is null and w.id in (
      select w.id from wait_list w where w.league_id = ${league_id} and ${isOpen(now)}
      order by w.id
      limit (
        select case when l.capacity is not null then greatest(0, l.capacity - ${taken}) end
        from leagues l where l.id = ${league_id}))
    returning w.id`.execute(tx)
  return rows.map(({ id }) => id).toSorted((a, b) => a - b)
}

/** When the next kept place of a league lapses. Null if none is kept. */
export async function findNextLapse(tx: Tx, league_id: number): Promise<Date | null> {
  const kept = await tx
    .selectFrom('wait_list')
    .select((wait) => wait.fn.min('held_until').as('next'))
    .where('league_id', '=', league_id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return kept?.next ?? null
}

/** A reserved place, with the data for its email. */
export type HeldPlace = {
  player_id: number
  held_until: Date
  league_name: string
  league_slug: string
  level_name: string
  year: number
  area: AreaSlug
  time_zone: string
  season_id: number
  price_cents: number
  /** Whether the early price ends while the place is reserved. */
  early_ends: boolean
}

/** The place reserved for a wait-list entry. Undefined once the reservation has ended. */
export async function findHeldPlace(db: Db, wait_list_entry_id: number, now: Date): Promise<HeldPlace | undefined> {
  const today = saleDay(now)
  const { rows } = await sql<HeldPlace>`
    select w.player_id, w.held_until, se.name as league_name, se.slug as league_slug, d.name as level_name, se.year, l.area,
      a.time_zone, l.season_id, ${priceSql(today)} as price_cents,
      coalesce(l.early_until >= ${today} and l.early_until < (w.held_until at time zone ${organization().time_zone}::text)::date, false) as early_ends
    from wait_list w
    join leagues l on l.id = w.league_id ${joinSeasonAndDivision}
    join areas a on a.slug = l.area
    where w.id = ${wait_list_entry_id} and w.ended_at is null and w.held_until > ${now}`.execute(db)
  return rows[0]
}
