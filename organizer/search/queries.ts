import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { areAllAreas, areaName, type AreaSlug } from '#/contract/areas.ts'
import { formatDay, formatOrderNumber, formatSides, formatTotal } from '#/contract/format.ts'
import { formatCents } from '#/contract/money.ts'
import { organization } from '#/contract/organization.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { leagueName, leagueTables } from '#/features/leagues/league-filter.ts'
import { escapedOf, isNamed, isPartOf, partsOf } from '#/features/leagues/name-search.ts'
import { playersOf } from '#/features/leagues/sides.ts'
import { isInAuditScope } from '#/organizer/desk/audit-queries.ts'
import { isOrderNumbered } from '#/organizer/payments/queries.ts'
import { dayInZone } from '#/rules/day.ts'
import { foldName } from '#/rules/name-fold.ts'
import { scoreLine, type SetScore } from '#/rules/outcome.ts'
import type { Db } from '#/server/db.ts'
import { findPhoneDigits } from '#/server/phone.ts'
import { playersInScope } from '#/server/scope.ts'
import type { SignedIn } from '#/server/session.ts'
import { shownEmail } from '#/server/shown-email.ts'
import { searchKinds, type SearchGroup, type SearchItem } from './contract.ts'
import { deskPages } from './pages.ts'

/** The most items of a kind. */
const MOST_SHOWN = 6
/** The most rows that are ranked, or players whose matches and orders are looked for. */
const MOST_RANKED = 1000
/** The most words of a search for leagues, and of names on both sides of a match. */
const MOST_WORDS = 8
const MOST_NAME_WORDS = 5
/** The newest audit entries, which are read before the index of all is asked. */
const NEWEST_ENTRIES = 2000
const MOST_ENTRIES = 20_000

type Caller = Pick<SignedIn, 'id' | 'role' | 'organizer_areas'>

/** `rank`: 0 is the thing itself, 1 begins with the search, 2 has a word that does, 3 has it somewhere. */
type Ranked = SearchItem & { rank: number }

/** The groups that a search finds at the desk, the kind with the best match first. */
export async function findGroups(db: Db, caller: Caller, search: string): Promise<SearchGroup[]> {
  const words = partsOf(search).filter((word) => /[\p{L}\p{N}]/u.test(word))
  if (words.length === 0) return []
  // One letter would match a good part of everything.
  const isLong = words.some((word) => word.length > 1)
  const [player, league, match, order, audit] = await Promise.all([
    isLong ? findPlayers(db, caller, search) : [],
    isLong ? findLeagues(db, caller, words) : [],
    findMatches(db, caller, search),
    isLong ? findOrders(db, caller, search) : [],
    isLong ? findEntries(db, caller, words) : [],
  ])
  const found = { player, league, match, order, page: findPages(caller, words), audit }
  const best = (items: readonly Ranked[]) => Math.min(...items.map(({ rank }) => rank))
  return searchKinds
    .filter((kind) => found[kind].length > 0)
    .toSorted((one, other) => best(found[one]) - best(found[other]))
    .map((kind) => ({ kind, items: found[kind].map(({ id, title, detail, path }) => ({ id, title, detail, path })) }))
}

type PlayerRow = {
  id: number
  name: string
  email: string | null
  phone: string | null
  area: AreaSlug | null
  rank: number
}

