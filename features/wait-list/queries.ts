import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import { saleZone } from '#/rules/season.ts'
import { inTransaction, type Db, type Tx } from '#/server/db.ts'
import { startJob } from '#/server/queue.ts'
import { refuse } from '#/server/refuse.ts'
import type { WaitListEntry } from './contract.ts'
import { lockLeague } from '#/features/leagues/queries.ts'

/** Entries that stand, and orders under way: each has a place in the league `l`. */
const taken = sql<number>`(
  select count(*) from purchases p where p.league_id = l.id and p.status in ('Pending', 'Paid', 'Confirmed'))`

/** Whether the wait `w` still has its turn: nothing has ended it, and its player is not buying the place just now. */
function isOpen(now: Date): RawBuilder<SqlBool> {
  return sql<SqlBool>`w.ended_at is null and (w.held_until is null or w.held_until > ${now}) and not exists (
    select from purchases own where own.league_id = w.league_id and own.player_id = w.player_id
      and own.status in ('Pending', 'Paid', 'Confirmed'))`
}

/**
 * How many places of the league `l` are free for a player: who waits before them comes first, whoever has not waited
 * comes last. Null: no limit.
 */
function freeFor(player_id: number | null, now: Date): RawBuilder<number | null> {
  return sql<number | null>`l.capacity - ${taken} - (
    select count(*) from wait_list w
    where w.league_id = l.id and ${isOpen(now)} and w.player_id is distinct from ${player_id}::int
      and w.id < coalesce((
        select w.id from wait_list w where w.league_id = l.id and w.player_id = ${player_id}::int and ${isOpen(now)}), 2147483647))`
}

/**
 * Holds the leagues of an order, by ascending id, and makes sure that each has a place for the buyer: of twenty who want
 * the last one, one gets it. Refuses league_full, by name.
 */
export async function takePlaces(tx: Tx, player_id: number, league_ids: readonly number[], now: Date): Promise<void> {
  const { rows: held } = await sql<{ id: number; capacity: number | null }>`
    select id, capacity from leagues where id = any(${league_ids}::int[]) order by id for no key update`.execute(tx)
  const limited = held.filter(({ capacity }) => capacity !== null).map(({ id }) => id)
  if (limited.length === 0) return
  const { rows } = await sql<{ name: string; free: number }>`
    select d.name, ${freeFor(player_id, now)} as free
    from leagues l join divisions d on d.id = l.division_id
    where l.id = any(${limited}::int[])
    order by d.position`.execute(tx)
  const full = rows.filter(({ free }) => free <= 0).map(({ name }) => name)
  if (full.length === 0) return
  const names = new Intl.ListFormat('en-GB').format(full)
  refuse('league_full', {
    message: `${names} ${full.length === 1 ? 'is' : 'are'} full. Nothing was charged; you can join the wait-list.`,
  })
}

/** The leagues of a season and area that have a limit, and how many places of each anybody can have. */
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

type WaitRow = Omit<WaitListEntry, 'held_until'> & { held_until: Date | null }

/** The leagues that a player waits for, the oldest wait first. */
export async function listWaitsOf(db: Db | Tx, player_id: number, now: Date): Promise<WaitListEntry[]> {
  const { rows } = await sql<WaitRow>`
    select w.id, l.season_id, l.division_id, l.area, se.name as league_name, d.name as level_name, se.year, w.held_until, (
      select count(*) + 1 from wait_list ahead
      where ahead.league_id = w.league_id and ahead.id < w.id and ahead.ended_at is null
        and (ahead.held_until is null or ahead.held_until > ${now}))::int as place
    from wait_list w
    join leagues l on l.id = w.league_id
    join seasons se on se.id = l.season_id
    join divisions d on d.id = l.division_id
    where w.player_id = ${player_id} and ${isOpen(now)}
    order by w.id`.execute(db)
  return rows.map(({ held_until, ...row }) => ({ ...row, held_until: held_until && held_until.toISOString() }))
}

/**
 * Puts a player on the wait-list of a league; asked again it changes nothing. Refuses not_found, already_in_league,
 * order_open, and places_left: there is no need to wait.
 */
export async function insertWaitListEntry(
  db: Db,
  { player_id, ...of }: { player_id: number; season_id: number; division_id: number; area: AreaSlug },
  now: Date,
): Promise<WaitListEntry> {
  return inTransaction(db, async (tx) => {
    const league = await tx
      .selectFrom('leagues')
      .innerJoin('divisions', 'divisions.id', 'leagues.division_id')
      .select('leagues.id')
      .where('season_id', '=', of.season_id)
      .where('division_id', '=', of.division_id)
      .where('leagues.area', '=', of.area)
      .where('divisions.retired_at', 'is', null)
      .executeTakeFirst()
    if (!league) refuse('not_found')
    await lockLeague(tx, league.id)
    await refuseMember(tx, league.id, player_id)
    await endRunOut(tx, league.id, now)
    const known = (await listWaitsOf(tx, player_id, now)).find(isSame(of))
    if (known) return known
    const { rows } = await sql<{ free: number | null }>`
      select ${freeFor(player_id, now)} as free from leagues l where l.id = ${league.id}`.execute(tx)
    if ((rows[0]?.free ?? 1) > 0) refuse('places_left')
    await tx.insertInto('wait_list').values({ league_id: league.id, player_id, created_at: now }).execute()
    return (await listWaitsOf(tx, player_id, now)).find(isSame(of)) ?? refuse('conflict')
  })
}

function isSame(of: { season_id: number; division_id: number; area: AreaSlug }) {
  return (wait: WaitListEntry) =>
    wait.season_id === of.season_id && wait.division_id === of.division_id && wait.area === of.area
}

