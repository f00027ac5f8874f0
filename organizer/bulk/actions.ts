import * as z from 'zod/mini'
import { sql } from 'kysely'
import { makeRefund } from '#/features/refunds/refund-actions.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import { offerFreePlaces } from '#/features/wait-list/queries.ts'
import { startTask, taskKind, taskWork } from '#/organizer/desk/tasks.ts'
import { moveEntry, withdrawEntry } from '#/organizer/entries/actions.ts'
import { giveWalkovers } from '#/organizer/matches/actions.ts'
import { planMessage, startMessage } from '#/organizer/messages/actions.ts'
import { closeSeason } from '#/organizer/seasons/closing-actions.ts'
import { setCapacity } from '#/organizer/seasons/grid-actions.ts'
import { lockOwnLeague } from '#/organizer/seasons/grid-queries.ts'
import { runAction, type Action, type Actor } from '#/server/action.ts'
import type { App } from '#/server/context.ts'
import { inTransaction, type Db, type Tx } from '#/server/db.ts'
import { refusalOf, refuse } from '#/server/refuse.ts'
import { isRecentlyAuthenticated, type SignedIn } from '#/server/session.ts'
import { bulkOutcome, storedRequest, type BulkRequest } from './contract.ts'
import { formatAct } from './format.ts'
import { draftOf, fingerprintOf, hash, planBulk, withdrawalText, type Plan, type Step } from './plan.ts'
import { findLeagues, findMatches, findOrganizerNow, listEntriesOf, listItems, lockItem } from './queries.ts'

const dayMs = 86_400_000
/** Days for which a preview can be carried out, and for which the report of a task is kept. */
const PREVIEW_DAYS = 1
const REPORT_DAYS = 90

/** Acts that move money or end leagues: the caller re-authenticates, as for one of them alone. */
const graveActs: readonly BulkRequest['act'][] = ['withdraw', 'cancel_league']

const bulkTask = taskKind('bulk', { input: z.object({}), outcome: bulkOutcome })

/** Plans an act, and keeps the request under the digest of the plan. Changes nothing else. */
export async function previewBulk(
  { app, player, now }: Actor<SignedIn>,
  request: BulkRequest,
): Promise<{ digest: string; plan: Plan }> {
  const plan = await planBulk(app.db, player, request, now)
  const fingerprint = fingerprintOf(player.id, request, plan)
  const digest = await inTransaction(app.db, async (tx) => {
    // The same act may be right a second time, after its first effects were undone: then it is another task.
    const { done } = await tx
      .selectFrom('bulk_acts')
      .select((select) => select.fn.countAll<number>().as('done'))
      .where('organizer_id', '=', player.id)
      .where('fingerprint', '=', fingerprint)
      .where('task_id', 'is not', null)
      .executeTakeFirstOrThrow()
    const key = hash([fingerprint, done])
    await tx
      .insertInto('bulk_acts')
      .values({ digest: key, fingerprint, organizer_id: player.id, request: jsonOf(request), created_at: now })
      .onConflict((conflict) =>
        conflict.column('digest').doUpdateSet({ created_at: now }).where('bulk_acts.task_id', 'is', null),
      )
      .execute()
    return key
  })
  return { digest, plan }
}

/**
 * Starts the task that carries out a preview. Returns its id, which is the same for the same digest. Refuses bulk_changed
 * if the preview is too old or no longer true, bulk_empty, not_allowed, and sign_in_again for an act that needs it.
 */
