import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { wireDay, type AreaSlug } from '#/contract/fields.ts'
import { leagueFits, lockLeague, rebuildStandings, type LeagueFilter } from '#/features/standings/queries.ts'
import { answerUntil, confirmationState, type Answer } from '#/rules/confirmation.ts'
import { scoreLine, type MatchStatus, type SetScore } from '#/rules/score.ts'
import type { SeasonSlug } from '#/rules/season.ts'
import { inTransaction, type Db, type Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import type { MatchCard, MatchDetail, PublicResult, Result, ResultDetail } from './contract.ts'
import type { SharedLeague } from './counting-league.ts'
import { listSides, plays, winnerAndOpponent } from './sides.ts'
import { confirmationOf, listVersions, standingVersion, type Caller, type StandingVersion } from './versions.ts'

/** The area's time zone (IANA). */
export async function findTimeZone(db: Db | Tx, area: AreaSlug): Promise<string> {
  const { time_zone } = await db
    .selectFrom('areas')
    .select('time_zone')
    .where('slug', '=', area)
    .executeTakeFirstOrThrow()
  return time_zone
}

/** The leagues of a season template that both are in, as opponents, and whether the reporter plays for one of them there. */
export async function listSharedLeagues(
  db: Db,
  {
    season,
    winner_id,
    opponent_id,
    reporter_id,
    matchup_id = null,
  }: { season: SeasonSlug; winner_id: number; opponent_id: number; reporter_id: number; matchup_id?: number | null },
): Promise<(SharedLeague & { mine: boolean })[]> {
  const { rows } = await sql<SharedLeague & { mine: boolean }>`
    select l.id as league_id, l.area, se.slug as season_slug, se.year, se.starting_date, se.ending_date,
      d.slug as division_slug, d.name as division_name, w.entry_id as winner_entry_id, o.entry_id as opponent_entry_id,
      (select m.id from matches m
       where m.league_id = l.id and m.playoff_stage is not null and coalesce(${matchup_id}::int, m.id) = m.id
         and w.entry_id in (m.entry_one_id, m.entry_two_id) and o.entry_id in (m.entry_one_id, m.entry_two_id)) as playoff_match_id,
      exists (select from entry_players me where me.entry_id in (w.entry_id, o.entry_id) and me.player_id = ${reporter_id}) as mine
    from entry_players w
    join entry_players o on o.league_id = w.league_id and o.entry_id <> w.entry_id
    join entries we on we.id = w.entry_id
    join purchases wp on wp.id = we.purchase_id and wp.status in ('Paid', 'Confirmed')
    join entries oe on oe.id = o.entry_id
    join purchases op on op.id = oe.purchase_id and op.status in ('Paid', 'Confirmed')
    join leagues l on l.id = w.league_id
    join seasons se on se.id = l.season_id
    join divisions d on d.id = l.division_id
    where w.player_id = ${winner_id} and o.player_id = ${opponent_id} and se.slug = ${season}
    order by se.starting_date, d.position, l.area`.execute(db)
  return rows
}

/** The league of a match that this player may report or delete: one of its players, or an organizer. */
export async function findMatchOf(
  db: Db,
  id: number,
  player: { id: number; role: string },
): Promise<{ league_id: number } | undefined> {
  const { rows } = await sql<{ league_id: number }>`
    select m.league_id from matches m
    where m.id = ${id} and (${player.role} = 'organizer' or ${plays(player.id)})`.execute(db)
  return rows[0]
}

export type NewScore = {
  reported_by_id: number
  match_date: string
  match_area: AreaSlug
  match_location: string
  duration_minutes: number
  /** `score_1` is the winner's. */
  set_games: SetScore[]
  total_winner_score: number
  total_opponent_score: number
  match_status: MatchStatus
  match_notes: string
}

/** A league and the entries that met in it. */
type SidesOfLeague = Pick<SharedLeague, 'league_id' | 'area' | 'winner_entry_id' | 'opponent_entry_id'>

/** What was stored, and whom to tell: the players of the other side, or, when an organizer has settled it so, of both. */
export type StoredScore = { match_id: number; score_id: number; settled: boolean; told: number[] }

/**
 * Stores a score as the first version of a match and brings the table up to date, in one transaction.
 * The match is `matchup_id`, else the arranged one of the two that is nearest in date, else a new one.
 * Refuses `already_reported` (also when two report at once) and `not_that_match`.
 */
export async function insertScore(
  db: Db,
  league: SidesOfLeague,
  score: NewScore,
  matchup_id: number | null,
  now: Date,
): Promise<StoredScore> {
  return inTransaction(db, async (tx) => {
    await lockLeague(tx, league.league_id)
    const match =
      (await findArrangedMatch(tx, league, score.match_date, matchup_id)) ??
      (await insertMatch(tx, league, score.match_date, now))
    const players = await listSides(tx, [league.winner_entry_id, league.opponent_entry_id])
    const side_entry_id = players.find(({ player_id }) => player_id === score.reported_by_id)?.entry_id ?? null
    const sides = { winner_entry_id: league.winner_entry_id, side_entry_id }
    const score_id = await insertVersion(tx, match, score, { ...sides, kind: 'report', version: 1 }, now)
    await rebuildStandings(tx, league.league_id)
    const told = players.filter(({ entry_id }) => entry_id !== side_entry_id).map(({ player_id }) => player_id)
    return { match_id: match.id, score_id, settled: side_entry_id === null, told }
  })
}

/**
 * Stores one version of a match's score and lets it stand; answers its id. Without a side it is an organizer's word,
 * settled as it comes. The caller holds the league, and rebuilds its table.
 */
export async function insertVersion(
  tx: Tx,
  match: OpenMatch,
  score: NewScore,
  given: {
    version: number
    kind: 'report' | 'mend' | 'correction'
    side_entry_id: number | null
    winner_entry_id: number
  },
  now: Date,
): Promise<number> {
  const tied = score.match_status === 'Match ended in a tie'
  // Nobody won a tie, so its sets are told from entry one's side.
  const turn = tied && match.entry_one_id !== given.winner_entry_id
  const settled = {
    kind: 'settlement',
    answer: 'settled',
    answered_by_id: score.reported_by_id,
    answered_at: now,
  } as const
  const { id: score_id } = await tx
    .insertInto('scores')
    .values({
      ...score,
      ...given,
      match_id: match.id,
      winner_entry_id: tied ? null : given.winner_entry_id,
      set_games: turn ? score.set_games.map(turned) : score.set_games,
      total_winner_score: turn ? score.total_opponent_score : score.total_winner_score,
      total_opponent_score: turn ? score.total_winner_score : score.total_opponent_score,
      created_at: now,
      answer_until: answerUntil(now),
      ...(given.side_entry_id === null ? settled : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.updateTable('matches').set({ score_id, match_date: score.match_date }).where('id', '=', match.id).execute()
  return score_id
}

function turned({ score_1, score_2 }: SetScore): SetScore {
  return { score_1: score_2, score_2: score_1 }
}

/** A match, and whose games come first in a tie. */
export type OpenMatch = { id: number; entry_one_id: number }

async function findArrangedMatch(
  tx: Tx,
  league: SidesOfLeague,
  match_date: string,
  matchup_id: number | null,
): Promise<OpenMatch | undefined> {
  const { rows } = await sql<OpenMatch & { score_id: number | null }>`
    select m.id, m.entry_one_id, m.score_id from matches m
    where m.league_id = ${league.league_id}
      and m.entry_one_id in (${league.winner_entry_id}, ${league.opponent_entry_id})
      and m.entry_two_id in (${league.winner_entry_id}, ${league.opponent_entry_id})
      and case when ${matchup_id}::int is null then m.score_id is null and m.playoff_stage is null else m.id = ${matchup_id} end
    order by abs(m.match_date - ${match_date}::date), m.round, m.id
    limit 1
    for update`.execute(tx)
  if (matchup_id !== null && !rows[0]) refuse('not_that_match')
  if (rows[0] && rows[0].score_id !== null) refuse('already_reported')
  return rows[0]
}

async function insertMatch(tx: Tx, league: SidesOfLeague, match_date: string, now: Date): Promise<OpenMatch> {
  return tx
    .insertInto('matches')
    .values({
      league_id: league.league_id,
      area: league.area as AreaSlug,
      entry_one_id: league.winner_entry_id,
      entry_two_id: league.opponent_entry_id,
      match_date,
      created_at: now,
    })
    .returning(['id', 'entry_one_id'])
    .executeTakeFirstOrThrow()
}

/** Deletes a match of this player's (an organizer: any) while no score stands. Refuses `not_found` and `match_played`. */
export async function deleteMatchOf(db: Db, id: number, player: { id: number; role: string }): Promise<void> {
  if (!(await findMatchOf(db, id, player))) refuse('not_found')
  const { numDeletedRows } = await db
    .deleteFrom('matches')
    .where('id', '=', id)
    .where('score_id', 'is', null)
    .where('playoff_stage', 'is', null)
    .executeTakeFirst()
  if (numDeletedRows > 0n) return
  const match = await db.selectFrom('matches').select('score_id').where('id', '=', id).executeTakeFirst()
  // Either it has a score, perhaps since a moment ago, or it is of the play-offs, or somebody else has just deleted it.
  refuse(!match ? 'not_found' : match.score_id === null ? 'match_in_playoffs' : 'match_played')
}

/** A page of the results of an area, newest first, and how many there are. */
export async function listResultsOf(
  db: Db,
  filter: LeagueFilter,
  now: Date,
  limit: number,
  offset: number,
): Promise<{ results: Result[]; total: number }> {
  const from = sql`
    from matches m
    join leagues l on l.id = m.league_id
    join seasons se on se.id = l.season_id
    join divisions d on d.id = l.division_id
    where m.area = ${filter.area} and ${leagueFits(filter)} and m.score_id is not null`
  const [counted, page] = await Promise.all([
    sql<{ total: number }>`select count(*) as total ${from}`.execute(db),
    sql<ResultRow>`
      select m.id, s.match_date, s.match_status, s.match_notes, s.set_games, s.answer, s.answer_until,
        m.league_name, m.level_name, m.year, ${winnerAndOpponent}
      from (
        select m.id, m.score_id, m.entry_one_id, m.entry_two_id, m.match_date, se.name as league_name, d.name as level_name, se.year
        ${from}
        order by m.match_date desc, m.id desc
        limit ${limit} offset ${offset}) m
      join scores s on s.id = m.score_id
      order by m.match_date desc, m.id desc`.execute(db),
  ])
  return {
    results: page.rows.map((row) => ({ ...resultOf(row, now), sets: row.set_games.length })),
    total: counted.rows[0]?.total ?? 0,
  }
}

type ResultRow = {
  id: number
  match_date: string
  match_status: MatchStatus
  match_notes: string
  set_games: SetScore[]
  league_name: string
  level_name: string
  year: number
  winner: string
  opponent: string
  answer: Answer | null
  answer_until: Date
}

function resultOf(row: ResultRow, now: Date): Omit<Result, 'sets'> {
  return {
    id: row.id,
    winner: { name: row.winner },
    opponent: { name: row.opponent },
    set_games: row.set_games,
    match_date: wireDay(row.match_date),
    match_status: row.match_status,
    match_notes: row.match_notes,
    league_name: row.league_name,
    level_name: row.level_name,
    year: row.year,
    state: confirmationState(row, now),
  }
}

/** One result with all that was reported and every version of it; undefined while no score stands. */
export async function findResult(db: Db, id: number, caller: Caller, now: Date): Promise<ResultDetail | undefined> {
  const my_entry = sql`(select me.entry_id from entry_players me where me.entry_id in (m.entry_one_id, m.entry_two_id) and me.player_id = ${caller.id})`
  const { rows } = await sql<ResultRow & ScoreDetail & StandingVersion>`
    select m.id, s.match_date, s.match_status, s.match_notes, s.set_games, se.name as league_name, d.name as level_name, se.year,
      ${winnerAndOpponent}, ${scoreDetail}, ${standingVersion(caller, my_entry)}
    from matches m
    join scores s on s.id = m.score_id
    join players r on r.id = s.reported_by_id
    join leagues l on l.id = m.league_id
    join seasons se on se.id = l.season_id
    join divisions d on d.id = l.division_id
    where m.id = ${id}`.execute(db)
  const row = rows[0]
  if (!row) return undefined
  return {
    ...resultOf(row, now),
    ...detailOf(row),
    score_line: scoreLine(row.set_games, row.match_status),
    confirmation: confirmationOf(row, caller, now),
    versions: await listVersions(db, id),
  }
}

/** What a stranger may know of a result: who, how much and when; undefined while no score stands. */
export async function findPublicResult(db: Db, id: number, now: Date): Promise<PublicResult | undefined> {
  const { rows } = await sql<ResultRow & { area: string }>`
    select m.id, m.area, s.match_date, s.match_status, s.match_notes, s.set_games, s.answer, s.answer_until,
      se.name as league_name, d.name as level_name, se.year, ${winnerAndOpponent}
    from matches m
    join scores s on s.id = m.score_id
    join leagues l on l.id = m.league_id
    join seasons se on se.id = l.season_id
    join divisions d on d.id = l.division_id
    where m.id = ${id}`.execute(db)
  const row = rows[0]
  return row && { ...resultOf(row, now), area: row.area, score_line: scoreLine(row.set_games, row.match_status) }
}

type ScoreDetail = {
  match_area: string
  match_location: string
  duration_minutes: number
  total_winner_score: number
  total_opponent_score: number
  reported_by: string
}

const scoreDetail = sql`s.match_area, s.match_location, s.duration_minutes, s.total_winner_score, s.total_opponent_score,
  r.first_name || ' ' || r.last_name as reported_by`

function detailOf(
  row: ScoreDetail,
): Pick<ResultDetail, 'match_area' | 'match_location' | 'duration' | 'total_score' | 'reported_by'> {
  const [hour, minute] = [Math.floor(row.duration_minutes / 60), row.duration_minutes % 60].map((part) =>
    String(part).padStart(2, '0'),
  )
  return {
    match_area: row.match_area,
    match_location: row.match_location,
    duration: `${hour}:${minute}`,
    total_score: `${row.total_winner_score}-${row.total_opponent_score}`,
    reported_by: row.reported_by,
  }
}

type CardRow = {
  id: number
  match_date: string | null
  match_time: string | null
  entry_one_id: number
  winner_entry_id: number | null
  player_one_id: number
  player_one_name: string
  player_one_a_name: string | null
  player_two_id: number
  player_two_name: string
  player_two_a_name: string | null
  is_upcoming: boolean
  played: boolean
  set_games: SetScore[] | null
  match_status: MatchStatus
  area: string
  league_name: string
  league_slug: string
  level_name: string
  level_slug: string
  year: number
  play_from: string | null
  play_by: string | null
  match_location: string | null
} & StandingVersion

/** rules/match-card.ts isUpcoming for the match `m`, in the time of its area `a`; what has been played is past. */
function upcomingSql(now: Date): RawBuilder<boolean> {
  const local = sql`(${now}::timestamptz at time zone a.time_zone)`
  return sql`(m.score_id is null and (m.match_date is null or m.match_date > ${local}::date
    or (m.match_date = ${local}::date and (m.match_time is null or m.match_time >= date_trunc('minute', ${local})::time))))`
}

const cardTables = sql`
  join areas a on a.slug = m.area
  join leagues l on l.id = m.league_id
  join seasons se on se.id = l.season_id
  join divisions d on d.id = l.division_id
  left join scores s on s.id = m.score_id
  join entry_players e1 on e1.entry_id = m.entry_one_id and e1.position = 1
  join players p1 on p1.id = e1.player_id
  left join entry_players e1a on e1a.entry_id = m.entry_one_id and e1a.position = 2
  left join players p1a on p1a.id = e1a.player_id
  join entry_players e2 on e2.entry_id = m.entry_two_id and e2.position = 1
  join players p2 on p2.id = e2.player_id
  left join entry_players e2a on e2a.entry_id = m.entry_two_id and e2a.position = 2
  left join players p2a on p2a.id = e2a.player_id`

function cardColumns(now: Date, caller: Caller): RawBuilder<CardRow> {
  return sql`m.id, m.match_date, to_char(m.match_time, 'HH24:MI') as match_time, m.entry_one_id, s.winner_entry_id,
    p1.id as player_one_id, p1.first_name || ' ' || p1.last_name as player_one_name, p1a.first_name || ' ' || p1a.last_name as player_one_a_name,
    p2.id as player_two_id, p2.first_name || ' ' || p2.last_name as player_two_name, p2a.first_name || ' ' || p2a.last_name as player_two_a_name,
    ${upcomingSql(now)} as is_upcoming, m.score_id is not null as played, s.set_games, s.match_status, m.area,
    se.name as league_name, se.slug as league_slug, d.name as level_name, d.slug as level_slug, se.year,
    m.play_from, m.play_by, coalesce(s.match_location, nullif(m.match_location, '')) as match_location,
    ${standingVersion(caller, sql`case when ${caller.id} in (e1.player_id, e1a.player_id) then m.entry_one_id when ${caller.id} in (e2.player_id, e2a.player_id) then m.entry_two_id end`)}`
}

function cardOf(row: CardRow, caller: Caller, now: Date): MatchCard {
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
  }
}

/** A page of a player's matches: upcoming ones, the nearest first and those without a date last; then past ones, the newest first. */
export async function listMatchesOf(
  db: Db,
  player: Caller,
  now: Date,
  limit: number,
  offset: number,
): Promise<{ matchups: MatchCard[]; total: number }> {
  const player_id = player.id
  const mine = sql`(
    select m.* from entry_players me join matches m on m.entry_one_id = me.entry_id where me.player_id = ${player_id}
    union all
    select m.* from entry_players me join matches m on m.entry_two_id = me.entry_id where me.player_id = ${player_id})`
  const [counted, page] = await Promise.all([
    sql<{ total: number }>`select count(*) as total from ${mine} m`.execute(db),
    sql<CardRow>`
      select * from (select ${cardColumns(now, player)} from ${mine} m ${cardTables}) card
      order by is_upcoming desc,
        case when is_upcoming then match_date end, case when is_upcoming then match_time end,
        match_date desc, match_time desc, id desc
      limit ${limit} offset ${offset}`.execute(db),
  ])
  return { matchups: page.rows.map((row) => cardOf(row, player, now)), total: counted.rows[0]?.total ?? 0 }
}

/** Won, lost and tied over all leagues the player stands in. */
export async function findRecord(db: Db, player_id: number): Promise<{ wins: number; losses: number; ties: number }> {
  return db
    .selectFrom('standings')
    .innerJoin('entry_players', 'entry_players.entry_id', 'standings.entry_id')
    .select((of) => [
      of.fn.coalesce(of.fn.sum<number>('wins'), sql<number>`0`).as('wins'),
      of.fn.coalesce(of.fn.sum<number>('losses'), sql<number>`0`).as('losses'),
      of.fn.coalesce(of.fn.sum<number>('ties'), sql<number>`0`).as('ties'),
    ])
    .where('player_id', '=', player_id)
    .executeTakeFirstOrThrow()
}

/** A match of this player's (an organizer: any) with every field; undefined when there is none. */
export async function findMatch(db: Db | Tx, id: number, player: Caller, now: Date): Promise<MatchDetail | undefined> {
  const { rows } = await sql<CardRow & { round: number | null; score: (ScoreDetail & { match_notes: string }) | null }>`
    select ${cardColumns(now, player)}, m.round,
      (select row_to_json(t) from (select s.match_notes, ${scoreDetail} from players r where r.id = s.reported_by_id) t) as score
    from matches m ${cardTables}
    where m.id = ${id} and (${player.role} = 'organizer' or ${plays(player.id)})`.execute(db)
  const row = rows[0]
  if (!row) return undefined
  const { score, round, ...card } = row
  const told = score ? { ...detailOf(score), match_notes: score.match_notes } : notTold
  return { ...cardOf(card, player, now), ...told, match_location: card.match_location, round }
}

const notTold = {
  match_area: null,
  match_notes: null,
  duration: null,
  total_score: null,
  reported_by: null,
}

/** Every part of the search is somewhere in the name of the player `p`; % and _ stand for themselves. */
function named(search: string): RawBuilder<SqlBool> {
  const parts = search
    .split(/\s+/)
    .filter((part) => part !== '')
    .map((part) => `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`)
  return sql`(p.first_name || ' ' || p.last_name) ilike all (${parts}::text[])`
}

/** Players of the leagues that this player stands in, this player included, by name. */
export async function listLeaguePlayers(
  db: Db,
  player_id: number,
  search: string,
  season: SeasonSlug | undefined,
  limit: number,
): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select p.id, p.first_name || ' ' || p.last_name as name
    from players p
    where p.deleted_at is null and ${named(search)} and p.id in (
      select other.player_id
      from entry_players me
      join leagues l on l.id = me.league_id
      join seasons se on se.id = l.season_id
      join entry_players other on other.league_id = l.id
      join entries e on e.id = other.entry_id
      join purchases paid on paid.id = e.purchase_id and paid.status in ('Paid', 'Confirmed')
      join entries my on my.id = me.entry_id
      join purchases mine on mine.id = my.purchase_id and mine.status in ('Paid', 'Confirmed')
      where me.player_id = ${player_id} and (${season ?? null}::text is null or se.slug = ${season ?? null}))
    order by name, p.id
    limit ${limit}`.execute(db)
  return rows
}

/** Players by name, with nothing of theirs that is private. */
export async function listPlayersNamed(
  db: Db,
  search: string,
  limit: number,
): Promise<{ id: number; name: string; area: string; singles_level: string }[]> {
  const { rows } = await sql<{ id: number; name: string; area: string; singles_level: string }>`
    select p.id, p.first_name || ' ' || p.last_name as name, p.area, p.singles_level
    from players p
    where p.role = 'player' and p.area is not null and ${named(search)}
    order by name, p.id
    limit ${limit}`.execute(db)
  return rows
}
