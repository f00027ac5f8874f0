import { audit } from '#/server/audit.ts'
import { openLeagues } from '#/features/seasons/jobs.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import { readAreas } from '#/server/areas.ts'
import { inTransaction, type Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import type { SignedIn } from '#/server/session.ts'
import {
  changeDivision,
  createArea,
  createDivision,
  listOrganizerAreas,
  listOrganizerDivisions,
  orderAreas,
  orderDivisions,
  renameArea,
  restoreDivision,
  retireDivision,
} from './catalog-contract.ts'
import {
  divisionOf,
  insertArea,
  insertDivision,
  listAllAreas,
  listAllDivisions,
  lockAreas,
  lockDivisions,
  refuseTakenName,
  reorder,
} from './catalog-queries.ts'

export const catalogRoutes = [
  serve(listOrganizerDivisions, async ({ app }) => ({ divisions: await listAllDivisions(app.db) })),

  serve(createDivision, async ({ body: { kind, ...form }, player, app, now }) =>
    inTransaction(app.db, async (tx) => {
      const division = { ...divisionOf(form), kind }
      const id = await insertDivision(tx, division)
      await openLeagues(tx, saleDay(now))
      const summary = `Made the division ${form.name}`
      await record(tx, player, { kind: 'create_division', subject: `division ${id}`, summary, after: division }, now)
      return { id, message: `${form.name} is for sale.` }
    }),
  ),

  serve(changeDivision, async ({ params, body, player, app, now }) =>
    inTransaction(app.db, async (tx) => {
      await lockDivisions(tx)
      const stored = await tx
        .selectFrom('divisions')
        .select(['slug', 'name', 'level', 'gender', 'price_cents', 'image'])
        .where('id', '=', params.id)
        .executeTakeFirst()
      const { slug, ...before } = stored ?? refuse('not_found')
      await refuseTakenName(tx, 'divisions', body.name, slug)
      const after = divisionOf(body)
      await tx.updateTable('divisions').set(after).where('id', '=', params.id).execute()
      const summary = `Changed the division ${before.name}`
      const subject = `division ${params.id}`
      await record(tx, player, { kind: 'change_division', subject, summary, before, after }, now)
      return { message: `${body.name} is changed.` }
    }),
  ),

  serve(retireDivision, async ({ params, player, app, now }) =>
    inTransaction(app.db, async (tx) => {
      const name = await setRetired(tx, params.id, now)
      if (name === null) return { message: 'It is not for sale any more.' }
      const act = { kind: 'retire_division', subject: `division ${params.id}`, summary: `Retired the division ${name}` }
      await record(tx, player, act, now)
      return { message: `${name} is not for sale any more.` }
    }),
  ),

  serve(restoreDivision, async ({ params, player, app, now }) =>
    inTransaction(app.db, async (tx) => {
      const name = await setRetired(tx, params.id, null)
      if (name === null) return { message: 'It is for sale.' }
      // Of seasons that were opened meanwhile.
      await openLeagues(tx, saleDay(now))
      const summary = `Put the division ${name} on sale again`
      await record(tx, player, { kind: 'restore_division', subject: `division ${params.id}`, summary }, now)
      return { message: `${name} is for sale again.` }
    }),
  ),

  serve(orderDivisions, async ({ body: { ids }, player, app, now }) =>
    inTransaction(app.db, async (tx) => {
      await lockDivisions(tx)
      const before = (await listAllDivisions(tx)).map(({ name }) => name)
      await reorder(tx, 'divisions', 'id', ids)
      const after = (await listAllDivisions(tx)).map(({ name }) => name)
      const summary = 'Changed the order of the divisions'
      await record(tx, player, { kind: 'order_divisions', subject: 'divisions', summary, before, after }, now)
      return { message: 'The order is changed.' }
    }),
  ),

  serve(listOrganizerAreas, async ({ app }) => ({ areas: await listAllAreas(app.db) })),

  serve(createArea, async ({ body, player, app, now }) => {
    const slug = await inTransaction(app.db, async (tx) => {
      const opened = await insertArea(tx, body)
      await openLeagues(tx, saleDay(now))
      const summary = `Opened the area ${body.name}`
      await record(tx, player, { kind: 'create_area', subject: `area ${opened}`, summary, after: body }, now)
      return opened
    })
    await readAreas(app.db)
    return { slug, message: `${body.name} is open.` }
  }),

  serve(renameArea, async ({ params: { slug }, body: { name }, player, app, now }) => {
    await inTransaction(app.db, async (tx) => {
      await lockAreas(tx)
      const stored = await tx.selectFrom('areas').select('name').where('slug', '=', slug).executeTakeFirst()
      const before = stored ?? refuse('not_found')
      await refuseTakenName(tx, 'areas', name, slug)
      await tx.updateTable('areas').set({ name }).where('slug', '=', slug).execute()
      const summary = `Renamed the area ${before.name} to ${name}`
      await record(tx, player, { kind: 'rename_area', subject: `area ${slug}`, summary, before, after: { name } }, now)
    })
    await readAreas(app.db)
    return { message: `It is called ${name} now.` }
  }),

  serve(orderAreas, async ({ body: { slugs }, player, app, now }) => {
    await inTransaction(app.db, async (tx) => {
      await lockAreas(tx)
      const before = (await listAllAreas(tx)).map(({ name }) => name)
      await reorder(tx, 'areas', 'slug', slugs)
      const after = (await listAllAreas(tx)).map(({ name }) => name)
      const summary = 'Changed the order of the areas'
      await record(tx, player, { kind: 'order_areas', subject: 'areas', summary, before, after }, now)
    })
    await readAreas(app.db)
    return { message: 'The order is changed.' }
  }),
]

type CatalogAct = { kind: string; subject: string; summary: string; before?: unknown; after?: unknown }

function record(tx: Tx, organizer: SignedIn, act: CatalogAct, now: Date): Promise<void> {
  return audit(tx, { ...act, organizer, area: null }, now)
}

/** Takes a division off the sale or puts it back; answers its name, null when it was so already. Refuses not_found. */
async function setRetired(tx: Tx, id: number, retired_at: Date | null): Promise<string | null> {
  const division = await tx
    .selectFrom('divisions')
    .select(['name', 'retired_at'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!division) refuse('not_found')
  if ((division.retired_at === null) === (retired_at === null)) return null
  await tx.updateTable('divisions').set({ retired_at }).where('id', '=', id).execute()
  return division.name
}
