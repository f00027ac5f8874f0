import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Scores } from '#/db/types.ts'
import { namedCourt } from '#/features/courts/queries.ts'
import type { StoredResult } from '#/features/standings/stored-league.ts'
import { answerUntil } from '#/rules/confirmation.ts'
import { scoreOutcome, type SetScore, swapSides } from '#/rules/outcome.ts'
import type { Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { isLadder, type SharedLeague } from './queries.ts'

/** In `set_games`, `score_1` is the winner's. */
export type NewScore = Pick<
  Selectable<Scores>,
  | 'reported_by_id'
  | 'match_date'
  | 'match_area'
  | 'match_location'
  | 'duration_minutes'
  | 'set_games'
  | 'total_winner_score'
  | 'total_opponent_score'
  | 'match_status'
  | 'match_notes'
>

/** A league, the two entries of a match in it, and a player of each. */
export type LeagueSides = Pick<
  SharedLeague,
  'league_id' | 'area' | 'winner_entry_id' | 'opponent_entry_id' | 'winner_id' | 'opponent_id'
>

/** A match, and the entry whose games are stored first in a tie. */
export type MatchSides = { id: number; entry_one_id: number }

type OpenMatch = {
  /** The match that a score is for: locked until the transaction ends, or yet to be inserted. */
  match: MatchSides & { entry_two_id: number; playoff: boolean; round: number | null }
  /** Whether the match is yet to be inserted. */
  isNew: boolean
  next_version: number
  /** The id for the score, taken from the sequence. */
  score_id: number
  /** The league's version before this transaction. */
  league_version: number
  /** The players of both sides. */
  players: { entry_id: number; player_id: number }[]
}

type OpenRow = Pick<OpenMatch, 'score_id' | 'league_version' | 'players'> & {
  is_ladder: boolean
  open: (OpenMatch['match'] & { score_id: number | null; next_version: number }) | null
  new_id: number
}

const sidesOf = ({ winner_entry_id, opponent_entry_id }: LeagueSides) => sql`(${winner_entry_id}, ${opponent_entry_id})`

/** The match that a score is for: `from matches m where … limit 1`, as `lockOpenMatch` describes. */
export function openMatchOf(league: LeagueSides, match_date: string, matchup_id: number | null): RawBuilder<unknown> {
  const sides = sidesOf(league)
  return sql`from matches m
      where m.league_id = ${league.league_id} and m.entry_one_id in ${sides} and m.entry_two_id in ${sides}
        and case when ${matchup_id}::int is null then m.score_id is null and m.playoff_stage is null else m.id = ${matchup_id} end
        and (m.canceled_at is null or m.not_played_at is not null)
      order by m.not_played_at is not null, coalesce(abs(m.match_date - ${match_date}::date),
        case when m.play_from is not null then greatest(m.play_from - ${match_date}::date, ${match_date}::date - m.play_by, 0) end),
        m.match_date is null, m.round, m.id
      limit 1`
}

/**
 * Locks the match that a score is for: `matchup_id`, otherwise the open match of the two whose date or suggested days are
 * nearest, otherwise one that counted as not played, otherwise a new one. Refuses `already_reported`, `not_that_match`
 * and, on a ladder without a challenge of the two, `challenge_first`.
 */
export async function lockOpenMatch(
  tx: Tx,
  league: LeagueSides,
  match_date: string,
  matchup_id: number | null,
): Promise<OpenMatch> {
  const { rows } = await sql<OpenRow>`
    select row_to_json(open) as open, people.players, l.version as league_version, ${isLadder} as is_ladder,
      case when open.id is null then nextval(pg_get_serial_sequence('matches', 'id')) end as new_id,
      nextval(pg_get_serial_sequence('scores', 'id')) as score_id
    from (
      select coalesce(
        json_agg(json_build_object('entry_id', ep.entry_id, 'player_id', ep.player_id) order by ep.entry_id, ep.position), '[]') as players
      from entry_players ep where ep.entry_id in ${sidesOf(league)}) people
    join leagues l on l.id = ${league.league_id}
    left join lateral (
      select m.id, m.entry_one_id, m.entry_two_id, m.score_id, m.playoff_stage is not null as playoff, m.round,
        (select coalesce(max(s.version), 0) + 1 from scores s where s.match_id = m.id) as next_version
      ${openMatchOf(league, match_date, matchup_id)}
      for update) open on true`.execute(tx)
  const [row] = rows
  if (!row) throw new Error(`league ${league.league_id} is gone`)
  const { open, new_id, is_ladder, ...rest } = row
  if (matchup_id !== null && !open) refuse('not_that_match')
  // Only the draw of a challenge gives a ladder's match its round.
  if (is_ladder && !open?.playoff && (open?.round ?? null) === null) refuse('challenge_first')
  if (!open) {
    const match = { id: new_id, entry_one_id: league.winner_entry_id, entry_two_id: league.opponent_entry_id }
    return { ...rest, match: { ...match, playoff: false, round: null }, isNew: true, next_version: 1 }
  }
  if (open.score_id !== null) refuse('already_reported')
  return { ...rest, match: open, isNew: false, next_version: open.next_version }
}

/** Inserts a match under an id that `lockOpenMatch` has reserved. */
export async function insertMatch(
  tx: Tx,
  id: number,
  { league_id, area, winner_entry_id, opponent_entry_id }: LeagueSides,
  match_date: string,
  now: Date,
): Promise<void> {
  await sql`
    insert into matches (id, league_id, area, entry_one_id, entry_two_id, match_date, created_at) overriding system value
    values (${id}, ${league_id}, ${area}, ${winner_entry_id}, ${opponent_entry_id}, ${match_date}, ${now})`.execute(tx)
}

/** The number of a match's next version. It continues after a voided result. */
export async function nextVersion(tx: Tx, match_id: number): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select coalesce(max(version), 0) + 1 as version from scores where match_id = ${match_id}`.execute(tx)
  return rows[0]?.version ?? 1
}

type FirstVersion = { match: OpenMatch['match']; score: NewScore; version: NewVersion; score_id: number }

/** Inserts the first version of a match's score under a given id. Returns the score as the league's table reads it. */
export async function insertFirstVersion(
  tx: Tx,
  { match, score, version, score_id }: FirstVersion,
  now: Date,
): Promise<StoredResult> {
  const row = scoreRow({ match, score, version }, now)
  await versionsQuery([{ ...row, id: score_id }]).execute(tx)
  return resultOf(match, row)
}

/** Which version of a score is stored, and which side reported it. Without a side it is an organizer's. */
export type NewVersion = {
  version: number
  kind: 'report' | 'edit' | 'correction'
  side_entry_id: number | null
  winner_entry_id: number
  /** An organizer's reason. */
  answer_reason?: string
}

type MatchVersion = { match: MatchSides; score: NewScore; version: NewVersion }

/**
 * Stores a version of a match's score as the current one and returns its id. An organizer's version is settled at once. The
 * caller has locked the league, and rebuilds it afterwards.
 */
export async function insertVersion(
  tx: Tx,
  match: MatchSides,
  score: NewScore,
  version: NewVersion,
  now: Date,
): Promise<number> {
  const [score_id] = await insertVersions(tx, [{ match, score, version, at: now }])
  if (score_id === undefined) throw new Error(`match ${match.id} is gone`)
  return score_id
}

/**
 * Like `insertVersion`, for several matches in one statement, each reported `at` its time. Returns the ids in no order.
 */
export async function insertVersions(tx: Tx, versions: readonly (MatchVersion & { at: Date })[]): Promise<number[]> {
  if (versions.length === 0) return []
  const { rows } = await versionsQuery(versions.map((version) => scoreRow(version, version.at))).execute(tx)
  return rows.map(({ score_id }) => score_id)
}

/** Stores versions as the current ones of their matches. A row without an `id` gets one. */
function versionsQuery(rows: readonly (ReturnType<typeof scoreRow> & { id?: number })[]) {
  const columns = [...new Set(rows.flatMap((row) => ['id', ...Object.keys(row)]))] as (keyof (typeof rows)[number])[]
  const valueOf = (value: unknown) => (value === undefined ? sql`default` : value)
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => valueOf(row[column])))})`)
  return sql<{ score_id: number }>`
    with stored as (
      insert into scores (${sql.join(columns.map((column) => sql.ref(column)))}) overriding system value
      values ${sql.join(values)}
      returning id, match_id, match_date)
    update matches set score_id = stored.id, match_date = stored.match_date, not_played_at = null, canceled_at = null
    from stored where matches.id = stored.match_id
    returning stored.id as score_id`
}

