import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Level } from '#/rules/levels.ts'
import type { Db, Tx } from '#/server/db.ts'
import type { OrganizerLevels } from './contract.ts'

/** Locks the levels until the transaction ends, so that changes happen one at a time. Players and divisions can still be given one. */
export async function lockLevels(tx: Tx): Promise<void> {
  await sql`lock table levels in share row exclusive mode`.execute(tx)
}

/** A hash of the list. */
export function versionOf(levels: readonly Level[]): string {
  const list = levels.map(({ key, name }) => [key, name])
  return createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 16)
}

/** The levels with the divisions that use them, and whether a player does. */
export async function findOrganizerLevels(db: Db | Tx): Promise<OrganizerLevels> {
  const { rows } = await sql<OrganizerLevels['levels'][number]>`
    select v.key, v.name,
      array(select d.name from divisions d where d.level = v.key order by d.position) as divisions,
      exists (select from players p where p.singles_level = v.key) as has_players
    from levels v order by v.position`.execute(db)
  return { levels: rows, version: versionOf(rows) }
}

/** The limit of counting the players of a level. */
const MOST_COUNTED = 1000

export type UsedLevel = Level & { divisions: string[]; players: number; more_players: boolean }

/** Lists which of these levels are used by a division or a player. */
export async function listUsed(tx: Tx, keys: readonly string[]): Promise<UsedLevel[]> {
  const { rows } = await sql<Omit<UsedLevel, 'more_players'>>`
    select v.key, v.name,
      array(select d.name from divisions d where d.level = v.key order by d.position) as divisions,
      (select count(*) from (select from players p where p.singles_level = v.key limit ${MOST_COUNTED + 1}) known)::int as players
    from levels v where v.key = any(${keys}::text[]) order by v.position`.execute(tx)
  return rows
    .filter(({ divisions, players }) => divisions.length > 0 || players > 0)
    .map((level) => ({
      ...level,
      players: Math.min(level.players, MOST_COUNTED),
      more_players: level.players > MOST_COUNTED,
    }))
}

/** Stores the list in order, removing levels left out. The caller has locked it. */
export async function storeLevels(tx: Tx, levels: readonly Level[]): Promise<void> {
  const keys = levels.map(({ key }) => key)
  await sql`delete from levels where not key = any(${keys}::text[])`.execute(tx)
  await tx
    .insertInto('levels')
    .values(levels.map(({ key, name }, index) => ({ key, name, position: index + 1 })))
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet((level) => ({ name: level.ref('excluded.name'), position: level.ref('excluded.position') })),
    )
    .execute()
}
