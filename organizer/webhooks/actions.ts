import type { Received } from '#/contract/endpoint.ts'
import { runAction, type Actor } from '#/server/action.ts'
import type { App } from '#/server/context.ts'
import { refuse } from '#/server/refuse.ts'
import type { SignedIn } from '#/server/session.ts'
import { MOST_WEBHOOKS, type changeWebhook, type createWebhook } from './contract.ts'
import { startDelivery } from './jobs.ts'
import { countWebhooksOf, lockWebhook, openSecrets, sealSecret, updateDelivery } from './queries.ts'
import { makeSecret } from './signature.ts'

/** Hours that the previous secret still signs after a new one is created. */
const PREVIOUS_SECRET_HOURS = 24

type Shown = { url: string; events: readonly string[]; paused: boolean }

/** Creates a webhook. Returns its id and secret. Refuses `invalid` for an address that we may not call, and beyond the limit of webhooks. */
export async function addWebhook(
  actor: Actor<SignedIn>,
  { url, events }: Received<typeof createWebhook>['body'],
): Promise<{ id: number; secret: string }> {
  await refuseUnreachable(actor.app, url)
  return runAction(actor, async ({ app, tx, audit, player, now }) => {
    if ((await countWebhooksOf(tx, player.id)) >= MOST_WEBHOOKS)
      refuse('invalid', { fields: { url: `You already have ${MOST_WEBHOOKS} webhooks. Delete one first.` } })
    const values = { organizer_id: player.id, url, events: [...new Set(events)], created_at: now }
    const { id } = await tx
      .insertInto('webhooks')
      .values({ ...values, secret: Buffer.alloc(0), secret_key_name: app.secrets.key_name })
      .returning('id')
      .executeTakeFirstOrThrow()
    const secret = makeSecret()
    // The secret is encrypted for its row, whose id is known only now.
    await tx
      .updateTable('webhooks')
      .set({ secret: sealSecret(app.secrets, id, secret) })
      .where('id', '=', id)
      .execute()
    await audit<Shown>({
      area: null,
      kind: 'create_webhook',
      subject: `webhook ${id}`,
      summary: `Created a webhook to ${new URL(url).host}`,
      after: { url, events: values.events, paused: false },
    })
    return { id, secret }
  })
}

/** Changes, pauses or resumes a webhook. Refuses not_found, and `invalid` for an address that we may not call. */
export async function changeWebhookOf(
  actor: Actor<SignedIn>,
  { id, url, events, paused }: { id: number } & Received<typeof changeWebhook>['body'],
): Promise<void> {
  await refuseUnreachable(actor.app, url)
  return runAction(actor, async ({ tx, audit, player, now }) => {
    const before = await lockWebhook(tx, id, player)
    const kept = [...new Set(events)]
    const wasPaused = before.paused_at !== null
    const continued = { paused_at: null, paused_because: null, failing_since: null }
    await tx
      .updateTable('webhooks')
      .set({
        url,
        events: kept,
        ...(paused ? (wasPaused ? {} : { paused_at: now, paused_because: 'organizer' as const }) : continued),
      })
      .where('id', '=', id)
      .execute()
    await audit<Shown>({
      area: null,
      kind: 'change_webhook',
      subject: `webhook ${id}`,
      summary: `Changed the webhook to ${new URL(url).host}`,
      before: { url: before.url, events: before.events, paused: wasPaused },
      after: { url, events: kept, paused },
    })
  })
}

/** Creates a new secret for a webhook and returns it. The previous one signs for another day. Refuses not_found. */
export function renewSecret(actor: Actor<SignedIn>, id: number): Promise<string> {
  return runAction(actor, async ({ app, tx, audit, player, now }) => {
    const webhook = await lockWebhook(tx, id, player)
    const [before] = openSecrets(app.secrets, webhook, now) ?? []
    const secret = makeSecret()
    await tx
      .updateTable('webhooks')
      .set({
        secret: sealSecret(app.secrets, id, secret),
        previous_secret: before === undefined ? null : sealSecret(app.secrets, id, before),
        previous_until: before === undefined ? null : new Date(now.getTime() + PREVIOUS_SECRET_HOURS * 3_600_000),
        secret_key_name: app.secrets.key_name,
      })
      .where('id', '=', id)
      .execute()
    await audit({
      area: null,
      kind: 'renew_webhook_secret',
      subject: `webhook ${id}`,
      summary: `Gave the webhook to ${new URL(webhook.url).host} a new secret`,
    })
    return secret
  })
}

/** Deletes a webhook and its log. Refuses not_found. */
export function removeWebhook(actor: Actor<SignedIn>, id: number): Promise<void> {
  return runAction(actor, async ({ tx, audit, player }) => {
    const { url, events, paused_at } = await lockWebhook(tx, id, player)
    await tx.deleteFrom('webhooks').where('id', '=', id).execute()
    await audit<Shown>({
      area: null,
      kind: 'delete_webhook',
      subject: `webhook ${id}`,
      summary: `Deleted the webhook to ${new URL(url).host}`,
      before: { url, events, paused: paused_at !== null },
    })
  })
}

/** Sends a delivery again with the same id. Refuses not_found, and webhook_paused. */
export function sendAgain(
  actor: Actor<SignedIn>,
  { id, delivery_id }: { id: number; delivery_id: string },
): Promise<void> {
  return runAction(actor, async ({ tx, audit, player }) => {
    const webhook = await lockWebhook(tx, id, player)
    const delivery = await tx
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('id', '=', delivery_id)
      .where('webhook_id', '=', id)
      .executeTakeFirst()
    if (!delivery) refuse('not_found')
    if (webhook.paused_at) refuse('webhook_paused')
    await updateDelivery(tx, delivery_id, { state: 'waiting', attempts: 0, next_at: null })
    await startDelivery(tx, { id: delivery_id, webhook_id: id })
    await audit({
      area: null,
      kind: 'replay_delivery',
      subject: `webhook ${id}`,
      summary: `Sent a delivery to ${new URL(webhook.url).host} again`,
    })
  })
}

async function refuseUnreachable(app: App, url: string): Promise<void> {
  if (await app.publicHttp.mayReach(url)) return
  const sentence = 'We can only call an address that starts with https:// and is open to the internet.'
  refuse('invalid', { fields: { url: sentence } })
}
