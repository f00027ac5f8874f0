import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { priceSql, saleDay } from '#/features/seasons/queries.ts'
import { isOpen as isWaiting } from '#/features/wait-list/queries.ts'
import { unplayedStatuses } from '#/rules/outcome.ts'
import type { Db, Tx } from '#/server/db.ts'
import { organizerAreas } from '#/server/permissions.ts'
import { isInScope } from '#/server/scope.ts'
import type { SignedIn } from '#/server/session.ts'
import { MOST_RECIPIENTS, type MessageFilter, type MessageOutcome } from './contract.ts'

/** The organizer whose scope limits a filter. */
export type Sender = Pick<SignedIn, 'id' | 'role' | 'organizer_areas'>

/** A player chosen by a filter, with the league for which the filter chose them. Null if it chose them for none. */
export type Chosen = { id: number; league_id: number | null }

/** Why a chosen player gets no email. */
type Reason = Extract<MessageOutcome, 'opted_out' | 'unconfirmed' | 'bad_address' | 'suspended'> | 'deleted' | 'unknown'

export const reasonTexts: Record<Reason, string> = {
  opted_out: 'Turned off emails from organizers. The app shows it instead, unless that is off too.',
  unconfirmed: 'Has not confirmed the email.',
  bad_address: 'The mail server refused an earlier email to this address.',
  suspended: 'The account is suspended.',
  deleted: 'The account is closed.',
  unknown: 'There is no such player in your areas.',
}

export type Audience = {
  /** Who gets the email, by ascending id: `MOST_RECIPIENTS` + 1 at most. */
  reached: Chosen[]
  left_out: (Chosen & { name: string; why: Reason })[]
}

/**
 * Whether the entry of line `line` in league `l` of division `d` is unpaid and `ep` is the player who owes: the league
 * has a price, nothing has come in, and nothing was let off. An organizer entered them for nothing, or imported them.
 * Cash and a free season leave the price in the line, a coupon the discount. The partner of a pair owes nothing, and
 * neither does the player who was given a place.
 */
