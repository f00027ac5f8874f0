import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import type { AreaSlug } from '#/contract/areas.ts'
import type { CallInput, Endpoint } from '#/contract/endpoint.ts'
import type { RefusalBody } from '#/contract/refusals.ts'
import { arrange, makeLeague, scoreBody, type ScoreBody } from '#/features/matches/score-fixture.ts'
import { reportScore } from '#/features/matches/contract.ts'
import { unsubscribe } from '#/features/notifications/contract.ts'
import { unsubscribeOf } from '#/features/notifications/unsubscribe.ts'
import { joinWaitList } from '#/features/wait-list/contract.ts'
import { listAuditLog } from '#/organizer/audit/contract.ts'
import { getTask } from '#/organizer/desk/contract.ts'
import { enterPlayer } from '#/organizer/entries/contract.ts'
import { giveFreeSeason } from '#/organizer/players/contract.ts'
import { Undeliverable } from '#/server/outside/mail.ts'
import { startApp } from '#/test/app.ts'
import { mailboxOf, sendEmails } from '#/test/mailbox.ts'
import { joinLeague, makeOrganizer, makePlayer, makeUnprovedPlayer, type TestPlayer } from '#/test/make.ts'
import { sendWork } from './tasks.ts'
import {
  countRecipients,
  deleteMessageTemplate,
  getMessage,
  listMessageRecipients,
  listMessages,
  listMessageTemplates,
  MESSAGES_PER_DAY,
  previewMessage,
  saveMessageTemplate,
  sendMessage,
  testMessage,
} from './contract.ts'

// Summer 2 of 2026 begins on July 30.
const start = '2026-07-15T16:00:00Z'
const t = await startApp(start)
const { emailsTo, subjectsTo } = mailboxOf(t)
const { mail } = t.app
afterEach(() => {
  t.clock.set(start)
  t.app.mail = mail
})

const owner = await makeOrganizer(t)
const { token } = owner
const reason = 'Asked on the phone'
type Filter = CallInput<typeof countRecipients>['body']['filter']
type RefusedReply = { status: number; body: RefusalBody }
const say = (endpoint: Endpoint, given: object) => t.send(endpoint, given) as Promise<RefusedReply>

async function findLeague(division: string, season = 'summer-2', area: AreaSlug = 'south-bend') {
  return t.db
    .selectFrom('leagues')
    .innerJoin('seasons', 'seasons.id', 'leagues.season_id')
    .innerJoin('divisions', 'divisions.id', 'leagues.division_id')
    .select(['leagues.id', 'season_id', 'division_id'])
    .where('seasons.slug', '=', season)
    .where('seasons.year', '=', 2026)
    .where('divisions.slug', '=', division)
    .where('leagues.area', '=', area)
    .executeTakeFirstOrThrow()
}

async function enter(league_id: number, player: TestPlayer, amount: number): Promise<number> {
  const body = { league_id, email: player.email, amount, reason }
  return (await t.call(enterPlayer, { token, body })).body.entry_id ?? 0
}

async function report(by: TestPlayer, over: TestPlayer, given: Partial<ScoreBody>): Promise<void> {
  const line = given.match_status === undefined ? '6-4 6-3' : ''
  const body = scoreBody(by, over, line, { season: 'Summer 2', match_date: '2026/08/04', ...given })
  const reported = await t.send(reportScore, { token: by.token, body })
  expect([reported.status, reported.body]).toMatchObject([201, {}])
}

/** The ids that a filter chooses, whether they can be reached or not. */
async function chosenBy(filter: Filter, by = token): Promise<number[]> {
  const { body } = await t.call(previewMessage, { token: by, body: { filter, subject: 'Hello', body: 'Hello.' } })
  const sent = await t.call(sendMessage, { token: by, body: { digest: body.digest } })
  const rows = await t.db
    .selectFrom('message_recipients')
    .select('player_id')
    .where('message_id', '=', sent.body.id)
    .where('outcome', 'is', null)
    .execute()
  // So that the next one is not counted as sent today.
  await t.db
    .updateTable('league_messages')
    .set({ created_at: new Date('2026-07-01') })
    .where('id', '=', sent.body.id)
    .execute()
  return rows.map(({ player_id }) => player_id)
}

