import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { canStopEmail, listChosenKinds } from '#/contract/notification-kinds.ts'
import { disputeScore } from '#/features/confirmation/contract.ts'
import { deleteAccount, exportData } from '#/features/settings/contract.ts'
import { notify } from '#/server/notify.ts'
import { startJob } from '#/server/queue.ts'
import { messageOf } from '#/server/outside/mail.ts'
import { runJobs, startApp } from '#/test/app.ts'
import { makeOrganizer, makePlayer, password, type TestPlayer } from '#/test/make.ts'
import {
  countUnread,
  getPreferences,
  listNotifications,
  markRead,
  readUnsubscribeLink,
  unsubscribe,
  updatePreferences,
} from './contract.ts'
import { newsOf } from './news-fixture.ts'
import { unsubscribeOf } from './unsubscribe.ts'

const start = '2026-05-20T16:00:00Z'
const t = await startApp(start)
const { makeNews, reportOne, choose } = newsOf(t)
beforeEach(() => t.emails.splice(0))
afterEach(() => t.clock.set(start))

const later = (minutes: number) => t.clock.set(new Date(Date.parse(start) + minutes * 60_000).toISOString())
const inboxOf = async (player: TestPlayer, query: { page?: number; per_page?: number; show?: 'all' | 'unread' } = {}) =>
  (await t.call(listNotifications, { token: player.token, query })).body
const emailsTo = (player: TestPlayer) => t.emails.filter(({ to }) => to.email === player.email)

describe('a notification', () => {
  test('a notification that asks for an answer is in the inbox, is emailed at once, and opens its subject', async () => {
    const { ann, bea, id } = await reportOne()
    expect(emailsTo(bea).map(({ subject }) => subject)).toEqual(['Is this score right? 6-4 6-3'])
    const { notifications, unread, total } = await inboxOf(bea)
    expect({ unread, total }).toEqual({ unread: 1, total: 1 })
    expect(notifications).toMatchObject([
      {
        kind: 'score_to_confirm',
        title: 'Is this score right? 6-4 6-3',
        path: `/dashboard/results/${id}`,
        at: '2026-05-20T16:00:00.000Z',
        read_at: null,
      },
    ])
    expect(notifications[0]?.text).toContain(`${ann.last_name} reported: `)
    expect((await inboxOf(ann)).total).toBe(0)
    const row = await t.db
      .selectFrom('notifications')
      .select('subject')
      .where('player_id', '=', bea.id)
      .executeTakeFirst()
    expect(row?.subject).toMatch(/^score \d+$/)
  })

  test('a notification that only informs is emailed after ten minutes', async () => {
    const { player, send } = await makeNews()
    await send()
    await runJobs(t)
    expect(emailsTo(player)).toEqual([])
    expect((await inboxOf(player)).notifications).toMatchObject([
      { title: 'Courts closed', text: 'Rain.\nPlay on Sunday.' },
    ])
    later(9)
    await runJobs(t)
    expect(emailsTo(player)).toEqual([])
    later(10)
    await runJobs(t)
    expect(emailsTo(player)).toHaveLength(1)
  })

  test('a notification that only informs is not emailed if it was read in the app meanwhile', async () => {
    const { player, send } = await makeNews()
    await send()
    await runJobs(t)
    await t.call(markRead, { token: player.token, body: {} })
    later(11)
    await runJobs(t)
    expect(emailsTo(player)).toEqual([])
  })

  test('a notification about money or security is emailed at once, even if it was read', async () => {
    const player = await makePlayer(t)
    await notify(t.db, 'password_changed', { player_id: player.id })
    await runJobs(t)
    expect(emailsTo(player)).toHaveLength(1)
    expect((await inboxOf(player)).unread).toBe(1)
  })

  test('a notification with a link that verifies an email address is sent only by email, and no link’s token is ever stored', async () => {
    const player = await makePlayer(t)
    await notify(t.db, 'reset_password', { email: player.email })
    await runJobs(t)
    expect(emailsTo(player)).toHaveLength(1)
    expect((await inboxOf(player)).total).toBe(0)
    await reportOne()
    expect(await t.db.selectFrom('notifications').select('id').where('path', 'like', '%token=%').execute()).toEqual([])
  })

  test('a notification for a closed account is not stored', async () => {
    const player = await makePlayer(t)
    await notify(t.db, 'password_changed', { player_id: player.id })
    expect((await t.call(deleteAccount, { token: player.token, body: { password } })).status).toBe(200)
    await runJobs(t)
    expect(await t.db.selectFrom('notifications').select('id').where('player_id', '=', player.id).execute()).toEqual([])
  })
})

