import { sql } from 'kysely'
import type { Reply } from '#/contract/endpoint.ts'
import { textKeys, textNames, type TextKey } from '#/contract/texts.ts'
import { renderMarkdown } from '#/features/texts/markdown.ts'
import type { Db, Tx } from '#/server/db.ts'
import type { listOrganizerTexts, OrganizerText } from './contract.ts'

/** A version as it is stored. */
export type StoredText = { version: number; title: string; text: string; asks_again: boolean }

/** The newest version of a text, or a given one. Undefined if there is none. */
export async function findVersion(
  db: Db | Tx,
  key: TextKey,
  { version, lock = false }: { version?: number | undefined; lock?: boolean } = {},
): Promise<StoredText | undefined> {
  return db
    .selectFrom('texts')
    .select(['version', 'title', 'text', 'asks_again'])
    .where('key', '=', key)
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .orderBy('version', 'desc')
    .limit(1)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
}

/** A text as its editor shows it. */
export async function toOrganizerText(db: Db, key: TextKey, stored: StoredText | undefined): Promise<OrganizerText> {
  const { version, title, text, asks_again } = stored ?? {
    version: 0,
    title: textNames[key],
    text: '',
    asks_again: true,
  }
  return { key, version, title, text, html: renderMarkdown(text), asks_again, versions: await listVersions(db, key) }
}

async function listVersions(db: Db, key: TextKey): Promise<OrganizerText['versions']> {
  const { rows } = await sql<Omit<OrganizerText['versions'][number], 'saved_at'> & { saved_at: Date }>`
    select t.version, t.title, t.asks_again, t.saved_at, p.name as saved_by, t.text = '' as is_empty,
      (select count(*) from acceptances a where a.key = t.key and a.version = t.version)::int as accepted
    from texts t join players p on p.id = t.saved_by_id
    where t.key = ${key}
    order by t.version desc
    limit 200`.execute(db)
  return rows.map((row) => ({ ...row, saved_at: row.saved_at.toISOString() }))
}

/** The newest version of each text. */
export async function listNewestTexts(db: Db): Promise<Reply<typeof listOrganizerTexts>['texts']> {
  const { rows } = await sql<{
    key: TextKey
    version: number
    title: string
    is_empty: boolean
    saved_at: Date
    accepted: number
  }>`
    select distinct on (t.key) t.key, t.version, t.title, t.text = '' as is_empty, t.saved_at,
      (select count(*) from acceptances a where a.key = t.key and a.version = t.version)::int as accepted
    from texts t order by t.key, t.version desc`.execute(db)
  return textKeys.map((key) => {
    const found = rows.find((row) => row.key === key)
    return found
      ? { ...found, saved_at: found.saved_at.toISOString() }
      : { key, version: 0, title: textNames[key], is_empty: true, saved_at: null, accepted: 0 }
  })
}

/** Inserts a version. Refuses conflict, by the primary key, if another one has taken its number. */
export async function insertVersion(
  tx: Tx,
  { key, saved_by_id, ...version }: StoredText & { key: TextKey; saved_by_id: number },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('texts')
    .values({ key, ...version, saved_by_id, saved_at: now })
    .execute()
}
