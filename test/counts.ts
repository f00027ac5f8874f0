import { sql } from 'kysely'
import type { Db } from '#/server/db.ts'

/** Leagues whose stored count of results differs from that of their rows. There should never be any. */
export async function listMiscounted(db: Db): Promise<{ id: number; results: number; counted: number }[]> {
  const { rows } = await sql<{ id: number; results: number; counted: number }>`
    select * from (
      select l.id, l.results, (select count(*) from matches m where m.league_id = l.id and m.score_id is not null) as counted
      from leagues l) each_league
    where results <> counted
    order by id`.execute(db)
  return rows
}
