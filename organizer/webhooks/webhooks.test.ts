import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { confirmScore, disputeScore } from '#/features/confirmation/contract.ts'
import { reportScore } from '#/features/matches/contract.ts'
import { makeLeague, scoreBody } from '#/features/matches/score-fixture.ts'
import { withdrawEntry } from '#/organizer/entries/contract.ts'
import { listAuditLog } from '#/organizer/audit/contract.ts'
import { makeFlights } from '#/organizer/schedule/flights-fixture.ts'
import { openSecretBox } from '#/server/secret-box.ts'
import { startSession } from '#/server/session.ts'
import { runJobs, startApp } from '#/test/app.ts'
import { joinLeague, makeOrganizer, makePlayer, type TestPlayer } from '#/test/make.ts'
import { startWebhookReceiver } from '#/test/webhook-receiver.ts'
import * as calls from './contract.ts'
import { webhookPaused } from './emails.ts'
import { FAILING_DAYS, WEBHOOK_PAUSES_S } from './jobs.ts'
import { EVENT_DAYS, openSecrets, resealWebhookSecrets, sealSecret } from './queries.ts'

const start = '2026-05-20T16:00:00Z'
const t = await startApp(start, { CALLS_TO_LOOPBACK: '1' })
const receiver = await startWebhookReceiver()
afterAll(() => receiver.stop())
beforeEach(async () => {
  await t.db.deleteFrom('webhooks').execute()
  t.clock.set(start)
  t.emails.length = 0
})
afterEach(async () => {
  receiver.check()
  // Runs the jobs that a test has left, so that they do not affect the next one.
  await runJobs(t)
  receiver.forget()
})

const later = (seconds: number) => t.clock.set(new Date(Date.parse(start) + seconds * 1000).toISOString())

const divisions = ['3-0', '3-5', '4-0', '4-5', '5-0'].flatMap((level) => [
  `womens-singles-${level}`,
  `mens-singles-${level}`,
])
let used = 0
const nextDivision = () => divisions[used++ % divisions.length] ?? ''

/** Creates a webhook whose events the receiver gets and verifies. Returns the webhook's id. */
async function makeHook(
  organizer: TestPlayer,
  events: readonly calls.WebhookEvent[] = calls.webhookEvents,
): Promise<number> {
  const { status, body } = await t.call(calls.createWebhook, {
    token: organizer.token,
    body: { url: receiver.url, events: [...events] },
  })
  expect({ status, message: body.message }).toMatchObject({ status: 201 })
  receiver.trust(body.secret)
  return body.id
}

const deliveriesOf = async (organizer: TestPlayer, id: number) =>
  (await t.call(calls.listDeliveries, { token: organizer.token, params: { id } })).body.deliveries

/** Two players in a league, with a match to be reported. */
async function makePair(area: 'south-bend' | 'dc' = 'south-bend') {
  const division = nextDivision()
  const { people, league_id } = await makeLeague(t, 2, { season: 'summer-1', area, division })
  await runJobs(t)
  receiver.received.length = 0
  const [ann, bea] = people
  const report = async () => {
    const body = scoreBody(ann, bea, '6-4 6-3', { division, match_area: area })
    const { status, body: reply } = await t.call(reportScore, { token: ann.token, body })
    expect({ status, message: reply.message }).toMatchObject({ status: 201 })
    return reply.id
  }
  return { ann, bea, league_id, division, report }
}

