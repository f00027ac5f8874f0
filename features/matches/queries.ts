import { sql, type SqlBool } from 'kysely'
import { allAreas, type AreaSlug } from '#/contract/areas.ts'
import { joinSeasonAndDivision } from '#/features/leagues/league-filter.ts'
import { isPlayedBy } from '#/features/leagues/sides.ts'
import { leagueRulesSql, spanSql } from '#/features/seasons/queries.ts'
import { kindsThat } from '#/rules/formats/formats.ts'
import { playoffGraceDays } from '#/rules/playoffs.ts'
import type { SeasonRules } from '#/rules/season-rules.ts'
import type { SeasonSlug, SeasonSpan } from '#/rules/season.ts'
import type { Db, Tx } from '#/server/db.ts'
import type { Caller } from '#/server/session.ts'

/** Whether league `l` is a ladder. */
export const isLadder = sql<SqlBool>`coalesce(l.format ->> 'kind' = any(${kindsThat('by_rung')}::text[]), false)`

/** The area's time zone (IANA). */
export async function findTimeZone(db: Db | Tx, area: AreaSlug): Promise<string> {
  const known = allAreas().find(({ slug }) => slug === area)
  if (known) return known.time_zone
  const { time_zone } = await db
    .selectFrom('areas')
    .select('time_zone')
    .where('slug', '=', area)
    .executeTakeFirstOrThrow()
  return time_zone
}

/** A league in which both players of a match are entered. */
export type SharedLeague = SeasonSpan & {
  league_id: number
  area: AreaSlug
  season_name: string
  season_slug: SeasonSlug
  year: number
  starting_date: string
  ending_date: string
  division_slug: string
  division_name: string
  winner_entry_id: number
  opponent_entry_id: number
  winner_id: number
  opponent_id: number
  rules: SeasonRules
  /** The play-off match of the two entries in this league. If the score names a match, only that match. */
  playoff_match_id?: number | null
  /** The last day on which a score of that match counts, yyyy-mm-dd. */
  playoff_until?: string | null
  /** The first day on which both sides were entered, yyyy-mm-dd. Missing in an import, where it is not known. */
  entered_on?: string | null
}

/**
 * The leagues of a season template in which the two play on different sides. `mine`: whether the reporter is on one of
 * these sides.
 */
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
    select l.id as league_id, l.area, se.name as season_name, se.slug as season_slug, se.year, se.starting_date, se.ending_date, ${spanSql}, ${leagueRulesSql} as rules,
      d.slug as division_slug, d.name as division_name, w.entry_id as winner_entry_id, o.entry_id as opponent_entry_id, w.player_id as winner_id, o.player_id as opponent_id,
      playoff.id as playoff_match_id, playoff.play_by + ${playoffGraceDays}::int as playoff_until,
      (greatest(we.created_at, oe.created_at) at time zone a.time_zone)::date as entered_on,
      exists (select from entry_players me where me.entry_id in (w.entry_id, o.entry_id) and me.player_id = ${reporter_id}) as mine
    from entry_players w
    join entry_players o on o.league_id = w.league_id and o.entry_id <> w.entry_id
    join entries we on we.id = w.entry_id
    join purchases wp on wp.id = we.purchase_id and wp.counts
    join entries oe on oe.id = o.entry_id
    join purchases op on op.id = oe.purchase_id and op.counts
    join leagues l on l.id = w.league_id ${joinSeasonAndDivision}
    join areas a on a.slug = l.area
    left join matches playoff on playoff.league_id = l.id and playoff.playoff_stage is not null and playoff.canceled_at is null
      and coalesce(${matchup_id}::int, playoff.id) = playoff.id
      and w.entry_id in (playoff.entry_one_id, playoff.entry_two_id) and o.entry_id in (playoff.entry_one_id, playoff.entry_two_id)
    where w.player_id = ${winner_id} and o.player_id = ${opponent_id} and se.slug = ${season}
    order by se.starting_date, d.position, l.area`.execute(db)
  return rows
}

/** The league of a match that the caller may report or delete: as one of its players (`mine`) or as an organizer. */
export async function findMatchFor(
  db: Db | Tx,
  id: number,
  player: Caller,
): Promise<{ league_id: number; mine: boolean } | undefined> {
  const { rows } = await sql<{ league_id: number; mine: boolean }>`
    select m.league_id, ${isPlayedBy(player.id)} as mine from matches m
    where m.id = ${id} and (m.area = any(${player.organizer_areas}::text[]) or ${isPlayedBy(player.id)})`.execute(db)
  return rows[0]
}

/** Whether the league is a ladder, in which only challenges count. */
export async function isLadderLeague(tx: Tx, league_id: number): Promise<boolean> {
  const { rows } = await sql`select from leagues l where l.id = ${league_id} and ${isLadder}`.execute(tx)
  return rows.length > 0
}

/** Whether a match is a ladder challenge of this player. */
export async function isChallenged(tx: Tx, id: number, player_id: number): Promise<boolean> {
  const { rows } = await sql`
    select from matches m
    join leagues l on l.id = m.league_id and ${isLadder}
    join match_players mp on mp.match_id = m.id and mp.side = 2 and mp.player_id = ${player_id}
    where m.id = ${id} and m.round is not null`.execute(tx)
  return rows.length > 0
}

/**
 * Deletes a match that has no score and is in no bracket; returns whether there was one. A challenge is canceled, because
 * the two have to wait before the next one.
 */
export async function deleteOpenMatch(tx: Tx, id: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update matches m set canceled_at = ${now} from leagues l
    where m.id = ${id} and l.id = m.league_id and ${isLadder} and m.round is not null and m.playoff_stage is null
      and m.score_id is null and m.canceled_at is null and m.voided_at is null
    returning m.id`.execute(tx)
  if (rows.length > 0) return true
  const { numDeletedRows } = await tx
    .deleteFrom('matches')
    .where('id', '=', id)
    .where('score_id', 'is', null)
    .where('canceled_at', 'is', null)
    .where('playoff_stage', 'is', null)
    .where('voided_at', 'is', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Columns that explain why a match cannot be deleted. */
export async function findMatchState(tx: Tx, id: number) {
  return tx
    .selectFrom('matches')
    .select(['score_id', 'playoff_stage', 'canceled_at'])
    .where('id', '=', id)
    .executeTakeFirst()
}
