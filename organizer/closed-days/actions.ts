import { createHash } from 'node:crypto'
import { areaName, type AreaSlug } from '#/contract/areas.ts'
import { formatDays } from '#/contract/format.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { runAction, type Actor } from '#/server/action.ts'
import type { Db, Tx } from '#/server/db.ts'
import { organizerAreas } from '#/server/permissions.ts'
import { constraintOf, refuse } from '#/server/refuse.ts'
import type { Call } from '#/server/serve.ts'
import type { SignedIn } from '#/server/session.ts'
import type * as calls from './contract.ts'
import {
  listPlayersOf,
  listTouchedAppointments,
  listTouchedWindows,
  lockTouched,
  updateWindows,
  type Span,
} from './queries.ts'

/** The areas of days without play. All areas are the owners'. Refuses `not_your_area` and `not_allowed`. */
export function areasOf(player: SignedIn, area: AreaSlug | null): AreaSlug[] {
  if (area === null && player.role !== 'owner')
    refuse('not_allowed', { message: 'Only owners can add days without play for all areas.' })
  return organizerAreas(player, area ?? undefined)
}

/** The matches that days without play touch, and a digest of them. */
export async function planClosedDays(db: Db | Tx, areas: readonly AreaSlug[], span: Span, now: Date) {
  const windows = await listTouchedWindows(db, areas, span, now)
  const appointments = await listTouchedAppointments(db, areas, span, now)
  const facts = [
    windows.map(({ match_id, play_by, new_play_by }) => [match_id, play_by, new_play_by]),
    appointments.map(({ match_id, match_date, match_time }) => [match_id, match_date, match_time]),
  ]
  return { windows, appointments, digest: createHash('sha256').update(JSON.stringify(facts)).digest('base64url') }
}

type AddedDays = { name: string; from: string; to: string; moved: number; appointments: number }

/**
 * Adds days without play, moves the windows as in the preview, and notifies the players with a match on these days. Returns
 * the id and a sentence. Refuses `not_your_area`, `not_allowed`, `closed_days_changed`, and days that are on the list.
 */
export function addClosedDays(
  actor: Actor<SignedIn>,
  { area, name, from, to, move_windows, digest }: Call<typeof calls.createClosedDays>['body'],
): Promise<{ id: number; message: string }> {
  const areas = areasOf(actor.player, area)
  return runAction(actor, async ({ tx, audit, notify, now }) => {
    await lockTouched(tx, areas, { from, to })
    const plan = await planClosedDays(tx, areas, { from, to }, now)
    if (plan.digest !== digest) refuse('closed_days_changed')
    const { id } = await tx
      .insertInto('closed_days')
      .values({ area, name, from_day: from, to_day: to, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const windows = move_windows ? plan.windows : []
    await updateWindows(tx, windows)
    await audit<AddedDays>({
      area,
      kind: 'add_closed_days',
      subject: `closed days ${id}`,
      summary: `Added ${formatDaysOff({ area, name, from, to })}`,
      after: { name, from, to, moved: windows.length, appointments: plan.appointments.length },
    })
    for (const player_id of await listPlayersOf(
      tx,
      plan.appointments.map(({ match_id }) => match_id),
    ))
      await notify('days_closed', { closed_day_id: id, player_id })
    const moved = windows.length === 0 ? '' : ` ${windows.length} ${windows.length === 1 ? 'window' : 'windows'} moved.`
    return { id, message: `${name} is on the list.${moved}` }
  }).catch((error: unknown) => {
    if (constraintOf(error) === 'closed_days_once')
      refuse('invalid', { fields: { from: 'These days are on the list already.' } })
    throw error
  })
}

/** Deletes days without play. Returns their name. Refuses `not_found`. */
export function removeClosedDays(actor: Actor<SignedIn>, id: number): Promise<string> {
  return runAction(actor, async ({ tx, audit, player }) => {
    const found = await tx
      .selectFrom('closed_days')
      .select(['area', 'name', 'from_day as from', 'to_day as to'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!found || (found.area === null ? player.role !== 'owner' : !player.organizer_areas.includes(found.area)))
      refuse('not_found')
    await tx.deleteFrom('closed_days').where('id', '=', id).execute()
    const { area, ...before } = found
    await audit<Omit<AddedDays, 'moved' | 'appointments'>>({
      area,
      kind: 'delete_closed_days',
      subject: `closed days ${id}`,
      summary: `Deleted ${formatDaysOff(found)}`,
      before,
    })
    return found.name
  })
}

/** 'Thanksgiving, Nov 26 to 29, 2026, in South Bend' */
function formatDaysOff({ area, name, from, to }: Span & { area: AreaSlug | null; name: string }): string {
  return `${name}, ${formatDays(wireDay(from), wireDay(to))}, in ${area === null ? 'all areas' : areaName(area)}`
}
