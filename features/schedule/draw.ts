import { createHash } from 'node:crypto'
import { drawCards, type DrawnCard } from '#/rules/schedule.ts'
import type { Db, Tx } from '#/server/db.ts'
import { deleteOpenCards, findLeagueToDraw, insertCards, noteDrawn, type DrawnMatch } from './queries.ts'

/** What the draw of a league would change. */
export type DrawPlan = {
  league_id: number
  starting_date: string
  ending_date: string
  /** Who stands, in the order of the draw. */
  entry_ids: number[]
  /** Of those, how many have no cards yet. */
  new_entries: number
  add: DrawnCard[]
  remove: DrawnMatch[]
  /** Matches that stay as they are. */
  kept: number
  /** Names the changes: the same plan has the same digest. */
  digest: string
}

/**
 * Works out what the cards of a league lack, and what those who have withdrawn leave open. `redraw`: the untouched cards
 * of all go, and what is left to meet is drawn anew in the days that are left.
 */
export async function planDraw(db: Db | Tx, league_id: number, today: string, redraw = false): Promise<DrawPlan> {
  const { standing, withdrawn, matches, ...season } = await findLeagueToDraw(db, league_id)
  const left = new Set(withdrawn)
  const remove = matches.filter(
    ({ pair, open, untouched }) => (open && pair.some((entry_id) => left.has(entry_id))) || (redraw && untouched),
  )
  const kept = matches.filter((match) => !remove.includes(match))
  const entry_ids = standing.map(({ entry_id }) => entry_id)
  const new_entries = standing.filter(({ drawn }) => redraw || !drawn).map(({ entry_id }) => entry_id)
  const add = drawCards({ ...season, entry_ids, new_entries: new Set(new_entries), matches: kept, today })
  const changes = { league_id, redraw, add, remove: remove.map(({ id }) => id) }
  return {
    league_id,
    ...season,
    entry_ids,
    new_entries: standing.filter(({ drawn }) => !drawn).length,
    add,
    remove,
    kept: kept.length,
    digest: createHash('sha256').update(JSON.stringify(changes)).digest('base64url'),
  }
}

/** Makes a plan true. The caller holds the league since before it was worked out. */
export async function carryOutDraw(tx: Tx, { league_id, add, remove }: DrawPlan, now: Date): Promise<void> {
  await deleteOpenCards(
    tx,
    remove.map(({ id }) => id),
    now,
  )
  await insertCards(tx, league_id, add, now)
  await noteDrawn(tx, league_id, now)
}
