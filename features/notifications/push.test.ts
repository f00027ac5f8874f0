import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PUSH_HOURS } from '#/contract/notification-kinds.ts'
import { logOut, signIn } from '#/features/accounts/contract.ts'
import { disputeScore } from '#/features/confirmation/contract.ts'
import { deleteAccount, endOneSession, exportData, listSessions } from '#/features/settings/contract.ts'
import { startImpersonation, startSession } from '#/server/session.ts'
import { openSecretBox } from '#/server/secret-box.ts'
import { runJobs, startApp } from '#/test/app.ts'
import { makeOrganizer, makePlayer, password, type TestPlayer } from '#/test/make.ts'
import { startPushService } from '#/test/push-service.ts'
import { getPreferences, listNotifications, markRead, updatePreferences } from './contract.ts'
import { addPushDevice, deletePushDevice, deletePushDeviceById, listPushDevices } from './device-contract.ts'
import { MOST_DEVICES } from './device-queries.ts'
import { newsOf } from './news-fixture.ts'
import { PUSH_PAUSES_S } from './push-jobs.ts'
import { findOrMakePushKeys } from './push-keys.ts'

const start = '2026-05-20T16:00:00Z'
const t = await startApp(start, { CALLS_TO_LOOPBACK: '1' })
const { makeNews, reportOne, choose } = newsOf(t)
const service = await startPushService()
afterAll(() => service.stop())
beforeEach(() => t.emails.splice(0))
afterEach(() => {
  t.clock.set(start)
  service.check()
})

const later = (seconds: number) => t.clock.set(new Date(Date.parse(start) + seconds * 1000).toISOString())

/** A browser in which a player has turned notifications on. */
async function addDevice({ token }: { token: string }, terms: { shows_text?: boolean } = {}) {
  const browser = service.subscribe(t.app.push.public_key)
  const { status, body } = await t.call(addPushDevice, { token, body: { ...browser.subscription, ...terms } })
  expect({ status, body }).toMatchObject({ status: 200 })
  return { ...browser, id: body.id }
}
const devicesOf = async ({ token }: { token: string }) => (await t.call(listPushDevices, { token })).body.devices

/** Lists the delayed pushes. */
async function listWaitingPushes(): Promise<unknown[]> {
  const { rows } = await sql`select id from graphile_worker.jobs
    where task_identifier = 'push' and locked_at is null`.execute(t.db)
  return rows
}

/** News for a player who has one device. */
async function makePushed(terms: { shows_text?: boolean } = {}) {
  const news = await makeNews()
  return { ...news, device: await addDevice(news.player, terms) }
}

