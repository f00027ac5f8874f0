import { ECDH } from 'node:crypto'
import type { Received } from '#/contract/endpoint.ts'
import { lockPlayer } from '#/features/accounts/queries.ts'
import { runAction, type Actor } from '#/server/action.ts'
import { refuse } from '#/server/refuse.ts'
import type { SignedIn } from '#/server/session.ts'
import type { addPushDevice } from './device-contract.ts'
import { deleteDevice, deleteSurplusDevices, upsertDevice } from './device-queries.ts'

/**
 * Shows the player's notifications on this session's device. Returns its id. Refuses `invalid` unless the endpoint is
 * https at a public address and the keys are valid.
 */
export async function addDevice(
  actor: Actor<SignedIn>,
  { endpoint, keys, shows_text }: Received<typeof addPushDevice>['body'],
): Promise<number> {
  if (!isPoint(keys.p256dh)) refuse('invalid', { fields: { 'keys.p256dh': 'This is not the key of a subscription.' } })
  if (!(await actor.app.push.mayReach(endpoint)))
    refuse('invalid', { fields: { endpoint: 'This is not the address of a push service that we can reach.' } })
  return runAction(actor, async ({ tx, player, now }) => {
    // Without the lock, two concurrent calls would both find a free slot.
    await lockPlayer(tx, player.id)
    const id = await upsertDevice(tx, player, { endpoint, ...keys, shows_text }, now)
    if (id === undefined)
      refuse('invalid', { fields: { endpoint: 'This subscription belongs to another browser. Subscribe again.' } })
    await deleteSurplusDevices(tx, player.id)
    return id
  })
}

/** Removes one of the player's devices. Refuses not_found for any other. */
export function removeDevice(actor: Actor, which: { id: number } | { endpoint: string }): Promise<void> {
  return runAction(actor, async ({ tx, player }) => {
    if (!(await deleteDevice(tx, player.id, which))) refuse('not_found')
  })
}

/** Whether the key is a point on the curve; with any other bytes every message would fail. */
function isPoint(key: string): boolean {
  try {
    ECDH.convertKey(key, 'prime256v1', 'base64url')
    return true
  } catch {
    return false
  }
}
