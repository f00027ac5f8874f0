import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { tablesOf } from '#/features/matches/records.ts'
import type { Db } from '#/server/db.ts'
import type { TestApp } from './app.ts'

/** Open matches that do not name the holders of their places, and other matches that name nobody. There should never be any. */
export async function listMisnamed(db: Db): Promise<{ match_id: number; side: number }[]> {
  const { rows } = await sql<{ match_id: number; side: number }>`
    select m.id as match_id, place.side
    from matches m
    cross join lateral (values (1, m.entry_one_id), (2, m.entry_two_id)) place (side, entry_id)
    cross join lateral (
      select array(select mp.player_id from match_players mp where mp.match_id = m.id and mp.side = place.side order by mp.position) as players,
        array(select ep.player_id from entry_players ep where ep.entry_id = place.entry_id order by ep.position) as holders) named
    where named.players = '{}' or (m.score_id is null and m.canceled_at is null and named.players <> named.holders)
    order by 1, 2`.execute(db)
  return rows
}

/**
 * Leagues whose table does not add up to what its players have of it in their records. Both players of a pair have its
 * results. There should never be any.
 */
export async function listUneven(db: Db): Promise<{ league_id: number; table: number[]; records: number[] }[]> {
  const { rows } = await sql<{ league_id: number; table: number[]; records: number[] }>`
    with tables as (
      select s.league_id, array[sum(s.wins * size.players), sum(s.losses * size.players), sum(s.ties * size.players)]::int[] as counts
      from standings s
      cross join lateral (select count(*) as players from entry_players ep where ep.entry_id = s.entry_id) size
      group by s.league_id),
    records as (
      select own.league_id, array[sum(own.wins), sum(own.losses), sum(own.ties)]::int[] as counts
      from players p cross join lateral (${tablesOf(sql`p.id`)}) own
      group by own.league_id)
    select tables.league_id, tables.counts as table, coalesce(records.counts, '{0,0,0}') as records
    from tables left join records using (league_id)
    where tables.counts <> coalesce(records.counts, '{0,0,0}')
    order by 1`.execute(db)
  return rows
}

/** Who played each match, and what the places say about replacements. */
export async function readLedger(db: Db) {
  const players = db.selectFrom('match_players').selectAll().orderBy('match_id').orderBy('side').orderBy('position')
  const shared = db.selectFrom('shared_entries').selectAll().orderBy('entry_id').orderBy('player_id')
  const places = db.selectFrom('entry_players').selectAll().orderBy('entry_id').orderBy('position')
  return { players: await players.execute(), shared: await shared.execute(), places: await places.execute() }
}

/** Empties the ledger and fills it as the migration of an older database does: from the places and the audit log. */
export async function refillLedger({ db, jobPool }: TestApp): Promise<void> {
  await db.deleteFrom('match_players').execute()
  await db.deleteFrom('shared_entries').execute()
  await db.updateTable('entry_players').set({ replaces_id: null, taken_over_at: null }).execute()
  const migration = await readFile(new URL('../db/migrations/104_who_played_before.sql', import.meta.url), 'utf8')
  await jobPool.query(migration)
}