const count = async (filter: Filter, by = token) =>
  (await t.call(countRecipients, { token: by, body: { filter } })).body

async function preview(given: Partial<CallInput<typeof previewMessage>['body']> & { filter: Filter }, by = token) {
  const body = { subject: 'Courts closed', body: 'On Saturday.', ...given }
  return (await t.call(previewMessage, { token: by, body })).body
}

async function send(filter: Filter, given: { subject?: string; body?: string } = {}) {
  const { digest } = await preview({ filter, ...given })
  return (await t.call(sendMessage, { token, body: { digest } })).body
}

describe('the players of a filter', () => {
  test('unpaid means: in a league at a price, nothing has come in, and nothing was let off', async () => {
    const { id: league } = await findLeague('womens-singles-3-0')
    const players = Object.fromEntries(
      await Promise.all(
        [
          'card',
          'cash',
          'nothing',
          'coupon',
          'free_league',
          'free_season',
          'second',
          'refunded',
          'left',
          'pending',
        ].map(async (name) => [name, await makePlayer(t)] as const),
      ),
    ) as Record<string, TestPlayer>
    const of = (name: string): TestPlayer => players[name] ?? owner
    const line = (name: string) => t.db.updateTable('purchases').where('player_id', '=', of(name).id)
    await joinLeague(t, of('card'), { season: 'summer-2', division: 'womens-singles-3-0' })
    await joinLeague(t, of('refunded'), { season: 'summer-2', division: 'womens-singles-3-0' })
    await enter(league, of('cash'), 39)
    for (const name of ['nothing', 'coupon', 'free_league', 'free_season', 'second', 'left'])
      await enter(league, of(name), 0)
    // A coupon of 100 %: the line costs nothing, and has the discount.
    await line('coupon').set({ discount_cents: 3900, is_free: true }).execute()
    // The league cost nothing when they entered.
    await line('free_league').set({ is_free: true }).execute()
    await line('second').set({ second_division_cents: 3900 }).execute()
    // Everything was refunded by hand, and the entry stays.
    await line('refunded')
      .set({ refunded_cents: sql`taken_cents` })
      .execute()
    await line('left').set({ refund_requested_at: t.clock.now() }).execute()
    const { id: purchase_id } = await t.db
      .selectFrom('purchases')
      .select('id')
      .where('player_id', '=', of('free_season').id)
      .executeTakeFirstOrThrow()
    await t.db
      .insertInto('free_seasons')
      .values({
        player_id: of('free_season').id,
        purchase_id,
        given_by_id: owner.id,
        gift: crypto.randomUUID(),
        reason,
        granted_at: t.clock.now(),
      })
      .execute()
    // An order that is still being paid gives no entry.
    await joinLeague(t, of('pending'), { season: 'summer-2', division: 'womens-singles-3-0' })
    await line('pending').set({ status: 'Pending', taken_cents: 0 }).execute()

    expect(await chosenBy({ league, unpaid: true })).toEqual([of('nothing').id])
    expect(await chosenBy({ league })).toEqual(
      ['card', 'cash', 'nothing', 'coupon', 'free_league', 'free_season', 'second', 'refunded']
        .map((name) => of(name).id)
        .toSorted((a, b) => a - b),
    )
    await t.db.updateTable('leagues').set({ price_cents: 0 }).where('id', '=', league).execute()
    expect((await count({ league, unpaid: true })).recipients).toBe(0)
    await t.db.updateTable('leagues').set({ price_cents: null }).where('id', '=', league).execute()
  })

  test('a player who was given a place owes nothing, and neither does the partner of a pair', async () => {
    const { id: league } = await findLeague('womens-doubles')
    const [buyer, partner, other] = [await makePlayer(t), await makePlayer(t), await makePlayer(t)]
    const entry_id = await enter(league, buyer, 0)
    await t.db
      .insertInto('entry_players')
      .values({ entry_id, league_id: league, player_id: partner.id, position: 2 })
      .execute()
    const given = await enter(league, other, 0)
    await t.db.updateTable('entry_players').set({ replaces_id: owner.id }).where('entry_id', '=', given).execute()
    expect(await chosenBy({ league, unpaid: true })).toEqual([buyer.id])
    expect(await chosenBy({ league })).toEqual([buyer.id, partner.id, other.id])
  })

  test('not played yet: a walkover is no match that was played', async () => {
    const league = await makeLeague(t, 4, { season: 'summer-2', division: 'womens-singles-4-0' })
    t.clock.set('2026-08-05T16:00:00Z')
    const [ada, bea, cleo, dora] = league.people
    const [one, two, three, four] = league.entry_ids
    for (const [a, b, by, over, walkover] of [
      [one, two, ada, bea, false],
      [three, four, cleo, dora, true],
    ] as const) {
      const matchup_id = await arrange(t, league.league_id, a, b, '2026-08-04')
      await report(by, over, { matchup_id, ...(walkover && { match_status: 'Opponent did not show' }) })
    }
    expect(await chosenBy({ league: league.league_id, not_played: true })).toEqual([cleo.id, dora.id])
  })

  test('the wait-list of a league, and of leagues of an area', async () => {
    const { id, season_id, division_id } = await findLeague('mens-singles-3-0')
    await joinLeague(t, await makePlayer(t), { season: 'summer-2', division: 'mens-singles-3-0' })
    await t.db.updateTable('leagues').set({ capacity: 1 }).where('id', '=', id).execute()
    const [waits, left] = [await makePlayer(t), await makePlayer(t)]
    for (const { token: by } of [waits, left])
      expect((await t.call(joinWaitList, { token: by, body: { season_id, division_id } })).status).toBe(201)
    await t.db
      .updateTable('wait_list')
      .set({ ended_at: t.clock.now(), ending: 'left' })
      .where('player_id', '=', left.id)
      .execute()
    expect(await chosenBy({ league: id, wait_list: true })).toEqual([waits.id])
    expect(await chosenBy({ area: 'south-bend', wait_list: true })).toEqual([waits.id])
    expect((await count({ area: 'dc', wait_list: true })).recipients).toBe(0)
    // In the league and waiting for it: nobody.
    expect((await count({ league: id, wait_list: true, unpaid: true })).recipients).toBe(0)
  })

  test('past players have played before and are in no league of a season that is not over', async () => {
    const league = { season: 'summer-2', area: 'dc', division: 'mens-singles-4-0' } as const
    const { people, entry_ids, league_id } = await makeLeague(t, 4, league)
    const [gone, back, quiet] = people
    const match_id = await arrange(t, league_id, entry_ids[0], entry_ids[1], '2026-08-04')
    t.clock.set('2026-08-05T16:00:00Z')
    await report(gone, back, { matchup_id: match_id, match_area: 'DC' })
    const { season_id } = await findLeague('mens-singles-4-0', 'summer-2', 'dc')
    expect((await count({ season: season_id, past_players: true })).recipients).toBe(0)
    // The season is over, and one of the two has joined another.
    const { ending_date } = await t.db
      .selectFrom('seasons')
      .select('ending_date')
      .where('id', '=', season_id)
      .executeTakeFirstOrThrow()
    const end = (day: string) =>
      t.db.updateTable('seasons').set({ ending_date: day }).where('id', '=', season_id).execute()
    await end('2026-08-05')
    t.clock.set('2026-08-07T16:00:00Z')
    expect(await chosenBy({ season: season_id, area: 'dc', past_players: true })).toEqual([gone.id, back.id])
    await joinLeague(t, back, { season: 'fall', division: 'mens-singles-4-0', area: 'dc' })
    expect(await chosenBy({ area: 'dc', past_players: true })).toEqual([gone.id])
    expect(await chosenBy({ area: 'dc', past_players: true, players: [gone.id, quiet.id] })).toEqual([gone.id])
    await end(ending_date)
  })

  test('an area means the players who live there or play there; with a league field, the leagues there', async () => {
    const [local, guest] = [await makePlayer(t, { location: 'indianapolis' }), await makePlayer(t)]
    const { season_id, division_id } = await findLeague('mens-singles-4-0', 'summer-2', 'indianapolis')
    await joinLeague(t, guest, { season: 'summer-2', division: 'mens-singles-4-0', area: 'indianapolis' })
    expect(await chosenBy({ area: 'indianapolis' })).toEqual([local.id, guest.id])
    expect(await chosenBy({ area: 'indianapolis', season: season_id })).toEqual([guest.id])
    expect(await chosenBy({ area: 'indianapolis', division: division_id })).toEqual([guest.id])
    expect(await chosenBy({ season: season_id, division: division_id, players: [local.id, guest.id] })).toEqual([
      guest.id,
    ])
  })

  test('players chosen one by one: each once, and those who cannot get it are named with the reason', async () => {
    const [ada, stopped, blocked, closed, bounced] = [
      await makePlayer(t),
      await makePlayer(t),
      await makePlayer(t),
      await makePlayer(t),
      await makePlayer(t),
    ]
    const unproved = await makeUnprovedPlayer(t)
    const set = (player: TestPlayer, values: object) =>
      t.db.updateTable('players').set(values).where('id', '=', player.id).execute()
    await set(blocked, { suspended_at: t.clock.now() })
    await set(closed, { deleted_at: t.clock.now() })
    await set(bounced, { email_bounced_at: t.clock.now() })
    const link = unsubscribeOf(t.app, { player_id: stopped.id, kind: 'league_message' })
    const query = { token: new URL(link.url).searchParams.get('token') ?? '' }
    expect((await t.call(unsubscribe, { query } as never)).status).toBe(200)
    const ids = [ada, ada, stopped, blocked, closed, bounced, unproved].map(({ id }) => id)
    const found = await count({ players: [...ids, 999_999] })
    expect(found.recipients).toBe(1)
    expect(found.left_out.map(({ id, why }) => [id, why])).toEqual([
      [stopped.id, expect.stringContaining('Turned off emails')],
      [blocked.id, 'The account is suspended.'],
      [closed.id, 'The account is closed.'],
      [bounced.id, expect.stringContaining('refused')],
      [unproved.id, 'Has not confirmed the email.'],
      [999_999, 'There is no such player in your areas.'],
    ])
    // A new email is not the one that bounced.
    await set(bounced, { email: 'new-address@example.com' })
    expect((await count({ players: [bounced.id] })).recipients).toBe(1)
  })

  test.each([
    [{ filter: { areas: 'dc' } }, 'filter'],
    [{ filter: { unpaid: 'yes' } }, 'filter.unpaid'],
    [{ filter: { players: [] } }, 'filter.players'],
    [{ filter: {}, body: 'Hello {name}' }, 'body'],
    [{ filter: {}, subject: 'Hello {name}' }, 'subject'],
    [{ filter: {}, body: '' }, 'body'],
    [{}, 'filter'],
  ])('%o is refused at its field', async (given, field) => {
    const body = { subject: 'Hello', body: 'Hello.', ...given }
    const refused = await say(previewMessage, { token, body })
    expect([refused.status, Object.keys(refused.body.fields ?? {}).map((name) => name.slice(0, field.length))]).toEqual(
      [422, [field]],
    )
  })
})