export function isUnpaid(today: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(
    ${priceSql(today)} > 0 and line.player_id = ep.player_id and ep.replaces_id is null
    and (line.price_cents = 0 or line.cash_cents > 0) and line.cash_cents = line.cash_returned_cents and line.taken_cents = 0 and not line.is_free
    and line.discount_cents = 0 and line.second_division_cents = 0
    and not exists (select from free_seasons f where f.purchase_id = line.id))`
}

/** Whether match `m` was played: a walkover is a result, but nobody has played. */
const wasPlayed = sql<SqlBool>`exists (
  select from scores s where s.id = m.score_id
    and (s.match_status is null or s.match_status <> all (${[...unplayedStatuses]}::text[])))`

/** The entries `e` of league `l` that count and stay, each with its line and its players `ep`. */
const joinEntries = sql`
  join entries e on e.league_id = l.id
  join purchases line on line.id = e.purchase_id and line.counts and line.refund_requested_at is null
  join entry_players ep on ep.entry_id = e.id and not ep.former`

/**
 * The players whom a filter chooses, once each, as the table `chosen` of a statement. `byScope`: whether it chooses by
 * the sender's scope alone. Refuses not_your_area.
 */
function chosenSql(
  sender: Sender,
  filter: MessageFilter,
  now: Date,
): { chosen: RawBuilder<unknown>; byScope: boolean } {
  const areas = organizerAreas(sender, filter.area)
  const today = saleDay(now)
  const isLeague = sql.join(
    [
      sql<SqlBool>`l.area = any (${areas}::text[])`,
      ...(filter.season === undefined ? [] : [sql<SqlBool>`l.season_id = ${filter.season}`]),
      ...(filter.division === undefined ? [] : [sql<SqlBool>`l.division_id = ${filter.division}`]),
      ...(filter.league === undefined ? [] : [sql<SqlBool>`l.id = ${filter.league}`]),
    ],
    sql` and `,
  )
  const leagues = sql`leagues l join seasons se on se.id = l.season_id join divisions d on d.id = l.division_id`
  const namesLeagues = filter.season !== undefined || filter.division !== undefined || filter.league !== undefined
  const byEntry = filter.unpaid || filter.not_played || (namesLeagues && !filter.wait_list && !filter.past_players)
  const byScope = !byEntry && !filter.wait_list && !filter.past_players

  const entered = sql`
    select distinct on (ep.player_id) ep.player_id, l.id as league_id
    from ${leagues} ${joinEntries}
    where ${isLeague}
      and ${filter.unpaid ? isUnpaid(today) : sql`true`}
      and ${
        filter.not_played
          ? sql`not exists (
              select from match_players mp join matches m on m.id = mp.match_id
              where mp.player_id = ep.player_id and m.league_id = l.id and ${wasPlayed})`
          : sql`true`
      }
    order by ep.player_id, se.starting_date desc, e.id desc`
  const waiting = sql`
    select distinct on (w.player_id) w.player_id, l.id as league_id
    from ${leagues} join wait_list w on w.league_id = l.id and ${isWaiting(now)}
    where ${isLeague}
    order by w.player_id, se.starting_date desc, w.id desc`
  const hasPlayedBefore = sql<SqlBool>`
    exists (
      select from match_players mp join matches m on m.id = mp.match_id join ${leagues} on l.id = m.league_id
      where mp.player_id = p.id and ${isLeague} and ${wasPlayed})
    and not exists (
      select from entry_players ep
      join entries e on e.id = ep.entry_id
      join purchases line on line.id = e.purchase_id and line.counts
      join leagues l on l.id = e.league_id
      join seasons se on se.id = l.season_id
      where ep.player_id = p.id and not ep.former and se.ending_date >= ${today})`
  const scope: Sender = filter.area === undefined ? sender : { ...sender, role: 'organizer', organizer_areas: areas }
  const isChosen = sql.join(
    [
      ...(filter.players === undefined ? [] : [sql<SqlBool>`p.id = any (${filter.players}::int[])`]),
      ...(filter.past_players ? [hasPlayedBefore] : []),
      ...(byScope ? [isInScope(scope)] : []),
      // Closed accounts are no players of an area. Chosen one by one, they are named as left out.
      ...(filter.players === undefined ? [sql<SqlBool>`p.deleted_at is null`] : []),
    ],
    sql` and `,
  )
  const chosen = sql`
    with ${byEntry ? sql`entered as materialized (${entered}),` : sql``}
    ${filter.wait_list ? sql`waiting as materialized (${waiting}),` : sql``}
    chosen as materialized (
      select p.id, p.name, ${byEntry ? sql`entered.league_id` : filter.wait_list ? sql`waiting.league_id` : sql`null::int`} as league_id,
        case
          when p.deleted_at is not null then 'deleted'
          when p.suspended_at is not null then 'suspended'
          when p.email_verified_at is null then 'unconfirmed'
          when p.email_bounced_at is not null then 'bad_address'
          when exists (
            select from notification_preferences n
            where n.player_id = p.id and n.kind = 'league_message' and n.mail = 'off') then 'opted_out'
        end as why
      from players p
      ${byEntry ? sql`join entered on entered.player_id = p.id` : sql``}
      ${filter.wait_list ? sql`join waiting on waiting.player_id = p.id` : sql``}
      where ${isChosen})`
  return { chosen, byScope }
}

/** The number of players whom a filter reaches, and up to `most` of those it leaves out. Refuses not_your_area. */
export async function countAudience(
  db: Db,
  sender: Sender,
  filter: MessageFilter,
  { now, most }: { now: Date; most: number },
): Promise<{ reached: number; left_out: Audience['left_out']; left_out_count: number }> {
  if (filter.players !== undefined) {
    const { reached, left_out } = await findAudience(db, sender, filter, now)
    return { reached: reached.length, left_out: left_out.slice(0, most), left_out_count: left_out.length }
  }
  const { chosen } = chosenSql(sender, filter, now)
  const { rows } = await sql<{
    reached: number
    left_out_count: number
    left_out: [number, number | null, Reason, string][]
  }>`
    ${chosen}
    select count(*) filter (where why is null) as reached, count(*) filter (where why is not null) as left_out_count,
      coalesce((select json_agg(json_build_array(id, league_id, why, name) order by id) from (
        select id, league_id, why, name from chosen where why is not null order by id limit ${most}) few), '[]') as left_out
    from chosen`.execute(db)
  const [row] = rows
  return {
    reached: row?.reached ?? 0,
    left_out: (row?.left_out ?? []).map(([id, league_id, why, name]) => ({ id, league_id, why, name })),
    left_out_count: row?.left_out_count ?? 0,
  }
}

/** The players whom a filter chooses, once each. Refuses not_your_area. */
export async function findAudience(db: Db | Tx, sender: Sender, filter: MessageFilter, now: Date): Promise<Audience> {
  const { chosen, byScope } = chosenSql(sender, filter, now)
  const { rows } = await sql<{
    reached: [number, number | null][]
    left_out: [number, number | null, Reason, string][]
  }>`
    ${chosen}
    select
      coalesce((select json_agg(json_build_array(id, league_id) order by id) from (
        select id, league_id from chosen where why is null order by id limit ${MOST_RECIPIENTS + 1}) few), '[]') as reached,
      coalesce((select json_agg(json_build_array(id, league_id, why, name) order by id) from (
        select id, league_id, why, name from chosen where why is not null order by id limit ${MOST_RECIPIENTS}) few), '[]') as left_out`.execute(
    db,
  )
  const reached = (rows[0]?.reached ?? []).map(([id, league_id]) => ({ id, league_id }))
  const left_out = (rows[0]?.left_out ?? []).map(([id, league_id, why, name]) => ({ id, league_id, why, name }))
  const known = new Set([...reached, ...left_out].map(({ id }) => id))
  // With other fields, a player who does not match them is none of the chosen.
  const missing = byScope ? (filter.players ?? []).filter((id) => !known.has(id)) : []
  return {
    reached,
    left_out: [
      ...left_out,
      ...[...new Set(missing)].map((id) => ({ id, league_id: null, why: 'unknown' as const, name: `Player ${id}` })),
    ],
  }
}