describe('the events', () => {
  test('an order sends the entry and the payment, each as documented, and no email, phone or address', async () => {
    const owner = await makeOrganizer(t)
    await makeHook(owner)
    const player = await makePlayer(t, { first_name: 'Ada', last_name: 'Moreno' })
    const division = nextDivision()
    const { league_id, entry_id } = await joinLeague(t, player, { season: 'summer-1', division })
    await runJobs(t)
    const league = {
      id: league_id,
      area: 'south-bend',
      season: 'summer-1',
      season_name: 'Summer 1',
      year: 2026,
      division,
      division_name: expect.any(String),
    }
    const byType = Object.fromEntries(receiver.received.map((hook) => [hook.type, hook]))
    expect(byType['entry.created']).toEqual({
      id: expect.any(String),
      type: 'entry.created',
      timestamp: '2026-05-20T16:00:00.000Z',
      data: { league, entry_id, players: ['Ada Moreno'] },
    })
    expect(byType['payment.paid']?.data).toEqual({
      order_id: expect.any(String),
      player: 'Ada Moreno',
      amount: expect.any(Number),
      currency: 'USD',
      lines: [{ league, price: expect.any(Number) }],
    })
    expect(byType['standings.changed']?.data).toMatchObject({
      league,
      standings: [{ rank: 1, entry_id, name: 'Ada Moreno', wins: 0, losses: 0, ties: 0, played: 0 }],
    })
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(receiver.received.length)
    // A dot in the id would make the signed text ambiguous.
    expect(receiver.received.filter(({ id }) => !/^[\w-]+$/.test(id))).toEqual([])
    expect(JSON.stringify(receiver.received)).not.toMatch(/@|574 555|phone|email/)
  })

  test('the table of a league in flights includes each place’s flight', async () => {
    const owner = await makeOrganizer(t)
    await makeHook(owner, ['standings.changed'])
    await makeFlights(t, owner.token, { season: 'fall', division: 'womens-singles-3-0' })
    await runJobs(t)
    expect(receiver.received.at(-1)?.data).toMatchObject({
      standings: [
        { flight: 1, rank: 1 },
        { flight: 1, rank: 2 },
        { flight: 2, rank: 1 },
        { flight: 2, rank: 2 },
      ],
    })
  })

  test('a report, its confirmation and the new table are sent', async () => {
    const owner = await makeOrganizer(t)
    await makeHook(owner, ['result.reported', 'result.confirmed', 'standings.changed'])
    const { ann, bea, league_id, report } = await makePair()
    const id = await report()
    await runJobs(t)
    expect(receiver.received.map(({ type }) => type).toSorted()).toEqual(['result.reported', 'standings.changed'])
    const reported = receiver.received.find(({ type }) => type === 'result.reported')
    expect(reported?.data).toEqual({
      league: expect.objectContaining({ id: league_id }),
      match_id: id,
      version: 1,
      stage: null,
      winner: `${ann.first_name} ${ann.last_name}`,
      opponent: `${bea.first_name} ${bea.last_name}`,
      has_winner: true,
      set_games: [
        { score_1: 6, score_2: 4 },
        { score_1: 6, score_2: 3 },
      ],
      match_status: null,
      match_date: '2026/05/18',
      score: '6-4 6-3',
      state: 'unconfirmed',
    })
    receiver.received.length = 0
    later(60)
    await t.call(confirmScore, { token: bea.token, params: { id }, body: { version: 1 } })
    await runJobs(t)
    const confirmed = receiver.received.filter(({ type }) => type === 'result.confirmed')
    expect(confirmed).toMatchObject([{ timestamp: '2026-05-20T16:01:00.000Z', data: { state: 'confirmed' } }])
  })

  test('a result is confirmed automatically once, when the time to answer is over, and never while it is disputed', async () => {
    const owner = await makeOrganizer(t)
    await makeHook(owner, ['result.confirmed'])
    const silent = await makePair()
    const disputed = await makePair()
    const [id, other] = [await silent.report(), await disputed.report()]
    const reason = 'It was the other way round.'
    await t.call(disputeScore, { token: disputed.bea.token, params: { id: other }, body: { version: 1, reason } })
    const look = async () => {
      await sql`select graphile_worker.add_job('note_silent_confirmations', '{}')`.execute(t.db)
      await runJobs(t)
    }
    later(86_400 - 1)
    await look()
    expect(receiver.received).toEqual([])
    later(86_400 + 240)
    await look()
    await look()
    expect(receiver.received).toMatchObject([
      { type: 'result.confirmed', timestamp: '2026-05-21T16:00:00.000Z', data: { match_id: id, state: 'confirmed' } },
    ])
  })

  test('a withdrawal by an organizer is sent', async () => {
    const owner = await makeOrganizer(t)
    await makeHook(owner, ['entry.withdrawn', 'payment.refunded'])
    const player = await makePlayer(t)
    const { entry_id, league_id } = await joinLeague(t, player, { season: 'summer-2', division: nextDivision() })
    const { status, body } = await t.call(withdrawEntry, {
      token: owner.token,
      params: { id: entry_id },
      body: { refund: true, reason: 'Moved away.' },
    })
    expect({ status, message: body.message }).toMatchObject({ status: 200 })
    await runJobs(t)
    const name = `${player.first_name} ${player.last_name}`
    expect(receiver.received.toSorted((a, b) => a.type.localeCompare(b.type))).toMatchObject([
      { type: 'entry.withdrawn', data: { entry_id, league: { id: league_id }, players: [name] } },
      { type: 'payment.refunded', data: { player: name, currency: 'USD', league: { id: league_id } } },
    ])
  })

  test('nothing is sent for a rollback, or while no webhook is active', async () => {
    const owner = await makeOrganizer(t)
    const { report } = await makePair()
    await makeHook(owner, ['result.confirmed'])
    await report()
    const noted = async () => (await t.db.selectFrom('webhook_events').select('id').execute()).length
    const before = await noted()
    const failed = t.db.transaction().execute(async (tx) => {
      await sql`update scores set answer = 'settled', answered_at = now(), answered_by_id = ${owner.id}`.execute(tx)
      throw new Error('half-way')
    })
    await expect(failed).rejects.toThrow('half-way')
    await runJobs(t)
    expect(receiver.received).toEqual([])
    expect(await noted()).toBe(before)
  })
})