describe('a notification', () => {
  test('a notification is pushed to each of the player’s devices, encrypted and signed, without text unless the player allows it', async () => {
    const { player, people, send } = await makeNews()
    const [quiet, open] = [await addDevice(player), await addDevice(player, { shows_text: true })]
    const stranger = await addDevice(people[1])
    await send()
    await runJobs(t)
    const [row] = (await t.call(listNotifications, { token: player.token })).body.notifications
    const common = { id: row?.id, path: row?.path, unread: 1, at: Date.parse(start), urgency: 'normal' }
    expect(quiet.received).toEqual([
      {
        ...common,
        title: 'Deuce',
        text: 'Something new in your league',
        tag: expect.stringMatching(/^[\w-]{32}$/),
        topic: quiet.received[0]?.tag,
        ttl_s: PUSH_HOURS * 3600,
        bytes: expect.any(Number),
      },
    ])
    expect(open.received).toMatchObject([{ ...common, title: 'Courts closed', text: 'Rain.\nPlay on Sunday.' }])
    expect(stranger.received).toEqual([])
    expect((await devicesOf(player)).map(({ last_pushed_at }) => last_pushed_at)).toEqual([
      '2026-05-20T16:00:00.000Z',
      '2026-05-20T16:00:00.000Z',
    ])
  })

  test('a notification that asks for an answer is urgent, and its text is cut to the length that push services accept', async () => {
    const { bea, ann, id } = await reportOne()
    const device = await addDevice(ann, { shows_text: true })
    await t.call(disputeScore, {
      token: bea.token,
      params: { id },
      body: { version: 1, reason: '🎾'.repeat(250) },
    })
    await runJobs(t)
    expect(device.received).toMatchObject([{ urgency: 'high', path: `/dashboard/results/${id}` }])
    expect(device.received[0]?.bytes).toBeLessThan(4096)
  })

  test.each([
    [
      'was read in the app meanwhile',
      async ({ player }: { player: TestPlayer }) => {
        await t.call(markRead, { token: player.token, body: {} })
      },
    ],
    [
      'is of a kind that was turned off',
      async ({ player }: { player: TestPlayer }) => {
        expect((await choose(player, 'league_message', { push: false })).status).toBe(200)
      },
    ],
    ['is a day old', async () => later(PUSH_HOURS * 3600)],
    [
      'has a player who was suspended',
      async ({ player }: { player: TestPlayer }) => {
        await t.db.updateTable('players').set({ suspended_at: t.clock.now() }).where('id', '=', player.id).execute()
      },
    ],
    [
      'has a session that nobody has used for two weeks',
      async ({ player }: { player: TestPlayer }) => {
        const long_ago = new Date(Date.parse(start) - 15 * 86_400_000)
        const changes = { created_at: long_ago, last_seen_at: long_ago }
        await t.db.updateTable('sessions').set(changes).where('player_id', '=', player.id).execute()
      },
    ],
  ])('a notification is not pushed if it %s', async (_, happen) => {
    const { player, send, device } = await makePushed()
    service.answer({ status: 503 })
    await send()
    await runJobs(t)
    const asked = service.asked()
    later((PUSH_PAUSES_S[0] ?? 0) + 1)
    await happen({ player })
    await runJobs(t)
    expect(service.asked()).toBe(asked)
    expect(device.received).toEqual([])
  })

  test('a notification of a kind that the inbox does not show is pushed nevertheless', async () => {
    const { player, send, device } = await makePushed({ shows_text: true })
    await choose(player, 'league_message', { app: false, mail: false })
    await send()
    await runJobs(t)
    expect(device.received).toMatchObject([{ title: 'Courts closed', unread: 0 }])
  })

  test('a notification is replaced by a newer one about the same subject that is pushed as well', async () => {
    const { player, send, device } = await makePushed()
    service.answer({ status: 503 })
    await send()
    await runJobs(t)
    later(10)
    await send()
    await runJobs(t)
    later(PUSH_PAUSES_S[0] ?? 0)
    await runJobs(t)
    const [newer, older] = (await t.call(listNotifications, { token: player.token })).body.notifications
    expect(older).toBeDefined()
    expect(device.received.map(({ id }) => id)).toEqual([newer?.id])
  })
})

describe('quiet hours', () => {
  /** 22:30 in South Bend. */
  const night = '2026-05-21T02:30:00Z'

  test('quiet hours delay a push until they end in the player’s area, and then send it once', async () => {
    const { send, device } = await makePushed()
    t.clock.set(night)
    await send()
    await runJobs(t)
    t.clock.set('2026-05-21T11:59:59Z')
    await runJobs(t)
    expect(device.received).toEqual([])
    t.clock.set('2026-05-21T12:00:00Z')
    await runJobs(t)
    await runJobs(t)
    expect(device.received).toHaveLength(1)
    expect(device.received[0]?.ttl_s).toBe(PUSH_HOURS * 3600 - 9.5 * 3600)
  })

  test('quiet hours end when the player turns them off, and begin when they are moved', async () => {
    const { player, send, device } = await makePushed()
    const { token } = player
    const { kinds } = (await t.call(getPreferences, { token })).body
    const setQuiet = (quiet: { from: string; to: string } | null) =>
      t.call(updatePreferences, { token, body: { quiet, kinds } })
    await setQuiet({ from: '11:00', to: '13:00' })
    await send()
    await runJobs(t)
    expect(device.received).toEqual([])
    t.clock.set(night)
    await setQuiet(null)
    await runJobs(t)
    expect(device.received).toHaveLength(1)
  })

  test('quiet hours drop a push that was read during them, or would be too late after them', async () => {
    const { player, send, device } = await makePushed()
    t.clock.set(night)
    await send()
    await runJobs(t)
    await t.call(markRead, { token: player.token, body: {} })
    // The reminder is sent three hours before a match at 1:30.
    await sql`insert into notifications (player_id, notice, kind, title, text, path, in_app, at)
      values (${player.id}, gen_random_uuid(), 'match_soon', 'Today', '', '/dashboard', true, ${t.clock.now()})`.execute(
      t.db,
    )
    const [soon] = (await t.call(listNotifications, { token: player.token })).body.notifications
    await sql`select graphile_worker.add_job('push', ${JSON.stringify({ notification_id: soon?.id, device_id: device.id, attempts: 0 })}::json)`.execute(
      t.db,
    )
    await runJobs(t)
    expect(await listWaitingPushes()).toHaveLength(1)
    t.clock.set('2026-05-21T12:00:00Z')
    await runJobs(t)
    expect(device.received).toEqual([])
    expect(await listWaitingPushes()).toEqual([])
  })
})

