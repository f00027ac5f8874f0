import type { AreaSlug } from '#/contract/areas.ts'
import { sql } from 'kysely'
import { insertVersion, type NewScore, type NewVersion, type MatchSides } from '#/features/matches/score-queries.ts'
import { entryPlayedBy, winnerAndOpponent } from '#/features/leagues/sides.ts'
import { confirmationOf, currentVersionColumns, type CurrentVersion } from '#/features/matches/versions.ts'
import { leagueRulesSql, spanSql } from '#/features/seasons/queries.ts'
import type { Answer, ConfirmationState, Role } from '#/rules/confirmation.ts'
import type { MatchStatus, SetScore } from '#/rules/outcome.ts'
import type { SeasonRules } from '#/rules/season-rules.ts'
import type { SeasonDates, SeasonSlug, SeasonSpan } from '#/rules/season.ts'
import type { Db, Tx } from '#/server/db.ts'
import { findMailToken } from '#/server/mail-tokens.ts'
import type { Caller } from '#/server/session.ts'
import { lockSealed } from '#/features/sealing/queries.ts'
import { isProvisional } from '#/features/playoffs/bracket-queries.ts'
import { joinSeasonAndDivision, leagueName } from '#/features/leagues/league-filter.ts'

/** The current version of a match's score, locked until the transaction ends, and the caller's role in it. `id` is the match. */
export type LockedScore = MatchSides & {
  area: AreaSlug
  league_id: number
  /** Whether its league is sealed, so that a change is a correction. */
  sealed: boolean
  entry_two_id: number
  score_id: number
  version: number
  side_entry_id: number | null
  my_entry_id: number | null
  state: ConfirmationState
  role: Role
  has_corrected: boolean
  season: SeasonDates &
    SeasonSpan & {
      season_slug: SeasonSlug
      year: number
      playoff_match_id: number | null
      entered_on: string
      rules: SeasonRules
    }
}

/** Locks the league and the match of a score and reads its current version. Undefined if the match has no score. */
export async function lockScore(tx: Tx, match_id: number, caller: Caller, now: Date): Promise<LockedScore | undefined> {
  const match = await tx.selectFrom('matches').select('league_id').where('id', '=', match_id).executeTakeFirst()
  if (!match) return undefined
  const sealed = await lockSealed(tx, match.league_id, now)
  const { rows } = await sql<Omit<LockedScore, 'state' | 'role' | 'sealed'> & CurrentVersion & { version: number }>`
    select m.id, m.league_id, m.entry_one_id, m.entry_two_id, m.score_id, ${currentVersionColumns(entryPlayedBy(caller.id))},
      json_build_object('season_slug', se.slug, 'year', se.year, 'starting_date', se.starting_date, 'ending_date', se.ending_date,
        'sold_after', span.sold_after, 'sold_until', span.sold_until, 'counts_until', span.counts_until, 'rules', ${leagueRulesSql},
        'playoff_match_id', case when m.playoff_stage is not null then m.id end,
        'entered_on', (greatest(one.created_at, two.created_at) at time zone a.time_zone)::date) as season
    from matches m
    join scores s on s.id = m.score_id
    join leagues l on l.id = m.league_id
    join seasons se on se.id = l.season_id
    join divisions d on d.id = l.division_id
    join areas a on a.slug = l.area
    join entries one on one.id = m.entry_one_id
    join entries two on two.id = m.entry_two_id
    cross join lateral (select ${spanSql}) span
    where m.id = ${match_id}
    for update of m`.execute(tx)
  const row = rows[0]
  const confirmation = row && confirmationOf(row, caller, now)
  return row && confirmation ? { ...row, sealed, state: confirmation.state, role: confirmation.role } : undefined
}

/** Stores how a version was answered. */
export async function updateAnswer(
  tx: Tx,
  score_id: number,
  answer: { answer: Exclude<Answer, 'settled'>; answered_by_id: number; answer_reason: string },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('scores')
    .set({ ...answer, answered_at: now })
    .where('id', '=', score_id)
    .execute()
}