describe('the recipients', () => {
  test('an organizer’s webhook receives events of only their own areas, and none once they run no areas', async () => {
    const organizer = await makeOrganizer(t, ['dc'])
    const id = await makeHook(organizer, ['result.reported'])
    const [here, there] = [await makePair('dc'), await makePair('south-bend')]
    await there.report()
    await here.report()
    await runJobs(t)
    expect(receiver.received).toMatchObject([{ data: { league: { area: 'dc' } } }])

    receiver.answerWith(500)
    const late = await makePair('dc')
    await late.report()
    await runJobs(t)
    receiver.received.length = 0
    await t.db.updateTable('players').set({ role: 'player' }).where('id', '=', organizer.id).execute()
    const next = await makePair('dc')
    await next.report()
    later(WEBHOOK_PAUSES_S[0] ?? 0)
    await runJobs(t)
    expect(receiver.received).toEqual([])
    const owner = await makeOrganizer(t)
    const { webhooks } = (await t.call(calls.listWebhooks, { token: owner.token })).body
    expect(webhooks).toMatchObject([{ id, has_ended: true }])
    expect(await deliveriesOf(owner, id)).toMatchObject([{ state: 'failed', attempts: 1 }, { state: 'sent' }])
  })

  test('another organizer’s webhook is not found, and an owner sees all', async () => {
    const [mine, other] = [await makeOrganizer(t, ['dc']), await makeOrganizer(t, ['dc'])]
    const id = await makeHook(mine)
    const { token } = other
    const params = { id }
    const body = { url: receiver.url, events: ['payment.paid' as const] }
    expect((await t.call(calls.listWebhooks, { token })).body.webhooks).toEqual([])
    const refused = await Promise.all([
      t.call(calls.changeWebhook, { token, params, body }),
      t.call(calls.renewWebhookSecret, { token, params }),
      t.call(calls.deleteWebhook, { token, params }),
      t.call(calls.listDeliveries, { token, params }),
      t.call(calls.replayDelivery, { token, params: { id, delivery_id: crypto.randomUUID() } }),
    ])
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    const owner = await makeOrganizer(t)
    expect((await t.call(calls.listWebhooks, { token: owner.token })).body.webhooks).toMatchObject([{ id }])
  })
})

