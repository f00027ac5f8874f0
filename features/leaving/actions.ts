import { sql } from 'kysely'
import { listEntryPlayers } from '#/features/leagues/sides.ts'
import { rebuildLeague } from '#/features/playoffs/rebuild.ts'
import { lockSealed } from '#/features/sealing/queries.ts'
import { offerFreePlaces } from '#/features/wait-list/queries.ts'
import type { Tx } from '#/server/db.ts'
import { notify } from '#/server/notify.ts'
import { dropOpenMatches, readDeparture, readReturn, type LeagueChange } from './queries.ts'

type LeavingLine = { id: number; league_id: number; status: 'Refunded' | 'Closed' }

/**
 * Ends an order line, with a refund or without: the only way in which money takes an entry out of its league, from the
 * entries, the payments, by the player and by the payment provider. In a sealed league only the line changes. Returns
 * whether the entry has left.
 */
export async function endLine(tx: Tx, { id, league_id, status }: LeavingLine, now: Date): Promise<boolean> {
  const ended = status === 'Refunded' ? { status, refunded_at: now } : { status, withdrawn_at: now }
  const end = async () => {
    await tx.updateTable('purchases').set(ended).where('id', '=', id).execute()
  }
  const entry_id = await findCountingEntry(tx, id)
  if ((await lockSealed(tx, league_id, now)) || entry_id === null) {
    await end()
    return false
  }
  await leave(tx, { entry_id, league_id }, now, end)
  return true
}

/** The entry of a line, if it counts. */
async function findCountingEntry(tx: Tx, purchase_id: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select e.id from entries e join purchases p on p.id = e.purchase_id where p.id = ${purchase_id} and p.counts`.execute(
    tx,
  )
  return rows[0]?.id ?? null
}

/**
 * Takes an entry out of its league by `end`, deletes its open matches, and notifies everybody whose record or place
 * changes or who loses an open match. The caller has locked the league.
 */
export async function leave(
  tx: Tx,
  { entry_id, league_id }: { entry_id: number; league_id: number },
  now: Date,
  end: () => Promise<void>,
): Promise<void> {
  const change = await readDeparture(tx, league_id, entry_id)
  await dropOpenMatches(tx, entry_id, now)
  await end()
  await rebuildLeague(tx, league_id)
  await offerFreePlaces(tx, league_id)
  await notifyOthers(tx, 'player_left', { entry_id, league_id }, change)
}

/** Notifies everybody whose record or place changes because an entry that had left comes back. */
export async function notifyReturn(tx: Tx, entry: { entry_id: number; league_id: number }): Promise<void> {
  await notifyOthers(tx, 'player_back', entry, await readReturn(tx, entry.league_id, entry.entry_id))
}

async function notifyOthers(
  tx: Tx,
  kind: 'player_left' | 'player_back',
  { entry_id, league_id }: { entry_id: number; league_id: number },
  { lines, opponents }: LeagueChange,
): Promise<void> {
  const losing = kind === 'player_left' ? opponents.filter(({ open_matches }) => open_matches > 0) : []
  const touched = new Set([...lines, ...losing].map((each) => each.entry_id))
  touched.delete(entry_id)
  if (touched.size === 0) return
  for (const { player_id, entry_id: theirs } of await listEntryPlayers(tx, [...touched])) {
    const line = lines.find((each) => each.entry_id === theirs)
    const opponent = opponents.find((each) => each.entry_id === theirs)
    await notify(tx, kind, {
      league_id,
      entry_id,
      player_id,
      place_before: line?.before?.place ?? null,
      place_after: line?.after?.place ?? null,
      open_matches: opponent?.open_matches ?? 0,
    })
  }
}
