import { minorUnits } from '#/contract/money.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { refusals } from '#/contract/refusals.ts'
import { leagueRulesSql } from '#/features/seasons/queries.ts'
import { listNeededLines } from '#/features/seasons/second-division-queries.ts'
import { formatSentence, kindsThat, type LeagueFormat } from '#/rules/formats/formats.ts'
import { acquireLockSlot, type Db, type Tx } from '#/server/db.ts'
import { joinSeasonAndDivision } from './league-filter.ts'
import type { LeagueEntry } from './contract.ts'

/**
 * Whether the entry of line `p` is leaving: it counts until the payment provider has made its refund, but organizers
 * cannot move it, nobody can join it as a partner, and it gets no more league emails.
 */
export const isLeaving = sql<SqlBool>`(p.counts and p.refund_requested_at is not null)`

/**
 * Whether line `p` holds a place in its league: it counts, or its payment is open. A player has at most one such line
 * per league.
 */
export const holdsPlace = sql<SqlBool>`p.status in ('Pending', 'Paid', 'Confirmed')`

/**
 * Locks the league until the transaction ends. Always call it before any lock on a match. Returns whether it is sealed.
 */
export async function lockLeague(tx: Tx, league_id: number): Promise<boolean> {
  acquireLeagueSlot(tx, league_id)
  // `for update` would deadlock two transactions that have each inserted an entry or a match in the league.
  const { rows } = await sql<{ sealed: boolean }>`
    select ${isSealed} as sealed from leagues l where l.id = ${league_id} for no key update`.execute(tx)
  return rows[0]?.sealed ?? false
}

/** Whether league `l` is sealed: its season is over and its table final (rules/seal.ts). */
export const isSealed = sql<SqlBool>`(l.sealed_at is not null)`

/** Call this before a statement that locks the league in another way. */
export function acquireLeagueSlot(tx: Tx, league_id: number): void {
  acquireLockSlot(tx, `league ${league_id}`)
}

/** A league row with its format as stored. */
export type WithFormat<Row> = Omit<Row, 'format'> & { format: LeagueFormat | null }

/** Replaces the stored format of a row with a sentence for players. */
export function withFormatSentence<Row extends { format: LeagueFormat | null }>(row: Row) {
  return { ...row, format: row.format && formatSentence(row.format) }
}

/** The partner of entry `e`, or the state of the invitation, as player `ep` sees it. Null in singles. */
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

// The maximum number of leagues to read. No player has more: a year has four seasons of thirteen divisions.
const mostLeagues = 500

/** The refund to buyer `ep` of line `p` in order `o` for withdrawing today. Null if that is impossible. */
const withdrawalSql = () => sql<LeagueEntry['withdrawal']>`
  case when ep.position = 1 and day.today < se.starting_date and not ${isLeaving} and o.disputed_at is null
  then json_build_object(
    'purchase_id', p.id,
    'returns', case when p.is_free then 'nothing' when o.confirmation_token is not null then 'card'
      when exists (select from free_seasons f where f.purchase_id = p.id) then 'free_season'
      when p.price_cents > 0 then 'cash' else 'nothing' end,
    'amount', (p.price_cents - p.refunded_cents) / ${minorUnits()}::numeric,
    'results', (select count(*) from matches m where e.id in (m.entry_one_id, m.entry_two_id) and m.score_id is not null),
    'open_matches', (select count(*) from matches m
      where e.id in (m.entry_one_id, m.entry_two_id) and m.score_id is null and m.canceled_at is null),
    'problem', null) end`

/**
 * The player's leagues (docs/product.md, "On sale"): current ones, newest first day first, then upcoming, then past
 * ones, newest first.
 */
export function leagueEntriesSql(player_id: number, now: Date): RawBuilder<WithFormat<LeagueEntry>> {
  // The partner has no order, because only the buyer pays and can withdraw.
  return sql<WithFormat<LeagueEntry>>`
    select l.id as league_id, se.id as season_id, se.name as league_name, se.slug as league_slug, d.name as level_name, d.slug as level_slug,
      se.year, l.area, to_char(se.starting_date, 'YYYY/MM/DD') as starting_date, to_char(se.ending_date, 'YYYY/MM/DD') as ending_date,
      to_char(se.counts_until, 'YYYY/MM/DD') as counts_until, ${leagueRulesSql} as rules,
      d.kind, d.is_mixed, case when ep.position = 1 then p.order_id end as order_id, ${partnerOfEntry(now)} as partner,
      ep.position = 2 and day.today < se.starting_date as can_leave,
      day.phase, day.today between se.starting_date and se.counts_until as takes_scores,
      (select count(*)::int from standings st where st.league_id = l.id) as entries,
      l.capacity, l.format, coalesce(l.format ->> 'kind' = any(${kindsThat('by_rung')}::text[]), false) as ladder, e.drawn_at is not null as drawn, ${withdrawalSql()} as withdrawal, ${isLeaving} as leaving
    from entry_players ep
    join entries e on e.id = ep.entry_id
    join purchases p on p.id = e.purchase_id and p.counts
    join orders o on o.id = p.order_id
    join leagues l on l.id = e.league_id ${joinSeasonAndDivision}
    join areas a on a.slug = l.area
    cross join lateral (
      select local.today,
        case when local.today < se.starting_date then 'next' when local.today > se.ending_date then 'past' else 'playing' end as phase
      from (select (${now}::timestamptz at time zone a.time_zone)::date as today) local) day
    where ep.player_id = ${player_id}
    order by array_position(array['playing', 'next', 'past'], day.phase),
      case when day.phase = 'next' then se.starting_date end, se.starting_date desc, e.id desc
    limit ${mostLeagues}`
}

/** The leagues that the player is in. */
export async function listLeagueEntries(db: Db, player_id: number, now: Date): Promise<LeagueEntry[]> {
  const { rows } = await leagueEntriesSql(player_id, now).execute(db)
  const needed = rows.some(({ withdrawal }) => withdrawal) ? await listNeededLines(db, player_id) : new Set()
  return rows.map((row) => {
    const { withdrawal } = row
    const problem = withdrawal && needed.has(withdrawal.purchase_id) ? refusals.first_division[1] : null
    return { ...withFormatSentence(row), withdrawal: withdrawal && { ...withdrawal, problem } }
  })
}