describe('a delivery that fails', () => {
  test('a delivery that fails is retried with pauses under the same id, and given up after the last', async () => {
    const owner = await makeOrganizer(t)
    const id = await makeHook(owner, ['result.reported'])
    const { report } = await makePair()
    for (let attempt = 0; attempt <= WEBHOOK_PAUSES_S.length; attempt += 1) receiver.answerWith(500, {}, 'down')
    await report()
    await runJobs(t)
    let at = 0
    for (const pause of WEBHOOK_PAUSES_S) {
      const [waiting] = await deliveriesOf(owner, id)
      expect(waiting).toMatchObject({ state: 'waiting', status: 500, answer: null })
      later(at + pause - 1)
      await runJobs(t)
      expect((await deliveriesOf(owner, id))[0]?.attempts).toBe(waiting?.attempts)
      at += pause
      later(at)
      await runJobs(t)
    }
    expect(await deliveriesOf(owner, id)).toMatchObject([
      { state: 'failed', attempts: WEBHOOK_PAUSES_S.length + 1, next_at: null },
    ])
    expect(new Set(receiver.received.map((hook) => hook.id)).size).toBe(1)
    expect(receiver.received).toHaveLength(WEBHOOK_PAUSES_S.length + 1)
    // The delivery can be sent again by hand, unchanged.
    const [last] = await deliveriesOf(owner, id)
    const delivery_id = last?.id ?? ''
    const replay = () => t.call(calls.replayDelivery, { token: owner.token, params: { id, delivery_id } })
    expect((await Promise.all([replay(), replay()])).map(({ status }) => status)).toEqual([200, 200])
    await runJobs(t)
    expect(receiver.received).toHaveLength(WEBHOOK_PAUSES_S.length + 2)
    expect(receiver.received.at(-1)?.id).toBe(delivery_id)
    expect(await deliveriesOf(owner, id)).toMatchObject([
      { state: 'sent', attempts: 1, status: 204, ms: expect.any(Number) },
    ])
  })

  test('a delivery that fails waits as long as the receiver asks for, within limits', async () => {
    const owner = await makeOrganizer(t)
    const id = await makeHook(owner, ['result.reported'])
    const { report } = await makePair()
    receiver.answerWith(429, { 'retry-after': '600' })
    receiver.answerWith(503, { 'retry-after': '999999999' })
    await report()
    await runJobs(t)
    expect((await deliveriesOf(owner, id))[0]?.next_at).toBe('2026-05-20T16:10:00.000Z')
    later(600)
    await runJobs(t)
    expect((await deliveriesOf(owner, id))[0]?.next_at).toBe('2026-05-21T06:10:00.000Z')
  })

  test.each([
    ['a redirect, which is not followed', 302, { location: 'http://127.0.0.1:1/' }],
    ['a refusal', 403, {}],
  ])('a delivery also fails with %s', async (_, status, headers) => {
    const owner = await makeOrganizer(t)
    const id = await makeHook(owner, ['result.reported'])
    const { report } = await makePair()
    receiver.answerWith(status, headers as Record<string, string>)
    await report()
    await runJobs(t)
    expect(await deliveriesOf(owner, id)).toMatchObject([{ state: 'waiting', status }])
    expect(receiver.received).toHaveLength(1)
  })

  test('a response that never ends is not read, and its text is not shown', async () => {
    const owner = await makeOrganizer(t)
    const id = await makeHook(owner, ['result.reported'])
    const { report } = await makePair()
    receiver.answer((_request, response) => {
      response.writeHead(200)
      response.write('the secret of another service'.repeat(100_000))
    })
    await report()
    await runJobs(t)
    expect(await deliveriesOf(owner, id)).toMatchObject([{ state: 'sent', status: 200, answer: null }])
  })

  test('a failed connection is shown without address and port', async () => {
    const owner = await makeOrganizer(t)
    const id = await makeHook(owner, ['result.reported'])
    await t.db.updateTable('webhooks').set({ url: 'http://127.0.0.1:1/' }).where('id', '=', id).execute()
    const { report } = await makePair()
    await report()
    await runJobs(t)
    expect(await deliveriesOf(owner, id)).toMatchObject([
      { state: 'waiting', status: null, answer: 'It refused the connection.' },
    ])
  })

  test('a 410 pauses the webhook immediately, and days of failures do too; its organizer is notified once', async () => {
    const owner = await makeOrganizer(t)
    const gone = await makeHook(owner, ['result.reported'])
    const first = await makePair()
    receiver.answerWith(410)
    await first.report()
    await runJobs(t)
    const webhookOf = async (id: number) =>
      (await t.call(calls.listWebhooks, { token: owner.token })).body.webhooks.find((each) => each.id === id)
    expect(await webhookOf(gone)).toMatchObject({ paused_because: 'gone' })
    expect(t.emails.filter(({ to }) => to.email === owner.email)).toMatchObject([
      { subject: expect.stringMatching(/^Your webhook to 127.0.0.1:\d+ is paused$/) },
    ])
    t.emails.length = 0

    const failing = await makeHook(owner, ['result.reported'])
    const second = await makePair()
    receiver.answerWith(500)
    receiver.answerWith(500)
    await second.report()
    await runJobs(t)
    later(FAILING_DAYS * 86_400)
    await runJobs(t)
    expect(await webhookOf(failing)).toMatchObject({ paused_because: 'failing' })
    expect(t.emails.filter(({ to }) => to.email === owner.email)).toHaveLength(1)
    const third = await makePair()
    receiver.received.length = 0
    await third.report()
    await runJobs(t)
    expect(receiver.received).toEqual([])
    const [given_up] = await deliveriesOf(owner, failing)
    const params = { id: failing, delivery_id: given_up?.id ?? '' }
    expect((await t.call(calls.replayDelivery, { token: owner.token, params })).body.code).toBe('webhook_paused')
  })
})

