import { runAction, type Action, type Actor } from '#/server/action.ts'
import { constraintOf, refuse } from '#/server/refuse.ts'
import type { CourtValues } from './contract.ts'
import { lockCourt } from './queries.ts'

/** Adds a court. Returns its id. Refuses `not_your_area`, and a name that the area already has. */
export function addCourt(actor: Actor, values: CourtValues): Promise<number> {
  return refuseTakenName(
    runAction(actor, async ({ tx, audit, player, now }) => {
      if (!player.organizer_areas.includes(values.area)) refuse('not_your_area')
      const { id } = await tx
        .insertInto('courts')
        .values({ ...values, created_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      await audit<CourtValues>({
        area: values.area,
        kind: 'create_court',
        subject: `court ${id}`,
        summary: `Added the court ${values.name}`,
        after: values,
      })
      return id
    }),
  )
}

/** Changes a court, but not its area. Refuses `not_found`, and a name that the area already has. */
export function changeCourt(actor: Actor, { id, ...values }: { id: number } & CourtValues): Promise<void> {
  return refuseTakenName(
    runAction(actor, async ({ tx, audit, player }) => {
      const { values: before } = await lockCourt(tx, id, player.organizer_areas)
      const after = { ...values, area: before.area }
      await tx.updateTable('courts').set(after).where('id', '=', id).execute()
      await audit<CourtValues>({
        area: before.area,
        kind: 'change_court',
        subject: `court ${id}`,
        summary: `Changed the court ${after.name}`,
        before,
        after,
      })
    }),
  )
}

/** Retires a court, or restores it. Returns its name. Idempotent. Refuses `not_found`. */
export function retireCourt(actor: Actor, { id, retired }: { id: number; retired: boolean }): Promise<string> {
  return runAction(actor, async (action: Action) => {
    const { tx, audit, player, now } = action
    const before = await lockCourt(tx, id, player.organizer_areas)
    const { area, name } = before.values
    if (before.retired === retired) return name
    await tx
      .updateTable('courts')
      .set({ retired_at: retired ? now : null })
      .where('id', '=', id)
      .execute()
    await audit<{ retired: boolean }>({
      area,
      kind: retired ? 'retire_court' : 'restore_court',
      subject: `court ${id}`,
      summary: retired ? `Retired the court ${name}` : `Put the court ${name} back on the list`,
      before: { retired: before.retired },
      after: { retired },
    })
    return name
  })
}

function refuseTakenName<T>(change: Promise<T>): Promise<T> {
  return change.catch((error: unknown) => {
    if (constraintOf(error) === 'courts_name_once')
      refuse('invalid', { fields: { name: 'This area has a court of this name already.' } })
    throw error
  })
}
