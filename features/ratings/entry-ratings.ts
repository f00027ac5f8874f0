import { sql } from 'kysely'
import { firstRating, ratingOfEntry, type EntryRating } from '#/rules/rating/entries.ts'
import type { Db, Tx } from '#/server/db.ts'
import { readStartLevels, type PoolKey } from './pool.ts'
import { listRatings } from './queries.ts'

/**
 * The ratings of these players in a pool, as of `today`. Those without a rated match have the one with which they would
 * begin.
 */
export async function readRatings(
  db: Db | Tx,
  key: PoolKey,
  player_ids: readonly number[],
  today: string,
): Promise<Map<number, EntryRating>> {
  if (player_ids.length === 0) return new Map()
  const rated = await listRatings(db, player_ids, key, today)
  const ratings = new Map(
    rated.map(({ player_id, value, deviation, provisional }) => [
      player_id,
      { value, deviation, settled: !provisional },
    ]),
  )
  const others = player_ids.filter((id) => !ratings.has(id))
  const levels = await readStartLevels(db, key, others)
  for (const id of others) ratings.set(id, firstRating(levels.get(id) ?? null))
  return ratings
}

/** The ratings of a league's entries that count, as of `today`, by entry id. A pair has the mean of its players. */
export async function readEntryRatings(
  db: Db | Tx,
  league_id: number,
  today: string,
): Promise<Map<number, EntryRating>> {
  const { rows } = await sql<PoolKey & { entry_id: number; player_ids: number[] }>`
    select d.sport, d.kind, e.id as entry_id, json_agg(ep.player_id) as player_ids
    from entries e
    join purchases p on p.id = e.purchase_id and p.counts
    join leagues l on l.id = e.league_id
    join divisions d on d.id = l.division_id
    join entry_players ep on ep.entry_id = e.id and not ep.former
    where e.league_id = ${league_id}
    group by d.sport, d.kind, e.id`.execute(db)
  const [first] = rows
  if (!first) return new Map()
  const ratings = await readRatings(
    db,
    first,
    rows.flatMap(({ player_ids }) => player_ids),
    today,
  )
  return new Map(
    rows.map(({ entry_id, player_ids }) => [entry_id, ratingOfEntry(player_ids.map((id) => ratings.get(id)!))]),
  )
}
