import { ECDH } from 'node:crypto'
import type { Received } from '#/contract/endpoint.ts'
import { lockPlayer } from '#/features/accounts/queries.ts'
import { runAction, type Actor } from '#/server/action.ts'
import { refuse } from '#/server/refuse.ts'
import type { SignedIn } from '#/server/session.ts'
import type { addPushDevice } from './device-contract.ts'
import { deleteDevice, deleteSurplusDevices, upsertDevice } from './device-queries.ts'

/**
 * Shows the player's notifications on the device of this session; answers its id. Refuses `invalid` for an endpoint that is
 * not https at a public address, and for keys that are none.
 */
export async function addDevice(
  actor: Actor<SignedIn>,
  { endpoint, keys, shows_text }: Received<typeof addPushDevice>['body'],
): Promise<number> {
  if (!isPoint(keys.p256dh)) refuse('invalid', { fields: { 'keys.p256dh': 'This is not the key of a subscription.' } })
  if (!(await actor.app.push.mayReach(endpoint)))
    refuse('invalid', { fields: { endpoint: 'This is not the address of a push service that we can reach.' } })
  return runAction(actor, async ({ tx, player, now }) => {
    // Two devices at once: both would find a free place.
    await lockPlayer(tx, player.id)
    const id = await upsertDevice(tx, player, { endpoint, ...keys, shows_text }, now)
    if (id === undefined)
      refuse('invalid', { fields: { endpoint: 'This subscription belongs to another browser. Subscribe again.' } })
    await deleteSurplusDevices(tx, player.id)
    return id
  })
}

/** Ends one of the player's devices. Refuses not_found for any other. */
export function removeDevice(actor: Actor, which: { id: number } | { endpoint: string }): Promise<void> {
  return runAction(actor, async ({ tx, player }) => {
    if (!(await deleteDevice(tx, player.id, which))) refuse('not_found')
  })
}

/** Whether it is a point of the curve: with any other bytes, every message would fail. */
function isPoint(key: string): boolean {
  try {
    ECDH.convertKey(key, 'prime256v1', 'base64url')
    return true
  } catch {
    return false
  }
}
