import { formatList } from '#/contract/locale.ts'
import { sql } from 'kysely'
import { areaName, type AreaSlug } from '#/contract/areas.ts'
import { endAccess } from '#/features/accounts/access.ts'
import { startEnrollments } from '#/organizer/security/jobs.ts'
import { runAction, type Action, type Actor } from '#/server/action.ts'
import { lockOwners, refuseLastOwner } from '#/server/permissions.ts'
import { refuse } from '#/server/refuse.ts'
import { hasSecondFactor, type SignedIn } from '#/server/session.ts'
import { findPermissions } from './queries.ts'

type Role = SignedIn['role']
type Permissions = { role: 'organizer' | 'owner'; areas: readonly AreaSlug[] }

/**
 * Makes the account with an email an organizer. Returns a sentence. Refuses 422 on `email`, and for the same reasons as
 * `setPermissions`.
 */
export function appoint(actor: Actor, { email, ...permissions }: Permissions & { email: string }): Promise<string> {
  return runAction(actor, async (action) => {
    await lockActingOwner(action)
    const account = await action.tx
      .selectFrom('players')
      .select(['id', 'email_verified_at'])
      .where(sql`lower(email)`, '=', email.toLowerCase())
      .where('deleted_at', 'is', null)
      .where('suspended_at', 'is', null)
      .executeTakeFirst()
    if (!account) refuse('invalid', { fields: { email: 'No account uses this email. Ask them to sign up first.' } })
    // Until the email is confirmed, its owner may not be the person who opened the account.
    if (account.email_verified_at === null)
      refuse('invalid', {
        fields: { email: 'This email has not been confirmed yet. Ask them to confirm it, then appoint them.' },
      })
    return setPermissions(action, account.id, permissions)
  })
}

/**
 * Changes an organizer's permissions, or dismisses them (null). Returns a sentence. Refuses not_found and last_owner.
 */
export function changePermissions(
  actor: Actor,
  { id, permissions }: { id: number; permissions: Permissions | null },
): Promise<string> {
  return runAction(actor, async (action) => {
    await lockActingOwner(action)
    const person = await findPermissions(action.tx, id)
    if (person?.role === undefined || person.role === 'player') refuse('not_found')
    return setPermissions(action, id, permissions)
  })
}

/**
 * Removes a lost phone and the passkeys from another organizer's account and signs them out. Returns a sentence. Refuses not_found, and
 * not_allowed for one's own account.
 */
export async function resetPhone(actor: Actor, { id }: { id: number }): Promise<string> {
  if (id === actor.player.id) refuse('not_allowed', { message: 'Remove your own phone under Security.' })
  return runAction(actor, async (action) => {
    const { tx, audit, notify, player, now } = action
    await lockActingOwner(action)
    const person = (await findPermissions(tx, id)) ?? refuse('not_found')
    if (person.role === 'player') refuse('not_found')
    const had = await tx
      .selectFrom('players as p')
      .select(hasSecondFactor.as('second_factor'))
      .where('p.id', '=', id)
      .executeTakeFirstOrThrow()
    if (had.second_factor) {
      await endAccess(tx, id, 'phone_lost', { now })
      await audit({
        area: null,
        kind: 'reset_second_factor',
        subject: `player ${id}`,
        summary: `Removed the lost phone and the passkeys from the account of ${person.name}`,
      })
      await notify('phone_reset', { player_id: id, by_id: player.id })
    }
    return `${person.name} now signs in with the password only and can enroll a new phone.`
  })
}

/** Stores the permissions, audits and emails the change. Does nothing if they are the same. Refuses last_owner. */
async function setPermissions(
  { app, tx, audit, notify, player, now }: Action,
  id: number,
  permissions: Permissions | null,
): Promise<string> {
  const before = (await findPermissions(tx, id)) ?? refuse('not_found')
  const role: Role = permissions?.role ?? 'player'
  const areas = permissions?.role === 'organizer' ? [...new Set(permissions.areas)].toSorted() : []
  if (before.role === 'owner' && role !== 'owner') await refuseLastOwner(tx)
  const summary = formatPermissions(before.name, role, areas)
  if (before.role === role && before.areas.join() === areas.join()) return `${summary}.`
  await tx
    .updateTable('players')
    .set({ role, ...(role === 'player' ? { second_factor_by: null } : {}) })
    .where('id', '=', id)
    .execute()
  if (app.config.production) await startEnrollments(tx, now)
  await tx.deleteFrom('organizer_areas').where('player_id', '=', id).execute()
  await endAccess(tx, id, role === 'player' ? 'dismissal' : 'permissions_changed', { now })
  if (areas.length > 0)
    await tx
      .insertInto('organizer_areas')
      .values(areas.map((area) => ({ player_id: id, area })))
      .execute()
  await audit<{ role: Role; areas: readonly AreaSlug[] }>({
    area: null,
    kind: role === 'player' ? 'dismiss' : before.role === 'player' ? 'appoint' : 'change_powers',
    subject: `player ${id}`,
    summary,
    before: { role: before.role, areas: before.areas },
    after: { role, areas },
  })
  await notify('permissions_changed', { player_id: id, by_id: player.id })
  return `${summary}.`
}

/** Locks all owners until the transaction ends, so that two cannot dismiss each other. Refuses an actor who is no longer an owner. */
async function lockActingOwner({ tx, player }: Action): Promise<void> {
  if (!(await lockOwners(tx)).includes(player.id)) refuse('not_allowed')
}

function formatPermissions(name: string, role: Role, areas: readonly AreaSlug[]): string {
  if (role === 'player') return `${name} no longer runs leagues`
  if (role === 'owner') return `${name} is an owner`
  return `${name} runs the leagues in ${formatList(areas.map(areaName))}`
}