describe('an organizer of some areas', () => {
  test('reaches only the players of these areas', async () => {
    const dc = await makeOrganizer(t, ['dc'])
    const [here, there] = [await makePlayer(t, { location: 'dc' }), await makePlayer(t)]
    const { id: foreign } = await findLeague('womens-singles-5-0')
    await joinLeague(t, there, { season: 'summer-2', division: 'womens-singles-5-0' })
    expect((await count({ players: [here.id, there.id] }, dc.token)).left_out).toMatchObject([{ id: there.id }])
    expect((await count({ league: foreign }, dc.token)).recipients).toBe(0)
    expect(await chosenBy({}, dc.token)).not.toContain(there.id)
    expect(await say(countRecipients, { token: dc.token, body: { filter: { area: 'south-bend' } } })).toMatchObject({
      status: 403,
      body: { code: 'not_your_area' },
    })
  })

  test('sees the messages to these areas, and cannot send what another organizer has previewed', async () => {
    const [dc, other] = [await makeOrganizer(t, ['dc']), await makeOrganizer(t, ['indianapolis'])]
    const player = await makePlayer(t, { location: 'dc' })
    const { digest } = await preview({ filter: { area: 'dc', players: [player.id] } })
    expect(await say(sendMessage, { token: dc.token, body: { digest } })).toMatchObject({
      status: 409,
      body: { code: 'message_changed' },
    })
    const { id } = (await t.call(sendMessage, { token, body: { digest } })).body
    expect((await t.call(getMessage, { token: dc.token, params: { id } })).body).toMatchObject({ recipients: 1 })
    for (const [call, path] of [
      [getMessage, `/organizer/messages/${id}`],
      [listMessageRecipients, `/organizer/messages/${id}/recipients`],
    ] as const)
      expect(await say(call, { token: other.token, path })).toMatchObject({ status: 404 })
    const { messages } = (await t.call(listMessages, { token: other.token })).body
    expect(messages.map((message) => message.id)).not.toContain(id)
  })
})

