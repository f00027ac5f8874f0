import { listOrganizersToNotify } from '#/features/confirmation/queries.ts'
import { runAction, type Actor } from '#/server/action.ts'
import { refuse } from '#/server/refuse.ts'
import type { SignedIn } from '#/server/session.ts'
import { findPageOwner } from './page-queries.ts'

/** Reports the photo of somebody else to the organizers of their area, once. Refuses not_found if the actor sees none. */
export async function reportPhoto(
  actor: Actor<SignedIn>,
  { id, reason }: { id: number; reason: string },
): Promise<void> {
  const owner = await findPageOwner(actor.app.db, actor.player, id)
  if (!owner || owner.is_me || owner.photo === null || !owner.shows_photo) refuse('not_found')
  const { photo } = owner
  await runAction(actor, async ({ tx, player, now, notify }) => {
    const report = await tx
      .insertInto('photo_reports')
      .values({ player_id: owner.id, photo, reported_by_id: player.id, reason, created_at: now })
      .onConflict((conflict) => conflict.constraint('photo_reports_once').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!report || owner.area === null) return
    for (const player_id of await listOrganizersToNotify(tx, owner.area))
      await notify('photo_reported', { photo_report_id: report.id, player_id })
  })
}