async function findPlayers(db: Db, caller: Caller, search: string): Promise<Ranked[]> {
  const text = sql`fold_name(p.name)`
  const start = escapedOf(foldName(search.trim()))
  const digits = findPhoneDigits(search)
  const columns = sql`p.id, p.name, ${shownEmail('p')} as email, p.phone, p.area, p.created_at,
    case when lower(p.email) = ${search.trim().toLowerCase()} or ${text} = ${foldName(search.trim())}
        or phone_digits(p.phone) like ${`%${digits ?? '-'}`} then 0
      when ${text} like ${`${start}%`} then 1 when ${text} like ${`% ${start}%`} then 2 else 3 end as rank`
  const isFound = isNamed(search, 'name_and_email', { keepsPlan: caller.role !== 'owner' })
  const read = async (condition: RawBuilder<SqlBool>) => {
    const found = playersInScope(caller, { condition: sql`p.deleted_at is null and ${condition}`, columns })
    const { rows } = await sql<PlayerRow & { total: number }>`
      select *, count(*) over () as total from (select * from (${found}) one limit ${sql.lit(MOST_RANKED)}) few
      order by rank, created_at desc, id desc limit ${MOST_SHOWN}`.execute(db)
    return rows
  }
  const rows = await read(isFound)
  // More were found than were ranked: those whose name begins with the search must be among them.
  const isCut = digits === null && rows[0]?.total === MOST_RANKED && (rows.at(-1)?.rank ?? 0) > 1
  const first = isCut ? await read(sql`${text} like ${`${start}%`}`) : []
  return [...first, ...rows]
    .filter((row, at, all) => all.findIndex(({ id }) => id === row.id) === at)
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, MOST_SHOWN)
    .map(({ id, name, email, phone, area, rank }) => ({
      id: String(id),
      title: name,
      detail: joined(email, phone, area && areaName(area)),
      path: deskPaths.player(id),
      rank,
    }))
}

type LeagueRow = { id: number; name: string; area: AreaSlug; area_name: string; entries: number }

/** Leagues with every word in the names of their area, division and season, in any order. */
async function findLeagues(db: Db, caller: Caller, words: readonly string[]): Promise<Ranked[]> {
  if (words.length > MOST_WORDS) return []
  // Each word is looked for in the few areas, divisions and seasons, not in the names of all leagues.
  const conditions = words.map(
    (word) => sql`(
      l.area in (select a.slug from areas a where ${isPartOf(sql`fold_name(a.name)`, word)})
      or l.division_id in (select d.id from divisions d where ${isPartOf(sql`fold_name(d.name)`, word)})
      or l.season_id in (select se.id from seasons se where ${isPartOf(sql`fold_name(se.name || ' ' || se.year)`, word)}))`,
  )
  const { rows } = await sql<LeagueRow>`
    select l.id, ${leagueName} as name, l.area, a.name as area_name,
      (select count(*) from purchases p where p.league_id = l.id and p.counts) as entries
    from (
      select l.* from leagues l where ${isInAreas(sql`l.area`, caller)} and ${sql.join(conditions, sql` and `)} offset 0) l
    join seasons se on se.id = l.season_id join divisions d on d.id = l.division_id join areas a on a.slug = l.area
    order by se.starting_date desc, a.position, d.position, l.id limit 200`.execute(db)
  return rows
    .map((row) => {
      const own = partsOf(`${row.name.replace(',', '')} ${row.area_name}`)
      const missed = words.filter((word) => !own.includes(word)).length
      return { ...row, missed: missed * 2 + (row.entries > 0 ? 0 : 1) }
    })
    .toSorted((one, other) => one.missed - other.missed)
    .slice(0, MOST_SHOWN)
    .map(({ id, name, area_name, entries, missed }) => ({
      id: String(id),
      title: name,
      detail: joined(area_name, formatTotal(entries, 'entry', 'entries')),
      path: deskPaths.league(id),
      rank: missed < 2 ? 1 : 3,
    }))
}

type MatchRow = {
  id: number
  one: string
  two: string
  winner: 'one' | 'two' | null
  league: string
  area_name: string
  match_date: string | null
  set_games: SetScore[] | null
  match_status: string | null
}