describe('exactly once', () => {
  test('a job that runs again, after a crash or in another process, stores and delays the email once', async () => {
    const { player, about } = await makeNews()
    const notice = { id: randomUUID(), kind: 'league_message', about } as const
    for (let n = 0; n < 3; n += 1) await startJob(t.db, 'notify', notice)
    await Promise.all([runJobs(t), runJobs(t)])
    expect((await inboxOf(player)).total).toBe(1)
    later(10)
    await Promise.all([runJobs(t), runJobs(t)])
    expect(emailsTo(player).map(({ message_id }) => message_id)).toEqual([`<${notice.id}@deuce.example>`])
  })

  test('an email that fails is retried with the same Message-ID, and the inbox has one row', async () => {
    const own = await startApp()
    const player = await makePlayer(own)
    const failing = vi.spyOn(own.app.mail, 'send').mockRejectedValueOnce(new Error('the mail server is away'))
    const id = randomUUID()
    await startJob(own.db, 'notify', { id, kind: 'password_changed', about: { player_id: player.id } })
    await expect(runJobs(own)).rejects.toThrow('the mail server is away')
    await startJob(own.db, 'notify', { id, kind: 'password_changed', about: { player_id: player.id } })
    await runJobs(own)
    expect(own.emails.map(({ message_id }) => message_id)).toEqual([failing.mock.calls[0]?.[0].message_id])
    expect((await own.call(listNotifications, { token: player.token })).body.total).toBe(1)
  })

  test('an email queued by an older release is still sent', async () => {
    const player = await makePlayer(t)
    const about = { player_id: player.id }
    await startJob(t.db, 'send_mail', { message_id: '<old@deuce.example>', email: 'password_changed', about })
    await runJobs(t)
    expect(emailsTo(player).map(({ message_id }) => message_id)).toEqual(['<old@deuce.example>'])
  })
})