describe('a push service', () => {
  test.each([404, 410])('a push service that responds with %i ends the device', async (status) => {
    const { player, send } = await makePushed()
    service.answer({ status })
    await send()
    await runJobs(t)
    expect(await devicesOf(player)).toEqual([])
  })

  const first = PUSH_PAUSES_S[0] ?? 0
  const inAnHour = () => new Date(Date.now() + 3_600_000).toUTCString()
  test.each([
    ['429 and when to ask again', 429, () => '900', 900],
    ['503 and a date for that', 503, inAnHour, 3_590],
    ['500', 500, () => undefined, first],
    ['429 and nonsense', 429, () => 'soon', first],
    ['429 and a very short time', 429, () => '1', first],
  ])('a push service that responds with %s is called again, and not earlier', async (_, status, when, seconds) => {
    const { send, device } = await makePushed()
    const retry_after = when()
    service.answer({ status, ...(retry_after !== undefined && { headers: { 'retry-after': retry_after } }) })
    await send()
    await runJobs(t)
    later(seconds - 1)
    await runJobs(t)
    expect(device.received).toEqual([])
    later(seconds + 15)
    await runJobs(t)
    expect(device.received).toHaveLength(1)
  })

  test('a push service that never responds is called a few more times, and the device stays', async () => {
    const { player, send, device } = await makePushed()
    const asked = service.asked()
    service.answer(...Array.from({ length: 20 }, () => ({ status: 500 })))
    await send()
    for (let hour = 0; hour < 20; hour += 1) {
      later(hour * 3600)
      await runJobs(t)
    }
    service.forgetAnswers()
    expect(service.asked() - asked).toBe(PUSH_PAUSES_S.length + 1)
    expect(device.received).toEqual([])
    expect(await devicesOf(player)).toHaveLength(1)
    expect(await listWaitingPushes()).toEqual([])
  })

  test('a push service that asks for a retry after the notification has expired is not called again', async () => {
    const { send } = await makePushed()
    service.answer({ status: 429, headers: { 'retry-after': '999999' } })
    await send()
    await runJobs(t)
    expect(await listWaitingPushes()).toEqual([])
  })

  test('a push service that rejects the text as too large is sent the message once more, without the text', async () => {
    const { send, device } = await makePushed({ shows_text: true })
    service.answer({ status: 413 })
    await send()
    await runJobs(t)
    expect(device.received).toMatchObject([{ text: 'Something new in your league' }])
    const asked = service.asked()
    service.answer({ status: 413 }, { status: 413 })
    await t.db.deleteFrom('notifications').execute()
    await send()
    await runJobs(t)
    expect(service.asked()).toBe(asked + 2)
    expect(await listWaitingPushes()).toEqual([])
  })

  test.each([301, 307, 400, 401, 403])(
    'a push service that responds with %i is not called again, and redirects are not followed',
    async (status) => {
      const { player, send } = await makePushed()
      const other = await addDevice(player)
      const asked = service.asked()
      service.answer(...[1, 2].map(() => ({ status, headers: { location: other.subscription.endpoint } })))
      await send()
      await runJobs(t)
      expect(service.asked()).toBe(asked + 2)
      expect(await devicesOf(player)).toHaveLength(2)
      expect(await listWaitingPushes()).toEqual([])
    },
  )
})

