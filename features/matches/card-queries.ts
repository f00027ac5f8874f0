import { sql, type RawBuilder } from 'kysely'
import type { Reply } from '#/contract/endpoint.ts'
import { wireDay } from '#/contract/wire-day.ts'
import type { Side } from '#/rules/arranging.ts'
import { leagueRulesSql } from '#/features/seasons/queries.ts'
import { MATCH_MINUTES } from '#/rules/slots.ts'
import type { SeasonRules } from '#/rules/season-rules.ts'
import { scoreLine, type MatchStatus, type SetScore } from '#/rules/outcome.ts'
import type { Sport } from '#/rules/sports/formats.ts'
import type { Db, Tx } from '#/server/db.ts'
import type { Caller } from '#/server/session.ts'
import type { listMyMatches, MatchCard, MatchDetail } from './contract.ts'
import { standingSides } from './offer-sql.ts'
import { detailOf, scoreDetail, type ScoreDetail } from './result-queries.ts'
import type { ShownLive } from '#/features/leagues/live-contract.ts'
import { liveOf } from '#/features/leagues/live-queries.ts'
import { isPlayedBy } from '#/features/leagues/sides.ts'
import { joinSeasonAndDivision } from '#/features/leagues/league-filter.ts'
import { mapUrl } from '#/features/courts/queries.ts'
import { isProvisional } from '#/features/playoffs/bracket-queries.ts'
import { recordColumns } from './records.ts'
import { confirmationOf, currentVersionColumns, type CurrentVersion } from './versions.ts'

export type CardRow = {
  id: number
  match_date: string | null
  match_time: string | null
  entry_one_id: number
  winner_entry_id: number | null
  player_one_id: number
  player_one_name: string
  player_one_a_id: number | null
  player_one_a_name: string | null
  player_two_id: number
  player_two_name: string
  player_two_a_id: number | null
  player_two_a_name: string | null
  is_upcoming: boolean
  played: boolean
  set_games: SetScore[] | null
  match_status: MatchStatus
  league_name: string
  league_slug: string
  level_name: string
  level_slug: string
  sport: Sport
  year: number
  play_from: string | null
  play_by: string | null
  window_over: boolean
  match_location: string | null
  court_id: number | null
  map_url: string | null
  provisional: boolean
  same_hour: boolean
  not_played: boolean
  /** The caller's side. Null if the caller does not play in the match. */
  my_side: Side | null
  /** The sides that have an open offer. Null if there is nothing to arrange. */
  offering_sides: Side[] | null
  live: ShownLive
} & CurrentVersion

/**
 * SQL of `isUpcoming` in rules/match-card.ts, for the match `m` in the time zone of its area `a`. A match with a score is
 * past.
 */
export function upcomingSql(now: Date): RawBuilder<boolean> {
  const local = sql`(${now}::timestamptz at time zone a.time_zone)`
  return sql`(m.score_id is null and m.not_played_at is null and (m.match_date is null or m.match_date > ${local}::date
    or (m.match_date = ${local}::date and m.match_time is not null and m.match_time >= date_trunc('minute', ${local})::time)))`
}

/** Whether the last day of match `m` of season `se` has passed without a score (docs/product.md, "Matches that were not played"). */
function windowOverSql(now: Date): RawBuilder<boolean> {
  return sql`(m.score_id is null and m.not_played_at is null
    and greatest(coalesce(m.play_by, se.ending_date), m.match_date) < (${now}::timestamptz at time zone a.time_zone)::date)`
}

/** Whether the caller has another open match that begins within 90 minutes of the open match `m`. */
function hasSameHour(caller: Caller): RawBuilder<boolean> {
  return sql<boolean>`(m.score_id is null and m.match_time is not null and exists (
    select from match_players me
    join matches other on other.id = me.match_id
    join areas oa on oa.slug = other.area
    where me.player_id = ${caller.id} and other.id <> m.id and other.score_id is null and other.canceled_at is null
      and abs(other.match_date - m.match_date) <= 1
      and abs(extract(epoch from
        (other.match_date + other.match_time) at time zone oa.time_zone - (m.match_date + m.match_time) at time zone a.time_zone)) <= ${MATCH_MINUTES * 60}))`
}

/** The tables from which the columns of a card for the match `m` are read. */
export const cardTables = sql`
  join areas a on a.slug = m.area
  join leagues l on l.id = m.league_id ${joinSeasonAndDivision}
  left join scores s on s.id = m.score_id
  left join courts c on c.id = coalesce(s.court_id, case when s.id is null then m.court_id end)
  join match_players e1 on e1.match_id = m.id and e1.side = 1 and e1.position = 1
  join players p1 on p1.id = e1.player_id
  left join match_players e1a on e1a.match_id = m.id and e1a.side = 1 and e1a.position = 2
  left join players p1a on p1a.id = e1a.player_id
  join match_players e2 on e2.match_id = m.id and e2.side = 2 and e2.position = 1
  join players p2 on p2.id = e2.player_id
  left join match_players e2a on e2a.match_id = m.id and e2a.side = 2 and e2a.position = 2
  left join players p2a on p2a.id = e2a.player_id`

