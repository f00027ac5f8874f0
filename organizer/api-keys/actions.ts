import type { Received } from '#/contract/endpoint.ts'
import { organization } from '#/contract/organization.ts'
import { dayInZone } from '#/rules/day.ts'
import { runAction, type Actor } from '#/server/action.ts'
import { makeApiKey } from '#/server/api-keys.ts'
import { refuse } from '#/server/refuse.ts'
import type { SignedIn } from '#/server/session.ts'
import { MOST_API_KEYS, type createApiKey } from './contract.ts'

type Shown = { name: string; scopes: readonly string[]; expires_on: string | null }

/**
 * Creates an API key. Returns the key and its id. Refuses `invalid` for a day in the past and beyond the limit of keys.
 */
export function addApiKey(
  actor: Actor<SignedIn>,
  { name, scopes, expires_on = null }: Received<typeof createApiKey>['body'],
): Promise<{ id: number; key: string }> {
  if (expires_on !== null && expires_on < dayInZone(actor.now, organization().time_zone))
    refuse('invalid', { fields: { expires_on: 'This day is over.' } })
  return runAction(actor, async ({ tx, audit, notify, player, now }) => {
    // Locks the organizer, because two calls could both pass the limit, and an organizer who is being dismissed must
    // not get a key.
    const { role } = await tx
      .selectFrom('players')
      .select('role')
      .where('id', '=', player.id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    if (role === 'player') refuse('not_allowed')
    const { count } = await tx
      .selectFrom('api_keys')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('organizer_id', '=', player.id)
      .executeTakeFirstOrThrow()
    if (count >= MOST_API_KEYS)
      refuse('invalid', { fields: { name: `You already have ${MOST_API_KEYS} keys. Revoke one first.` } })
    const { key, key_hash } = makeApiKey()
    const shown: Shown = { name, scopes: [...new Set(scopes)], expires_on }
    const { id } = await tx
      .insertInto('api_keys')
      .values({ name, scopes: [...shown.scopes], expires_on, organizer_id: player.id, key_hash, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await audit<Shown>({
      area: null,
      kind: 'create_api_key',
      subject: `api key ${id}`,
      summary: `Created the API key “${name}”`,
      after: shown,
    })
    await notify('api_key_made', { api_key_id: id, player_id: player.id })
    return { id, key }
  })
}

/** Revokes an API key: the caller's own, or any for an owner. Refuses not_found. */
export function removeApiKey(actor: Actor<SignedIn>, id: number): Promise<void> {
  return runAction(actor, async ({ tx, audit, player }) => {
    const removed = await tx
      .deleteFrom('api_keys')
      .where('id', '=', id)
      .$if(player.role !== 'owner', (query) => query.where('organizer_id', '=', player.id))
      .returning(['name', 'scopes', 'expires_on'])
      .executeTakeFirst()
    if (!removed) refuse('not_found')
    await audit<Shown>({
      area: null,
      kind: 'revoke_api_key',
      subject: `api key ${id}`,
      summary: `Revoked the API key “${removed.name}”`,
      before: removed,
    })
  })
}
