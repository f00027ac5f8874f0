import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { skipOf, type PageQuery } from '#/contract/page.ts'
import { lockPlayer } from '#/features/accounts/queries.ts'
import type { App } from '#/server/context.ts'
import { inTurn, inTransaction, type Db, type Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import type { SecretBox } from '#/server/secret-box.ts'
import type { SignedIn } from '#/server/session.ts'
import type { Delivery, Webhook, WebhookEvent } from './contract.ts'
import type { About } from './event-data.ts'

type Organizer = Pick<SignedIn, 'id' | 'role'>

/** Whether the webhook `w` belongs to the caller. All belong to an owner. */
function isTheirs({ id, role }: Organizer): RawBuilder<SqlBool> {
  return role === 'owner' ? sql`true` : sql`w.organizer_id = ${id}`
}

/** Whether the organizer `o` runs leagues. */
const runsLeagues = sql<SqlBool>`(o.role <> 'player' and o.deleted_at is null and o.suspended_at is null)`

/** Whether the organizer `o` runs the leagues in the area of the event `e`. */
const runsItsArea = sql<SqlBool>`(${runsLeagues} and (o.role = 'owner'
  or exists (select from organizer_areas mine where mine.player_id = o.id and mine.area = e.area)))`

/** The webhooks that this organizer can see, oldest first. */
export async function listWebhooksOf(db: Db, organizer: Organizer): Promise<Webhook[]> {
  const { rows } = await sql<Webhook>`
    select w.id, w.url, w.events, o.name as organizer, not ${runsLeagues} as has_ended, w.created_at, w.failing_since,
      w.paused_at, w.paused_because
    from webhooks w join players o on o.id = w.organizer_id
    where ${isTheirs(organizer)} order by w.id`.execute(db)
  return rows
}

export type StoredWebhook = {
  id: number
  url: string
  events: WebhookEvent[]
  paused_at: Date | null
} & SealedSecrets

type SealedSecrets = {
  secret: Buffer
  previous_secret: Buffer | null
  previous_until: Date | null
  secret_key_name: string
}

/** Finds a webhook of this organizer and locks it until the transaction ends. Refuses not_found. */
export async function lockWebhook(tx: Tx, id: number, organizer: Organizer): Promise<StoredWebhook> {
  const { rows } = await sql<StoredWebhook>`
    select w.id, w.url, w.events, w.paused_at, w.secret, w.previous_secret, w.previous_until, w.secret_key_name
    from webhooks w where w.id = ${id} and ${isTheirs(organizer)} for update`.execute(tx)
  return rows[0] ?? refuse('not_found')
}

/**
 * Locks the organizer, so that simultaneous calls count one after the other and cannot exceed the limit together. Returns
 * the number of webhooks.
 */
export async function countWebhooksOf(tx: Tx, organizer_id: number): Promise<number> {
  await lockPlayer(tx, organizer_id)
  const { count } = await tx
    .selectFrom('webhooks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organizer_id', '=', organizer_id)
    .executeTakeFirstOrThrow()
  return count
}

const contextOf = (id: number) => `secret of webhook ${id}`

export function sealSecret(secrets: SecretBox, id: number, secret: string): Buffer {
  return secrets.seal(Buffer.from(secret), contextOf(id))
}

/** The secrets that sign at `now`, newest first. Null if the key that encrypted them is missing. */
export function openSecrets(
  secrets: SecretBox,
  { id, secret, previous_secret, previous_until, secret_key_name }: { id: number } & SealedSecrets,
  now: Date,
): string[] | null {
  const box = [secrets, secrets.previous].find((each) => each?.key_name === secret_key_name)
  if (!box) return null
  const sealed = previous_secret && previous_until && previous_until > now ? [secret, previous_secret] : [secret]
  return sealed.map((one) => box.open(one, contextOf(id)).toString())
}

/** Encrypts again the secrets stored under the previous key. Those under any other key stay, and pause their webhook at the next delivery. */
export async function resealWebhookSecrets({ db, secrets }: Pick<App, 'db' | 'secrets'>, now: Date): Promise<void> {
  const { previous } = secrets
  if (!previous) return
  await inTransaction(db, async (tx) => {
    const webhooks = await tx
      .selectFrom('webhooks')
      .select(['id', 'secret', 'previous_secret', 'previous_until', 'secret_key_name'])
      .where('secret_key_name', '=', previous.key_name)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    for (const webhook of webhooks) {
      const [secret = '', before] = openSecrets(secrets, webhook, now) ?? []
      await tx
        .updateTable('webhooks')
        .set({
          secret: sealSecret(secrets, webhook.id, secret),
          previous_secret: before === undefined ? null : sealSecret(secrets, webhook.id, before),
          secret_key_name: secrets.key_name,
        })
        .where('id', '=', webhook.id)
        .execute()
    }
  })
}

/** A page of the deliveries to a webhook, newest first. Refuses not_found. */
export async function listDeliveriesTo(
  db: Db,
  webhook_id: number,
  organizer: Organizer,
  filter: PageQuery & { state?: Delivery['state'] | undefined },
): Promise<{ deliveries: Delivery[]; total: number; skip: number }> {
  const skip = skipOf(filter)
  const { rows: known } = await sql`
    select from webhooks w where w.id = ${webhook_id} and ${isTheirs(organizer)}`.execute(db)
  if (known.length === 0) refuse('not_found')
  const from = sql`from webhook_deliveries v join webhook_events e on e.id = v.event_id
    where v.webhook_id = ${webhook_id} and ${filter.state === undefined ? sql`true` : sql`v.state = ${filter.state}`}`
  const [{ rows: deliveries }, { rows: counted }] = await Promise.all([
    sql<Delivery>`
      select v.id, e.type, v.created_at, v.state, v.attempts, v.next_at, v.attempted_at, v.ms, v.status, v.answer ${from}
      order by e.id desc limit ${filter.per_page} offset ${skip}`.execute(db),
    sql<{ total: number }>`select count(*) as total ${from}`.execute(db),
  ])
  return { deliveries, total: counted[0]?.total ?? 0, skip }
}

/** Inserts the deliveries for a transaction's events, to the webhooks that may receive them. Returns their ids; none if called again. */
export async function insertDeliveries(
  tx: Tx,
  caused_by: string,
  now: Date,
): Promise<{ id: string; webhook_id: number }[]> {
  const { rows } = await sql<{ id: string; webhook_id: number }>`
    with spread as (
      update webhook_events set spread_at = ${now} where caused_by = ${caused_by}::xid8 and spread_at is null
      returning id, type, area)
    insert into webhook_deliveries (webhook_id, event_id, created_at)
    select w.id, e.id, ${now} from spread e
    join webhooks w on w.paused_at is null and w.events @> array[e.type]
    join players o on o.id = w.organizer_id and ${runsItsArea}
    order by e.id, w.id
    on conflict do nothing
    returning id, webhook_id`.execute(tx)
  return rows
}

export type DueDelivery = StoredWebhook & {
  webhook_id: number
  type: WebhookEvent
  about: About
  spread_at: Date
  attempts: number
  /** Whether the webhook is active and its organizer may still receive the event. */
  may_go: boolean
}

/** A pending delivery. Undefined if it is no longer pending. */
export async function findDueDelivery(db: Db, delivery_id: string): Promise<DueDelivery | undefined> {
  const { rows } = await sql<DueDelivery>`
    select w.id, w.id as webhook_id, w.url, w.events, w.paused_at, w.secret, w.previous_secret, w.previous_until, w.secret_key_name,
      e.type, e.about, e.spread_at, v.attempts, w.paused_at is null and ${runsItsArea} as may_go
    from webhook_deliveries v
    join webhooks w on w.id = v.webhook_id
    join webhook_events e on e.id = v.event_id
    join players o on o.id = w.organizer_id
    where v.id = ${delivery_id}::uuid and v.state = 'waiting'`.execute(db)
  return rows[0]
}

export type Attempt = {
  state: Delivery['state']
  attempts: number
  next_at: Date | null
  attempted_at: Date
  ms: number
  status: number | null
  answer: string | null
}

export async function updateDelivery(tx: Db | Tx, delivery_id: string, changes: Partial<Attempt>): Promise<void> {
  await inTurn(tx, [], (writable) =>
    writable.updateTable('webhook_deliveries').set(changes).where('id', '=', delivery_id).execute(),
  )
}

/** Whether any webhook receives this event. */
async function hasReceiver(db: Db | Tx, type: WebhookEvent): Promise<boolean> {
  const { rows } = await sql`
    select from webhooks where paused_at is null and events @> array[${type}::text] limit 1`.execute(db)
  return rows.length > 0
}

/** Days to look back for results confirmed by silence, in case no job has run for that long. */
const SILENCE_DAYS = 7

/**
 * Records the results that silence has confirmed by `now`, each once. Those from before the first webhook are not news.
 */
export async function noteSilentConfirmations(db: Db, now: Date): Promise<void> {
  if (!(await hasReceiver(db, 'result.confirmed'))) return
  await inTurn(db, [], (writable) =>
    sql`
    select note_webhook_event('result.confirmed', m.area, jsonb_build_object('score', s.id))
    from scores s join matches m on m.score_id = s.id
    where s.answer is null and s.answer_until <= ${now}::timestamptz
      and s.answer_until > greatest(${now}::timestamptz - ${SILENCE_DAYS} * interval '1 day', (
        select min(created_at) from webhooks where paused_at is null and events @> array['result.confirmed']))
      and not exists (
        select from webhook_events e
        where e.type = 'result.confirmed' and e.about = jsonb_build_object('score', s.id))`.execute(writable),
  )
}

/** Days that events and their deliveries are kept. */
export const EVENT_DAYS = 30

export async function deleteOldEvents(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - EVENT_DAYS * 86_400_000)
  await inTurn(db, [], (writable) => writable.deleteFrom('webhook_events').where('spread_at', '<', before).execute())
}
