import { sql, type SqlBool } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import { isLeaving, holdsPlace, isSealed } from '#/features/leagues/queries.ts'
import { joinSeasonAndDivision, leagueTables } from '#/features/leagues/league-filter.ts'
import { playersOf } from '#/features/leagues/sides.ts'
import { due, isOverdue } from '#/organizer/matches/queries.ts'
import type { Side } from '#/rules/arranging.ts'
import type { Db, Tx } from '#/server/db.ts'

/** An entry with all that decides whether and how it can move or leave. */
export type EntryFacts = {
  id: number
  league_id: number
  area: AreaSlug
  season_id: number
  kind: 'singles' | 'doubles'
  level_name: string
  /** "Women's Singles 3.5, Richmond". */
  league: string
  ending_date: string
  sealed: boolean
  names: string
  player_ids: number[]
  /** Whether it is in its league, and whether it is about to leave. */
  counts: boolean
  leaving: boolean
  disputed: boolean
  paid_by: 'card' | 'cash' | 'free_season' | 'nothing'
  price_cents: number
  /** Received by hand and not given back. */
  cash_left_cents: number
  /** The amount that a withdrawal returns to the card. */
  left_cents: number
  results: number
  open_matches: number
}

/** Whether the entry of line `p` is in its league, and its line is neither refunded nor closed. */
const isIn = sql<SqlBool>`(p.counts and p.refunded_at is null and p.withdrawn_at is null)`

const entryFacts = sql`
  select e.id, e.league_id, l.area, l.season_id, d.kind, d.name as level_name, d.name || ', ' || a.name as league, se.ending_date,
    ${isSealed} as sealed,
    (select coalesce(string_agg(who.name, ' & ' order by ep.position), '') from entry_players ep join players who on who.id = ep.player_id
     where ep.entry_id = e.id) as names,
    (select coalesce(json_agg(ep.player_id order by ep.position), '[]') from entry_players ep where ep.entry_id = e.id) as player_ids,
    ${isIn} as counts, ${isLeaving} as leaving, o.disputed_at is not null as disputed,
    case when p.is_free then 'nothing' when o.confirmation_token is not null then 'card'
      when exists (select from free_seasons f where f.purchase_id = p.id) then 'free_season'
      when p.cash_cents > p.cash_returned_cents then 'cash' else 'nothing' end as paid_by,
    p.price_cents, p.cash_cents - p.cash_returned_cents as cash_left_cents,
    p.taken_cents - (select coalesce(sum(r.amount_cents), 0) from refunds r where r.purchase_id = p.id and r.state <> 'failed') as left_cents,
    (select count(*) from matches m where e.id in (m.entry_one_id, m.entry_two_id) and m.score_id is not null) as results,
    (select count(*) from matches m where e.id in (m.entry_one_id, m.entry_two_id) and m.score_id is null and m.canceled_at is null
     and m.playoff_stage is null) as open_matches
  from entries e join purchases p on p.id = e.purchase_id join orders o on o.id = p.order_id
  join leagues l on l.id = e.league_id ${joinSeasonAndDivision} join areas a on a.slug = l.area`

/** Finds entries in these areas, oldest first. */
export async function findEntries(
  db: Db | Tx,
  ids: readonly number[],
  areas: readonly AreaSlug[],
): Promise<EntryFacts[]> {
  const { rows } = await sql<EntryFacts>`
    ${entryFacts} where e.id = any(${ids}::int[]) and l.area = any(${areas}::text[]) order by e.id`.execute(db)
  return rows
}

/** The entries of leagues that are in them and stay, oldest first. */
export async function listEntriesOf(db: Db | Tx, league_ids: readonly number[]): Promise<EntryFacts[]> {
  const { rows } = await sql<EntryFacts>`
    ${entryFacts} where e.league_id = any(${league_ids}::int[]) and ${isIn} and not ${isLeaving}
    order by e.id`.execute(db)
  return rows
}

/** A league with all that decides whether it can be limited, merged or canceled. */
export type LeagueFacts = {
  id: number
  area: AreaSlug
  season_id: number
  kind: 'singles' | 'doubles'
  sport: string
  level: string | null
  level_name: string
  /** "Women's Singles 3.5, Richmond". */
  title: string
  price_cents: number
  capacity: number | null
  canceled: boolean
  /** Whether its season is over. */
  over: boolean
  drawn: boolean
  results: number
  /** Places taken: entries that count, and open orders. */
  taken: number
  pending: number
  waiting: number
}