function scoreRow({ match, score, version }: MatchVersion, now: Date) {
  if (score.match_status === 'Double default' && version.side_entry_id !== null)
    refuse('invalid', { fields: { match_status: 'Only an organizer can give a double default.' } })
  const { has_winner } = scoreOutcome(score.match_status)
  // Nobody won a tie, so its sets are stored with entry one's games first.
  const swap = !has_winner && match.entry_one_id !== version.winner_entry_id
  const settled = {
    kind: 'settlement',
    answer: 'settled',
    answered_by_id: score.reported_by_id,
    answered_at: now,
  } as const
  return {
    ...score,
    ...version,
    match_id: match.id,
    court_id: namedCourt(sql`${score.match_area}`, sql`${score.match_location}::text`),
    winner_entry_id: has_winner ? version.winner_entry_id : null,
    set_games: JSON.stringify(swap ? score.set_games.map(swapSides) : score.set_games),
    total_winner_score: swap ? score.total_opponent_score : score.total_winner_score,
    total_opponent_score: swap ? score.total_winner_score : score.total_opponent_score,
    created_at: now,
    answer_until: answerUntil(now),
    ...(version.side_entry_id === null ? settled : {}),
  }
}

/** A score as the league's table reads it. */
function resultOf(match: OpenMatch['match'], row: ReturnType<typeof scoreRow>): StoredResult {
  return {
    match_id: match.id,
    match_date: row.match_date,
    one: match.entry_one_id,
    two: match.entry_two_id,
    winner: row.winner_entry_id,
    status: row.match_status,
    sets: JSON.parse(row.set_games) as SetScore[],
    answer: row.answer ?? null,
    answer_until: row.answer_until,
    created_at: row.created_at,
    playoff: match.playoff,
    round: match.round,
  }
}
