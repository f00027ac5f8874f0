import { sql } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import { namesOfEntries, readDeparture } from '#/features/leaving/queries.ts'
import { isSealedNow } from '#/features/sealing/queries.ts'
import type { PlacedLine } from '#/rules/leaving.ts'
import type { Db } from '#/server/db.ts'
import type { LeavingPreview } from './contract.ts'

/** The changes in a league if the entry of a line leaves. Undefined if the line is not in these areas. */
export async function readLeaving(
  db: Db,
  purchase_id: number,
  areas: readonly AreaSlug[],
  now: Date,
): Promise<LeavingPreview | undefined> {
  const { rows } = await sql<{ league_id: number; entry_id: number | null }>`
    select p.league_id, e.id as entry_id
    from purchases p join leagues l on l.id = p.league_id left join entries e on e.purchase_id = p.id and p.counts
    where p.id = ${purchase_id} and l.area = any(${areas}::text[])`.execute(db)
  const [line] = rows
  if (!line) return undefined
  const { league_id, entry_id } = line
  const sealed = await isSealedNow(db, league_id, now)
  if (sealed || entry_id === null)
    return { leaves: false, sealed, results: 0, open_matches: 0, lines: [], opponents: [] }
  const { lines, opponents } = await readDeparture(db, league_id, entry_id)
  const names = await namesOfEntries(
    db,
    [...lines, ...opponents].map((each) => each.entry_id),
  )
  const nameOf = (id: number) => names.get(id) ?? ''
  return {
    leaves: true,
    sealed,
    results: sumOf(opponents.map(({ results }) => results)),
    open_matches: sumOf(opponents.map(({ open_matches }) => open_matches)),
    lines: lines.map(({ before, after, ...each }) => {
      return { ...each, name: nameOf(each.entry_id), before: shownLine(before), after: shownLine(after) }
    }),
    opponents: opponents.map(({ entry_id: id, ...counts }) => ({ name: nameOf(id), ...counts })),
  }
}

function shownLine(line: PlacedLine | null) {
  if (line === null) return null
  const { played: _, ...shown } = line
  return shown
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}