describe('sending', () => {
  test('reaches each person once, as the organizer, with the own values, a way to stop, and a log', async () => {
    const { id: league, division_id } = await findLeague('mens-singles-5-0')
    const [ada, bo] = [await makePlayer(t, { first_name: 'Ada' }), await makePlayer(t, { first_name: 'Bo2' })]
    // Two entries of one person, in two leagues of the filter.
    const { id: second } = await findLeague('mens-singles-5-0', 'fall')
    for (const id of [league, second]) await enter(id, ada, 0)
    await enter(league, bo, 39)
    const text = { subject: '{league}: {amount_due}', body: 'Dear {first_name}, {season}.\n\n{next_match}.' }
    const shown = await preview({ filter: { division: division_id }, ...text })
    expect(shown).toMatchObject({
      recipients: 2,
      left_out: [],
      sample: { to: `Ada ${ada.last_name}`, subject: "Men's Singles 5.0: $39.00" },
      missing: [
        { field: 'first_name', players: 1, instead: 'player' },
        { field: 'next_match', players: 2, instead: 'no match yet' },
        { field: 'amount_due', players: 1, instead: 'nothing' },
      ],
      sent_before: null,
    })
    expect(shown.sample?.text).toContain('Dear Ada, Fall 2026.\n\nno match yet.')
    const [one, two] = await Promise.all(
      [1, 2].map(() => t.call(sendMessage, { token, body: { digest: shown.digest } })),
    )
    expect([one?.status, two?.body]).toEqual([201, one?.body])
    const { id, task_id } = one?.body ?? { id: '', task_id: 0 }
    await sendEmails(t)
    const emails = (await emailsTo(ada)).filter(({ subject }) => subject.includes('$39.00'))
    expect(emails).toHaveLength(1)
    expect(emails[0]).toMatchObject({
      reply_to: { email: owner.email },
      unsubscribe: expect.stringContaining('unsubscribe') as unknown,
    })
    expect(await subjectsTo(bo)).toContain("Men's Singles 5.0: nothing")
    expect((await t.call(getTask, { token, params: { id: task_id } })).body).toMatchObject({
      state: 'done',
      done: 2,
      total: 2,
      outcome: { message_id: id, notified: 2 },
    })
    expect((await t.call(getMessage, { token, params: { id } })).body).toMatchObject({
      to: "Men's Singles 5.0",
      recipients: 2,
      outcomes: { delivered: 2, bounced: 0, opted_out: 0, waiting: 0 },
    })
    // The same digest later is the same message.
    expect((await t.call(sendMessage, { token, body: { digest: shown.digest } })).body.id).toBe(id)
    // A new preview of the same text says so, and can be sent again.
    const again = await preview({ filter: { division: division_id }, ...text })
    expect(again.sent_before).not.toBeNull()
    expect(again.digest).not.toBe(shown.digest)
    const { audit_entries } = (await t.call(listAuditLog, { token, query: { subject: `message ${id}` } })).body
    expect(audit_entries).toMatchObject([
      {
        kind: 'send_message',
        summary: "Sent “{league}: {amount_due}” to 2 players: Men's Singles 5.0",
        after: { players: 2, subject: text.subject },
      },
    ])
    expect(JSON.stringify(audit_entries)).not.toContain('Dear')
  })

  test('a changed list of players or an unknown digest is refused', async () => {
    const { id: league } = await findLeague('mens-singles-4-5', 'fall')
    await enter(league, await makePlayer(t), 0)
    const { digest } = await preview({ filter: { league } })
    await enter(league, await makePlayer(t), 0)
    for (const given of [digest, 'unknown'])
      expect(await say(sendMessage, { token, body: { digest: given } })).toMatchObject({
        status: 409,
        body: { code: 'message_changed' },
      })
    const { id: empty } = await findLeague('mens-singles-4-5', 'winter')
    const nobody = await preview({ filter: { league: empty } })
    expect(nobody).toMatchObject({ recipients: 0, sample: null })
    expect(await say(sendMessage, { token, body: { digest: nobody.digest } })).toMatchObject({
      body: { code: 'nobody_reached' },
    })
    const old = await preview({ filter: { league } })
    t.clock.set('2026-07-16T16:00:01Z')
    expect(await say(sendMessage, { token, body: { digest: old.digest } })).toMatchObject({ status: 409 })
  })

  test('a task that stops in the middle goes on with the others, and notifies nobody twice', async () => {
    const people = []
    for (let n = 0; n < 103; n += 1) people.push(await makePlayer(t))
    const players = people.map(({ id }) => id)
    const { id, task_id } = await send({ players }, { subject: 'After a restart' })
    // The process ends after the first batch, whose notices and marks are stored together.
    let steps = 0
    const stop = () => ((steps += 1) > 1 ? Promise.reject(new Error('The process ended.')) : Promise.resolve())
    const task = { id: task_id, organizer_id: owner.id, area: null, input: { message_id: id }, done: 0 }
    await expect(sendWork(t.app, task, stop, t.clock.now())).rejects.toThrow('The process ended.')
    const notified = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(notified_at)::int as count from message_recipients where message_id = ${id}`.execute(t.db)
      return rows[0]?.count
    }
    expect(await notified()).toBe(100)
    await sendEmails(t)
    expect(await notified()).toBe(103)
    const sent = t.emails.filter(({ subject }) => subject === 'After a restart').map(({ to }) => to.email)
    expect(sent.toSorted()).toEqual(people.map(({ email }) => email).toSorted())
    expect((await t.call(getTask, { token, params: { id: task_id } })).body).toMatchObject({ state: 'done', done: 103 })
  })

  test('the log says what became of each email', async () => {
    const { id: league } = await findLeague('mens-singles-3-5', 'fall')
    const [fine, stopped, gone] = [await makePlayer(t), await makePlayer(t), await makePlayer(t)]
    for (const player of [fine, stopped, gone, await makeUnprovedPlayer(t)]) await enter(league, player, 0)
    await t.db
      .insertInto('notification_preferences')
      .values({ player_id: stopped.id, kind: 'league_message', app: true, mail: 'off', push: false })
      .execute()
    await sendEmails(t)
    t.app.mail = {
      send: async (email) => {
        if (email.to.email === gone.email) throw new Undeliverable('550 no such mailbox')
        await mail.send(email)
      },
    }
    const { id } = await send({ league }, { subject: 'Log' })
    await sendEmails(t)
    const listed = (await t.call(listMessageRecipients, { token, params: { id } })).body
    expect(Object.fromEntries(listed.message_recipients.map((row) => [row.player_id, row.outcome]))).toMatchObject({
      [fine.id]: 'delivered',
      [stopped.id]: 'opted_out',
      [gone.id]: 'bounced',
    })
    expect(listed.total).toBe(4)
    const { rows } = await sql<{ player_id: number }>`
      select player_id from notifications where title = 'Log' and in_app order by player_id`.execute(t.db)
    expect(rows.map(({ player_id }) => player_id)).toEqual([fine.id, stopped.id, gone.id])
    expect((await t.call(getMessage, { token, params: { id } })).body.outcomes).toEqual({
      delivered: 1,
      bounced: 1,
      opted_out: 1,
      other: 1,
      waiting: 0,
    })
    const bounced = {
      ...(await t.call(listMessageRecipients, { token, params: { id }, query: { outcome: 'bounced' } })).body,
    }
    expect(bounced.message_recipients.map(({ player_id }) => player_id)).toEqual([gone.id])
    // The next message leaves the address out, until the mail server accepts an email to it again.
    expect((await count({ players: [gone.id] })).recipients).toBe(0)
    t.app.mail = mail
    await t.call(giveFreeSeason, {
      token,
      params: { id: gone.id },
      body: { gift: crypto.randomUUID(), reason },
    })
    await sendEmails(t)
    expect((await count({ players: [gone.id] })).recipients).toBe(1)
  })

  test('a test goes to the organizer alone', async () => {
    const player = await makePlayer(t, { first_name: 'Grace' })
    const filter = { players: [player.id] }
    const body = { filter, subject: 'For {first_name}', body: 'Hello.' }
    expect((await t.call(testMessage, { token, body })).body).toEqual({ message: `Sent to ${owner.email}.` })
    expect(await subjectsTo(owner)).toContain('Test: For Grace')
    expect(await subjectsTo(player)).toEqual([])
  })

  test('an organizer sends a limited number of messages a day, also at the same moment', async () => {
    const { token: by } = await makeOrganizer(t)
    const player = await makePlayer(t)
    const digests: string[] = []
    for (let n = 0; n < MESSAGES_PER_DAY + 2; n += 1)
      digests.push((await preview({ filter: { players: [player.id] }, subject: `News ${n}` }, by)).digest)
    const answers = await Promise.all(digests.map((digest) => say(sendMessage, { token: by, body: { digest } })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(MESSAGES_PER_DAY)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2)
  })
})

test('the organization saves templates beside the built-in ones', async () => {
  const template = { name: 'Club night', subject: 'Club night at {organization}', body: 'Come, {first_name}.' }
  await t.call(saveMessageTemplate, { token, body: template })
  await t.call(saveMessageTemplate, { token, body: { ...template, name: 'CLUB night', body: 'See you.' } })
  const { templates } = (await t.call(listMessageTemplates, { token })).body
  expect(templates.filter(({ id }) => id !== null)).toMatchObject([{ name: 'CLUB night', body: 'See you.' }])
  for (const { subject, body } of templates.filter(({ id }) => id === null))
    expect((await say(previewMessage, { token, body: { filter: {}, subject, body } })).status).toBe(200)
  const id = templates[0]?.id ?? 0
  await t.call(deleteMessageTemplate, { token, params: { id } })
  expect(await say(deleteMessageTemplate, { token, path: `/organizer/messages/templates/${id}` })).toMatchObject({
    status: 404,
  })
})