/** The match with an id, or the matches of two people, newest first: 'nolan reyes', 'nora nolan v reyes'. */
async function findMatches(db: Db, caller: Caller, search: string): Promise<Ranked[]> {
  const id = /^(?:match\s*)?#?\s*(\d{1,10})$/i.exec(search.trim())?.[1]
  const numbered = id !== undefined && Number(id) <= 2_147_483_647 ? [Number(id)] : []
  const met = await Promise.all(sidesOf(search).map(([one, two]) => listMatchesBetween(db, caller, one, two)))
  const ids = [...new Set([...numbered, ...met.flat()])].slice(0, MOST_SHOWN)
  if (ids.length === 0) return []
  const { rows } = await sql<MatchRow>`
    select m.id, ${playersOf(1)} as one, ${playersOf(2)} as two,
      case s.winner_entry_id when m.entry_one_id then 'one' when m.entry_two_id then 'two' end as winner,
      ${leagueName} as league, a.name as area_name, m.match_date, s.set_games, s.match_status
    from matches m join ${leagueTables} on l.id = m.league_id left join scores s on s.id = m.score_id
    where m.id = any(${ids}::int[]) and ${isInAreas(sql`m.area`, caller)}
    order by m.match_date desc nulls first, m.id desc`.execute(db)
  return rows.map(({ id: match_id, one, two, winner, league, area_name, match_date, set_games, match_status }) => ({
    id: String(match_id),
    title: formatSides(one, two, winner),
    detail: joined(
      set_games && scoreLine(set_games, match_status as never),
      league,
      area_name,
      match_date && formatDay(wireDay(match_date)),
    ),
    path: deskPaths.match(match_id),
    rank: numbered.includes(match_id) ? 0 : 1,
  }))
}