describe('a device', () => {
  test('a device is listed with its browser’s name, changed by a second POST, and removed by DELETE', async () => {
    const player = await makePlayer(t)
    const { token } = player
    const one = await addDevice(player)
    await t.db.updateTable('sessions').set({ device: 'Chrome on Android' }).where('player_id', '=', player.id).execute()
    const other = await addDevice({ token: await startSession(t.db, player.id, t.clock.now()) }, { shows_text: true })
    expect(await devicesOf(player)).toEqual([
      {
        id: one.id,
        name: 'Chrome on Android',
        push_service: new URL(service.origin).host,
        shows_text: false,
        created_at: '2026-05-20T16:00:00.000Z',
        last_pushed_at: null,
        current: true,
      },
      expect.objectContaining({ id: other.id, shows_text: true, current: false }),
    ])
    const again = await t.call(addPushDevice, { token, body: { ...one.subscription, shows_text: true } })
    expect(again.body.id).toBe(one.id)
    await t.call(addPushDevice, { token, body: one.subscription })
    expect((await devicesOf(player))[0]).toMatchObject({ id: one.id, shows_text: true })
    const remove = () => t.call(deletePushDevice, { token, body: one.subscription })
    expect((await remove()).status).toBe(200)
    expect((await remove()).status).toBe(404)
    expect((await t.call(deletePushDeviceById, { token, params: { id: other.id } })).status).toBe(200)
    expect(await devicesOf(player)).toEqual([])
  })

  test('a device of another player cannot be removed, listed, or taken over without its keys', async () => {
    const [ann, eve] = [await makePlayer(t), await makePlayer(t)]
    const { id, subscription } = await addDevice(ann)
    const { token } = eve
    expect(await devicesOf(eve)).toEqual([])
    expect((await t.call(deletePushDeviceById, { token, params: { id } })).status).toBe(404)
    expect((await t.call(deletePushDevice, { token, body: subscription })).status).toBe(404)
    const { keys } = service.subscribe('').subscription
    const taken = await t.call(addPushDevice, { token, body: { ...subscription, keys } })
    expect(taken).toMatchObject({
      status: 422,
      body: { fields: { endpoint: expect.stringContaining('another browser') } },
    })
    expect(await devicesOf(ann)).toMatchObject([{ id }])
  })

  test('a device moves to the next player who signs in to the same browser, without the first one’s permission', async () => {
    const { player: ann, people, send } = await makeNews()
    const bea = people[1]
    const { subscription, received } = await addDevice(ann, { shows_text: true })
    await t.call(addPushDevice, { token: bea.token, body: subscription })
    await send()
    await runJobs(t)
    expect(received).toEqual([])
    expect(await devicesOf(ann)).toEqual([])
    expect(await devicesOf(bea)).toMatchObject([{ shows_text: false }])
  })

  test.each([
    ['signs out', async ({ token }: TestPlayer) => t.call(logOut, { token })],
    [
      'ends the session from another device',
      async (player: TestPlayer) => {
        const token = await startSession(t.db, player.id, t.clock.now())
        const { items } = (await t.call(listSessions, { token })).body
        const id = items.find(({ current }) => !current)?.id ?? ''
        return t.call(endOneSession, { token, params: { id } })
      },
    ],
    ['deletes the account', async ({ token }: TestPlayer) => t.call(deleteAccount, { token, body: { password } })],
  ])('a device is removed when its player %s', async (_, leave) => {
    const player = await makePlayer(t)
    const { id } = await addDevice(player)
    expect((await leave(player)).status).toBe(200)
    expect(await t.db.selectFrom('push_devices').select('id').where('id', '=', id).execute()).toEqual([])
  })

  test('a device that signs in again and registers again gets pushes again', async () => {
    const { player, send } = await makeNews()
    const { subscription, received } = await addDevice(player)
    await t.call(logOut, { token: player.token })
    const { body } = await t.call(signIn, { body: { email: player.email, password } })
    await t.call(addPushDevice, { token: body.token, body: subscription })
    await send()
    await runJobs(t)
    expect(received).toHaveLength(1)
  })

  test('a device above the limit replaces the oldest, even if several are added simultaneously', async () => {
    const player = await makePlayer(t)
    const first = await addDevice(player)
    later(60)
    await Promise.all(Array.from({ length: MOST_DEVICES + 2 }, () => addDevice(player)))
    const devices = await devicesOf(player)
    expect(devices).toHaveLength(MOST_DEVICES)
    expect(devices.map(({ id }) => id)).not.toContain(first.id)
  })

  test('a device is in the export of personal data', async () => {
    const player = await makePlayer(t)
    const { id } = await addDevice(player)
    const { body } = await t.call(exportData, { token: player.token, body: { password } })
    expect(body.push_devices).toEqual([expect.objectContaining({ id, push_service: new URL(service.origin).host })])
  })

  test('a device is not registered during an impersonation', async () => {
    const player = await makePlayer(t, { location: 'dc' })
    const organizer = await makeOrganizer(t, ['dc'])
    const token = await startImpersonation(t.db, player.id, organizer.id, t.clock.now())
    const { subscription } = service.subscribe(t.app.push.public_key)
    expect(await t.call(addPushDevice, { token, body: subscription })).toMatchObject({
      status: 403,
      body: { code: 'read_only' },
    })
  })

  const key = service.subscribe('').subscription.keys
  const endpoint = `${service.origin}/x`
  test.each([
    ['no body', {}, 'endpoint'],
    ['an empty endpoint', { endpoint: '', keys: key }, 'endpoint'],
    ['a long endpoint', { endpoint: `https://push.example/${'a'.repeat(2000)}`, keys: key }, 'endpoint'],
    ['no keys', { endpoint }, 'keys'],
    ['a short key', { endpoint, keys: { ...key, p256dh: key.p256dh.slice(1) } }, 'keys.p256dh'],
    [
      'a key that is no point',
      { endpoint, keys: { ...key, p256dh: randomBytes(65).toString('base64url') } },
      'keys.p256dh',
    ],
    ['a key of zeros', { endpoint, keys: { ...key, p256dh: Buffer.alloc(65).toString('base64url') } }, 'keys.p256dh'],
    ['a short secret', { endpoint, keys: { ...key, auth: 'abc' } }, 'keys.auth'],
    ['a number for a secret', { endpoint, keys: { ...key, auth: 12 } }, 'keys.auth'],
  ])('a device is refused with %s', async (_, body, field) => {
    const { token } = await makePlayer(t)
    expect(await t.send(addPushDevice, { token, body })).toMatchObject({
      status: 422,
      body: { fields: { [field]: expect.any(String) } },
    })
  })

  test('a device needs a session', async () => {
    for (const call of [addPushDevice, deletePushDevice, listPushDevices])
      expect((await t.send(call, call.method === 'GET' ? {} : { body: {} })).status).toBe(401)
  })
})