describe('the inbox', () => {
  test('the inbox is newest first, page by page, all or only unread', async () => {
    const player = await makePlayer(t)
    await fill(player, 5)
    const { notifications, ...page } = await inboxOf(player, { per_page: 2 })
    expect(page).toEqual({ total: 5, skip: 0, unread: 5 })
    expect(notifications.map(({ title }) => title)).toEqual(['News 5', 'News 4'])
    expect((await inboxOf(player, { per_page: 2, page: 3 })).notifications.map(({ title }) => title)).toEqual([
      'News 1',
    ])
    const [newest] = notifications
    const marked = await t.call(markRead, { token: player.token, body: { ids: [newest?.id ?? 0] } })
    expect(marked).toMatchObject({ status: 200, body: { unread: 4 } })
    expect((await inboxOf(player, { show: 'unread' })).notifications.map(({ title }) => title)).toEqual(
      [4, 3, 2, 1].map((n) => `News ${n}`),
    )
    expect((await inboxOf(player)).notifications[0]?.read_at).toBe('2026-05-20T16:00:00.000Z')
    expect((await t.call(countUnread, { token: player.token })).body).toEqual({ unread: 4 })
    await t.call(markRead, { token: player.token, body: {} })
    expect((await inboxOf(player, { show: 'unread' })).total).toBe(0)
  })

  test('the inbox belongs to its player: another player’s notification cannot be marked', async () => {
    const [player, stranger] = [await makePlayer(t), await makePlayer(t)]
    await fill(player, 1)
    const id = (await inboxOf(player)).notifications[0]?.id ?? 0
    expect((await t.call(markRead, { token: stranger.token, body: { ids: [id] } })).status).toBe(200)
    expect((await inboxOf(player)).unread).toBe(1)
    expect((await inboxOf(stranger)).total).toBe(0)
    for (const body of [{ ids: 'all' }, { ids: [0] }, { ids: [2 ** 40] }, { ids: [1.5] }])
      expect((await t.send(markRead, { token: player.token, body })).status).toBe(422)
  })

  test('the inbox refuses an invalid page, and returns an empty one past the end', async () => {
    const player = await makePlayer(t)
    await fill(player, 3)
    const get = (query: string) =>
      t.server.inject({
        path: `/api/users/notifications?${query}`,
        headers: { authorization: `Bearer ${player.token}` },
      })
    for (const query of [
      'page=0',
      'page=-1',
      'page=1.5',
      'page=x',
      'page=',
      'page=1&page=2',
      'page=1000001',
      'page=1e400',
      'per_page=0',
      'per_page=x',
      'show=secret',
      'show=all&show=unread',
      'show=',
    ]) {
      const { statusCode, body } = await get(query)
      const field = query.split('=')[0] ?? ''
      expect([query, statusCode, Object.keys((JSON.parse(body) as { fields: object }).fields)]).toEqual([
        query,
        422,
        [field],
      ])
    }
    for (const [query, rows, total] of [
      ['page=1000000&per_page=100', 0, 3],
      ['page=2&per_page=2', 1, 3],
      ['per_page=1000000', 3, 3],
      ['unknown=1', 3, 3],
    ] as const) {
      const reply = JSON.parse((await get(query)).body) as { notifications: unknown[]; total: number }
      expect([query, reply.notifications.length, reply.total]).toEqual([query, rows, total])
    }
    expect((await t.server.inject({ path: '/api/users/notifications' })).statusCode).toBe(401)
  })

  test('an inbox with 5,000 rows is returned quickly', async () => {
    const player = await makePlayer(t)
    await fill(player, 5_000)
    const began = performance.now()
    expect((await inboxOf(player, { per_page: 20, page: 250 })).notifications).toHaveLength(20)
    expect((await inboxOf(player)).unread).toBe(5_000)
    await t.call(markRead, { token: player.token, body: {} })
    expect(performance.now() - began).toBeLessThan(2_000)
  })

  test('the inbox is exported with the account and deleted with it', async () => {
    const player = await makePlayer(t)
    await fill(player, 2)
    await choose(player, 'league_message', { mail: 'digest' })
    const exported = (await t.call(exportData, { token: player.token, body: { password } })).body
    expect(exported.notifications.map(({ title }) => title)).toEqual(['News 2', 'News 1'])
    expect(exported.notification_preferences.kinds).toContainEqual({
      kind: 'league_message',
      app: true,
      mail: 'digest',
      push: true,
    })
    await t.call(deleteAccount, { token: player.token, body: { password } })
    for (const table of ['notifications', 'notification_preferences'] as const)
      expect(await t.db.selectFrom(table).select('kind').where('player_id', '=', player.id).execute()).toEqual([])
  })
})

async function fill(player: TestPlayer, count: number) {
  await sql`
    insert into notifications (notice, player_id, kind, title, text, path, in_app, at)
    select gen_random_uuid(), ${player.id}, 'league_message', 'News ' || n, 'Rain.', '/dashboard', true, ${t.clock.now()}
    from generate_series(1, ${count}::int) n order by n`.execute(t.db)
}

