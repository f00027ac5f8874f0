import { toAmount } from '#/contract/money.ts'
import { ruleSql } from '#/features/seasons/queries.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import { skipOf, type PageQuery } from '#/contract/page.ts'
import { answersOfEntry } from '#/organizer/questions/queries.ts'
import type { Db } from '#/server/db.ts'
import type { OrganizerEntry, EntryRow, entryStates, EntrySort, LeagueChoice } from './contract.ts'
import { isNamed, distinguishingEmail } from '#/features/leagues/name-search.ts'
import {
  isAmongNewestOf,
  isOfLeagues,
  type LeagueFilter,
  joinSeasonAndDivision,
  leagueTables,
  listLeagueIds,
  MOST_GATHERED,
} from '#/features/leagues/league-filter.ts'
import { isOpen } from '#/features/invitations/queries.ts'
import { isLadder } from '#/features/matches/queries.ts'
import { isLeaving } from '#/features/leagues/queries.ts'
import { organization } from '#/contract/organization.ts'
import { findMisfit } from '#/features/seasons/fit.ts'
import { areOfOneGender, type Fitting, type Eligibility } from '#/rules/fit.ts'

/** Beyond this, the total is not counted: 1,001 is shown as 'more than 1,000'. */
const mostCounted = 1000

const whomColumn = sql`json_build_object(
  'gender', d.gender, 'is_mixed', d.is_mixed, 'level', d.level, 'age_from', d.age_from, 'age_to', d.age_to)`

const entryColumns = sql`
  e.id, e.league_id, l.area, se.name as season_name, se.year, d.name as level_name, p.status as payment_status,
  p.counts, ${isLeaving} as leaving, e.created_at, null as invited_until,
  ${whomColumn} as whom,
  (select json_agg(json_build_object('id', who.id, 'name', who.name, 'singles_level', who.singles_level, 'gender', who.gender,
      'year_of_birth', who.year_of_birth, 'position', ep.position, 'distinguished_by', ${distinguishingEmail('who')}) order by ep.position)
   from entry_players ep join players who on who.id = ep.player_id where ep.entry_id = e.id) as players`

/** The data that decides whether the division fits the players of a row. */
type Fits = {
  whom: Eligibility & { is_mixed: boolean }
  players: (Omit<EntryRow['players'][number], 'misfit'> & Fitting)[]
}

/** The players of an entry, without the details that only decide the fit. */
function withMisfits(whom: Fits['whom'], season_year: number, players: Fits['players']): EntryRow['players'] {
  const [one] = players
  return players.map(({ gender, year_of_birth, ...player }) => {
    const misfit = findMisfit(whom, season_year, { ...player, gender, year_of_birth })
    const isSecondOfOneGender =
      whom.is_mixed && player.position === 2 && areOfOneGender(one?.gender, gender, organization().genders)
    return { ...player, misfit: misfit ?? (isSecondOfOneGender ? ('gender' as const) : null) }
  })
}

export const entryTables = sql`
  entries e
  join purchases p on p.id = e.purchase_id
  join leagues l on l.id = e.league_id ${joinSeasonAndDivision}`

type InvitedFilter = PageQuery & {
  areas: readonly AreaSlug[]
  search?: string | undefined
} & Pick<LeagueFilter, 'season_id' | 'division' | 'league_id'>

export type EntryFilter = InvitedFilter & {
  state: Exclude<(typeof entryStates)[number], 'invited'>
  sort?: EntrySort
}

function leaguesOf({ areas, season_id, division, league_id }: InvitedFilter): LeagueFilter {
  return { areas, season_id, division, league_id }
}

/** A search in up to this many leagues checks each of their entries. */
const FEW_LEAGUES = 100

/** Whether a player who matches the condition on `p` plays the entry `e`. */
function isEntryOf(isPlayer: RawBuilder<SqlBool>, isFew: boolean): RawBuilder<SqlBool> {
  // An aggregate, evaluated for each entry. PostgreSQL would otherwise join all players of that name.
  if (isFew)
    return sql`(select bool_or(${isPlayer}) from entry_players one join players p on p.id = one.player_id where one.entry_id = e.id)`
  return sql`e.id in (select one.entry_id from entry_players one where one.player_id in (select p.id from players p where ${isPlayer}))`
}

/** The order of entries `e`. By name, the players of each entry are read: only for a season or a league. */
function entryOrder({ sort = '-created', season_id, league_id }: EntryFilter): {
  order: RawBuilder<unknown>
  byName: boolean
} {
  const byName = sort.endsWith('name') && (season_id ?? league_id) !== undefined
  const direction = sort === 'created' || (byName && sort === 'name') ? sql`asc` : sql`desc`
  if (!byName) return { order: sql`e.id ${direction}`, byName }
  const name = sql`(
    select sort_name(who.first_name, who.last_name) || ' ' || lower(who.first_name)
    from entry_players ep join players who on who.id = ep.player_id
    where ep.entry_id = e.id order by ep.position limit 1)`
  return { order: sql`${name} ${direction} nulls last, e.id ${direction}`, byName }
}

