import { sql } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import { leagueName, leagueTables } from '#/features/leagues/league-filter.ts'
import { namesOf, playersOf } from '#/features/leagues/sides.ts'
import { kindsThat, type LeagueFormat } from '#/rules/formats/formats.ts'
import { ladderSentences, ladderTerms } from '#/rules/formats/ladder.ts'
import type { Db, Tx } from '#/server/db.ts'

/** A ladder that the player is on. Days are yyyy-mm-dd. */
export type OwnLadder = {
  league_id: number
  area: AreaSlug
  time_zone: string
  league: string
  /** The player's own entry. */
  entry_id: number
  ending_date: string
  format: LeagueFormat
}

/** A ladder that the player is entered in. Undefined for other leagues. */
export async function findLadder(db: Db | Tx, league_id: number, player_id: number): Promise<OwnLadder | undefined> {
  const { rows } = await sql<OwnLadder>`
    select l.id as league_id, l.area, a.time_zone, ${leagueName} as league, e.id as entry_id, se.ending_date, l.format
    from entry_players ep
    join entries e on e.id = ep.entry_id
    join purchases p on p.id = e.purchase_id and p.counts
    join ${leagueTables} on l.id = e.league_id
    where ep.player_id = ${player_id} and not ep.former and l.id = ${league_id}
      and l.format ->> 'kind' = any(${kindsThat('by_rung')}::text[])`.execute(db)
  return rows[0]
}

export type StoredRung = { entry_id: number; name: string; place: number | null; frozen: boolean }

/** The entries of a ladder, top first; those without a place last. */
export async function listRungs(db: Db | Tx, league_id: number): Promise<StoredRung[]> {
  const { rows } = await sql<StoredRung>`
    select s.entry_id, ${namesOf(sql`s.entry_id`)} as name, case when e.rung is not null then s.rank end as place,
      e.frozen_at is not null as frozen
    from standings s join entries e on e.id = s.entry_id
    where s.league_id = ${league_id}
    order by s.rank`.execute(db)
  return rows
}

/** A challenge. Entry one is the challenger. */
export type Challenge = { id: number; entry_one_id: number; entry_two_id: number; play_by: string }

/** A ladder's open challenges, up to their last day. */
export async function listOpenChallenges(db: Db | Tx, league_id: number, today: string): Promise<Challenge[]> {
  const { rows } = await sql<Challenge>`
    select m.id, m.entry_one_id, m.entry_two_id, m.play_by
    from matches m
    where m.league_id = ${league_id} and m.round is not null and m.playoff_stage is null
      and m.score_id is null and m.canceled_at is null and m.play_by >= ${today}
    order by m.id`.execute(db)
  return rows
}

/** The entries that had a challenge with this one until after `since`: played, withdrawn or over. */
export async function listRecentOpponents(
  db: Db | Tx,
  { league_id, entry_id, time_zone }: Pick<OwnLadder, 'league_id' | 'entry_id' | 'time_zone'>,
  since: string,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct case when m.entry_one_id = ${entry_id} then m.entry_two_id else m.entry_one_id end as id
    from matches m
    where m.league_id = ${league_id} and ${entry_id} in (m.entry_one_id, m.entry_two_id) and m.round is not null
      and m.playoff_stage is null
      and case when m.score_id is null then least(m.play_by, (m.canceled_at at time zone ${time_zone})::date) else m.match_date end > ${since}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** The players of an entry. */
export async function listPlayers(tx: Tx, entry_id: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('entry_players')
    .select('player_id')
    .where('entry_id', '=', entry_id)
    .where('former', '=', false)
    .orderBy('position')
    .execute()
  return rows.map(({ player_id }) => player_id)
}

/** The content of the email about a challenge. Undefined once it is played or called off. */
export async function findChallenge(
  db: Db,
  match_id: number,
): Promise<{ challenger: string; league: string; play_by: string; rules: string[] } | undefined> {
  const { rows } = await sql<{ challenger: string; league: string; play_by: string; format: LeagueFormat }>`
    select ${playersOf(1)} as challenger, ${leagueName} as league, m.play_by, l.format
    from matches m join ${leagueTables} on l.id = m.league_id
    where m.id = ${match_id} and m.score_id is null and m.canceled_at is null`.execute(db)
  return rows.map(({ format, ...row }) => ({ ...row, rules: ladderSentences(ladderTerms(format)) }))[0]
}
