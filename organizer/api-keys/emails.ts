import { integrationPaths } from '#/contract/integration-paths.ts'
import { findAddressee } from '#/features/accounts/queries.ts'
import type { App } from '#/server/context.ts'
import { addressTo, SECURITY_STOP, type Words } from '#/server/outside/email-layout.ts'

/**
 * Notifies an organizer that their account created a key, in case somebody else did it. Null if it is already revoked.
 */
export async function apiKeyMade(
  app: App,
  { api_key_id, player_id }: { api_key_id: number; player_id: number },
): Promise<Words | null> {
  const [player, key] = await Promise.all([
    findAddressee(app.db, player_id),
    app.db.selectFrom('api_keys').select(['name', 'scopes']).where('id', '=', api_key_id).executeTakeFirst(),
  ])
  if (!player || !key) return null
  return {
    ...addressTo(player),
    subject: `A new API key: ${key.name}`,
    paragraphs: [
      `The API key “${key.name}” was created with your account, for ${key.scopes.join(', ')}. Programs that have it can do this in your name.`,
      'If this was not you, revoke it, change your password, and write to us right away.',
    ],
    action: { label: 'See the API keys', url: app.config.site + integrationPaths.apiKeys },
    reason: 'You are receiving this because an API key was created with your account.',
    stop: SECURITY_STOP,
  }
}