export async function startBulk(
  actor: Actor<SignedIn>,
  { digest, reason }: { digest: string; reason: string },
): Promise<number> {
  const { app, player, now } = actor
  const known = (await findAct(app.db, digest, player.id)) ?? refuse('bulk_changed')
  if (known.task_id !== null) return known.task_id
  const request = storedRequest.parse(known.request)
  if (graveActs.includes(request.act) && !isRecentlyAuthenticated(player, now)) refuse('sign_in_again')
  if (known.created_at.getTime() < now.getTime() - PREVIEW_DAYS * dayMs) refuse('bulk_changed')
  // Outside the transaction: a plan may take a second. Each step checks its own thing again.
  const plan = await planBulk(app.db, player, request, now)
  return runAction(actor, async (action) => {
    const { tx, audit } = action
    const row = await tx
      .selectFrom('bulk_acts')
      .select('task_id')
      .where('digest', '=', digest)
      .forUpdate()
      .executeTakeFirst()
    if (!row) refuse('bulk_changed')
    if (row.task_id !== null) return row.task_id
    if (fingerprintOf(player.id, request, plan) !== known.fingerprint) refuse('bulk_changed')
    if (plan.will.length === 0) refuse('bulk_empty')
    const area = await findArea(tx, plan)
    const task_id =
      request.act === 'message'
        ? await startSending(action, { request, plan, reason })
        : await startTask(action, bulkTask, {}, area)
    const steps = plan.will.flatMap((each) => each.steps)
    await insertItems(tx, task_id, [
      ...steps.map((step) => ({ ...step, state: 'waiting' as const, why: null })),
      ...plan.left_out.map(({ id, why }) => ({
        step: stepOf[request.act],
        subject: id,
        text: '',
        state: 'left' as const,
        why,
      })),
    ])
    const total = request.act === 'message' ? plan.will.length : steps.length
    await tx.updateTable('tasks').set({ total }).where('id', '=', task_id).execute()
    await tx.updateTable('bulk_acts').set({ task_id, reason }).where('digest', '=', digest).execute()
    await audit({
      area,
      kind: 'bulk',
      subject: `task ${task_id}`,
      summary: formatAct(request, plan.will.length),
      reason,
      after: { will: plan.will.map(({ text }) => text), left_out: plan.left_out.map(({ why }) => why) },
    })
    return task_id
  })
}

/** Starts the task that sends a message, as from the page of messages. Returns its id. */
async function startSending(
  action: Action<SignedIn>,
  { request, plan, reason }: { request: Extract<BulkRequest, { act: 'message' }>; plan: Plan; reason: string },
): Promise<number> {
  const { tx, player, now } = action
  const draft = draftOf(
    request,
    [...plan.will, ...plan.left_out].map(({ id }) => id),
  )
  const { digest } = await planMessage(tx, player, draft, now)
  const { task_id } = await startMessage(action, draft, { digest, reason })
  return task_id
}

/** The step of the things that an act leaves out. */
const stepOf: Record<BulkRequest['act'], Step['step']> = {
  move: 'move',
  withdraw: 'withdraw',
  limit: 'limit',
  walkover: 'walkover',
  merge_leagues: 'end_league',
  cancel_league: 'end_league',
  close: 'close',
  message: 'message',
}

/** An act by its digest, if it is this organizer's. */
function findAct(db: Db, digest: string, organizer_id: number) {
  return db
    .selectFrom('bulk_acts')
    .select(['request', 'fingerprint', 'task_id', 'created_at'])
    .where('digest', '=', digest)
    .where('organizer_id', '=', organizer_id)
    .executeTakeFirst()
}

/** The area of all things of a plan. Null for several areas, and for seasons. */
async function findArea(tx: Tx, { will }: Plan): Promise<string | null> {
  const of = (...kinds: Step['step'][]) =>
    will.flatMap(({ steps }) => steps.flatMap((each) => (kinds.includes(each.step) ? [each.subject] : [])))
  const { rows } = await sql<{ area: string }>`
    select area from leagues where id = any(${of('limit', 'end_league')}::int[])
    union select l.area from entries e join leagues l on l.id = e.league_id where e.id = any(${of('move', 'withdraw')}::int[])
    union select area from matches where id = any(${of('walkover')}::int[])`.execute(tx)
  return rows.length === 1 ? (rows[0]?.area ?? null) : null
}

type NewItem = Step & { state: 'waiting' | 'left'; why: string | null }

/** Adds steps behind those that a task has. */
async function insertItems(tx: Tx, task_id: number, items: readonly NewItem[]): Promise<void> {
  if (items.length === 0) return
  await sql`
    insert into bulk_items (task_id, position, step, subject, text, state, why)
    select ${task_id}, (select coalesce(max(position), 0) from bulk_items where task_id = ${task_id}) + row_number() over (), item.*
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as item (step text, subject int, text text, state text, why text)`.execute(
    tx,
  )
}

/**
 * Carries out the steps of a task, one after the other: each in one transaction with its own mark, so that the work can
 * restart anywhere and does nothing twice. A step that is refused is left, with the reason in words.
 */