async function refuseMember(tx: Tx, league_id: number, player_id: number): Promise<void> {
  const { rows } = await sql<{ stands: boolean }>`
    select p.status <> 'Pending' as stands
    from purchases p
    where p.league_id = ${league_id} and p.status in ('Pending', 'Paid', 'Confirmed')
      and (p.player_id = ${player_id} or exists (
        select from entries e join entry_players ep on ep.entry_id = e.id and not ep.former
        where e.purchase_id = p.id and ep.player_id = ${player_id}))
    order by stands desc
    limit 1`.execute(tx)
  if (rows[0]) refuse(rows[0].stands ? 'already_in_league' : 'order_open')
}

/** Ends the waits whose place was kept for long enough, unless its player is just paying for it. */
export async function endRunOut(tx: Tx, league_id: number, now: Date): Promise<void> {
  await sql`
    update wait_list w set ended_at = ${now}, ending = 'lapsed'
    where w.league_id = ${league_id} and w.ended_at is null and w.held_until <= ${now} and not exists (
      select from purchases own where own.league_id = w.league_id and own.player_id = w.player_id
        and own.status in ('Pending', 'Paid', 'Confirmed'))`.execute(tx)
}

/** Takes a player off a wait-list; answers whether there was such a wait of theirs. */
export async function endWaitListEntry(db: Db, id: number, player_id: number, now: Date): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const wait = await tx
      .updateTable('wait_list')
      .set({ ended_at: now, ending: 'left' })
      .where('id', '=', id)
      .where('player_id', '=', player_id)
      .where('ended_at', 'is', null)
      .returning('league_id')
      .executeTakeFirst()
    if (wait) await offerLater(tx, wait.league_id)
    return wait !== undefined
  })
}

/** Notes that somebody who waited, or not, has entered. */
export async function endWaitListEntryEntered(tx: Tx, league_id: number, player_id: number, now: Date): Promise<void> {
  await tx
    .updateTable('wait_list')
    .set({ ended_at: now, ending: 'entered' })
    .where('league_id', '=', league_id)
    .where('player_id', '=', player_id)
    .where('ended_at', 'is', null)
    .execute()
}

/** A place may have become free: offers it to whoever waits, if anybody does. */
export async function offerLater(tx: Tx, league_id: number): Promise<void> {
  const waiting = await tx
    .selectFrom('wait_list')
    .select('id')
    .where('league_id', '=', league_id)
    .where('ended_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (waiting) await startJob(tx, 'offer_places', { league_id }, { key: `offer_places ${league_id}` })
}

/** The leagues that somebody waits for, by id. */
export async function listLeaguesWaitedFor(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('wait_list')
    .distinct()
    .select('league_id')
    .where('ended_at', 'is', null)
    .orderBy('league_id')
    .execute()
  return rows.map(({ league_id }) => league_id)
}

/** How long a place is kept for whoever is next. */
const holdHours = 48

/**
 * Keeps the free places of a league for those who wait longest; answers who got one now, and when the next of the kept
 * ones runs out. Ends the waits of a league that can not be joined any more, and of accounts that are no more.
 */
export async function holdPlaces(
  tx: Tx,
  league_id: number,
  { today, now }: { today: string; now: Date },
): Promise<{ wait_ids: number[]; next: Date | null }> {
  await lockLeague(tx, league_id)
  await endRunOut(tx, league_id, now)
  await sql`
    update wait_list w set ended_at = ${now}, ending = 'lapsed'
    from leagues l join seasons se on se.id = l.season_id join divisions d on d.id = l.division_id, players p
    where w.league_id = ${league_id} and w.ended_at is null and l.id = w.league_id and p.id = w.player_id
      and (se.sold_until < ${today} or d.retired_at is not null or p.deleted_at is not null or p.suspended_at is not null)`.execute(
    tx,
  )
  // The sale may end before the 48 hours do.
  const { rows } = await sql<{ id: number }>`
    update wait_list w
    set held_until = least(${now}::timestamptz + make_interval(hours => ${holdHours}), (se.sold_until + 1)::timestamp at time zone ${saleZone}::text)
    from leagues l join seasons se on se.id = l.season_id
    where l.id = ${league_id} and w.held_until is null and w.id in (
      select w.id from wait_list w where w.league_id = ${league_id} and ${isOpen(now)}
      order by w.id
      limit (
        select case when l.capacity is not null then greatest(0, l.capacity - ${taken}) end
        from leagues l where l.id = ${league_id}))
    returning w.id`.execute(tx)
  const kept = await tx
    .selectFrom('wait_list')
    .select((wait) => wait.fn.min('held_until').as('next'))
    .where('league_id', '=', league_id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return { wait_ids: rows.map(({ id }) => id).toSorted((a, b) => a - b), next: kept?.next ?? null }
}

/** What an email says of a kept place. */
export type PlaceNews = {
  player_id: number
  held_until: Date
  league_name: string
  league_slug: string
  level_name: string
  year: number
  area: AreaSlug
  time_zone: string
  price_cents: number
}

/** The news of a wait whose place is still kept; undefined when it is not. */
export async function findPlaceNews(db: Db, wait_list_entry_id: number, now: Date): Promise<PlaceNews | undefined> {
  const { rows } = await sql<PlaceNews>`
    select w.player_id, w.held_until, se.name as league_name, se.slug as league_slug, d.name as level_name, se.year, l.area,
      a.time_zone, d.price_cents
    from wait_list w
    join leagues l on l.id = w.league_id
    join areas a on a.slug = l.area
    join seasons se on se.id = l.season_id
    join divisions d on d.id = l.division_id
    where w.id = ${wait_list_entry_id} and w.ended_at is null and w.held_until > ${now}`.execute(db)
  return rows[0]
}
