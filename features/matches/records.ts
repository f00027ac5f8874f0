import { sql, type RawBuilder } from 'kysely'
import { joinSeasonAndDivision } from '#/features/leagues/league-filter.ts'
import { countsAddedSql, meetingsSql, ruleSql } from '#/features/seasons/queries.ts'
import { kindsThat } from '#/rules/formats/formats.ts'
import { unplayedStatuses } from '#/rules/outcome.ts'
import type { Db } from '#/server/db.ts'

export type Tally = { wins: number; losses: number; ties: number }

type LeagueRecord = Tally & {
  league_id: number
  league_name: string
  league_slug: string
  level_name: string
  level_slug: string
  year: number
  area: string
}

/** Matches won, lost and tied in the seasons' tables, and matches won and lost in play-offs, which no table counts. */
export type Records = {
  record: Tally
  playoff_record: { wins: number; losses: number }
}

/** The records of a player over all leagues, as the columns `record` and `playoff_record`. Every screen uses these. */
export function recordColumns(player_id: number): RawBuilder<unknown> {
  const id = sql`${player_id}::int`
  return sql`(
      select json_build_object('wins', coalesce(sum(st.wins), 0), 'losses', coalesce(sum(st.losses), 0), 'ties', coalesce(sum(st.ties), 0))
      from (${countedRows(id)}) st) as record,
    (
      select json_build_object('wins', count(*) filter (where s.winner_entry_id = me.entry_id), 'losses', count(*) filter (where s.winner_entry_id <> me.entry_id))
      from (${placesOf(id)}) me
      join matches m on m.league_id = me.league_id and m.playoff_stage is not null and m.canceled_at is null
        and me.entry_id in (m.entry_one_id, m.entry_two_id)
      join scores s on s.id = m.score_id and s.answer is distinct from 'disputed'
      where ${hasPlayedFor(id)}) as playoff_record`
}

/** The parts of a player's record: rows for each league, with the earlier periods that a table by period has lost. */
function countedRows(id: RawBuilder<unknown>): RawBuilder<{ league_id: number } & Tally> {
  return sql`
    select league_id, wins, losses, ties from (${tablesOf(id)}) own
    union all
    select me.league_id, coalesce(s.winner_entry_id = me.entry_id, false)::int, ${isLost(sql`me`, sql`s`)}::int, ${isTied(sql`s`)}::int
    from (${placesOf(id)}) me
    join leagues l on l.id = me.league_id and l.format ->> 'kind' = any(${kindsThat('by_period')}::text[])
    join matches m on m.league_id = l.id and m.round < l.rounds_drawn and m.playoff_stage is null
      and me.entry_id in (m.entry_one_id, m.entry_two_id)
    join scores s on s.id = m.score_id and s.answer is distinct from 'disputed'
    where ${hasPlayedFor(id)}`
}

/** The record of a player in each league in which a match of theirs counts, newest season first. They add up to the whole. */
export async function listRecordsByLeague(db: Db, player_id: number): Promise<LeagueRecord[]> {
  const { rows } = await sql<LeagueRecord>`
    select l.id as league_id, se.name as league_name, se.slug as league_slug, d.name as level_name, d.slug as level_slug, se.year, l.area,
      sum(st.wins)::int as wins, sum(st.losses)::int as losses, sum(st.ties)::int as ties
    from (${countedRows(sql`${player_id}::int`)}) st
    join leagues l on l.id = st.league_id ${joinSeasonAndDivision}
    where st.wins + st.losses + st.ties > 0
    group by l.id, se.id, d.id
    order by se.starting_date desc, l.id desc`.execute(db)
  return rows
}

/** The places that a player holds, or has played for. */
export function placesOf(player_id: RawBuilder<unknown>): RawBuilder<{ entry_id: number; league_id: number }> {
  return sql`
    select entry_id, league_id from entry_players where player_id = ${player_id}
    union
    select e.id, e.league_id from shared_entries shared join entries e on e.id = shared.entry_id where shared.player_id = ${player_id}`
}

/** Whether an entry has lost by a score. Both sides lose a double default. */
function isLost(entry: RawBuilder<unknown>, score: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(coalesce(${score}.winner_entry_id <> ${entry}.entry_id, ${score}.match_status = 'Double default'))`
}

function isTied(score: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(${score}.match_status is not distinct from 'Match ended in a tie')`
}

/** Whether the player played match `m` for place `me`. */
function hasPlayedFor(player_id: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (
    select from match_players mp
    where mp.match_id = m.id and mp.side = case me.entry_id when m.entry_one_id then 1 else 2 end and mp.player_id = ${player_id})`
}

/**
 * A player's own matches as the seasons' tables count them, a row for each place. A place that only the player has played for
 * is read from the table. For the others the matches are counted as the table counts them (`countingResults` in
 * rules/standings.ts); both entries have a line in it.
 */
export function tablesOf(player_id: RawBuilder<unknown>): RawBuilder<{ league_id: number } & Tally> {
  return sql`
    select st.league_id, st.wins, st.losses, st.ties
    from entry_players me
    join standings st on st.entry_id = me.entry_id
    where me.player_id = ${player_id} and not exists (select from shared_entries shared where shared.entry_id = me.entry_id)
    union all
    select m.league_id, count(*) filter (where m.winner_entry_id = m.entry_id)::int, count(*) filter (where ${isLost(sql`m`, sql`m`)})::int,
      count(*) filter (where ${isTied(sql`m`)})::int
    from (
      select m.id, m.league_id, me.entry_id, m.entry_one_id, s.winner_entry_id, s.match_status, rules.meetings,
        row_number() over (partition by me.entry_id, theirs.entry_id order by m.match_date, m.id) as meeting
      from shared_entries me
      join standings st on st.entry_id = me.entry_id
      join leagues l on l.id = st.league_id
      join seasons se on se.id = l.season_id
      cross join lateral (
        select ${meetingsSql} as meetings, ${ruleSql('walkovers')} = '"nothing"' as no_walkovers, ${countsAddedSql} as counts_added) rules
      join matches m on m.league_id = l.id and me.entry_id in (m.entry_one_id, m.entry_two_id) and m.playoff_stage is null
        and (m.round = l.rounds_drawn or (l.format ->> 'kind' = any(${kindsThat('by_period')}::text[])) is not true)
        and (m.round is not null or rules.counts_added)
      join scores s on s.id = m.score_id and s.answer is distinct from 'disputed'
        and not (rules.no_walkovers and coalesce(s.match_status = any(${unplayedStatuses}::text[]), false))
      join standings theirs on theirs.league_id = l.id and theirs.flight is not distinct from st.flight
        and theirs.entry_id = case me.entry_id when m.entry_one_id then m.entry_two_id else m.entry_one_id end
      where me.player_id = ${player_id}) m
    join match_players mp on mp.match_id = m.id and mp.side = case m.entry_id when m.entry_one_id then 1 else 2 end
      and mp.player_id = ${player_id}
    where m.meeting <= m.meetings or m.meetings is null
    group by m.league_id, m.entry_id`
}

export async function findRecords(db: Db, player_id: number): Promise<Records> {
  const { rows } = await sql<Records>`select ${recordColumns(player_id)}`.execute(db)
  const [records] = rows
  if (!records) throw new Error('a select without a table has one row')
  return records
}
