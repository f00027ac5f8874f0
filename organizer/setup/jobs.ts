import { sql } from 'kysely'
import { inTransaction, type Db } from '#/server/db.ts'

/**
 * Decides the initial data of a new installation once, at the first start. In production there is no data, not even
 * from the migrations, and the league is closed. Elsewhere there are the areas and divisions of the starter kit, and
 * the league is open. A database in use is left alone. Any number of processes may start at once.
 */
export async function prepareCatalogue(db: Db, { production, now }: { production: boolean; now: Date }): Promise<void> {
  await inTransaction(db, async (tx) => {
    const organization = await tx.selectFrom('organization').select('catalogue').forUpdate().executeTakeFirstOrThrow()
    if (organization.catalogue !== null) return
    if (!production) {
      await tx.updateTable('organization').set({ catalogue: 'us-flex', opened_at: now }).execute()
      return
    }
    // Keeps divisions that somebody has started to use between the migration and this start.
    await sql`delete from divisions d where not exists (select from leagues l where l.division_id = d.id)`.execute(tx)
    await sql`
      delete from areas a
      where not exists (select from leagues l where l.area = a.slug) and not exists (select from players p where p.area = a.slug)
        and not exists (select from courts c where c.area = a.slug)`.execute(tx)
    await tx.updateTable('organization').set({ catalogue: 'none', opens_templates: false }).execute()
  })
}
