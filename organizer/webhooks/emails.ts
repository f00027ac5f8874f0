import { integrationPaths } from '#/contract/integration-paths.ts'
import { findAddressee } from '#/features/accounts/queries.ts'
import type { App } from '#/server/context.ts'
import { addressTo, type Words } from '#/server/outside/email-layout.ts'
import { FAILING_DAYS } from './jobs.ts'

const reasons = {
  failing: `Nothing has arrived there for ${FAILING_DAYS} days.`,
  gone: 'It answered 410 Gone: it wants no more events.',
  secret: 'The key that opens its secret is gone. Give it a new secret.',
}

/**
 * Notifies an organizer that we have paused a webhook, and why. Null if it was resumed, or paused by an organizer
 * since.
 */
export async function webhookPaused(
  app: App,
  { webhook_id, player_id }: { webhook_id: number; player_id: number },
): Promise<Words | null> {
  const [player, webhook] = await Promise.all([
    findAddressee(app.db, player_id),
    app.db
      .selectFrom('webhooks')
      .select(['url', 'paused_because'])
      .where('id', '=', webhook_id)
      .where('paused_at', 'is not', null)
      .executeTakeFirst(),
  ])
  const because = webhook?.paused_because ?? 'organizer'
  if (!player || !webhook || because === 'organizer') return null
  return {
    ...addressTo(player),
    subject: `Your webhook to ${new URL(webhook.url).host} is paused`,
    paragraphs: [
      reasons[because],
      'What happens meanwhile is not sent later. Look at the last answers, then let it listen again.',
    ],
    action: { label: 'Open the webhook', url: app.config.site + integrationPaths.webhook(webhook_id) },
    reason: 'You get this because you made this webhook.',
    stop: 'You get one email each time it is paused.',
  }
}
