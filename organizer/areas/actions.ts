import { findArea, type AreaContact } from '#/contract/areas.ts'
import { formatList } from '#/contract/locale.ts'
import { openLeagues } from '#/features/seasons/jobs.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import { offerFreePlaces } from '#/features/wait-list/queries.ts'
import { findFreeSlug, lockList, refuseTakenName, reorderList } from '#/organizer/desk/named-lists.ts'
import { runAction, type Actor } from '#/server/action.ts'
import { readAreas } from '#/server/areas.ts'
import type { Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import type { Running } from './contract.ts'
import {
  contactColumns,
  countOtherOpenAreas,
  deleteUnusedArea,
  insertAddress,
  insertArea,
  listAllAreas,
  listRunning,
  listWaitedLeagues,
  lockArea,
  refuseUnknownZone,
  type AreaDraft,
  type StoredArea,
} from './queries.ts'

/** The fields of an area in the audit log. */
type AreaValues = {
  name: string
  address: string
  time_zone: string
  sale_from: string | null
  contact: AreaContact | null
  archived: boolean
}

/** Opens an area with its leagues in the seasons on sale. Returns its slug. Refuses a taken name and an unknown zone by field. */
export async function openArea(actor: Actor, area: AreaDraft): Promise<string> {
  const slug = await runAction(actor, async ({ tx, audit, now }) => {
    const inserted = await insertArea(tx, area)
    await openLeagues(tx, saleDay(now))
    await audit<AreaValues>({
      area: null,
      kind: 'create_area',
      subject: `area ${inserted}`,
      summary: `Opened the area ${area.name}`,
      after: auditedFields({ ...(await lockArea(tx, inserted)) }),
      undo: {},
    })
    return inserted
  })
  await readAreas(actor.app.db)
  return slug
}

type AreaChange = { [K in keyof AreaDraft]?: AreaDraft[K] | undefined } & { address?: string | undefined }

/**
 * Changes an area; fields left out keep their values. A new name brings a new address unless one is given, and the old
 * ones keep working. Returns the area. Refuses not_found, and by field a taken name or address and a time zone that can
 * no longer change.
 */
export async function changeArea(
  actor: Actor,
  { slug: called, ...change }: AreaChange & { slug: string },
): Promise<{ name: string; address: string }> {
  const answer = await runAction(actor, async ({ tx, audit, now }) => {
    await lockList(tx, 'areas')
    const before = await lockArea(tx, findArea(called) ?? called)
    const { slug } = before
    const name = change.name ?? before.name
    const time_zone = change.time_zone ?? before.time_zone
    if (name !== before.name) await refuseTakenName(tx, 'areas', name, slug)
    if (time_zone !== before.time_zone) {
      refuseZoneChange(before)
      await refuseUnknownZone(tx, time_zone)
    }
    const was = before.address ?? slug
    const address = await chooseAddress(tx, before, { address: change.address, name })
    if (address !== was) for (const each of [was, address]) if (each !== slug) await insertAddress(tx, slug, each, now)
    const sale_from = change.sale_from === undefined ? before.sale_from : change.sale_from
    const contact = change.contact === undefined ? before.contact : change.contact
    await tx
      .updateTable('areas')
      .set({ name, time_zone, address: address === slug ? null : address, sale_from, ...contactColumns(contact) })
      .where('slug', '=', slug)
      .execute()
    const after = { ...before, name, time_zone, address, sale_from, contact }
    await audit<AreaValues>({
      area: null,
      kind: name === before.name ? 'change_area' : 'rename_area',
      subject: `area ${slug}`,
      summary: name === before.name ? `Changed the area ${name}` : `Renamed the area ${before.name} to ${name}`,
      before: auditedFields(before),
      after: auditedFields(after),
    })
    return { name, address }
  })
  await readAreas(actor.app.db)
  return answer
}

function refuseZoneChange({ zone_kept }: StoredArea): void {
  if (zone_kept === null) return
  const time_zone =
    zone_kept === 'played'
      ? 'Matches have been played there, so the time zone cannot change.'
      : 'Matches there have a date or an open offer in this time zone. Call them off first.'
  refuse('invalid', { fields: { time_zone } })
}

/** The new address of an area: the given one, or one derived from its name. Refuses another area's address by field. */
async function chooseAddress(
  tx: Tx,
  { slug, name: before, address: was }: StoredArea,
  { address, name }: { address: string | undefined; name: string },
): Promise<string> {
  if (address === undefined && name === before) return was ?? slug
  const free = await findFreeSlug(tx, 'areas', address ?? name, slug)
  if (address !== undefined && free !== address)
    refuse('invalid', { fields: { address: 'Another area has or had this address.' } })
  return free
}

/**
 * Archives an area, so that nothing more is sold there. Leagues already sold are played out, and an order whose payment
 * is in progress is completed. Refuses not_found and last_area. Unless `anyway` is set, also refuses area_in_use, with a
 * list of what is still in progress.
 */
export async function archiveArea(
  actor: Actor,
  { slug: called, anyway }: { slug: string; anyway: boolean },
): Promise<string> {
  const name = await runAction(actor, async ({ tx, audit, now }) => {
    await lockList(tx, 'areas')
    const area = await lockArea(tx, findArea(called) ?? called)
    if (area.archived_at !== null) return area.name
    if ((await countOtherOpenAreas(tx, area.slug)) === 0) refuse('last_area')
    const running = await listRunning(tx, area.slug, area.time_zone, now)
    if (running.length > 0 && !anyway)
      refuse('area_in_use', {
        message: `Still running in ${area.name}: ${formatList(running.map(formatRunning))}. Nothing was changed.`,
        state: { running },
      })
    await tx.updateTable('areas').set({ archived_at: now }).where('slug', '=', area.slug).execute()
    // The job ends the wait-lists, as at the end of a sale.
    for (const league_id of await listWaitedLeagues(tx, area.slug)) await offerFreePlaces(tx, league_id)
    await audit<AreaValues & { running: string }>({
      area: null,
      kind: 'archive_area',
      subject: `area ${area.slug}`,
      summary: `Archived the area ${area.name}`,
      before: { archived: false },
      after: { archived: true, ...(running.length > 0 && { running: running.map(formatRunning).join('; ') }) },
    })
    return area.name
  })
  await readAreas(actor.app.db)
  return name
}

function formatRunning({ title, count }: Running): string {
  return `${title} (${count})`
}

/** Restores an archived area, with its leagues in the seasons on sale. Refuses not_found. */
export async function restoreArea(actor: Actor, { slug: called }: { slug: string }): Promise<string> {
  const name = await runAction(actor, async ({ tx, audit, now }) => {
    await lockList(tx, 'areas')
    const area = await lockArea(tx, findArea(called) ?? called)
    if (area.archived_at === null) return area.name
    await tx.updateTable('areas').set({ archived_at: null }).where('slug', '=', area.slug).execute()
    await openLeagues(tx, saleDay(now))
    await audit<AreaValues>({
      area: null,
      kind: 'restore_area',
      subject: `area ${area.slug}`,
      summary: `Restored the area ${area.name}`,
      before: { archived: true },
      after: { archived: false },
    })
    return area.name
  })
  await readAreas(actor.app.db)
  return name
}

/**
 * Deletes an area that was opened by mistake, with its unused leagues. The caller has checked that nothing refers to it.
 * Refuses not_found and last_area.
 */
export async function deleteArea(actor: Actor, { slug }: { slug: string }): Promise<void> {
  await runAction(actor, async ({ tx, audit }) => {
    await lockList(tx, 'areas')
    const area = await lockArea(tx, slug)
    if ((await countOtherOpenAreas(tx, slug)) === 0) refuse('last_area')
    await deleteUnusedArea(tx, slug)
    await audit<AreaValues>({
      area: null,
      kind: 'undo',
      subject: `area ${slug}`,
      summary: `Deleted the area ${area.name}, in which nothing had happened`,
      before: auditedFields(area),
    })
  })
  await readAreas(actor.app.db)
}

/** Changes the display order. Refuses conflict unless `slugs` are exactly the areas. */
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

function auditedFields({ slug, address, archived_at, ...area }: StoredArea): AreaValues {
  const { name, time_zone, sale_from, contact } = area
  return { name, address: address ?? slug, time_zone, sale_from, contact, archived: archived_at !== null }
}
