import type { FastifyBaseLogger } from 'fastify'
import type { App } from '#/server/context.ts'
import { inTransaction, type Db, type Tx } from '#/server/db.ts'
import { notify } from '#/server/notify.ts'
import { ForbiddenAddress, parseRetryAfter } from '#/server/outside/public-http.ts'
import { startJob } from '#/server/queue.ts'
import { findEventData } from './event-data.ts'
import {
  findDueDelivery,
  insertDeliveries,
  openSecrets,
  updateDelivery,
  type Attempt,
  type DueDelivery,
} from './queries.ts'
import { signedHeaders } from './signature.ts'

/** Seconds between attempts. After the last one, a delivery is given up: a day and a third in total. */
export const WEBHOOK_PAUSES_S = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400]

/** Days without a successful delivery after which a webhook is paused. */
export const FAILING_DAYS = 3

/** Milliseconds allowed for a receiver's response. */
const DELIVERY_TIMEOUT_MS = 10_000

/** Creates the deliveries for the events of a transaction, each with its job. */
export function spreadWebhookEvents(app: App, { caused_by }: { caused_by: string }): Promise<void> {
  return inTransaction(app.db, async (tx) => {
    for (const { id, webhook_id } of await insertDeliveries(tx, caused_by, app.clock.now()))
      await startDelivery(tx, { id, webhook_id })
  })
}

/** Posts a delivery after the commit: one at a time for a webhook, and after other jobs, so that a hanging receiver delays nothing else. */
export function startDelivery(
  tx: Db | Tx,
  { id, webhook_id }: { id: string; webhook_id: number },
  run_at?: Date,
): Promise<void> {
  const terms = { key: `webhook ${id}`, queue: `webhook ${webhook_id}`, last: true }
  return startJob(tx, 'deliver_webhook', { delivery_id: id }, { ...terms, ...(run_at && { run_at }) })
}

/** Posts an event to a webhook. A process that dies before the result is stored posts it again, with the same id. */
export async function deliverWebhook(
  app: App,
  { delivery_id }: { delivery_id: string },
  log: FastifyBaseLogger,
): Promise<void> {
  const now = app.clock.now()
  const due = await findDueDelivery(app.db, delivery_id)
  if (!due) return
  if (!due.may_go) {
    const answer = 'Not sent: the webhook is paused, or its organizer no longer runs this area.'
    return updateDelivery(app.db, delivery_id, { state: 'failed', next_at: null, answer })
  }
  const event = await findEventData(app.db, due.type, due.about, now)
  if (!event) return updateDelivery(app.db, delivery_id, { state: 'dropped', next_at: null })
  const secrets = openSecrets(app.secrets, due, now)
  if (!secrets)
    return inTransaction(app.db, async (tx) => {
      const answer = 'Not sent: the secret can no longer be decrypted.'
      await updateDelivery(tx, delivery_id, { state: 'failed', next_at: null, answer })
      await pause(tx, due, 'secret', now)
    })

  const body = JSON.stringify({
    type: due.type,
    timestamp: (event.at ?? due.spread_at).toISOString(),
    data: event.data,
  })
  const startedAt = performance.now()
  const answer = await post(app, due.url, signedBody(secrets, delivery_id, body))
  const ms = Math.round(performance.now() - startedAt)
  const made: Made = { ...answer, ms, attempts: due.attempts + 1, attempted_at: now }
  log.info({ webhook: due.id, status: made.status, ms, attempts: made.attempts }, 'a webhook was called')
  await inTransaction(app.db, (tx) => storeAttempt(tx, delivery_id, due, made))
}

type Answered = { status: number | null; answer: string | null; retry_after_s: number | null }
type Made = Answered & Pick<Attempt, 'ms' | 'attempts' | 'attempted_at'>

function signedBody(secrets: readonly string[], id: string, body: string) {
  // The real time, even in the demo: receivers refuse a time that is minutes off.
  const seconds = Math.floor(Date.now() / 1000)
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    ...signedHeaders(secrets, { id, seconds, body }),
  }
  return { headers, body }
}

async function post(app: App, url: string, signed: ReturnType<typeof signedBody>): Promise<Answered> {
  try {
    const { status, headers } = await app.publicHttp.post(url, { ...signed, timeout_ms: DELIVERY_TIMEOUT_MS })
    return { status, answer: null, retry_after_s: parseRetryAfter(headers['retry-after']) }
  } catch (error) {
    return { status: null, answer: reasonFor(error), retry_after_s: null }
  }
}

/** Names no address and no port: an organizer could otherwise explore a network from here. */
function reasonFor(error: unknown): string {
  if (error instanceof ForbiddenAddress) return 'The address is not https at a public address.'
  const { name, code = name } = error as { name?: string; code?: string }
  if (code === 'ECONNREFUSED') return 'It refused the connection.'
  if (code === 'TimeoutError' || code === 'ETIMEDOUT') return 'It did not respond in time.'
  if (code === 'ECONNRESET') return 'It broke off the connection.'
  if (code === 'ENOTFOUND' || code === 'ENODATA') return 'Its name has no address.'
  return 'It could not be reached.'
}

async function storeAttempt(tx: Tx, delivery_id: string, { id, attempts }: DueDelivery, made: Made): Promise<void> {
  const { retry_after_s, ...attempt } = made
  const now = attempt.attempted_at
  const webhook = await tx.selectFrom('webhooks').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  if (!webhook) return
  if (attempt.status !== null && attempt.status >= 200 && attempt.status < 300) {
    await updateDelivery(tx, delivery_id, { ...attempt, state: 'sent', next_at: null })
    if (webhook.failing_since)
      await tx.updateTable('webhooks').set({ failing_since: null }).where('id', '=', id).execute()
    return
  }
  const failing_since = webhook.failing_since ?? now
  await tx.updateTable('webhooks').set({ failing_since }).where('id', '=', id).execute()
  const isLong = now.getTime() - failing_since.getTime() >= FAILING_DAYS * 86_400_000
  const pause_s = WEBHOOK_PAUSES_S[attempts]
  if (attempt.status === 410 || isLong || webhook.paused_at || pause_s === undefined) {
    await updateDelivery(tx, delivery_id, { ...attempt, state: 'failed', next_at: null })
    if (attempt.status === 410) await pause(tx, webhook, 'gone', now)
    else if (isLong) await pause(tx, webhook, 'failing', now)
    return
  }
  // The pause is never longer than the longest of ours, whatever the receiver asks for.
  const asked_s = Math.min(retry_after_s ?? 0, Math.max(...WEBHOOK_PAUSES_S))
  const next_at = new Date(now.getTime() + Math.max(pause_s, asked_s) * 1000)
  await updateDelivery(tx, delivery_id, { ...attempt, state: 'waiting', next_at })
  await startDelivery(tx, { id: delivery_id, webhook_id: id }, next_at)
}

/** Pauses a webhook and notifies its organizer, once. */
async function pause(
  tx: Tx,
  { id }: { id: number },
  paused_because: 'failing' | 'gone' | 'secret',
  now: Date,
): Promise<void> {
  const paused = await tx
    .updateTable('webhooks')
    .set({ paused_at: now, paused_because })
    .where('id', '=', id)
    .where('paused_at', 'is', null)
    .returning('organizer_id')
    .executeTakeFirst()
  if (paused) await notify(tx, 'webhook_paused', { webhook_id: id, player_id: paused.organizer_id })
}
