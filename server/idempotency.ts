import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Endpoint } from '#/contract/endpoint.ts'
import type { App } from './context.ts'
import { endingWith, inTurn, perDatabase, withoutTurn, type Db, type Tx } from './db.ts'
import { answerOf, Refusal, refusalOf, refuse } from './refuse.ts'

/** Hours for which a repeated key gets the first response. */
const KEPT_HOURS = 48

/** Seconds without a renewal after which an attempt counts as dead. If it has changed nothing, the next one runs. */
const LEASE_S = 10

/** Time between two renewals of an attempt in progress. */
const RENEWAL_MS = 1_000

/** How long a second call with the same key waits for the response to the first. */
const WAIT_MS = 5_000

/** Time between two checks for that response, at first and at most. */
const CHECK_MS = { first: 25, most: 400 }

/** A player's change with an idempotency key. */
export type KeyedCall = { player_id: number; call: string; key: string; request_hash: Buffer }

/** A response as it was sent. */
type StoredResponse = { status: number; text: string }

/** Whether a call accepts the header: a signed-in caller's change. A file is not stored, so it has none. */
export function acceptsKey({ method, access, reads, file }: Endpoint): boolean {
  return method !== 'GET' && access !== 'public' && !reads && file === undefined
}

/** The idempotency key of a request, or null. Refuses `malformed`. */
export function keyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(key) || key.trim() === '')
    refuse('malformed', { message: 'An Idempotency-Key has 1 to 255 printable characters.' })
  return key
}

/** A hash of the whole request: its address, and its body or the fields and files of its form. */
async function hashOfRequest(url: string, body: unknown, isForm: boolean): Promise<Buffer> {
  const hash = createHash('sha256').update(`${url}\n`)
  if (!isForm) return hash.update(JSON.stringify(body) ?? '').digest()
  for (const [name, value] of Object.entries(body as Record<string, string | File>)) {
    const bytes = typeof value === 'string' ? Buffer.from(value) : Buffer.from(await value.arrayBuffer())
    hash.update(`${JSON.stringify(name)} ${typeof value} ${bytes.length}\n`).update(bytes)
  }
  return hash.digest()
}

/** Sends the response to a change that has an Idempotency-Key: the stored one if the key was used before. */
export async function respondOnce(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    app,
    endpoint,
    player_id,
    key,
    body,
  }: { app: App; endpoint: Endpoint; player_id: number; key: string; body: unknown },
  run: (app: App) => Promise<unknown>,
): Promise<FastifyReply> {
  const request_hash = await hashOfRequest(request.url, body, endpoint.multipart !== undefined)
  const keyed = { player_id, call: `${endpoint.method} ${endpoint.path}`, key, request_hash }
  const { status, text, repeated } = await runOnce(
    { app, keyed, request_id: request.id, log: request.log },
    async (of) => ({ status: endpoint.status ?? 200, text: reply.serialize(await run(of)) as string }),
  )
  if (repeated) void reply.header('idempotency-replayed', 'true')
  return reply.code(status).type('application/json; charset=utf-8').send(text)
}

/**
 * Runs a change once for its key, in all processes (docs/decisions/064): a repeated key gets the first response, and a second
 * call at the same time waits. `run` gets the app whose transactions belong to this attempt. A refusal is stored like any
 * response, except one that says "later" (429, 5xx).
 */
async function runOnce(
  { app, keyed, request_id, log }: { app: App; keyed: KeyedCall; request_id: string; log: FastifyBaseLogger },
  run: (app: App) => Promise<StoredResponse>,
): Promise<StoredResponse & { repeated: boolean }> {
  const claim = randomUUID()
  const earlier = await claimOrWait(app, keyed, claim)
  if (earlier) return { ...earlier, repeated: true }
  const attempt = { ...keyed, claim }
  const renewals = setInterval(() => void renew(app.db, attempt).catch(() => {}), RENEWAL_MS)
  const settle = (work: Promise<unknown>) =>
    // The change is done or has failed, and the caller gets the response in any case.
    work.catch((error: unknown) => log.warn({ err: error }, 'an answer could not be kept for its key'))
  try {
    const answer = await run({ ...app, db: endingWith(app.db, (tx) => markChanged(tx, attempt)) })
    await settle(storeResponse(app, attempt, answer))
    return { ...answer, repeated: false }
  } catch (error) {
    const refusal = refusalOf(error)
    const { status, body } = answerOf(refusal ?? new Refusal('internal'), request_id)
    if (status < 500 && status !== 429)
      await settle(storeResponse(app, attempt, { status, text: JSON.stringify(body) }))
    else {
      const ending = { knows_what_is_done: error instanceof Refusal }
      unreleased(app.db)?.set(claim, ending)
      await settle(release(app.db, attempt, ending))
    }
    throw error
  } finally {
    clearInterval(renewals)
  }
}

type Ending = { knows_what_is_done: boolean }

/** Failed attempts of this process whose release may have failed too, by claim. The next call with their key releases them. */
const unreleased = perDatabase(() => new Map<string, Ending>())

/** Claims the key for this attempt, or returns the response to an earlier one. Refuses key_reused, key_in_use and done_already. */
async function claimOrWait(app: App, keyed: KeyedCall, claim: string): Promise<StoredResponse | null> {
  const { db } = app
  const now = app.clock.now()
  const until = performance.now() + WAIT_MS
  for (let pause = CHECK_MS.first; ; pause = Math.min(pause * 2, CHECK_MS.most)) {
    if (await tryClaim(db, { ...keyed, claim }, now)) return null
    const first = await findKey(db, keyed)
    // The key was released between the two statements.
    if (!first) continue
    if (!first.request_hash.equals(keyed.request_hash)) refuse('key_reused')
    if (first.status !== null && first.sealed_answer && first.answer_key !== null)
      return {
        status: first.status,
        text: unseal(app, keyed, first.sealed_answer, first.answer_key) ?? refuse('done_already'),
      }
    if (first.changed && first.is_over) refuse('done_already')
    const ending = unreleased(db)?.get(first.claim)
    if (ending) {
      await release(db, { ...keyed, claim: first.claim }, ending)
      continue
    }
    if (performance.now() > until) refuse('key_in_use', { retryAfter: 2 })
    await wait(pause)
  }
}