describe('the address', () => {
  test.each([
    'http://hooks.example/a',
    'http://8.8.8.8/a',
    'https://10.0.0.1/a',
    'https://169.254.169.254/latest/meta-data/',
    'https://[fd00::1]/a',
    'https://user:password@8.8.8.8/',
    'ftp://8.8.8.8/a',
    'javascript:alert(1)',
    'not an address',
    '',
  ])('%j is refused', async (url) => {
    const owner = await makeOrganizer(t)
    const { status, body } = await t.call(calls.createWebhook, {
      token: owner.token,
      body: { url, events: ['payment.paid'] },
    })
    expect({ status, fields: Object.keys(body.fields ?? {}) }).toEqual({ status: 422, fields: ['url'] })
  })

  test('this machine is refused unless CALLS_TO_LOOPBACK is set', async () => {
    const other = await startApp(start)
    const owner = await makeOrganizer(other)
    for (const url of [receiver.url, 'http://localhost:3000/'])
      expect(
        (await other.call(calls.createWebhook, { token: owner.token, body: { url, events: ['payment.paid'] } })).status,
      ).toBe(422)
  })

  test('a stored address that is private is not called', async () => {
    const owner = await makeOrganizer(t)
    const id = await makeHook(owner, ['result.reported'])
    const { report } = await makePair()
    await t.db.updateTable('webhooks').set({ url: 'https://10.0.0.1/a' }).where('id', '=', id).execute()
    await report()
    await runJobs(t)
    expect(await deliveriesOf(owner, id)).toMatchObject([
      { state: 'waiting', status: null, answer: 'The address is not https at a public address.' },
    ])
  })
})

