import { integrationPaths } from '#/contract/integration-paths.ts'
import { findAddressee } from '#/features/accounts/queries.ts'
import type { App } from '#/server/context.ts'
import { addressTo, type Words } from '#/server/outside/email-layout.ts'
import { FAILING_DAYS } from './jobs.ts'

const reasons = {
  failing: `Nothing has arrived there for ${FAILING_DAYS} days.`,
  gone: 'It responded with 410 Gone, so it does not want any more events.',
  secret: 'Its secret can no longer be decrypted. Please create a new one.',
}

/** Notifies an organizer that we have paused a webhook, and why. Null if it was resumed, or paused by an organizer since. */
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
      'Events during the pause are not sent later. Check the last responses, then resume it.',
    ],
    action: { label: 'Open the webhook', url: app.config.site + integrationPaths.webhook(webhook_id) },
    reason: 'You are receiving this because you created this webhook.',
    stop: 'One email is sent each time it is paused.',
  }
}
