import { randomUUID } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { expect, test } from 'vitest'
import { resetPassword } from '#/features/accounts/contract.ts'
import { insertAccountToken } from '#/features/accounts/mail-tokens.ts'
import { insertNotification, type NewNotification } from '#/features/notifications/queries.ts'
import { giveAnswers } from '#/features/questions/contract.ts'
import { listSeasons } from '#/features/seasons/contract.ts'
import { saveQuestions } from '#/organizer/questions/contract.ts'
import { pathOf, type CallInput, type Endpoint } from '#/contract/endpoint.ts'
import { freshDatabase, startApp } from '#/test/app.ts'
import { makeOrganizer, makePlayer, password, type TestPlayer } from '#/test/make.ts'
import { processesOn } from '#/test/process.ts'
import { deleteAccount } from './contract.ts'

const url = await freshDatabase()
const t = await startApp('2026-05-18T16:00:00Z', {}, url)
const { start, log } = processesOn(url, {})
const [one, two] = [await start(t.clock.now().getTime()), await start(t.clock.now().getTime())]
const owner = await makeOrganizer(t)
const season_id = (await t.call(listSeasons, {})).body.items[0]?.id ?? 0
const asked = await t.call(saveQuestions, {
  token: owner.token,
  params: { id: season_id },
  body: { questions: ['Shirt size?', 'Anything else?'].map((label) => ({ kind: 'text' as const, label })) },
})

async function send<E extends Endpoint>(
  { origin }: { origin: string },
  endpoint: E,
  { token, ...input }: CallInput<E> & { token?: string },
): Promise<{ status: number; code: string | undefined }> {
  const { body } = input as { body?: unknown }
  const answer = await fetch(
    `${origin}/api${pathOf(endpoint, (input as { params?: Record<string, unknown> }).params)}`,
    {
      method: endpoint.method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    },
  )
  const { code } = (await answer.json()) as { code?: string }
  return { status: answer.status, code }
}

const close = ({ token }: TestPlayer) => send(two, deleteAccount, { token, body: { password } })

/** Waits until `count` transactions wait for a lock. */
async function untilWaiting(count: number): Promise<void> {
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await waiting.execute(t.db)).rows.length).toBe(count)
}

/**
 * Starts calls one after the other, each waiting for the lock or for the previous one, then releases the lock. Returns
 * their responses.
 */
async function meet<A>(lock: RawBuilder<unknown>, calls: readonly (() => Promise<A>)[]): Promise<A[]> {
  const begun: Promise<A>[] = []
  await t.db.transaction().execute(async (tx) => {
    await lock.execute(tx)
    for (const call of calls) {
      begun.push(call())
      await untilWaiting(begun.length)
    }
  })
  return Promise.all(begun)
}

const deletedAt = async ({ id }: TestPlayer) =>
  (await t.db.selectFrom('players').select('deleted_at').where('id', '=', id).executeTakeFirstOrThrow()).deleted_at

test('a change and the closing of its account that wait for each other in two processes both succeed, as if one came after the other', async () => {
  const player = await makePlayer(t)
  const answers = asked.body.questions.map(({ id }) => ({ question_id: id, answer: 'Peanuts make me ill.' }))
  const given = { token: player.token, params: { id: season_id }, body: { answers } }
  expect((await t.call(giveAnswers, given)).status).toBe(200)

  // The change holds the first answer and needs the second, then the account. The closing holds the account and needs
  // the first answer.
  const second = sql`select from answers where player_id = ${player.id} and question_id = ${answers[1]?.question_id} for update`
  const [saved, closed] = await meet(second, [() => send(one, giveAnswers, given), () => close(player)])
  expect(closed).toMatchObject({ status: 200 })
  expect([200, 401]).toContain(saved?.status)
  expect(await deletedAt(player)).toEqual(expect.any(Date))
  expect(await t.db.selectFrom('answers').select('answer').where('player_id', '=', player.id).execute()).toEqual([])
})

test('a notification that is about to be stored while its account is closed is not stored', async () => {
  const player = await makePlayer(t)
  const news: NewNotification = {
    notice: randomUUID(),
    player_id: player.id,
    kind: 'score_settled',
    subject: null,
    title: 'An organizer settled a score',
    text: 'It counts 6-4, 6-3.',
    path: '/dashboard/results',
    in_app: true,
    for_digest: false,
    at: t.clock.now(),
  }
  const account = sql`select from players where id = ${player.id} for update`
  const store = () => t.db.transaction().execute((tx) => insertNotification(tx, news))
  const [closed, stored] = await meet<unknown>(account, [() => close(player), store])
  expect(closed).toMatchObject({ status: 200 })
  expect(stored).toBeUndefined()
  expect(await t.db.selectFrom('notifications').select('title').where('player_id', '=', player.id).execute()).toEqual(
    [],
  )
})

test('a mailed link that is used while its account is closed in another process gets the response from before or after the closing', async () => {
  const player = await makePlayer(t)
  const { id, email } = player
  const token =
    (await insertAccountToken(t.db, { purpose: 'reset_password', player_id: id, email }, t.clock.now())) ?? ''

  // The reset holds the row of its link and needs the account. The closing holds the account and needs the rows of its
  // links.
  const account = sql`select from players where id = ${id} for update`
  const reset = () => send(one, resetPassword, { body: { token, password: 'a new word with the net' } })
  const [closed, used] = await meet(account, [() => close(player), reset])
  expect(closed).toMatchObject({ status: 200 })
  expect([undefined, 'link_dead']).toContain(used?.code)
  expect(await deletedAt(player)).toEqual(expect.any(Date))
  const { password_hash } = await t.db
    .selectFrom('players')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(password_hash).toBeNull()
  expect(log()).not.toContain('"level":50')
})