describe('the secret', () => {
  test('the secret of a webhook is stored encrypted and shown once', async () => {
    const owner = await makeOrganizer(t)
    const answer = await t.server.inject({
      method: 'POST',
      url: '/api/organizer/webhooks',
      headers: { authorization: `Bearer ${owner.token}`, 'idempotency-key': 'one' },
      payload: { url: receiver.url, events: ['payment.paid'] },
    })
    const { secret } = answer.json() as { secret: string }
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
    const { rows } = await sql<{ all: string }>`
      select (select json_agg(w)::text from webhooks w) || coalesce((select json_agg(k)::text from idempotency_keys k), '') as all`.execute(
      t.db,
    )
    // The row's text shows bytes in hexadecimal.
    const bare = secret.slice('whsec_'.length)
    const forms = [bare, Buffer.from(bare).toString('hex'), Buffer.from(bare, 'base64').toString('hex')]
    expect(forms.filter((form) => rows[0]?.all.includes(form))).toEqual([])
    expect(JSON.stringify((await t.call(calls.listWebhooks, { token: owner.token })).body)).not.toContain('whsec')
    const log = await t.call(listAuditLog, { token: owner.token, query: { per_page: 100 } })
    expect(JSON.stringify(log.body)).not.toContain('whsec')
    // Some tests set the clock back.
    const [newest] = log.body.audit_entries.toSorted((a, b) => b.id - a.id)
    expect(newest).toMatchObject({ kind: 'create_webhook' })
  })

  test('a new secret signs immediately, along with the previous one for a day', async () => {
    const owner = await makeOrganizer(t)
    const id = await makeHook(owner, ['result.reported'])
    const { token } = owner
    const { report } = await makePair()
    const { secret } = (await t.call(calls.renewWebhookSecret, { token, params: { id } })).body
    await report()
    // The receiver still has the previous secret.
    await runJobs(t)
    expect(receiver.problems).toEqual([])
    receiver.trust(secret)
    later(86_401)
    const next = await makePair()
    await next.report()
    await runJobs(t)
    expect(receiver.received).toHaveLength(1)
  })

  test('if the key that encrypts the secret is gone, the webhook is paused until it has a new secret', async () => {
    const owner = await makeOrganizer(t)
    const id = await makeHook(owner, ['result.reported'])
    const { token } = owner
    const { secrets } = t.app
    t.app.secrets = openSecretBox(Buffer.alloc(32, 7))
    const { report } = await makePair()
    await report()
    await runJobs(t)
    const { webhooks } = (await t.call(calls.listWebhooks, { token })).body
    expect(webhooks).toMatchObject([{ paused_because: 'secret' }])
    receiver.trust((await t.call(calls.renewWebhookSecret, { token, params: { id } })).body.secret)
    const body = { url: receiver.url, events: ['result.reported' as const] }
    await t.call(calls.changeWebhook, { token, params: { id }, body })
    const next = await makePair()
    await next.report()
    await runJobs(t)
    expect(receiver.received).toHaveLength(1)
    t.app.secrets = secrets
  })

  test('the secret of a webhook is encrypted again when the key is replaced, including a previous one that still signs', async () => {
    const owner = await makeOrganizer(t)
    const id = await makeHook(owner, ['result.reported'])
    await t.call(calls.renewWebhookSecret, { token: owner.token, params: { id } })
    const { secrets } = t.app
    const [old_key, new_key] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
    const stored = await t.db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const opened = openSecrets(secrets, stored, t.clock.now()) ?? []
    const before = openSecretBox(old_key)
    const [secret, previous_secret] = opened.map((each) => sealSecret(before, id, each))
    await t.db
      .updateTable('webhooks')
      .set({
        secret: secret ?? Buffer.alloc(0),
        previous_secret: previous_secret ?? null,
        secret_key_name: before.key_name,
      })
      .execute()
    await resealWebhookSecrets({ db: t.db, secrets: openSecretBox(new_key, old_key) }, t.clock.now())
    const sealed = await t.db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    // The secrets can be read without the previous key.
    expect(openSecrets(openSecretBox(new_key), sealed, t.clock.now())).toEqual(opened)
    expect(opened).toHaveLength(2)
  })

  test('creating a webhook requires the password, and ten webhooks are the limit, even with simultaneous calls', async () => {
    const organizer = await makeOrganizer(t)
    const { token } = organizer
    const body = { url: receiver.url, events: ['payment.paid' as const] }
    const made = await Promise.all(
      Array.from({ length: calls.MOST_WEBHOOKS + 3 }, () => t.call(calls.createWebhook, { token, body })),
    )
    expect(made.filter(({ status }) => status === 201)).toHaveLength(calls.MOST_WEBHOOKS)
    expect(made.filter(({ status }) => status === 422)).toHaveLength(3)
    later(601)
    expect((await t.call(calls.createWebhook, { token, body })).body.code).toBe('sign_in_again')
    t.clock.set(start)
  })
})

test('the log of deliveries is kept for a limited time', async () => {
  const owner = await makeOrganizer(t)
  const id = await makeHook(owner, ['result.reported'])
  const { report } = await makePair()
  await report()
  await runJobs(t)
  const forget = async () => {
    await sql`select graphile_worker.add_job('forget_mail_tokens', '{}')`.execute(t.db)
    await runJobs(t)
    return (await deliveriesOf(owner, id)).length
  }
  later(EVENT_DAYS * 86_400)
  owner.token = await startSession(t.db, owner.id, t.clock.now())
  expect(await forget()).toBe(1)
  later(EVENT_DAYS * 86_400 + 1)
  expect(await forget()).toBe(0)
})

test('an organizer who has paused a webhook in the meantime gets no email about it', async () => {
  const owner = await makeOrganizer(t)
  const webhook_id = await makeHook(owner)
  const write = async (paused_because: 'gone' | 'organizer') => {
    const paused = { paused_at: new Date(start), paused_because }
    await t.db.updateTable('webhooks').set(paused).where('id', '=', webhook_id).execute()
    return webhookPaused(t.app, { webhook_id, player_id: owner.id })
  }
  expect(await write('gone')).toMatchObject({ subject: expect.stringContaining('is paused') })
  expect(await write('organizer')).toBeNull()
})
