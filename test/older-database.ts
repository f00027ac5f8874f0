import postgres from 'postgres'
import { afterAll } from 'vitest'
import { migrate } from '#/db/migrate.ts'
import { freshDatabase } from './app.ts'

/** The time at which the rows of an older database were written. */
export const writtenAt = '2026-07-10T16:00:00Z'

/**
 * Opens a database as a release left it: migrated up to the number, with the fall season of 2026 and one of its
 * leagues. `makePlayer` and `makeLine` write only columns that every release has had.
 */
export async function openOlderDatabase(migration: string) {
  const url = await freshDatabase('template0')
  await migrate(url, migration)
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  afterAll(() => sql.end())
  const [season] = await sql<{ id: number }[]>`
    insert into seasons (slug, year, name, starting_date, ending_date)
    values ('fall', 2026, 'Fall', '2026-09-22', '2026-11-29') returning id`
  const season_id = season?.id ?? 0
  const [league] = await sql<{ id: number }[]>`
    insert into leagues (season_id, division_id, area) select ${season_id}, min(id), 'dc' from divisions returning id`

  async function makePlayer(code: string, first_name = code, last_name = 'Player'): Promise<number> {
    const [player] = await sql<{ id: number }[]>`
      insert into players (email, first_name, last_name, referral_code, created_at)
      values (${`${code}@example.com`}, ${first_name}, ${last_name}, ${code}, ${writtenAt}) returning id`
    return player?.id ?? 0
  }
  /** Inserts a line of $39.00 in the league, the only one of its order. */
  async function makeLine(player_id: number, status: string): Promise<number> {
    const [order] = await sql<{ id: string }[]>`
      insert into orders (player_id, season_id, area, total_cents, created_at)
      values (${player_id}, ${season_id}, 'dc', 3900, ${writtenAt}) returning id`
    const [line] = await sql<{ id: number }[]>`
      insert into purchases (order_id, player_id, league_id, price_cents, status, created_at)
      values (${order?.id ?? ''}, ${player_id}, ${league?.id ?? 0}, 3900, ${status}, ${writtenAt}) returning id`
    return line?.id ?? 0
  }
  return { url, sql, league_id: league?.id ?? 0, makePlayer, makeLine }
}
