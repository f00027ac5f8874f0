import { sql } from 'kysely'
import { findFormat, sports } from '#/rules/sports/formats.ts'
import type { Db, Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import type { OwnFormat } from './contract.ts'

/** A format as it is stored. */
export type StoredFormat = { name: string; format: string; source: string | null }

/** The composed formats by sport and name. Without those that this release does not know, and unused old versions. */
export async function listOwnFormats(db: Db): Promise<OwnFormat[]> {
  type Row = Omit<OwnFormat, 'format' | 'sport' | 'words'> & { format: string }
  const { rows } = await sql<Row>`
    select f.id, f.name, f.format, f.source, f.version, f.created_at, used.seasons,
      case when f.retired_at is null then 'offered' when newer.id is null then 'retired' else 'replaced' end as state
    from match_formats f
    left join match_formats newer on newer.replaces_id = f.id
    cross join lateral (
      select count(*)::int as seasons from seasons se where se.rules -> 'formats' @> to_jsonb(f.format)) used
    where newer.id is null or used.seasons > 0
    order by lower(f.name), f.version desc, f.id desc`.execute(db)
  const known = rows.flatMap((row): OwnFormat[] => {
    const found = findFormat(row.format)
    return found ? [{ ...row, format: found.format, sport: found.sport, words: found.words }] : []
  })
  return sports.flatMap((sport) => known.filter((each) => each.sport === sport))
}

/** Locks a format. Refuses `not_found`. */
export async function lockFormat(
  tx: Tx,
  id: number,
): Promise<{ stored: StoredFormat; version: number; state: OwnFormat['state'] }> {
  const row = await tx
    .selectFrom('match_formats')
    .select(['name', 'format', 'source', 'version', 'retired_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) refuse('not_found')
  const newer = await tx.selectFrom('match_formats').select('id').where('replaces_id', '=', id).executeTakeFirst()
  const { version, retired_at, ...stored } = row
  return { stored, version, state: retired_at === null ? 'offered' : newer ? 'replaced' : 'retired' }
}

/** Of these formats, those that are offered. Locks them, so that none is retired before the transaction ends. */
export async function lockOffered(tx: Tx, formats: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('match_formats')
    .select('format')
    .where('format', 'in', [...formats])
    .where('retired_at', 'is', null)
    .orderBy('id')
    .forShare()
    .execute()
  return rows.map(({ format }) => format)
}
