import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import type { Db } from './db.ts'
import { unplanned } from './unplanned.ts'

/** The caller that the scope belongs to. A player's scope is empty. */
type Organizer = { id: number; role: 'player' | 'organizer' | 'owner'; organizer_areas: readonly AreaSlug[] }

/** Whether the account of the player `p` is a draft: opened by an organizer's entry or import, and its email is not verified yet. */
export const isDraft = sql<SqlBool>`(p.opened_by_id is not null and p.email_verified_at is null)`

/**
 * Whether the player `p` is in the caller's scope (docs/product.md, "Roles and permissions"): lives in one of their
 * areas, or has an entry there that counts and that the player bought or accepted since becoming the account's owner. A
 * draft without an area is in the scope of the organizer who opened it and of the areas in which it is entered.
 * Everybody is in an owner's scope.
 */
export function isInScope({ id, role, organizer_areas }: Organizer): RawBuilder<SqlBool> {
  if (role === 'owner') return sql`true`
  const areas = sql`any (${unplanned('text[]', organizer_areas)})`
  return sql`(
    p.area = ${areas}
    or (p.area is null and p.opened_by_id = ${id} and ${isDraft})
    or exists (
      select from entry_players ep
      join leagues l on l.id = ep.league_id
      join entries e on e.id = ep.entry_id
      join purchases line on line.id = e.purchase_id
      join orders o on o.id = line.order_id
      where ep.player_id = p.id and not ep.former and l.area = ${areas} and line.counts
        and (ep.agreed_at > coalesce(p.claims_ended_at, '-infinity')
          or (o.entered_by_id is null and line.player_id = p.id and o.created_at > coalesce(p.claims_ended_at, '-infinity'))
          or (p.area is null and ${isDraft}))))`
}

/** The name by which the player `p` is sorted: the last one, or the only one. */
const sortName = sql`sort_name(p.first_name, p.last_name)`

/** Sorts players `p` by last name, as the index players_in_order does. */
export const inNameOrder = sql`${sortName}, lower(p.first_name), p.id`

/** The orders of a list of players: by last name, and by sign-up. */
export type PlayerSort = 'name' | '-name' | '-joined' | 'joined'

/** Each order over the columns that `playersWhere` adds. */
export const playersInOrder: Record<PlayerSort, RawBuilder<unknown>> = {
  name: sql`by_last_name, by_first_name, id`,
  '-name': sql`by_last_name desc, by_first_name desc, id desc`,
  joined: sql`id`,
  '-joined': sql`id desc`,
}

const inOrder: Record<PlayerSort, RawBuilder<unknown>> = {
  name: inNameOrder,
  '-name': sql`${sortName} desc, lower(p.first_name) desc, p.id desc`,
  joined: sql`p.id`,
  '-joined': sql`p.id desc`,
}

type PlayerSearch = {
  condition: RawBuilder<SqlBool>
  columns: RawBuilder<unknown>
  /** The first players in this order, for a page. Defaults to the order by name. */
  first?: number | undefined
  sort?: PlayerSort | undefined
  /** The players to search. */
  among?: RawBuilder<unknown> | undefined
}

/** The players `p` that match a condition, with these columns and those for sorting. */
function playersWhere({
  condition,
  columns,
  first,
  sort = 'name',
  among = sql`players`,
}: PlayerSearch): RawBuilder<unknown> {
  const found = sql`
    select ${columns}, ${sortName} as by_last_name, lower(p.first_name) as by_first_name
    from ${among} p where ${condition}`
  return first === undefined ? found : sql`(${found} order by ${inOrder[sort]} limit ${first})`
}

/** Like `playersWhere`, for players who live in an area. */
export function playersOfArea(area: AreaSlug, { condition, ...search }: PlayerSearch): RawBuilder<unknown> {
  return playersWhere({ ...search, condition: sql`p.area = ${unplanned('text', area)} and ${condition}` })
}

/**
 * Like `playersWhere`, for players in the caller's scope, though `first` may return more. Finds those who live in the areas by
 * their area, and all others among the visitors of the areas. `isInScope` for each player of the installation would take
 * seconds with a million.
 */
export function playersInScope(caller: Organizer, search: PlayerSearch): RawBuilder<unknown> {
  if (caller.role === 'owner') return playersWhere(search)
  const areas = caller.organizer_areas.map((area) => unplanned('text', area))
  const here = caller.organizer_areas.map((area) => sql`(${playersOfArea(area, search)})`)
  // `offset 0` separates the steps, or PostgreSQL would scan all players of a name, or in the order of names.
  const visiting = areas.map((area) => sql`select v.player_id as id from visitors v where v.area = ${area}`)
  const opened = sql`select draft.id from players draft where draft.opened_by_id = ${caller.id}`
  const { condition, columns, first, sort } = search
  const among = sql`(
    select p.*
    from (${sql.join([...visiting, opened], sql` union `)} offset 0) known
    cross join lateral (select * from players p where p.id = known.id offset 0) p
    where ${condition} offset 0)`
  const isElsewhere = sql<SqlBool>`(p.area is null or p.area <> all (${unplanned('text[]', caller.organizer_areas)})) and ${isInScope(caller)}`
  const elsewhere = sql`(${playersWhere({ columns, condition: isElsewhere, first, sort, among })} offset 0)`
  return sql.join([...here, elsewhere], sql` union all `)
}

/** Whether an organizer has the player in scope now. */
export async function hasInScope(db: Db, organizer_id: number, player_id: number): Promise<boolean> {
  const organizers = await sql<Organizer>`
    select id, role, array(select area from organizer_areas mine where mine.player_id = players.id) as organizer_areas
    from players where id = ${organizer_id}`.execute(db)
  const [organizer] = organizers.rows
  if (!organizer) return false
  const { rows } = await sql`select from players p where p.id = ${player_id} and ${isInScope(organizer)}`.execute(db)
  return rows.length > 0
}
