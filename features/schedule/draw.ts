import { createHash } from 'node:crypto'
import { drawCards, playoffShortage, type DrawnCard } from '#/rules/schedule.ts'
import type { Db, Tx } from '#/server/db.ts'
import { deleteOpenCards, findLeagueToDraw, insertCards, type DrawnMatch, updateDrawnAt } from './queries.ts'

/** What the draw of a league would change. */
export type DrawPlan = {
  league_id: number
  starting_date: string
  ending_date: string
  /** The entries that count, in the order of the draw. */
  entry_ids: number[]
  /** How many of them have no cards yet. */
  new_entries: number
  /** Why no play-offs can follow from it; null: they can. */
  shortage: ReturnType<typeof playoffShortage>
  add: DrawnCard[]
  remove: DrawnMatch[]
  /** Matches that stay as they are. */
  kept: number
  /** A hash of the changes: two plans with the same changes have the same digest. */
  digest: string
}

/**
 * Plans the draw of a league: cards to add for entries without, open cards to delete of entries that have withdrawn.
 * `redraw`: all untouched cards are deleted, and what the pairs have not played yet is drawn again over the days that are left.
 */
export async function planDraw(db: Db | Tx, league_id: number, today: string, redraw = false): Promise<DrawPlan> {
  const { entries, withdrawn, drawn_before, matches, rules, ...season } = await findLeagueToDraw(db, league_id)
  const left = new Set(withdrawn)
  const remove = matches.filter(
    ({ pair, open, untouched }) => (open && pair.some((entry_id) => left.has(entry_id))) || (redraw && untouched),
  )
  const kept = matches.filter((match) => !remove.includes(match))
  const entry_ids = entries.map(({ entry_id }) => entry_id)
  const new_entries = entries.filter(({ drawn }) => redraw || !drawn).map(({ entry_id }) => entry_id)
  const add = drawCards({
    ...season,
    entry_ids,
    new_entries: new Set(new_entries),
    drawn_before,
    matches: kept,
    rules,
    today,
  })
  const changes = { league_id, redraw, add, remove: remove.map(({ id }) => id) }
  return {
    league_id,
    ...season,
    entry_ids,
    new_entries: entries.filter(({ drawn }) => !drawn).length,
    shortage: playoffShortage(entry_ids.length, rules),
    add,
    remove,
    kept: kept.length,
    digest: createHash('sha256').update(JSON.stringify(changes)).digest('base64url'),
  }
}

/** Carries out a plan. The caller has locked the league since before planning. */
export async function applyDraw(tx: Tx, { league_id, add, remove }: DrawPlan, now: Date): Promise<void> {
  await deleteOpenCards(
    tx,
    remove.map(({ id }) => id),
    now,
  )
  await insertCards(tx, league_id, add, now)
  await updateDrawnAt(tx, league_id, now)
}