export function cardColumns(now: Date, caller: Caller): RawBuilder<CardRow> {
  return sql`m.id, m.match_date, to_char(m.match_time, 'HH24:MI') as match_time, m.entry_one_id, s.winner_entry_id,
    p1.id as player_one_id, p1.name as player_one_name, p1a.id as player_one_a_id, p1a.name as player_one_a_name,
    p2.id as player_two_id, p2.name as player_two_name, p2a.id as player_two_a_id, p2a.name as player_two_a_name,
    ${upcomingSql(now)} as is_upcoming, m.score_id is not null as played, s.set_games, s.match_status,
    se.name as league_name, se.slug as league_slug, d.name as level_name, d.slug as level_slug, d.sport, se.year,
    m.play_from, m.play_by, ${windowOverSql(now)} as window_over, coalesce(s.match_location, nullif(m.match_location, '')) as match_location, c.id as court_id, case when c.id is not null then ${mapUrl} end as map_url, ${isProvisional(now)} as provisional,
    ${hasSameHour(caller)} as same_hour,
    case when ${caller.id} in (e1.player_id, e1a.player_id) then 1 when ${caller.id} in (e2.player_id, e2a.player_id) then 2 end as my_side,
    m.not_played_at is not null as not_played, ${standingSides(now)} as offering_sides, ${liveOf(now)} as live,
    ${currentVersionColumns(sql`case when ${caller.id} in (e1.player_id, e1a.player_id) then m.entry_one_id when ${caller.id} in (e2.player_id, e2a.player_id) then m.entry_two_id end`)}`
}

/** Converts a row to a match as its player sees it. */
export function cardOf(row: CardRow, caller: Caller, now: Date): MatchCard {
  const { entry_one_id, winner_entry_id } = row
  return {
    ...row,
    match_date: row.match_date && wireDay(row.match_date),
    play_from: row.play_from && wireDay(row.play_from),
    play_by: row.play_by && wireDay(row.play_by),
    winner: winner_entry_id === null ? null : winner_entry_id === entry_one_id ? 'player_one' : 'player_two',
    set_games: row.set_games ?? [],
    score_line: row.set_games && scoreLine(row.set_games, row.match_status),
    confirmation: confirmationOf(row, caller, now),
    ...arrangingOf(row),
  }
}

/** `arrangingState` and `owesAnswer` of rules/arranging.ts, from the sides that have open offers. */
function arrangingOf({
  match_date,
  my_side,
  offering_sides: offering,
}: Pick<CardRow, 'match_date' | 'my_side' | 'offering_sides'>): Pick<MatchCard, 'arranging_state' | 'owes_answer'> {
  if (offering === null) return { arranging_state: 'over', owes_answer: null }
  if (offering.length === 0) return { arranging_state: match_date === null ? 'open' : 'agreed', owes_answer: null }
  const mine = my_side !== null && offering.some((side) => side !== my_side)
  return { arranging_state: 'offered', owes_answer: mine ? 'me' : 'them' }
}

/**
 * A page of a player's matches in one statement: upcoming ones, the nearest first and those without a date last; then
 * past ones, the newest first. Each row repeats the total and the record. An empty page is one row with only these.
 */
export function historySql(player: Caller, now: Date, limit: number, offset: number): RawBuilder<HistoryRow> {
  const order = sql`is_upcoming desc,
    case when is_upcoming then match_date end, case when is_upcoming then match_time end,
    match_date desc, match_time desc, id desc`
  return sql<HistoryRow>`
    with mine as (
      select m.* from match_players me join matches m on m.id = me.match_id where me.player_id = ${player.id} and (m.canceled_at is null or m.not_played_at is not null)),
    page as (
      select * from (select m.*, ${upcomingSql(now)} as is_upcoming from mine m join areas a on a.slug = m.area) dated
      order by ${order} limit ${limit} offset ${offset})
    select whole.*, card.*
    from (
      select (select count(*) from mine) as total, ${recordColumns(player.id)}) whole
    left join (select ${cardColumns(now, player)} from page m ${cardTables}) card on true
    order by ${order}`
}

type History = Omit<Reply<typeof listMyMatches>, 'skip'>

export type HistoryRow = Pick<History, 'total' | 'record' | 'playoff_record'> & (CardRow | { id: null })

/** Converts the rows of historySql to the reply of listMyMatches. */
export function historyPage(rows: readonly HistoryRow[], caller: Caller, now: Date): History {
  const { total, record, playoff_record } = rows[0] ?? {
    total: 0,
    record: { wins: 0, losses: 0, ties: 0 },
    playoff_record: { wins: 0, losses: 0 },
  }
  const matchups = rows.flatMap((row) => (row.id === null ? [] : [cardOf(row, caller, now)]))
  return { matchups, total, record, playoff_record }
}

/** A page of a player's matches, how many there are, and won, lost and tied over all leagues. */
export async function listMatchesOf(
  db: Db,
  player: Caller,
  now: Date,
  limit: number,
  offset: number,
): Promise<History> {
  const { rows } = await historySql(player, now, limit, offset).execute(db)
  return historyPage(rows, player, now)
}

/** A match with every field, for its players and the organizers of its area. Undefined for others. */
export async function findMatch(db: Db | Tx, id: number, player: Caller, now: Date): Promise<MatchDetail | undefined> {
  const { rows } = await sql<
    CardRow & { round: number | null; rules: SeasonRules; score: (ScoreDetail & { match_notes: string }) | null }
  >`
    select ${cardColumns(now, player)}, m.round, ${leagueRulesSql} as rules,
      (select row_to_json(t) from (select s.match_notes, ${scoreDetail} from players r where r.id = s.reported_by_id) t) as score
    from matches m ${cardTables}
    where m.id = ${id} and (m.canceled_at is null or m.not_played_at is not null) and (m.area = any(${player.organizer_areas}::text[]) or ${isPlayedBy(player.id)})`.execute(
    db,
  )
  const row = rows[0]
  if (!row) return undefined
  const { score, round, rules, ...card } = row
  const detail = score ? { ...detailOf(score), match_notes: score.match_notes } : noScore
  return { ...cardOf(card, player, now), ...detail, match_location: card.match_location, round, rules }
}

const noScore = {
  match_area: null,
  match_notes: null,
  duration: null,
  total_score: null,
  reported_by: null,
}
