import { sql } from 'kysely'
import * as z from 'zod/mini'
import { formatDay } from '#/contract/format.ts'
import { area as areaField } from '#/contract/area-field.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { completeLater } from '#/features/checkout/queries.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import { offerFreePlaces } from '#/features/wait-list/queries.ts'
import { startTask, taskKind, taskWork } from '#/organizer/desk/tasks.ts'
import { settleByVersion, voidResult } from '#/organizer/matches/actions.ts'
import { retryRefund } from '#/organizer/payments/actions.ts'
import { isPaymentOf } from '#/organizer/payments/queries.ts'
import { cancelPlayoffs } from '#/organizer/playoffs/actions.ts'
import { settleNotPlayed, settleUnplayed } from '#/organizer/unplayed/actions.ts'
import { listProposals } from '#/organizer/unplayed/proposals.ts'
import { addDays } from '#/rules/day.ts'
import { runAction, type Actor } from '#/server/action.ts'
import type { Db } from '#/server/db.ts'
import { Refusal, refuse } from '#/server/refuse.ts'
import { deleteSeason } from './actions.ts'
import { changeSeason } from './change-actions.ts'
import { closeSeason } from './closing-actions.ts'
import { readClosing, type Closing } from './closing.ts'
import type { SeasonClosing } from './contract.ts'
import type { StoredSeason } from './queries.ts'

/** A season's closing as the API has it. */
export function toSeasonClosing({ ready, closed, until, obstacles }: Closing): SeasonClosing {
  return { ready, closed, until: until && wireDay(until), obstacles }
}

type Way = { id: number; key: string; reason: string }

/**
 * Goes a way that `readClosing` lists, or `close`s the season despite obstacles. Returns a sentence, and the task that
 * does the rest, if any. Refuses not_found, closing_changed with the fresh list, season_over, and like the workflow
 * behind the way.
 */
export async function goClosingWay(
  actor: Actor,
  { id, key, reason }: Way,
): Promise<{ message: string; task_id: number | null }> {
  const { app, player, now } = actor
  const view = { areas: player.organizer_areas, now }
  const closing = (await readClosing(app.db, id, view)) ?? refuse('not_found')
  const { season, until, obstacles } = closing
  const done = (message: string) => ({ message, task_id: null })
  if (key === 'close') {
    if (until === null) refuse('season_over', { state: { ...toSeasonClosing(closing) } })
    return done(formatClosed(await closeSeason(actor, { id, until, reason }), saleDay(now)))
  }
  if (!obstacles.some(({ ways }) => ways.some((way) => way.key === key)))
    refuse('closing_changed', { state: { ...toSeasonClosing(closing) } })
  const [verb, day] = key.split(' ')
  if (verb === 'end') return done(formatClosed(await closeSeason(actor, { id, until: day, reason }), saleDay(now)))
  if (key === 'delete') return done(`${await deleteSeason(actor, { id, reason })} is deleted.`)
  if (key === 'end_sale') return done(await endSale(actor, season, reason))
  const { handled, last_id } = await goOn(actor, season, { key, reason, after_id: 0 })
  if (last_id === null) return done(formatHandled(key, handled))
  const input = { season_id: id, key, reason, areas: [...player.organizer_areas] }
  const task_id =
    (await findRunning(app.db, player.id, input)) ??
    (await runAction(actor, (action) => startTask(action, clearTask, input)))
  return { message: `${formatHandled(key, handled)} The rest is under way.`, task_id }
}

export function formatClosed({ name, year, counts_until }: StoredSeason, today: string): string {
  const last = formatDay(wireDay(counts_until))
  return counts_until < today
    ? `${name} ${year} is closed. Matches counted until ${last}.`
    : `${name} ${year} closes after ${last}.`
}

async function endSale(actor: Actor, { id, name, year, sale_from }: StoredSeason, reason: string): Promise<string> {
  const sale_until = addDays(saleDay(actor.now), -1)
  // A sale cannot end before it begins.
  const from = sale_from !== null && sale_from > sale_until ? { sale_from: null } : {}
  await changeSeason(actor, { id, sale_until, ...from, reason })
  await runAction(actor, async ({ tx }) => {
    const { rows } = await sql<{ id: number }>`select id from leagues where season_id = ${id} order by id`.execute(tx)
    // The job ends the wait-lists of a league that is no longer sold.
    for (const league of rows) await offerFreePlaces(tx, league.id)
  })
  return `The sale of ${name} ${year} has ended. Its wait-lists end with it.`
}

const clearTask = taskKind('clear_closing', {
  input: z.object({ season_id: z.int(), key: z.string(), reason: z.string(), areas: z.array(areaField) }),
  outcome: z.object({ message: z.string() }),
})

/** Goes on with a way, 50 at a time. It may begin again at any time: what is handled is no longer listed. */
export const clearClosing = taskWork(clearTask, async (app, { input, organizer_id, done }, progress, now) => {
  const { season_id, key, reason, areas } = input
  const actor = { app, player: { id: organizer_id, organizer_areas: areas }, now }
  let handled = done
  let after_id: number | null = 0
  while (after_id !== null) {
    const closing = await readClosing(app.db, season_id, { areas, now })
    if (!closing) refuse('not_found')
    const step = await goOn(actor, closing.season, { key, reason, after_id })
    handled += step.handled
    after_id = step.last_id
    await progress(handled, null)
  }
  return { message: formatHandled(key, handled) }
})