/** A page of the entries of these areas. */
export async function listEntries(
  db: Db,
  filter: EntryFilter,
): Promise<{ entries: EntryRow[]; total: number; skip: number }> {
  const skip = skipOf(filter)
  const { search } = filter
  const { order, byName } = entryOrder(filter)
  const league_ids = await listLeagueIds(db, leaguesOf(filter))
  const isOfLeague = isOfLeagues(sql`e.league_id`, league_ids)
  // In a few leagues, each entry is checked. In more leagues, the search starts from the players with that name.
  const isFew = league_ids !== null && league_ids.length <= (search ? FEW_LEAGUES : MOST_GATHERED)
  const isFound = search ? isEntryOf(isNamed(search, 'name_and_email'), isFew) : sql<SqlBool>`true`
  const isMatch = sql<SqlBool>`${ofState[filter.state]} and ${isFound}`
  const joined = sql`entries e join purchases p on p.id = e.purchase_id`
  // Sorted before the lines are read, so that only those of the page are: an index covers the columns needed here.
  const listed = isFew
    ? sql`(select e.id, e.purchase_id, e.league_id from entries e where ${isOfLeague} ${byName ? sql`` : sql`order by ${order}`} offset 0) e
        join purchases p on p.id = e.purchase_id where ${isMatch}`
    : sql`${joined} where ${search || byName ? isOfLeague : isAmongNewestOf(sql`e.league_id`, league_ids)} and ${isMatch}`
  // An entry counts exactly while its line does.
  const counted =
    filter.state === 'standing' && !search
      ? sql`purchases p where ${isOfLeagues(sql`p.league_id`, league_ids)} and p.counts`
      : sql`${joined} where ${isOfLeague} and ${isMatch}`
  const [entries, { rows }] = await Promise.all([
    sql<{ id: number }>`select e.id from ${listed} order by ${order} limit ${filter.per_page} offset ${skip}`
      .execute(db)
      .then((page) =>
        findEntries(
          db,
          page.rows.map(({ id }) => id),
        ),
      ),
    sql<{ total: number }>`
      select count(*) as total from (select from ${counted} limit ${mostCounted + 1}) few`.execute(db),
  ])
  return { entries, total: rows[0]?.total ?? 0, skip }
}

/** Finds the given entries, in their order. In one statement with the search, it would be planned at each call. */
async function findEntries(db: Db, ids: readonly number[]): Promise<EntryRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Omit<EntryRow, 'created_at' | 'players'> & Fits & { created_at: Date }>`
    select ${entryColumns} from ${entryTables} where e.id = any(${ids}::int[]) order by array_position(${ids}::int[], e.id)`.execute(
    db,
  )
  return rows.map(({ created_at, whom, players, ...row }) => ({
    ...row,
    players: withMisfits(whom, row.year, players),
    created_at: created_at.toISOString(),
  }))
}

/** A page of the open invitations to leagues of these areas, newest first. */
export async function listInvited(
  db: Db,
  filter: InvitedFilter,
  now: Date,
): Promise<{ entries: EntryRow[]; total: number; skip: number }> {
  const skip = skipOf(filter)
  const league_ids = await listLeagueIds(db, leaguesOf(filter))
  const conditions = sql.join(
    [
      isOpen(now),
      league_ids && sql`i.league_id = any(${league_ids}::int[])`,
      filter.search ? isNamed(filter.search, 'name_and_email') : null,
    ].filter((each) => each !== null),
    sql` and `,
  )
  const tables = sql`
    entry_invitations i
    join players p on p.id = i.player_id
    join leagues l on l.id = i.league_id ${joinSeasonAndDivision}`
  const { rows } = await sql<
    Omit<EntryRow, 'created_at' | 'invited_until'> & { created_at: Date; invited_until: Date }
  >`
    select i.id, i.league_id, l.area, se.name as season_name, se.year, d.name as level_name,
      'Pending' as payment_status, false as counts, false as leaving, i.sent_at as created_at, i.expires_at as invited_until,
      json_build_array(json_build_object('id', p.id, 'name', p.name, 'singles_level', null, 'position', 1, 'misfit', null,
        'distinguished_by', ${distinguishingEmail('p')})) as players
    from ${tables} where ${conditions}
    order by i.id desc limit ${filter.per_page} offset ${skip}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*) as total from (select from ${tables} where ${conditions} limit ${mostCounted + 1}) few`.execute(db)
  const entries = rows.map(({ created_at, invited_until, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    invited_until: invited_until.toISOString(),
  }))
  return { entries, total: counted.rows[0]?.total ?? 0, skip }
}

const ofState: Record<EntryFilter['state'], RawBuilder<SqlBool>> = {
  standing: sql`p.counts`,
  without_partner: sql`p.counts and not ${isLeaving} and not exists (
      select from entry_players two where two.entry_id = e.id and two.position = 2)
    and exists (select from leagues l join divisions d on d.id = l.division_id where l.id = e.league_id and d.kind = 'doubles')`,
  left: sql`not p.counts`,
  all: sql`true`,
}