export const bulkWork = taskWork(bulkTask, async (app, { id: task_id, organizer_id }, progress) => {
  const act = await app.db
    .selectFrom('bulk_acts')
    .select(['request', 'reason'])
    .where('task_id', '=', task_id)
    .executeTakeFirstOrThrow()
  const request = storedRequest.parse(act.request)
  const reason = act.reason ?? ''
  const workOn = async () => {
    const items = await listItems(app.db, task_id)
    const steps = items.filter(({ text }) => text !== '')
    let done = steps.filter(({ state }) => state !== 'waiting').length
    await progress(done, steps.length)
    for (const item of steps) {
      if (item.state !== 'waiting') continue
      const organizer = (await findOrganizerNow(app.db, organizer_id)) ?? refuse('not_allowed')
      await takeStep({ app, player: organizer, now: app.clock.now() }, { task_id, request, reason, item })
      done += 1
      await progress(done, steps.length)
    }
  }
  await workOn()
  // Entries that have come into a league of the act in the meantime leave it too.
  if (await addLateEntries(app, task_id, request)) await workOn()
  const items = await listItems(app.db, task_id)
  return {
    done: items.filter(({ state }) => state === 'done').length,
    left: items.filter(({ state, text }) => state === 'left' && text !== '').length,
  }
})

type Organizer = { id: number; role: 'organizer' | 'owner'; organizer_areas: string[] }
type Taken = {
  task_id: number
  request: BulkRequest
  reason: string
  item: { position: number; step: string; subject: number }
}

/** Takes one step, and marks it in the same transaction. */
async function takeStep(actor: Actor<Organizer>, { task_id, request, reason, item }: Taken): Promise<void> {
  const { app } = actor
  const { position, subject } = item
  const step = item.step as Step['step']
  let refund_id: number | null
  try {
    refund_id = await runAction(actor, async ({ tx }) => {
      if (!(await lockItem(tx, task_id, position))) return null
      const made = await change({ ...actor, app: { ...app, db: tx } }, { request, reason, step, subject })
      await tx
        .updateTable('bulk_items')
        .set({ state: 'done', refund_id: made })
        .where('task_id', '=', task_id)
        .where('position', '=', position)
        .execute()
      return made
    })
  } catch (error) {
    const refusal = refusalOf(error)
    // The database, not the thing: the job takes the step again.
    if (!refusal || ['busy', 'unavailable', 'conflict'].includes(refusal.code)) throw error
    const why = Object.values(refusal.fields ?? {})[0] ?? refusal.message
    await inTransaction(app.db, (tx) =>
      tx
        .updateTable('bulk_items')
        .set({ state: 'left', why })
        .where('task_id', '=', task_id)
        .where('position', '=', position)
        .where('state', '=', 'waiting')
        .execute(),
    )
    return
  }
  // The job of the refund makes it later if the payment provider does not respond now. The report reads its state.
  if (refund_id !== null) await makeRefund(app, refund_id, actor.now).catch(() => null)
}

type Change = { request: BulkRequest; reason: string; step: Step['step']; subject: number }

/** Changes one thing by the workflow that also changes it alone. Returns the refund that is still to be made. */
async function change(actor: Actor<Organizer>, { request, reason, step, subject: id }: Change): Promise<number | null> {
  switch (step) {
    case 'move':
      await moveEntryOf(actor, { request, reason, entry_id: id })
      return null
    case 'withdraw': {
      const refund = request.act === 'withdraw' ? request.refund : true
      const { refund_id } = await withdrawEntry(actor, { entry_id: id, refund, reason })
      return refund_id
    }
    case 'message':
      return null
    case 'limit':
      if (request.act === 'limit') await setCapacity(actor, { id, capacity: request.capacity, reason })
      return null
    case 'walkover':
      if (request.act === 'walkover') await giveWalkover(actor, { player_id: request.player_id, match_id: id, reason })
      return null
    case 'end_league':
      await endLeague(actor, { id, request, reason })
      return null
    case 'close':
      if (actor.player.role !== 'owner') refuse('not_allowed')
      await closeSeason(actor, { id, reason })
      return null
  }
}