/** The same task, while it is not done. */
async function findRunning(
  db: Db,
  organizer_id: number,
  { season_id, key }: { season_id: number; key: string },
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from tasks
    where organizer_id = ${organizer_id} and kind = ${clearTask.kind} and state in ('waiting', 'running')
      and input @> ${JSON.stringify({ season_id, key })}::jsonb
    order by id limit 1`.execute(db)
  return rows[0]?.id ?? null
}

/** Rows handled in one step. */
const STEP = 50

type Step = { key: string; reason: string; after_id: number }

/** Handles the next 50 rows of a way. `last_id` is null if there are no more. */
async function goOn(
  actor: Actor,
  season: StoredSeason,
  { key, reason, after_id }: Step,
): Promise<{ handled: number; last_id: number | null }> {
  const { app, player, now } = actor
  const ids = await listRows(app.db, season, { key, after_id, areas: player.organizer_areas, actor })
  const last_id = ids.length < STEP ? null : (ids.at(-1)?.id ?? null)
  let handled = 0
  if (key === 'not_played')
    handled = await runAction(actor, (action) =>
      settleNotPlayed(action, { season: season.slug, match_ids: ids.map(({ id }) => id), reason }),
    )
  else if (key === 'settle_overdue')
    handled =
      ids.length === 0
        ? 0
        : await settleUnplayed(actor, { match_ids: ids.map(({ id }) => id), reason, outcomes: undefined })
  else if (key === 'check_orders')
    handled = await runAction(actor, async ({ tx, audit }) => {
      for (const { order_id } of ids) await completeLater(tx, order_id, now, 0)
      await audit({
        area: null,
        kind: 'check_orders',
        subject: `season ${season.id}`,
        summary: `Asked the card service about ${ids.length} open ${ids.length === 1 ? 'order' : 'orders'} of ${season.name} ${season.year}`,
        reason,
      })
      return ids.length
    })
  else
    for (const { id, version } of ids) {
      const answered = { match_id: id, version, reason }
      const went = await skipRefused(() => {
        if (key === 'cancel_playoffs') return cancelPlayoffs(actor, { league_id: id, reason })
        if (key === 'retry_refunds') return retryRefund(actor, { refund_id: id })
        if (key === 'void_disputed') return voidResult(actor, { ...answered, again: false })
        return settleByVersion(actor, { ...answered, right_version: version })
      })
      if (went) handled += 1
    }
  return { handled, last_id }
}

/** Whether it was done. False if it was refused: the row is left for somebody else, and stays on the list. */
async function skipRefused(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

type Listed = { id: number; version: number; order_id: string }

/** The next rows of a way, by ascending id. */
async function listRows(
  db: Db,
  { id: season_id, slug, year }: StoredSeason,
  {
    key,
    after_id,
    areas,
    actor,
  }: { key: string; after_id: number; areas: Actor['player']['organizer_areas']; actor: Actor },
): Promise<Listed[]> {
  const { now, player } = actor
  if (key === 'settle_overdue') {
    const { mine } = await listProposals(db, player.id, { season: slug, year, areas }, now)
    return mine
      .filter(({ id }) => id > after_id)
      .toSorted((a, b) => a.id - b.id)
      .slice(0, STEP)
      .map(({ id }) => ({ id, version: 0, order_id: '' }))
  }
  const matches = sql`leagues l join matches m on m.league_id = l.id left join scores s on s.id = m.score_id`
  const ofSeason = sql`l.season_id = ${season_id} and l.area = any(${areas}::text[])`
  const scored = (which: ReturnType<typeof sql>) => sql<Listed>`
    select m.id, s.version from ${matches}
    where ${ofSeason} and m.playoff_stage is null and m.canceled_at is null and ${which} and m.id > ${after_id}
    order by m.id limit ${STEP}`
  const query = {
    count_disputed: scored(sql`s.answer = 'disputed'`),
    void_disputed: scored(sql`s.answer = 'disputed'`),
    confirm: scored(sql`s.answer is null and s.answer_until > ${now}`),
    not_played: scored(sql`m.score_id is null`),
    cancel_playoffs: sql<Listed>`
      select l.id from leagues l
      where ${ofSeason} and l.id > ${after_id} and exists (
        select from matches m where m.league_id = l.id and m.playoff_stage is not null and m.score_id is null and m.canceled_at is null)
      order by l.id limit ${STEP}`,
    check_orders: sql<Listed>`
      select min(p.id) as id, p.order_id from leagues l join purchases p on p.league_id = l.id and p.status = 'Pending'
      where ${ofSeason} group by p.order_id having min(p.id) > ${after_id} order by id limit ${STEP}`,
    retry_refunds: sql<Listed>`
      select distinct r.id from purchases p join refunds r on r.order_id = p.order_id and coalesce(r.purchase_id, p.id) = p.id
      where r.state = 'failed' and r.id > ${after_id} and ${isPaymentOf({ areas, season: slug, year, refund: 'failed' })}
        and not exists (select from refunds later where later.retry_of_id = r.id)
      order by r.id limit ${STEP}`,
  }[key]
  return query ? (await query.execute(db)).rows : []
}

const handledWords: Record<string, [string, string]> = {
  count_disputed: ['result counts as last reported', 'results count as last reported'],
  void_disputed: ['result is voided', 'results are voided'],
  confirm: ['result is confirmed', 'results are confirmed'],
  settle_overdue: ['match is settled', 'matches are settled'],
  not_played: ['match is settled as not played', 'matches are settled as not played'],
  cancel_playoffs: ['league’s play-offs are canceled', 'leagues’ play-offs are canceled'],
  check_orders: ['order is being checked', 'orders are being checked'],
  retry_refunds: ['refund is tried again', 'refunds are tried again'],
}

function formatHandled(key: string, handled: number): string {
  const [one, many] = handledWords[key] ?? ['', '']
  return `${handled} ${handled === 1 ? one : many}.`
}
