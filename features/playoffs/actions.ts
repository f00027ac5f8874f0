import { lockLeague } from '#/features/leagues/queries.ts'
import { readLeague } from '#/features/standings/queries.ts'
import { playoffCut } from '#/rules/playoffs.ts'
import { playoffField, rankStandings } from '#/rules/standings.ts'
import { inTransaction, type Db, type Tx } from '#/server/db.ts'
import { listOpenResults, listSeeds } from './bracket-queries.ts'
import { moveWinnersOn } from './bracket.ts'

/**
 * Why no play-offs were made: they exist, a result is not final, fewer than two qualify, or the seeds differ from those
 * expected.
 */
export type NotMadeReason = 'made' | 'open_results' | 'too_few' | 'changed'

type Terms = {
  /** The organizer who makes them. Omitted by the job. */
  made_by_id?: number
  /** The entry ids shown to the organizer, best first. */
  expected?: readonly number[]
}

/**
 * Makes a league's play-offs from its final results. Returns the seeds' entry ids, or why not. Locks the league, so
 * that it happens once.
 */
export async function makePlayoffs(
  db: Db | Tx,
  league_id: number,
  now: Date,
  { made_by_id, expected }: Terms = {},
): Promise<number[] | NotMadeReason> {
  return inTransaction(db, async (tx) => {
    await lockLeague(tx, league_id)
    if ((await listSeeds(tx, league_id)).length > 0) return 'made'
    if ((await listOpenResults(tx, league_id, now)).length > 0) return 'open_results'
    const { entries, matches, rules } = await readLeague(tx, league_id, now)
    const table = rankStandings(entries, matches, rules)
    const field = playoffField(table, rules)
    if (field.length < 2) return 'too_few'
    if (expected && expected.join() !== field.join()) return 'changed'
    await tx
      .insertInto('playoffs')
      .values({
        league_id,
        made_at: now,
        made_by_id: made_by_id ?? null,
        cut: playoffCut(entries, matches, rules),
        third_place: rules.third_place,
      })
      .execute()
    await tx
      .insertInto('playoff_seeds')
      .values(field.map((entry_id, index) => ({ league_id, seed: index + 1, entry_id })))
      .execute()
    await moveWinnersOn(tx, league_id, table)
    return field
  })
}