describe('preferences', () => {
  test('preferences list the kinds that a player can choose, with sensible defaults', async () => {
    const player = await makePlayer(t)
    const { quiet, kinds } = (await t.call(getPreferences, { token: player.token })).body
    expect(quiet).toEqual({ from: '22:00', to: '08:00' })
    expect(kinds.map(({ kind }) => kind)).toEqual(listChosenKinds({ runs_leagues: false }))
    expect(kinds[0]).toEqual({
      kind: 'score_to_confirm',
      title: 'A score to confirm',
      app: true,
      mail: true,
      push: true,
    })
    expect(kinds.some(({ kind }) => kind === 'score_to_settle')).toBe(false)
    const organizer = await makeOrganizer(t)
    const theirs = (await t.call(getPreferences, { token: organizer.token })).body.kinds
    expect(theirs.some(({ kind }) => kind === 'score_to_settle')).toBe(true)
  })

  test('preferences decide where a notification is sent', async () => {
    const { player, send } = await makeNews()
    await choose(player, 'league_message', { mail: false })
    await send()
    await runJobs(t)
    later(11)
    await runJobs(t)
    expect(emailsTo(player)).toEqual([])
    expect((await inboxOf(player)).total).toBe(1)

    await choose(player, 'league_message', { app: false, mail: true })
    await send()
    await runJobs(t)
    later(30)
    await runJobs(t)
    expect(emailsTo(player)).toHaveLength(1)
    expect((await inboxOf(player)).total).toBe(1)
  })

  test('a delayed email is not sent once its kind was turned off', async () => {
    const { player, send } = await makeNews()
    await send()
    await runJobs(t)
    await choose(player, 'league_message', { mail: false })
    later(11)
    await runJobs(t)
    expect(emailsTo(player)).toEqual([])
  })

  test('emails about the account, money and security cannot be turned off', async () => {
    const player = await makePlayer(t)
    const fixed = listChosenKinds({ runs_leagues: true }).filter((kind) => !canStopEmail(kind))
    expect(fixed).toEqual(
      expect.arrayContaining(['receipt', 'refund_failed', 'password_changed', 'permissions_changed']),
    )
    for (const mail of [false, 'digest'] as const) {
      const answer = await choose(player, 'receipt', { mail })
      expect(answer.status).toBe(422)
      expect(Object.values(answer.body.fields ?? {})).toEqual(['Emails of the kind “Receipts” cannot be turned off.'])
    }
    expect((await choose(player, 'receipt', { app: false })).status).toBe(200)
  })

  test('preferences are saved as a whole table, with each kind once', async () => {
    const { token } = await makePlayer(t)
    const { body } = await t.call(getPreferences, { token })
    const send = (kinds: unknown, quiet: unknown = null) => t.send(updatePreferences, { token, body: { quiet, kinds } })
    expect((await send(body.kinds)).status).toBe(200)
    const [first] = body.kinds
    for (const kinds of [
      body.kinds.slice(1),
      [...body.kinds, first],
      [...body.kinds.slice(1), body.kinds[1]],
      [...body.kinds.slice(1), { ...first, kind: 'score_to_settle' }],
      [...body.kinds.slice(1), { ...first, kind: 'gossip' }],
      [...body.kinds.slice(1), { ...first, mail: 'weekly' }],
      'all',
    ])
      expect((await send(kinds)).status).toBe(422)
    for (const quiet of [{ from: '25:00', to: '08:00' }, { from: '22:00' }, { from: '08:00', to: '08:00' }, 'night'])
      expect((await send(body.kinds, quiet)).status).toBe(422)
    const night = { from: '21:30', to: '07:15' }
    expect(await send(body.kinds, night)).toMatchObject({ status: 200, body: { quiet: night } })
    expect(await send(body.kinds, null)).toMatchObject({ status: 200, body: { quiet: null } })
    expect((await t.call(getPreferences, { token })).body.quiet).toBeNull()
  })
})