/** Stores a correction as the current version and returns its id. Without a side it is an organizer's, and settled. */
export function insertCorrection(
  tx: Tx,
  corrected: LockedScore,
  score: NewScore,
  version: Omit<NewVersion, 'version'>,
  now: Date,
): Promise<number> {
  return insertVersion(tx, corrected, score, { ...version, version: corrected.version + 1 }, now)
}

/**
 * Stores a copy of a version, the current one or an earlier one, as an organizer's settlement and returns its id.
 * Undefined if there is no such version or it was voided.
 */
export async function insertSettlement(
  tx: Tx,
  score: LockedScore,
  right: { version: number; answer_reason: string },
  organizer_id: number,
  now: Date,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number; match_date: string }>`
    insert into scores (match_id, version, kind, reported_by_id, winner_entry_id, match_date, match_area, match_location, duration_minutes,
      set_games, total_winner_score, total_opponent_score, match_status, match_notes, created_at, answer_until, answer, answered_by_id, answered_at, answer_reason)
    select match_id, ${score.version + 1}, 'settlement', ${organizer_id}, winner_entry_id, match_date, match_area, match_location, duration_minutes,
      set_games, total_winner_score, total_opponent_score, match_status, match_notes, ${now}, ${now}, 'settled', ${organizer_id}, ${now}, ${right.answer_reason}
    from scores
    where match_id = ${score.id} and version = ${right.version}
      and version > (select coalesce(voided_version, 0) from matches where id = ${score.id})
    returning id, match_date`.execute(tx)
  const settled = rows[0]
  if (!settled) return undefined
  await tx
    .updateTable('matches')
    .set({ score_id: settled.id, match_date: settled.match_date })
    .where('id', '=', score.id)
    .execute()
  return settled.id
}

/** The organizers of an area to email about a dispute, at most twenty. */
export async function listOrganizersToNotify(tx: Tx, area: AreaSlug): Promise<number[]> {
  const organizers = await tx
    .selectFrom('players')
    .select('id')
    .where((player) =>
      player.or([
        player('role', '=', 'owner'),
        player.exists(
          player
            .selectFrom('organizer_areas')
            .select('area')
            .whereRef('organizer_areas.player_id', '=', 'players.id')
            .where('organizer_areas.area', '=', area),
        ),
      ]),
    )
    .where('role', '<>', 'player')
    .where('suspended_at', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(20)
    .execute()
  return organizers.map(({ id }) => id)
}

/**
 * A version of a score as emails describe it. `winner` and `opponent` are the names of entries; in a tie entry one goes
 * first.
 */
export type EmailedScore = {
  match_id: number
  is_current: boolean
  answer: Answer | null
  answer_until: Date
  answer_reason: string
  winner: string
  opponent: string
  match_date: string
  match_status: MatchStatus
  set_games: SetScore[]
  time_zone: string
  league: string
  /** Whether it is a play-off result that an earlier result can still change. */
  provisional: boolean
  reported_by: string
  answered_by: string | null
}

export async function findEmailedScore(db: Db, score_id: number, now: Date): Promise<EmailedScore | undefined> {
  const { rows } = await sql<EmailedScore>`
    select m.id as match_id, m.score_id = s.id as is_current, s.answer, s.answer_until, s.answer_reason, ${winnerAndOpponent()},
      s.match_date, s.match_status, s.set_games, a.time_zone, ${leagueName} as league, ${isProvisional(now)} as provisional,
      r.name as reported_by, b.name as answered_by
    from scores s
    join matches m on m.id = s.match_id
    join leagues l on l.id = m.league_id ${joinSeasonAndDivision}
    join areas a on a.slug = l.area
    join players r on r.id = s.reported_by_id
    left join players b on b.id = s.answered_by_id
    where s.id = ${score_id}`.execute(db)
  return rows[0]
}

/** The score version that a link answers, and the player who answers it. Undefined for a link that cannot be used. */
export async function findLinkedScore(
  db: Db | Tx,
  token: string,
  now: Date,
): Promise<{ match_id: number; version: number; player_id: number } | undefined> {
  const link = await findMailToken(db, token, ['score'], now)
  if (!link) return undefined
  const score = await db
    .selectFrom('scores')
    .select(['match_id', 'version'])
    .where('id', '=', link.score_id)
    .executeTakeFirst()
  return score && { ...score, player_id: link.addressee_id }
}
