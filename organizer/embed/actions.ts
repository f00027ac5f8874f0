import { areaName, type AreaSlug } from '#/contract/areas.ts'
import { runAction, type Actor } from '#/server/action.ts'
import { refuse } from '#/server/refuse.ts'

/** Turns an area's pages for other web sites on or off. Idempotent. Refuses not_found. */
export function setPublicPages(actor: Actor, { area, shown }: { area: AreaSlug; shown: boolean }): Promise<void> {
  return runAction(actor, async ({ tx, audit, player }) => {
    if (!player.organizer_areas.includes(area)) refuse('not_found')
    const changed = await tx
      .updateTable('areas')
      .set({ has_public_pages: shown })
      .where('slug', '=', area)
      .where('has_public_pages', '<>', shown)
      .executeTakeFirst()
    if (changed.numUpdatedRows === 0n) return
    await audit<{ shown: boolean }>({
      area,
      kind: 'change_public_pages',
      subject: `area ${area}`,
      summary: shown
        ? `Shows the leagues of ${areaName(area)} on other web sites`
        : `No longer shows the leagues of ${areaName(area)} on other web sites`,
      before: { shown: !shown },
      after: { shown },
    })
  })
}