/** The ways to read a search as the names of two sides. */
function sidesOf(search: string): [string, string][] {
  const [one, two, ...others] = search
    .split(/\s+(?:v|vs|versus|against|beat)\.?\s+|\s+[/–-]\s+/i)
    .map((side) => side.trim())
  const isName = (side: string | undefined) => side !== undefined && partsOf(side).some((word) => word.length > 1)
  if (one !== undefined && two !== undefined && others.length === 0)
    return isName(one) && isName(two) ? [[one, two]] : []
  const words = search.trim().split(/\s+/)
  if (words.length > MOST_NAME_WORDS || !words.every((word) => /\p{L}/u.test(word))) return []
  return words
    .slice(1)
    .map((_, at): [string, string] => [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')])
    .filter((sides) => sides.every(isName))
}

/** Ids of the newest matches between somebody of one name and somebody of another. */
async function listMatchesBetween(db: Db, caller: Caller, one: string, two: string): Promise<number[]> {
  // Two people who met have an entry in one league.
  const entriesOf = (name: string) => sql`
    select ep.entry_id, ep.league_id, ep.player_id
    from (select p.id from players p where ${isNamed(name)} limit ${sql.lit(MOST_RANKED)}) p
    join entry_players ep on ep.player_id = p.id`
  const { rows } = await sql<{ id: number }>`
    with one as materialized (${entriesOf(one)}), two as materialized (${entriesOf(two)})
    select m.id
    from one join two on two.league_id = one.league_id and two.entry_id <> one.entry_id
    cross join lateral (
      select m.* from matches m
      where m.entry_one_id = one.entry_id and m.league_id = one.league_id and m.entry_two_id = two.entry_id
      union all
      select m.* from matches m
      where m.entry_one_id = two.entry_id and m.league_id = one.league_id and m.entry_two_id = one.entry_id) m
    where ${isInAreas(sql`m.area`, caller)}
      and exists (select from match_players mp where mp.match_id = m.id and mp.player_id = one.player_id)
      and exists (select from match_players mp where mp.match_id = m.id and mp.player_id = two.player_id)
    order by m.match_date desc nulls first, m.id desc limit ${MOST_SHOWN}`.execute(db)
  return rows.map(({ id }) => id)
}

type OrderRow = { id: string; player: string; total_cents: number; created_at: Date; time_zone: string; season: string }

/** Orders by number or the beginning of one, by the provider's payment, or by payer, newest first. */
async function findOrders(db: Db, caller: Caller, search: string): Promise<Ranked[]> {
  const digits = search.replaceAll(/[\s-]/g, '').toLowerCase()
  // The digits come before g in the order of every collation.
  const begins = /^[0-9a-f]{4,11}$/.test(digits)
    ? sql<SqlBool>`right(o.id::text, 12) >= ${digits} and right(o.id::text, 12) < ${`${digits}g`}`
    : null
  const isNumbered = isOrderNumbered(search) ?? begins
  const listed = (orders: RawBuilder<unknown>, first: RawBuilder<unknown>) => sql<OrderRow>`
    select o.id, o.total_cents, o.created_at, w.name as player, a.time_zone, se.name || ' ' || se.year as season
    from (
      select o.* from ${orders} ${first} and ${isInAreas(sql`o.area`, caller)}
      order by o.created_at desc, o.id desc limit ${MOST_SHOWN}) o
    join players w on w.id = o.player_id join areas a on a.slug = o.area join seasons se on se.id = o.season_id
    order by o.created_at desc, o.id desc`
  const [numbered, paid] = await Promise.all([
    isNumbered ? listed(sql`orders o`, sql`where ${isNumbered}`).execute(db) : null,
    listed(
      sql`(select p.id from players p where ${isNamed(search, 'name_and_email')} limit ${sql.lit(MOST_RANKED)}) payer
        join orders o on o.player_id = payer.id`,
      sql`where true`,
    ).execute(db),
  ])
  const toItem = (rank: number) => (row: OrderRow) => ({
    id: row.id,
    title: `Order ${formatOrderNumber(row.id)}`,
    detail: joined(
      row.player,
      formatCents(row.total_cents),
      row.season,
      formatDay(wireDay(dayInZone(row.created_at, row.time_zone))),
    ),
    path: deskPaths.payment(row.id),
    rank,
  })
  const items = [...(numbered?.rows.map(toItem(digits.length < 12 ? 1 : 0)) ?? []), ...paid.rows.map(toItem(3))]
  return items.filter(({ id }, at) => items.findIndex((other) => other.id === id) === at).slice(0, MOST_SHOWN)
}

/** Screens of the desk with every word in their title or among their words. */
function findPages(caller: Caller, words: readonly string[]): Ranked[] {
  const search = words.join(' ')
  return deskPages
    .filter(({ only }) => only === undefined || caller.role === 'owner')
    .flatMap(({ title, detail, path, words: others = '' }): Ranked[] => {
      const [name, more] = [foldName(title), ` ${foldName(others)}`]
      const isFound = words.every((word) => ` ${name}`.includes(` ${word}`) || more.includes(` ${word}`))
      const rank = name === search ? 0 : name.startsWith(search) ? 1 : ` ${name}`.includes(` ${search}`) ? 2 : 3
      return isFound ? [{ id: `${title} ${path}`, title, detail, path, rank }] : []
    })
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, MOST_SHOWN)
}

type EntryRow = { id: number; at: Date; subject: string; summary: string; organizer: string }

/** Audit entries with every word in their subject, summary and reason, newest first. */
async function findEntries(db: Db, caller: Caller, words: readonly string[]): Promise<Ranked[]> {
  const text = sql`fold_name(a.subject || ' ' || a.summary || ' ' || a.reason)`
  const isFound = sql.join(
    words.map((word) => isPartOf(text, word)),
    sql` and `,
  )
  const isMine = isInAuditScope({
    areas: caller.organizer_areas,
    beyond: caller.role === 'owner' ? 'all' : { organizer_id: caller.id },
  })
  const read = async (entries: RawBuilder<unknown>) => {
    const { rows } = await sql<EntryRow>`
      select a.id, a.at, a.subject, a.summary, p.name as organizer
      from (${entries}) a join players p on p.id = a.organizer_id
      order by a.id desc limit ${MOST_SHOWN}`.execute(db)
    return rows
  }
  const newest = await read(sql`
    select * from (select * from audit_log order by id desc limit ${sql.lit(NEWEST_ENTRIES)}) a where ${isMine} and ${isFound}`)
  const rows =
    newest.length === MOST_SHOWN
      ? newest
      : await read(sql`select * from audit_log a where ${isMine} and ${isFound} limit ${sql.lit(MOST_ENTRIES)}`)
  return rows.map(({ id, at, subject, summary, organizer }) => ({
    id: String(id),
    title: summary,
    detail: joined(organizer, formatDay(wireDay(dayInZone(at, organization().time_zone)))),
    path: deskPaths.auditLogOf(subject),
    rank: 3,
  }))
}

function isInAreas(area: RawBuilder<unknown>, { role, organizer_areas }: Caller): RawBuilder<SqlBool> {
  return role === 'owner' && areAllAreas(organizer_areas) ? sql`true` : sql`${area} = any(${organizer_areas}::text[])`
}

function joined(...parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== '').join(' · ')
}