async function moveEntryOf(
  actor: Actor<Organizer>,
  { request, reason, entry_id }: { request: BulkRequest; reason: string; entry_id: number },
): Promise<void> {
  if (request.act !== 'move' && request.act !== 'merge_leagues') return
  const league_id = request.act === 'move' ? request.league_id : request.into
  const keep_results = request.act === 'move' && request.keep_results
  await moveEntry(actor, { entry_id, league_id, keep_results, reason })
  // The league is locked now, so nobody takes another place.
  const [to] = await findLeagues(actor.app.db, { ids: [league_id] }, actor.player.organizer_areas, saleDay(actor.now))
  if (to && to.capacity !== null && to.taken > to.capacity)
    refuse('league_full', { message: `${to.title} has become full.` })
}

async function giveWalkover(
  actor: Actor<Organizer>,
  { player_id, match_id, reason }: { player_id: number; match_id: number; reason: string },
): Promise<void> {
  const { app, player, now } = actor
  const about = { areas: player.organizer_areas, player_id, organizer_id: player.id }
  const [match] = await findMatches(app.db, [match_id], about, now)
  if (!match || match.side === null) refuse('not_found')
  await giveWalkovers(actor, { matches: [{ id: match_id, winner: match.side === 1 ? 'two' : 'one' }], reason })
}

/** Ends a league: it is no longer sold, and its wait-list ends. Its entries leave in separate steps. */
function endLeague(
  actor: Actor<Organizer>,
  { id, request, reason }: { id: number; request: BulkRequest; reason: string },
): Promise<void> {
  return runAction(actor, async ({ tx, audit, player, now }) => {
    const league = (await lockOwnLeague(tx, id, player.organizer_areas)) ?? refuse('not_found')
    await tx.updateTable('leagues').set({ offered: false, canceled_at: now }).where('id', '=', id).execute()
    await audit<{ offered: boolean }>({
      area: league.area,
      kind: request.act === 'merge_leagues' ? 'merge_leagues' : 'cancel_league',
      subject: `league ${id}`,
      summary:
        request.act === 'merge_leagues' ? `Merged ${league.title} into another league` : `Canceled ${league.title}`,
      reason,
      before: { offered: true },
      after: { offered: false },
    })
    await offerFreePlaces(tx, id)
  })
}

/** Adds steps for entries that came into an ended league after the plan. Returns whether there are any. */
async function addLateEntries(app: App, task_id: number, { act }: BulkRequest): Promise<boolean> {
  if (act !== 'merge_leagues' && act !== 'cancel_league') return false
  return inTransaction(app.db, async (tx) => {
    const ended = await tx
      .selectFrom('bulk_items')
      .select('subject')
      .where('task_id', '=', task_id)
      .where('step', '=', 'end_league')
      .where('state', '=', 'done')
      .execute()
    const known = await tx
      .selectFrom('bulk_items')
      .select('subject')
      .where('task_id', '=', task_id)
      .where('step', '<>', 'end_league')
      .execute()
    const ids = new Set(known.map(({ subject }) => subject))
    const league_ids = ended.map(({ subject }) => subject)
    const late = (await listEntriesOf(tx, league_ids)).filter(({ id }) => !ids.has(id))
    await insertItems(
      tx,
      task_id,
      late.map((entry) => ({
        step: act === 'merge_leagues' ? 'move' : 'withdraw',
        subject: entry.id,
        text: act === 'merge_leagues' ? `${entry.names} also moves from ${entry.league}.` : withdrawalText(entry, true),
        state: 'waiting',
        why: null,
      })),
    )
    return late.length > 0
  })
}

/** Deletes previews that can no longer be carried out, and reports that nobody needs: they have names. */
export async function deleteExpiredBulk(db: Db, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * dayMs)
  await inTransaction(db, async (tx) => {
    await sql`delete from bulk_acts where task_id is null and created_at < ${before(PREVIEW_DAYS)}`.execute(tx)
    await sql`
      delete from bulk_items using bulk_acts act
      where act.task_id = bulk_items.task_id and act.created_at < ${before(REPORT_DAYS)}`.execute(tx)
    await sql`delete from bulk_acts where created_at < ${before(REPORT_DAYS)}`.execute(tx)
  })
}

function jsonOf(value: unknown) {
  return sql<unknown>`${JSON.stringify(value)}::jsonb`
}