/** Finds leagues in these areas, in the order of the season's list. `today` is a day of the sale's calendar. */
export async function findLeagues(
  db: Db | Tx,
  { ids, season_id, division }: { ids?: readonly number[]; season_id?: number; division?: string | undefined },
  areas: readonly AreaSlug[],
  today: string,
): Promise<LeagueFacts[]> {
  const chosen = sql.join<SqlBool>(
    [
      sql`l.area = any(${areas}::text[])`,
      ids && sql`l.id = any(${ids}::int[])`,
      season_id !== undefined && sql`l.season_id = ${season_id}`,
      division !== undefined && sql`d.slug = ${division}`,
    ].filter((each) => each !== undefined && each !== false),
    sql` and `,
  )
  const { rows } = await sql<LeagueFacts>`
    select l.id, l.area, l.season_id, d.kind, d.sport, d.level, d.name as level_name, d.name || ', ' || a.name as title,
      coalesce(l.price_cents, d.price_cents) as price_cents, l.capacity, l.canceled_at is not null as canceled,
      se.counts_until < ${today} or ${isSealed} as over,
      exists (select from entries e where e.league_id = l.id and e.drawn_at is not null) as drawn, l.results,
      (select count(*) from purchases p where p.league_id = l.id and ${holdsPlace}) as taken,
      (select count(*) from purchases p where p.league_id = l.id and p.status = 'Pending') as pending,
      (select count(*) from wait_list w where w.league_id = l.id and w.ended_at is null) as waiting
    from ${leagueTables} where ${chosen}
    order by a.position, d.position, l.id`.execute(db)
  return rows
}

/** Those of these players who are in the league, or are paying for it. */
export async function listPlayersIn(db: Db, league_id: number, player_ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ player_id: number }>`
    select ep.player_id from entry_players ep
    join entries e on e.id = ep.entry_id
    join purchases p on p.id = e.purchase_id and p.counts
    where ep.league_id = ${league_id} and ep.player_id = any(${player_ids}::int[])
    union
    select p.player_id from purchases p
    where p.league_id = ${league_id} and p.player_id = any(${player_ids}::int[]) and p.status = 'Pending'`.execute(db)
  return new Set(rows.map(({ player_id }) => player_id))
}

/** The names of players by their ids. */
export async function listNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from players where id = any(${ids}::int[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** A match with all that decides whether it can be awarded. */
export type MatchFacts = {
  id: number
  league: string
  one: string
  two: string
  /** The side of the player who loses. Null if they do not play in it. */
  side: Side | null
  has_score: boolean
  canceled: boolean
  /** The last day to play it, yyyy-mm-dd. */
  due: string | null
  overdue: boolean
  /** Whether the organizer plays in it. */
  own: boolean
}

/** Finds matches in these areas, by ascending id. */
export async function findMatches(
  db: Db,
  ids: readonly number[],
  { areas, player_id, organizer_id }: { areas: readonly AreaSlug[]; player_id: number; organizer_id: number },
  now: Date,
): Promise<MatchFacts[]> {
  const { rows } = await sql<MatchFacts>`
    select m.id, d.name || ', ' || a.name as league, ${playersOf(1)} as one, ${playersOf(2)} as two,
      (select min(mp.side) from match_players mp where mp.match_id = m.id and mp.player_id = ${player_id}) as side,
      m.score_id is not null as has_score, m.canceled_at is not null as canceled,
      ${due} as due,
      coalesce(${isOverdue(now)}, false) as overdue,
      exists (select from match_players mp where mp.match_id = m.id and mp.player_id = ${organizer_id}) as own
    from matches m join ${leagueTables} on l.id = m.league_id
    where m.id = any(${ids}::int[]) and m.area = any(${areas}::text[])
    order by m.id`.execute(db)
  return rows
}

/** The organizer of a task as they are today: their areas, all of them for an owner. Undefined for an account that is none. */
export async function findOrganizerNow(
  db: Db,
  id: number,
): Promise<{ id: number; role: 'organizer' | 'owner'; organizer_areas: AreaSlug[] } | undefined> {
  const { rows } = await sql<{ id: number; role: 'organizer' | 'owner'; organizer_areas: AreaSlug[] }>`
    select p.id, p.role, case when p.role = 'owner' then array(select slug from areas order by position)
      else array(select area from organizer_areas mine where mine.player_id = p.id order by area) end as organizer_areas
    from players p
    where p.id = ${id} and p.role <> 'player' and p.deleted_at is null and p.suspended_at is null`.execute(db)
  return rows[0]
}

/** A step of a task that waits for its turn, locked against a second worker. Undefined if there is none. */
export async function lockItem(tx: Tx, task_id: number, position: number): Promise<boolean> {
  const row = await tx
    .selectFrom('bulk_items')
    .select('position')
    .where('task_id', '=', task_id)
    .where('position', '=', position)
    .where('state', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export function listItems(db: Db, task_id: number) {
  return db
    .selectFrom('bulk_items')
    .leftJoin('refunds', 'refunds.id', 'bulk_items.refund_id')
    .select([
      'position',
      'step',
      'subject',
      'text',
      'bulk_items.state',
      'why',
      'refunds.state as refund_state',
      'refunds.failed_reason',
    ])
    .where('task_id', '=', task_id)
    .orderBy('position')
    .execute()
}
