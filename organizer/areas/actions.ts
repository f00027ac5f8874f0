import { openLeagues } from '#/features/seasons/jobs.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import { lockList, refuseTakenName, reorderList } from '#/organizer/desk/named-lists.ts'
import { runAction, type Actor } from '#/server/action.ts'
import { readAreas } from '#/server/areas.ts'
import { refuse } from '#/server/refuse.ts'
import { insertArea, listAllAreas } from './queries.ts'

/** Opens an area with its leagues in the seasons on sale; answers its slug. Refuses a taken name and an unknown zone by field. */
export async function openArea(actor: Actor, area: { name: string; time_zone: string }): Promise<string> {
  const slug = await runAction(actor, async ({ tx, audit, now }) => {
    const inserted = await insertArea(tx, area)
    await openLeagues(tx, saleDay(now))
    await audit<typeof area>({
      area: null,
      kind: 'create_area',
      subject: `area ${inserted}`,
      summary: `Opened the area ${area.name}`,
      after: area,
    })
    return inserted
  })
  await readAreas(actor.app.db)
  return slug
}

/** Renames an area. Refuses not_found, and a taken name by field. */
export async function renameArea(actor: Actor, { slug, name }: { slug: string; name: string }): Promise<void> {
  await runAction(actor, async ({ tx, audit }) => {
    await lockList(tx, 'areas')
    const stored = await tx.selectFrom('areas').select('name').where('slug', '=', slug).executeTakeFirst()
    const before = stored ?? refuse('not_found')
    await refuseTakenName(tx, 'areas', name, slug)
    await tx.updateTable('areas').set({ name }).where('slug', '=', slug).execute()
    await audit<{ name: string }>({
      area: null,
      kind: 'rename_area',
      subject: `area ${slug}`,
      summary: `Renamed the area ${before.name} to ${name}`,
      before,
      after: { name },
    })
  })
  await readAreas(actor.app.db)
}

/** Changes the display order. Refuses conflict when `slugs` are not exactly the areas. */
export async function orderAreas(actor: Actor, { slugs }: { slugs: readonly string[] }): Promise<void> {
  await runAction(actor, async ({ tx, audit }) => {
    await lockList(tx, 'areas')
    const before = (await listAllAreas(tx)).map(({ name }) => name)
    await reorderList(tx, 'areas', 'slug', slugs)
    const after = (await listAllAreas(tx)).map(({ name }) => name)
    await audit<string[]>({
      area: null,
      kind: 'order_areas',
      subject: 'areas',
      summary: 'Changed the order of the areas',
      before,
      after,
    })
  })
  await readAreas(actor.app.db)
}