describe('the daily digest', () => {
  test('the daily digest collects the day’s notifications of the chosen kinds into one email at eight in the morning', async () => {
    const { player, send } = await makeNews('Courts closed')
    await choose(player, 'league_message', { mail: 'digest' })
    await send()
    await runJobs(t)
    later(60)
    await send()
    await runJobs(t)
    // One minute before eight in South Bend, when nothing is due yet.
    t.clock.set('2026-05-21T11:59:00Z')
    await runJobs(t)
    expect(emailsTo(player)).toEqual([])
    t.clock.set('2026-05-21T12:00:00Z')
    await runJobs(t)
    expect(emailsTo(player).map(({ subject }) => subject)).toEqual(['2 updates from Deuce'])
    expect(emailsTo(player)[0]?.text.match(/Courts closed: Rain\./g)).toHaveLength(2)
    t.clock.set('2026-05-22T12:00:00Z')
    await runJobs(t)
    expect(emailsTo(player)).toHaveLength(1)
  })

  test('the daily digest omits what was read, and is not sent if nothing remains', async () => {
    const { player, send } = await makeNews()
    await choose(player, 'league_message', { mail: 'digest' })
    await send()
    await runJobs(t)
    await t.call(markRead, { token: player.token, body: {} })
    t.clock.set('2026-05-21T12:00:00Z')
    await runJobs(t)
    expect(emailsTo(player)).toEqual([])
  })

  test('a digest that fails is retried with the same news', async () => {
    const { player, send } = await makeNews()
    await choose(player, 'league_message', { mail: 'digest' })
    await send()
    await runJobs(t)
    t.clock.set('2026-05-21T12:00:00Z')
    const failing = vi.spyOn(t.app.mail, 'send').mockRejectedValueOnce(new Error('the mail server is away'))
    await expect(runJobs(t)).rejects.toThrow('the mail server is away')
    failing.mockRestore()
    const digest = await t.db
      .selectFrom('notifications')
      .select('digest')
      .where('player_id', '=', player.id)
      .executeTakeFirstOrThrow()
    await startJob(t.db, 'send_digest', { player_id: player.id, digest: digest.digest ?? '' })
    await runJobs(t)
    expect(emailsTo(player)).toHaveLength(1)
  })
})

