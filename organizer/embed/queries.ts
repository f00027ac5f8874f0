import { sql } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import type { Reply } from '#/contract/endpoint.ts'
import type { Db } from '#/server/db.ts'
import type { listPublicPages } from './contract.ts'

/** The areas, of these, that show their leagues on other web sites. */
export async function listPublicPagesOf(
  db: Db,
  areas: readonly AreaSlug[],
): Promise<Reply<typeof listPublicPages>['areas']> {
  return db
    .selectFrom('areas')
    .select(['slug as area', 'has_public_pages as shown'])
    .where('slug', '=', sql<AreaSlug>`any (${areas}::text[])`)
    .orderBy('position')
    .execute()
}
