import { lockLeague } from '#/features/leagues/queries.ts'
import { listEntryPlayers } from '#/features/leagues/sides.ts'
import { readLeague } from '#/features/standings/queries.ts'
import { isOfConsolation } from '#/rules/playoff-stages.ts'
import { playoffCut } from '#/rules/playoffs.ts'
import { playoffField, rankStandings } from '#/rules/standings.ts'
import { runAction, type Actor } from '#/server/action.ts'
import { inTransaction, type Db, type Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { findConsolationPlace, listOpenResults, listSeeds, listStoredMatches } from './bracket-queries.ts'
import { moveWinnersOn } from './bracket.ts'
import { rebuildLockedLeague } from './rebuild.ts'

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
        consolation: rules.consolation,
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

/**
 * Declines the player's matches in a consolation: their other sides win by walkover, and the one of an open match is
 * notified. Refuses `not_found` without such a match.
 */
export function declineConsolation(actor: Actor, league_id: number): Promise<void> {
  return runAction(actor, async ({ tx, player, notify }) => {
    const sealed = await lockLeague(tx, league_id)
    const { place, entry_id } = await findConsolationPlace(tx, league_id, player.id)
    if (sealed || place !== 'open') refuse('not_found')
    const open = (await listStoredMatches(tx, league_id)).filter(
      (match) => match.score_id === null && isOfConsolation(match) && sidesOf(match).includes(entry_id),
    )
    await tx
      .updateTable('playoff_seeds')
      .set({ declined: true })
      .where('league_id', '=', league_id)
      .where('entry_id', '=', entry_id)
      .execute()
    await rebuildLockedLeague(tx, league_id)
    const others = open.flatMap(sidesOf).filter((side) => side !== entry_id)
    const people = others.length === 0 ? [] : await listEntryPlayers(tx, others)
    for (const { player_id } of people) await notify('consolation_declined', { league_id, player_id, entry_id })
  })
}

function sidesOf({ entry_one_id, entry_two_id }: { entry_one_id: number; entry_two_id: number }): number[] {
  return [entry_one_id, entry_two_id]
}