type Attempt = KeyedCall & { claim: string }

/** Claims a key that is new, too old, or was left by an attempt that died before it changed anything. */
async function tryClaim(db: Db, { player_id, call, key, request_hash, claim }: Attempt, now: Date): Promise<boolean> {
  // The first attempt's transaction holds the key's row, and the player's row may be locked.
  const { rows } = await inTurn(db, [`keys of player ${player_id}`], (writable) =>
    sql`
    insert into idempotency_keys as k (player_id, call, key, request_hash, claim, at)
    values (${player_id}, ${call}, ${key}, ${request_hash}, ${claim}, ${now})
    on conflict (player_id, call, key) do update
      set request_hash = excluded.request_hash, claim = excluded.claim, claimed_at = now(), changed = false,
        status = null, sealed_answer = null, answer_key = null, at = excluded.at
      where k.at <= ${storedSince(now)}
        or (k.status is null and not k.changed and k.request_hash = excluded.request_hash
          and k.claimed_at < now() - ${LEASE_S} * interval '1 second')
    returning 1`.execute(writable),
  )
  return rows.length > 0
}

async function findKey(db: Db, keyed: KeyedCall) {
  return db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'claim', 'changed', 'status', 'sealed_answer', 'answer_key'])
    .select(sql<boolean>`claimed_at < now() - ${LEASE_S} * interval '1 second'`.as('is_over'))
    .where('player_id', '=', keyed.player_id)
    .where('call', '=', keyed.call)
    .where('key', '=', keyed.key)
    .executeTakeFirst()
}

/** Records the change in the transaction that makes it. An attempt that counts as dead can no longer commit. */
async function markChanged(tx: Tx, attempt: Attempt): Promise<void> {
  const { numUpdatedRows } = await rowOf(tx.updateTable('idempotency_keys'), attempt)
    .set({ changed: true })
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) return
  // A guest's keys are deleted with the guest's account, which this transaction does when it closes an unpaid order.
  const player = await tx.selectFrom('players').select('id').where('id', '=', attempt.player_id).executeTakeFirst()
  if (player) refuse('key_in_use')
}

async function storeResponse({ db, secrets }: App, attempt: Attempt, { status, text }: StoredResponse): Promise<void> {
  const sealed_answer = secrets.seal(Buffer.from(text), contextOf(attempt))
  await rowOf(withoutTurn(db).updateTable('idempotency_keys'), attempt)
    .set({ status, sealed_answer, answer_key: secrets.key_name })
    .execute()
}

/**
 * Lets the next attempt run. After an unhandled error it is unknown what was done. If something was committed, the key stays,
 * and the next attempt is refused at once.
 */
async function release(db: Db, attempt: Attempt, { knows_what_is_done }: Ending): Promise<void> {
  let row = rowOf(withoutTurn(db).deleteFrom('idempotency_keys'), attempt)
  if (!knows_what_is_done) row = row.where('changed', '=', false)
  const { numDeletedRows } = await row.executeTakeFirstOrThrow()
  if (numDeletedRows === 0n)
    await rowOf(withoutTurn(db).updateTable('idempotency_keys'), attempt)
      .set({ claimed_at: sql<Date>`'-infinity'` })
      .execute()
  unreleased(db)?.delete(attempt.claim)
}

/** Extends the lease of an attempt in progress. Skips a row that the attempt's own transaction has locked. */
async function renew(db: Db, { player_id, call, key, claim }: Attempt): Promise<void> {
  await sql`
    update idempotency_keys set claimed_at = now() where ctid = (
      select ctid from idempotency_keys
      where player_id = ${player_id} and call = ${call} and key = ${key} and claim = ${claim} and status is null
      for update skip locked)`.execute(withoutTurn(db))
}

type WithWhere = { where: (column: 'player_id' | 'call' | 'key' | 'claim', operator: '=', value: never) => unknown }

function rowOf<Q extends WithWhere>(query: Q, attempt: Attempt): Q {
  return (['player_id', 'call', 'key', 'claim'] as const).reduce(
    (narrowed, column) => narrowed.where(column, '=', attempt[column] as never) as Q,
    query,
  )
}

/** The text of a stored response. Null if the key that encrypted it is missing. */
function unseal({ secrets }: App, keyed: KeyedCall, sealed: Buffer, key_name: string): string | null {
  const box = [secrets, secrets.previous].find((one) => one?.key_name === key_name)
  return box?.open(sealed, contextOf(keyed)).toString() ?? null
}

function contextOf({ player_id, call, key }: KeyedCall): string {
  return `answer to ${player_id} ${call} ${key}`
}

function storedSince(now: Date): Date {
  return new Date(now.getTime() - KEPT_HOURS * 3_600_000)
}

export async function deleteOldKeys(db: Db, now: Date): Promise<void> {
  await inTurn(db, [], (writable) =>
    writable.deleteFrom('idempotency_keys').where('at', '<=', storedSince(now)).execute(),
  )
}

/** Deletes the stored responses of an account that is closed. */
export async function deleteStoredRepliesOf(tx: Tx, player_id: number): Promise<void> {
  await tx.deleteFrom('idempotency_keys').where('player_id', '=', player_id).where('status', 'is not', null).execute()
}