describe('one-click unsubscribe (RFC 8058)', () => {
  const tokenOf = (url: string | undefined) => new URL(url ?? '').searchParams.get('token') ?? ''

  test('the unsubscribe headers are in every email that can be turned off, and in no other', async () => {
    const { player, send } = await makeNews()
    await send()
    await notify(t.db, 'password_changed', { player_id: player.id })
    await runJobs(t)
    later(10)
    await runJobs(t)
    const [required, news] = emailsTo(player)
    const sender = { from: { name: 'Deuce', address: 'deuce@example.com' }, reply_to: 'desk@example.com' }
    if (!required || !news) throw new Error('two emails were expected')
    expect(messageOf(required, sender).headers).toEqual({ 'Auto-Submitted': 'auto-generated' })
    expect(required.text).not.toContain('Stop emails')
    expect(messageOf(news, sender).headers).toMatchObject({
      'List-Unsubscribe': `<${news.unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
    expect(news.unsubscribe).toMatch(/^http:\/\/localhost:3000\/api\/public\/unsubscribe\?token=[\w-]+$/)
    expect(news.text).toContain(
      'Stop emails like this (A message from an organizer): http://localhost:3000/unsubscribe#token=',
    )
  })

  test('a mail program’s POST turns that kind off for that player only; a repeat gets 200', async () => {
    const { player, people, send } = await makeNews()
    const [, other] = people
    const url = unsubscribeOf(t.app, { player_id: player.id, kind: 'league_message' }).url
    const post = (headers: Record<string, string>, payload: string) =>
      t.server.inject({ method: 'POST', url: url.replace('http://localhost:3000', ''), headers, payload })
    const form = await post({ 'content-type': 'application/x-www-form-urlencoded' }, 'List-Unsubscribe=One-Click')
    expect(form.statusCode).toBe(200)
    expect(form.json()).toEqual({
      message: 'You will receive no more emails of this kind.',
      title: 'A message from an organizer',
      stopped: true,
    })
    const parts = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
    expect((await post({ 'content-type': 'multipart/form-data; boundary=x' }, parts)).statusCode).toBe(200)

    await send()
    await runJobs(t)
    later(11)
    await runJobs(t)
    expect(emailsTo(player)).toEqual([])
    expect((await inboxOf(player)).total).toBe(1)
    const mailOf = async ({ token }: TestPlayer) =>
      new Map((await t.call(getPreferences, { token })).body.kinds.map(({ kind, mail }) => [kind, mail]))
    expect([...(await mailOf(player))].filter(([, mail]) => mail !== true)).toEqual([['league_message', false]])
    expect([...(await mailOf(other)).values()].every((mail) => mail === true)).toBe(true)
  })

  test('opening the link has no effect and leads to a page that names the kind', async () => {
    const { player } = await makeNews()
    const { url } = unsubscribeOf(t.app, { player_id: player.id, kind: 'league_message' })
    const token = tokenOf(url)
    const opened = await t.server.inject({ method: 'GET', url: url.replace('http://localhost:3000', '') })
    expect([opened.statusCode, opened.headers.location]).toEqual([303, `/unsubscribe#token=${token}`])
    expect((await t.call(readUnsubscribeLink, { body: { token } })).body).toEqual({
      title: 'A message from an organizer',
      stopped: false,
    })
    expect((await t.call(unsubscribe, { query: { token } })).status).toBe(200)
    expect((await t.call(readUnsubscribeLink, { body: { token } })).body.stopped).toBe(true)
  })

  test('a token is refused if it was altered, made for another purpose, or names an email that cannot be turned off', async () => {
    const player = await makePlayer(t)
    const own = tokenOf(unsubscribeOf(t.app, { player_id: player.id, kind: 'league_message' }).url)
    const sealed = (text: string, context: string) =>
      t.app.secrets.seal(Buffer.from(text), context).toString('base64url')
    for (const token of [
      `${own.slice(0, -2)}AA`,
      'garbage',
      sealed(`${player.id} league_message`, 'second factor'),
      sealed(`${player.id} receipt`, 'unsubscribe'),
      sealed(`${player.id} toString`, 'unsubscribe'),
    ])
      expect(await t.call(unsubscribe, { query: { token } })).toMatchObject({
        status: 409,
        body: { code: 'link_dead' },
      })
    expect((await t.send(unsubscribe, { query: {} })).status).toBe(422)
  })

  test('a digest is turned off as a whole', async () => {
    const { player } = await makeNews()
    await choose(player, 'league_message', { mail: 'digest' })
    const token = tokenOf(unsubscribeOf(t.app, { player_id: player.id, kind: 'digest' }).url)
    expect((await t.call(unsubscribe, { query: { token } })).body.title).toBe('The daily digest')
    const { kinds } = (await t.call(getPreferences, { token: player.token })).body
    expect(kinds.find(({ kind }) => kind === 'league_message')?.mail).toBe(false)
    expect((await t.call(readUnsubscribeLink, { body: { token } })).body.stopped).toBe(true)
  })
})

test('a dispute asks the other side and the organizers for an answer', async () => {
  const { ann, bea, id } = await reportOne()
  const organizer = await makeOrganizer(t, ['dc'])
  await t.call(disputeScore, { token: bea.token, params: { id }, body: { version: 1, reason: 'It was 6-3.' } })
  await runJobs(t)
  expect((await inboxOf(ann)).notifications).toMatchObject([
    { kind: 'score_disputed', path: `/dashboard/results/${id}` },
  ])
  expect((await inboxOf(organizer)).notifications).toMatchObject([
    { kind: 'score_to_settle', path: `/organizer/matches/${id}` },
  ])
  expect(emailsTo(ann)).toHaveLength(1)
})