describe('the keys of the installation', () => {
  const secrets = openSecretBox(randomBytes(32))

  test('the keys of the installation are made once when several processes start simultaneously, and are stored encrypted', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => findOrMakePushKeys(t.db, secrets, t.clock.now())))
    expect(new Set(all.map((keys) => JSON.stringify(keys))).size).toBe(1)
    const [made] = all
    const row = await t.db
      .selectFrom('push_keys')
      .selectAll()
      .where('secret_key_name', '=', secrets.key_name)
      .executeTakeFirstOrThrow()
    expect(row.public_key).toBe(made?.public_key)
    expect(row.private_key.includes(made?.private_key ?? '')).toBe(false)
    expect(made?.private_key).toHaveLength(43)
  })

  test('the keys of the installation survive a change of the secrets’ key, and are different under a foreign key', async () => {
    const before = await findOrMakePushKeys(t.db, secrets, t.clock.now())
    const next = { ...openSecretBox(randomBytes(32)), previous: secrets }
    expect(await findOrMakePushKeys(t.db, next, t.clock.now())).toEqual(before)
    expect(await findOrMakePushKeys(t.db, { ...next, previous: null }, t.clock.now())).toEqual(before)
    const foreign = await findOrMakePushKeys(t.db, openSecretBox(randomBytes(32)), t.clock.now())
    expect(foreign.public_key).not.toBe(before.public_key)
    expect(await findOrMakePushKeys(t.db, secrets, t.clock.now())).toEqual(before)
  })
})