/** The seasons that have or can have entries, newest first, and the divisions. */
export async function listSeasonsAndDivisions(db: Db, today: string) {
  const seasons = await db
    .selectFrom('seasons')
    .select((season) => ['id', 'name', 'year', season('ending_date', '<', today).as('over')])
    .orderBy('starting_date', 'desc')
    .orderBy('id', 'desc')
    .limit(80)
    .execute()
  const divisions = await db
    .selectFrom('divisions')
    .select(['slug', 'name', 'kind', 'level', 'gender', 'age_from', 'age_to', 'price_cents'])
    .orderBy('position')
    .execute()
  return {
    seasons: seasons.map(({ over, ...season }) => ({ ...season, over: Boolean(over) })),
    divisions: divisions.map(({ price_cents, ...division }) => ({ ...division, price: toAmount(price_cents) })),
  }
}

/** The leagues of these areas whose season is not over on that day. */
export async function listLeagueChoices(db: Db, areas: readonly AreaSlug[], today: string): Promise<LeagueChoice[]> {
  const { rows } = await sql<LeagueChoice>`
    select ${leagueChoice}
    from ${leagueTables}
    where l.area = any(${areas}::text[]) and se.ending_date >= ${today}
    order by se.starting_date, a.position, d.position`.execute(db)
  return rows
}

const leagueChoice = sql`
  l.id, l.area, l.season_id, d.slug as division, l.capacity,
  (select count(*) from entries e join purchases p on p.id = e.purchase_id
   where e.league_id = l.id and p.counts) as entries`

/** An entry of these areas as an organizer sees it. Undefined elsewhere. `today` is a day of the sale's calendar. */
export async function findOrganizerEntry(
  db: Db,
  id: number,
  areas: readonly AreaSlug[],
  today: string,
): Promise<OrganizerEntry | undefined> {
  const { rows } = await sql<
    Omit<OrganizerEntry, 'created_at' | 'price' | 'moves' | 'players' | 'whom'> & {
      created_at: Date
      price_cents: number
      players: Fits['players']
      whom: Fits['whom'] & OrganizerEntry['whom']
    }
  >`
    select ${entryColumns}, l.season_id, d.slug as division, d.kind,
      to_char(se.starting_date, 'YYYY/MM/DD') as starting_date, to_char(se.ending_date, 'YYYY/MM/DD') as ending_date,
      se.ending_date < ${today} as over, case when ${isLadder} then e.frozen_at is not null end as frozen, p.order_id, p.id as purchase_id, p.price_cents, p.refund_requested_at is not null as refund_requested,
      case when p.is_free then 'nothing' when o.confirmation_token is not null then 'card'
        when exists (select from free_seasons f where f.purchase_id = p.id) then 'free_season'
        when p.price_cents > 0 then 'cash' else 'nothing' end as paid_by,
      (select by.name from players by where by.id = o.entered_by_id) as entered_by, ${answersOfEntry(sql`e.id`)} as answers,
      (select json_build_object('full_name', i.full_name, 'email', i.email) from pair_invitations i
       where i.entry_id = e.id and i.answer is null) as invited,
      (select count(*) from matches m where e.id in (m.entry_one_id, m.entry_two_id) and m.score_id is not null) as results,
      (select count(*) from matches m where e.id in (m.entry_one_id, m.entry_two_id) and m.score_id is null and m.canceled_at is null) as open_matches,
      ${ruleSql('ranking')} ->> 'by' = 'points' as by_points, coalesce((select s.deducted from standings s where s.entry_id = e.id), 0) as deducted,
      (select ps.seed from playoff_seeds ps where ps.entry_id = e.id and not ps.withdrawn) as seed
    from ${entryTables} join orders o on o.id = p.order_id
    where e.id = ${id} and l.area = any(${areas}::text[])`.execute(db)
  const row = rows[0]
  if (!row) return undefined
  const { created_at, price_cents, players, ...entry } = row
  const moves = await sql<
    LeagueChoice & { league_id: number; level_name: string; price_cents: number; whom: Fits['whom'] }
  >`
    select ${leagueChoice}, l.id as league_id, d.name as level_name, coalesce(l.price_cents, d.price_cents) as price_cents,
      ${whomColumn} as whom
    from leagues l join divisions d on d.id = l.division_id
    where l.season_id = ${entry.season_id} and l.area = ${entry.area} and d.kind = ${entry.kind} and l.id <> ${entry.league_id}
    order by d.position`.execute(db)
  return {
    ...entry,
    players: withMisfits(entry.whom, entry.year, players),
    created_at: created_at.toISOString(),
    price: toAmount(price_cents),
    moves: moves.rows.map(({ price_cents: price, whom, ...move }) => ({
      ...move,
      difference: toAmount(price - price_cents),
      players: withMisfits(whom, entry.year, players),
    })),
  }
}
