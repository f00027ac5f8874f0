import { sql } from 'kysely'
import type { PublishedText, TextKey } from '#/contract/texts.ts'
import type { Db, Tx } from '#/server/db.ts'
import { renderMarkdown } from './markdown.ts'
import type { VersionOfText } from './contract.ts'

/** A text in force, if there is one. */
export async function findText(db: Db | Tx, key: TextKey): Promise<VersionOfText | undefined> {
  const row = await db
    .selectFrom('texts')
    .select(['key', 'version', 'title', 'text'])
    .where('key', '=', key)
    .orderBy('version', 'desc')
    .executeTakeFirst()
  return row && row.text !== '' ? { ...row, html: renderMarkdown(row.text) } : undefined
}

type Accepted = { key: TextKey; version: number; title: string; accepted_at: Date }

/** The texts that a player has accepted, newest first. */
export async function listAcceptances(db: Db | Tx, player_id: number): Promise<Accepted[]> {
  return db
    .selectFrom('acceptances as a')
    .innerJoin('texts as t', (join) => join.onRef('t.key', '=', 'a.key').onRef('t.version', '=', 'a.version'))
    .select(['t.key', 'a.version', 't.title', 'a.accepted_at'])
    .where('a.player_id', '=', player_id)
    .orderBy('a.accepted_at', 'desc')
    .orderBy('a.key')
    .orderBy('a.version')
    .execute()
}

/** Stores what a player accepts; earlier acceptances keep their time. */
export async function insertAcceptances(
  tx: Tx,
  player_id: number,
  accepted: readonly Pick<PublishedText, 'key' | 'version'>[],
  now: Date,
): Promise<void> {
  if (accepted.length === 0) return
  // Inserts the acceptances always in the same order, to avoid deadlocks.
  const sorted = accepted.toSorted((a, b) => a.key.localeCompare(b.key) || a.version - b.version)
  await tx
    .insertInto('acceptances')
    .values(sorted.map(({ key, version }) => ({ player_id, key, version, accepted_at: now })))
    .onConflict((conflict) => conflict.constraint('acceptances_pkey').doNothing())
    .execute()
}

/** The age that a player has confirmed, and when. Null if none. */
export async function findConfirmedAge(
  db: Db | Tx,
  player_id: number,
): Promise<{ age: number; confirmed_at: Date } | null> {
  const row = await db
    .selectFrom('players')
    .select(['confirmed_age', 'age_confirmed_at'])
    .where('id', '=', player_id)
    .executeTakeFirst()
  return row && row.confirmed_age !== null && row.age_confirmed_at !== null
    ? { age: row.confirmed_age, confirmed_at: row.age_confirmed_at }
    : null
}

/** Records that a player has confirmed an age. */
export async function updateConfirmedAge(tx: Tx, player_id: number, age: number, now: Date): Promise<void> {
  await tx
    .updateTable('players')
    .set({ confirmed_age: age, age_confirmed_at: now })
    .where('id', '=', player_id)
    .where((player) => player.or([player('confirmed_age', 'is', null), player('confirmed_age', '<', age)]))
    .execute()
}

/** The current minimum age, read from the database because the cached row may be outdated. */
export async function findMinimumAge(db: Db | Tx): Promise<number | null> {
  const { rows } = await sql<{ minimum_age: number | null }>`select minimum_age from organization`.execute(db)
  return rows[0]?.minimum_age ?? null
}
