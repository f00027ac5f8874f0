import { afterEach, describe, expect, test } from 'vitest'
import { makeLeague, scoreBody } from '#/features/matches/score-fixture.ts'
import { getMatch, listMyMatches, reportScore } from '#/features/matches/contract.ts'
import { deleteAccount, exportData } from '#/features/settings/contract.ts'
import { voidResult } from '#/organizer/matches/contract.ts'
import { suspendPlayer } from '#/organizer/players/contract.ts'
import { startApp } from '#/test/app.ts'
import { mailboxOf } from '#/test/mailbox.ts'
import { makeOrganizer, makePlayer, password, type TestPlayer } from '#/test/make.ts'
import {
  arrangeMatch,
  callOffMatch,
  counterByLink,
  declineByLink,
  declineOffer,
  objectToDate,
  offerTimes,
  readOfferLink,
  reportMessage,
  sendMessage,
  takeByLink,
  takeTime,
  withdrawOffer,
} from './contract.ts'
import { makerOfPairs } from './pair-fixture.ts'
import { planDraw } from '#/features/schedule/draw.ts'
import { drawLeagues } from '#/features/schedule/jobs.ts'

const start = '2026-05-18T16:00:00Z'
const t = await startApp(start)
const { emailsTo, subjectsTo, tokenTo } = mailboxOf(t)
afterEach(() => t.clock.set(start))

const twoPlayers = makerOfPairs(t)

const saturday = { match_date: '2026/05/23', match_time: '10:00', match_location: 'Leeper Park' }
const sunday = { match_date: '2026/05/24', match_time: '18:30', match_location: '' }

async function offer(player: TestPlayer, id: number, times: object[] = [saturday, sunday], note = '') {
  return t.call(offerTimes, { token: player.token, params: { id }, body: { times, note } as never })
}
async function see(player: TestPlayer, id: number) {
  const { body } = await t.call(getMatch, { token: player.token, params: { id } })
  return body
}
async function stateOf(player: TestPlayer, id: number) {
  const { arranging, match_date } = await see(player, id)
  return [arranging.state, arranging.owes_answer, match_date]
}
/** Offers times. Returns the ids of the offer and of its times. */
async function offered(player: TestPlayer, other: TestPlayer, id: number, times?: object[]) {
  const { body } = await offer(player, id, times)
  const { arranging } = await see(other, id)
  const made = arranging.offers.find((each) => each.id === body.id)
  return { offer_id: body.id, times: made?.times.map((time) => time.id) ?? [] }
}
function take(player: TestPlayer, id: number, offer_id: number, time_id: number | undefined) {
  return t.call(takeTime, { token: player.token, params: { id, offer_id }, body: { time_id: time_id ?? 0 } })
}

test('a player sees the other side’s phone while it is shown to league-mates; an organizer does not', async () => {
  const { ann, bea, id, area } = await twoPlayers()
  const phones = async (who: TestPlayer) => (await see(who, id)).phones
  expect(await phones(ann)).toEqual([
    { player_id: bea.id, name: `${bea.first_name} ${bea.last_name}`, phone: '+1 574 555 0100' },
  ])
  await t.db.updateTable('players').set({ shows_phone: false }).where('id', '=', bea.id).execute()
  expect([await phones(ann), await phones(await makeOrganizer(t, [area]))]).toEqual([[], []])
  expect(await phones(bea)).toMatchObject([{ player_id: ann.id }])
})

describe('offers', () => {
  test('one side offers times, both sides see them, the other takes one, and both get the date and an email', async () => {
    const { ann, bea, id } = await twoPlayers()
    expect(await stateOf(ann, id)).toEqual(['open', null, null])
    const made = await offer(ann, id, [sunday, saturday], 'I bring balls.')
    expect(made).toMatchObject({
      status: 201,
      body: { message: expect.stringContaining('2 times'), id: expect.any(Number) },
    })
    expect(await stateOf(ann, id)).toEqual(['offered', 'them', null])
    expect(await stateOf(bea, id)).toEqual(['offered', 'me', null])
    const { offers } = (await see(bea, id)).arranging
    expect(offers).toMatchObject([
      {
        id: made.body.id,
        by: 'them',
        note: 'I bring balls.',
        expires_at: '2026-05-21T16:00:00.000Z',
        times: [
          { ...saturday, state: 'open' },
          { ...sunday, match_location: null, state: 'open' },
        ],
      },
    ])
    const cards = (await t.call(listMyMatches, { token: bea.token })).body.matchups
    expect(cards.find((card) => card.id === id)).toMatchObject({ arranging_state: 'offered', owes_answer: 'me' })
    expect(await subjectsTo(bea)).toContain('Times for your match')
    const taken = await take(bea, id, made.body.id, offers[0]?.times[0]?.id)
    expect(taken).toMatchObject({
      status: 200,
      body: { message: 'Agreed: Sat, May 23, 2026, 10:00 AM, at Leeper Park.', warnings: [] },
    })
    for (const player of [ann, bea]) {
      expect(await see(player, id)).toMatchObject({
        ...saturday,
        arranging: { state: 'agreed', owes_answer: null, offers: [] },
      })
      expect(await subjectsTo(player)).toContain('Your match: Sat, May 23, 2026, 10:00 AM, at Leeper Park')
    }
    const { timeline } = (await see(ann, id)).arranging
    expect(timeline.map(({ by, kind }) => `${by} ${kind}`)).toEqual(['me offered', 'them taken'])
  })

  test('a counteroffer answers the offer, and a new offer replaces the side’s earlier one', async () => {
    const { ann, bea, id } = await twoPlayers()
    const first = await offered(ann, bea, id, [saturday])
    const second = await offered(bea, ann, id, [sunday])
    expect(await stateOf(ann, id)).toEqual(['offered', 'me', null])
    expect((await see(ann, id)).arranging.offers.map((each) => each.id)).toEqual([second.offer_id])
    expect(await take(bea, id, first.offer_id, first.times[0])).toMatchObject({
      status: 409,
      body: {
        code: 'offer_over',
        message: 'This offer is no longer open. There is a newer offer.',
        state: { state: 'offered', match_date: null, offers: [{ id: second.offer_id }] },
      },
    })
    const third = await offered(bea, ann, id, [{ ...sunday, match_time: '08:00' }])
    expect(await take(ann, id, second.offer_id, second.times[0])).toMatchObject({ status: 409 })
    expect(await take(ann, id, third.offer_id, third.times[0])).toMatchObject({ status: 200 })
    expect((await see(bea, id)).arranging.timeline.map(({ kind }) => kind)).toEqual([
      'offered',
      'countered',
      'offered',
      'taken',
    ])
  })

  test('a decline reopens the match and is emailed with its reason; a withdrawn offer cannot be accepted', async () => {
    const { ann, bea, id } = await twoPlayers()
    const first = await offered(ann, bea, id)
    const params = { id, offer_id: first.offer_id }
    expect(await t.call(declineOffer, { token: bea.token, params, body: { reason: 'I am away.' } })).toMatchObject({
      status: 200,
    })
    expect(await stateOf(ann, id)).toEqual(['open', null, null])
    expect((await emailsTo(ann)).findLast(({ subject }) => subject === 'Your times were declined')?.text).toContain(
      'I am away.',
    )
    const second = await offered(ann, bea, id)
    expect(await t.call(withdrawOffer, { token: bea.token, params: { id, offer_id: second.offer_id } })).toMatchObject({
      status: 409,
      body: { code: 'offer_theirs' },
    })
    expect(await t.call(withdrawOffer, { token: ann.token, params: { id, offer_id: second.offer_id } })).toMatchObject({
      status: 200,
    })
    expect(await take(bea, id, second.offer_id, second.times[0])).toMatchObject({
      status: 409,
      body: { code: 'offer_over' },
    })
    expect(await stateOf(bea, id)).toEqual(['open', null, null])
  })

  test('nobody can answer their own offer, and a stranger gets 404', async () => {
    const { ann, bea, id } = await twoPlayers()
    const { offer_id, times } = await offered(ann, bea, id)
    expect(await take(ann, id, offer_id, times[0])).toMatchObject({ status: 409, body: { code: 'offer_own' } })
    const stranger = await makePlayer(t)
    expect(await take(stranger, id, offer_id, times[0])).toMatchObject({ status: 404 })
    expect(await offer(stranger, id)).toMatchObject({ status: 404 })
    const owner = await makeOrganizer(t)
    expect(await offer(owner, id)).toMatchObject({ status: 403 })
    // This offer belongs to another match.
    const other = await twoPlayers()
    expect(await take(other.bea, other.id, offer_id, times[0])).toMatchObject({
      status: 409,
      body: { code: 'offer_over' },
    })
  })

  test('an agreed match stays agreed until a new time is accepted', async () => {
    const { ann, bea, id } = await twoPlayers()
    const first = await offered(ann, bea, id, [saturday])
    await take(bea, id, first.offer_id, first.times[0])
    const move = await offered(bea, ann, id, [sunday])
    expect(await stateOf(ann, id)).toEqual(['offered', 'me', '2026/05/23'])
    expect(await subjectsTo(ann)).toContain('Can your match be moved?')
    await t.call(declineOffer, { token: ann.token, params: { id, offer_id: move.offer_id }, body: {} })
    expect(await stateOf(ann, id)).toEqual(['agreed', null, '2026/05/23'])
    const again = await offered(bea, ann, id, [sunday])
    await take(ann, id, again.offer_id, again.times[0])
    expect(await stateOf(bea, id)).toEqual(['agreed', null, '2026/05/24'])
  })

  test('an agreed match is called off with a reason, and the notice given is recorded', async () => {
    const { ann, bea, id } = await twoPlayers()
    const off = (player: TestPlayer, reason: string) =>
      t.call(callOffMatch, { token: player.token, params: { id }, body: { reason } })
    expect(await off(ann, 'no')).toMatchObject({ status: 409, body: { code: 'no_appointment' } })
    const first = await offered(ann, bea, id, [saturday])
    await take(bea, id, first.offer_id, first.times[0])
    expect(await off(ann, '')).toMatchObject({ status: 422, body: { fields: { reason: expect.any(String) } } })
    // Each player gets one email about the agreed date, with the calendar event.
    for (const player of [ann, bea])
      expect((await subjectsTo(player)).filter((subject) => /Your match: |Match set/.test(subject))).toHaveLength(1)
    t.clock.set('2026-05-23T11:00:00Z')
    expect(await off(ann, 'My knee hurts.')).toMatchObject({ status: 200 })
    expect(await stateOf(bea, id)).toEqual(['open', null, null])
    const event = await t.db
      .selectFrom('match_events')
      .select('minutes_before')
      .where('match_id', '=', id)
      .where('kind', '=', 'called_off')
      .executeTakeFirst()
    expect(event?.minutes_before).toBe(180)
    for (const player of [ann, bea])
      expect(
        (await emailsTo(player)).findLast(({ subject }) => subject === 'Your match is called off')?.text,
      ).toContain('My knee hurts.')
  })

  test('an offer expires after 72 hours and a time two hours before it starts, unless the season says otherwise', async () => {
    const { ann, bea, id, league_id } = await twoPlayers()
    const { offer_id, times } = await offered(ann, bea, id, [
      { ...saturday, match_date: '2026/05/20' },
      { ...saturday, match_date: '2026/05/30' },
    ])
    t.clock.set('2026-05-20T13:00:00Z')
    expect(await take(bea, id, offer_id, times[0])).toMatchObject({ status: 409, body: { code: 'time_expired' } })
    expect((await see(bea, id)).arranging.offers[0]?.times.map(({ state }) => state)).toEqual(['expired', 'open'])
    t.clock.set('2026-05-21T16:00:00Z')
    expect(await take(bea, id, offer_id, times[1])).toMatchObject({ status: 409, body: { code: 'offer_over' } })
    for (const player of [ann, bea]) expect(await stateOf(player, id)).toEqual(['open', null, null])
    expect((await see(bea, id)).arranging.timeline.at(-1)).toMatchObject({ kind: 'expired', by: 'them' })
    // The same side makes a new offer.
    expect(await offer(ann, id, [{ ...saturday, match_date: '2026/05/30' }])).toMatchObject({ status: 201 })
    const { season_id } = await t.db
      .selectFrom('leagues')
      .select('season_id')
      .where('id', '=', league_id)
      .executeTakeFirstOrThrow()
    await t.db
      .updateTable('seasons')
      .set({ rules: JSON.stringify({ offer_hours: 1 }) as never })
      .where('id', '=', season_id)
      .execute()
    const short = await offer(ann, id, [{ ...saturday, match_date: '2026/05/30' }])
    expect((await see(bea, id)).arranging.offers).toMatchObject([
      { id: short.body.id, expires_at: '2026-05-21T17:00:00.000Z' },
    ])
    await t.db.updateTable('seasons').set({ rules: null }).where('id', '=', season_id).execute()
  })
})

describe('invalid times', () => {
  test.each<[what: string, times: object[], path: string, words: string]>([
    ['none', [], 'times', 'at least one'],
    ['six', Array(6).fill(saturday), 'times', '5 times at most'],
    ['the same twice', [saturday, { ...saturday, match_location: 'Rum Village' }], 'times.1.match_time', 'already'],
    ['in the past', [sunday, { ...saturday, match_date: '2026/05/17' }], 'times.1.match_date', 'in the past'],
    [
      'too soon',
      [{ ...saturday, match_date: '2026/05/18', match_time: '13:30' }],
      'times.0.match_time',
      '2 hours before',
    ],
    ['after the season', [{ ...saturday, match_date: '2026/08/03' }], 'times.0.match_date', 'by Sun, Aug 2, 2026'],
    ['no day', [{ match_time: '10:00' }], 'times.0.match_date', ''],
    ['no time', [{ match_date: '2026/05/23' }], 'times.0.match_time', ''],
    ['a day that is none', [{ ...saturday, match_date: '2026/02/30' }], 'times.0.match_date', 'Invalid date'],
    ['a day of no season', [{ ...saturday, match_date: '9999/12/31' }], 'times.0.match_date', 'Invalid date'],
    ['a time that is none', [{ ...saturday, match_time: '25:00' }], 'times.0.match_time', 'like 18:30'],
  ])('%s', async (_, times, path, words) => {
    const { ann, id } = await twoPlayers()
    const answer = await offer(ann, id, times)
    expect(answer.status).toBe(422)
    expect(answer.body.fields?.[path] ?? JSON.stringify(answer.body)).toContain(words)
    expect(Object.keys(answer.body.fields ?? {})).toContain(path)
    expect(await stateOf(ann, id)).toEqual(['open', null, null])
  })

  test('a day after the match’s window is refused; the window’s last day and earlier days are accepted', async () => {
    const { ann, id } = await twoPlayers()
    await t.db
      .updateTable('matches')
      .set({ play_from: '2026-05-28', play_by: '2026-06-09' })
      .where('id', '=', id)
      .execute()
    const on = (match_date: string) => offer(ann, id, [{ ...saturday, match_date }])
    expect(await on('2026/06/10')).toMatchObject({
      status: 422,
      body: { fields: { 'times.0.match_date': 'This match is to be played by Tue, Jun 9, 2026.' } },
    })
    expect((await on('2026/06/09')).status).toBe(201)
    expect((await on('2026/05/20')).status).toBe(201)
  })

  test('an hour that the clocks skip or repeat is refused, whether it is offered or set directly', async () => {
    const { ann, id, league_id } = await twoPlayers()
    await t.db
      .updateTable('matches')
      .set({ play_from: '2026-05-28', play_by: '2027-04-01' })
      .where('id', '=', id)
      .execute()
    const on = (match_date: string, match_time: string) => offer(ann, id, [{ match_date, match_time }])
    expect((await on('2027/03/14', '02:30')).body.fields).toEqual({
      'times.0.match_time': expect.stringContaining('does not exist'),
    })
    expect((await on('2026/11/01', '01:30')).body.fields).toEqual({
      'times.0.match_time': expect.stringContaining('happens twice'),
    })
    expect((await on('2027/03/14', '03:00')).status).toBe(201)
    const { season_id } = await t.db
      .selectFrom('leagues')
      .select('season_id')
      .where('id', '=', league_id)
      .executeTakeFirstOrThrow()
    const before = await t.db
      .selectFrom('seasons')
      .select('counts_until')
      .where('id', '=', season_id)
      .executeTakeFirstOrThrow()
    await t.db.updateTable('matches').set({ playoff_stage: 1, playoff_slot: 1 }).where('id', '=', id).execute()
    const body = { match_date: '2027/03/14', match_time: '02:30' }
    expect((await t.call(arrangeMatch, { token: ann.token, params: { id }, body })).body.fields).toEqual({
      match_time: expect.stringContaining('does not exist'),
    })
    expect(before.counts_until).toBeTruthy()
  })
})

describe('simultaneous changes', () => {
  test('if both sides offer, both offers are open, each side owes an answer, and the first acceptance wins', async () => {
    const { ann, bea, id } = await twoPlayers()
    // Whichever call finishes first, neither side has seen the other's offer.
    const offerUnseen = ({ token }: TestPlayer, time: typeof saturday) =>
      t.call(offerTimes, { token, params: { id }, body: { times: [time], note: '', answers: null } })
    const answers = await Promise.all([offerUnseen(ann, saturday), offerUnseen(bea, sunday)])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    for (const player of [ann, bea]) expect(await stateOf(player, id)).toEqual(['offered', 'me', null])
    const mine = (await see(ann, id)).arranging.offers.find(({ by }) => by === 'them')
    const theirs = (await see(bea, id)).arranging.offers.find(({ by }) => by === 'them')
    const takes = await Promise.all([
      take(ann, id, mine?.id ?? 0, mine?.times[0]?.id),
      take(bea, id, theirs?.id ?? 0, theirs?.times[0]?.id),
    ])
    expect(takes.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { match_date } = await see(ann, id)
    const loser = takes.find(({ status }) => status === 409)
    expect(loser?.body).toMatchObject({
      code: 'offer_over',
      message: expect.stringContaining('The match is agreed: '),
      state: { state: 'agreed', owes_answer: null, offers: [], match_date: expect.any(String) },
    })
    expect(loser?.body.message).toContain(match_date === '2026/05/23' ? 'May 23' : 'May 24')
    const taken = await t.db
      .selectFrom('match_offer_times as x')
      .innerJoin('match_offers as o', 'o.id', 'x.offer_id')
      .select('x.id')
      .where('o.match_id', '=', id)
      .where('x.taken', '=', true)
      .execute()
    expect(taken).toHaveLength(1)
  })

  test('a new offer does not answer an offer that its sender has not seen', async () => {
    const { ann, bea, id } = await twoPlayers()
    await offer(ann, id, [saturday])
    // Bea opened the form before the offer was made.
    await t.call(offerTimes, { token: bea.token, params: { id }, body: { times: [sunday], answers: null } })
    expect(await stateOf(ann, id)).toEqual(['offered', 'me', null])
    expect((await see(ann, id)).arranging.offers).toHaveLength(2)
    const gone = await t.call(offerTimes, {
      token: bea.token,
      params: { id },
      body: { times: [sunday], answers: 999_999 },
    })
    expect(gone).toMatchObject({ status: 409, body: { code: 'offer_over' } })
  })

  test('a time is accepted once, even if the button is pressed ten times', async () => {
    const { ann, bea, id } = await twoPlayers()
    const { offer_id, times } = await offered(ann, bea, id)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, press) => take(bea, id, offer_id, times[press % 2])),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
    expect((await subjectsTo(ann)).filter((subject) => subject.startsWith('Your match:'))).toHaveLength(1)
  })

  test('if one side accepts while the other withdraws, only one of the two happens', async () => {
    const { ann, bea, id } = await twoPlayers()
    const { offer_id, times } = await offered(ann, bea, id)
    const [taken, withdrawn] = await Promise.all([
      take(bea, id, offer_id, times[0]),
      t.call(withdrawOffer, { token: ann.token, params: { id, offer_id } }),
    ])
    expect([taken.status, withdrawn.status].toSorted()).toEqual([200, 409])
    expect((await stateOf(ann, id))[0]).toBe(taken.status === 200 ? 'agreed' : 'open')
  })

  test('if a side makes many offers at once, one is open', async () => {
    const { ann, bea, id } = await twoPlayers()
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => offer(ann, id)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    expect((await see(bea, id)).arranging.offers).toHaveLength(1)
  })
})

describe('setting the date directly', () => {
  const direct = (player: TestPlayer, id: number, body: object) =>
    t.call(arrangeMatch, { token: player.token, params: { id }, body: body as never })
  const object = (player: TestPlayer, id: number, reason = 'We had said Sunday.') =>
    t.call(objectToDate, { token: player.token, params: { id }, body: { reason } })

  test('a date set directly arranges the match in one step, ends the offers, and notifies the other side, who can object', async () => {
    const { ann, bea, id } = await twoPlayers()
    await offer(bea, id, [sunday])
    expect(await direct(ann, id, saturday)).toMatchObject({ status: 200, body: { message: 'The match is set.' } })
    expect(await stateOf(bea, id)).toEqual(['agreed', null, '2026/05/23'])
    expect((await see(bea, id)).arranging).toMatchObject({ can_object: true, offers: [] })
    expect((await see(ann, id)).arranging.can_object).toBe(false)
    expect((await emailsTo(bea)).at(-1)?.text).toContain('you can object within 24 hours')
    expect((await emailsTo(ann)).at(-1)?.text).not.toContain('object')
    expect(await object(ann, id)).toMatchObject({ status: 409, body: { code: 'objection_late' } })
    expect(await object(bea, id)).toMatchObject({ status: 200 })
    expect(await stateOf(ann, id)).toEqual(['open', null, null])
    expect((await emailsTo(ann)).at(-1)?.text).toContain('We had said Sunday.')
  })

  test('no objection is possible after a day, nor to a date that was agreed through an offer', async () => {
    const { ann, bea, id } = await twoPlayers()
    await direct(ann, id, saturday)
    t.clock.set('2026-05-19T16:00:00Z')
    expect(await object(bea, id)).toMatchObject({ status: 409, body: { code: 'objection_late' } })
    const { offer_id, times } = await offered(ann, bea, id, [sunday])
    await take(bea, id, offer_id, times[0])
    expect((await see(bea, id)).arranging.can_object).toBe(false)
    expect(await object(bea, id)).toMatchObject({ status: 409, body: { code: 'objection_late' } })
  })

  test('saving the same date again notifies nobody; clearing the date calls the match off', async () => {
    const { ann, bea, id } = await twoPlayers()
    await direct(ann, id, saturday)
    await direct(bea, id, saturday)
    expect((await see(ann, id)).arranging.timeline).toHaveLength(1)
    await direct(bea, id, {})
    expect(await stateOf(ann, id)).toEqual(['open', null, null])
    expect((await see(ann, id)).arranging.timeline.at(-1)).toMatchObject({ kind: 'called_off', by: 'them' })
  })
})

describe('a match that ends while offers are open', () => {
  test('a score ends the offers, a late answer gets an explanation, and a voided score does not reopen them', async () => {
    const { ann, bea, id, division } = await twoPlayers()
    const { offer_id, times } = await offered(ann, bea, id)
    const token = await tokenTo(bea, 'Times for your match')
    const reported = await t.call(reportScore, {
      token: ann.token,
      body: scoreBody(ann, bea, '6-0 6-0', { matchup_id: id, division, match_date: '2026/05/18' }),
    })
    expect(reported.status).toBe(201)
    for (const player of [ann, bea]) {
      expect(await see(player, id)).toMatchObject({ arranging: { state: 'over', owes_answer: null, offers: [] } })
      expect(await offer(player, id)).toMatchObject({ status: 409, body: { code: 'match_over' } })
    }
    expect(await take(bea, id, offer_id, times[0])).toMatchObject({ status: 409, body: { code: 'match_over' } })
    expect(await t.call(callOffMatch, { token: bea.token, params: { id }, body: { reason: 'x' } })).toMatchObject({
      status: 409,
    })
    expect(await t.call(readOfferLink, { body: { token } })).toMatchObject({
      status: 409,
      body: { code: 'offer_link_dead', message: 'This offer is no longer open. The match has been played.' },
    })
    const owner = await makeOrganizer(t)
    await t.call(voidResult, {
      token: owner.token,
      params: { id },
      body: { version: 1, reason: 'Wrong match', again: true },
    })
    expect(await stateOf(ann, id)).toEqual(['open', null, null])
    expect(await take(bea, id, offer_id, times[0])).toMatchObject({ status: 409, body: { code: 'offer_over' } })
    expect(await offer(ann, id)).toMatchObject({ status: 201 })
  })

  test('if a score and an acceptance arrive at the same moment, the match is played, whichever is first', async () => {
    const { ann, bea, id, division } = await twoPlayers()
    const { offer_id, times } = await offered(ann, bea, id)
    const [reported] = await Promise.all([
      t.call(reportScore, {
        token: ann.token,
        body: scoreBody(ann, bea, '6-0 6-0', { matchup_id: id, division, match_date: '2026/05/18' }),
      }),
      take(bea, id, offer_id, times[0]),
    ])
    expect(reported.status).toBe(201)
    expect(await see(bea, id)).toMatchObject({ played: true, match_date: '2026/05/18', arranging: { state: 'over' } })
  })

  test('if a player has left the league, no offer is open, and a new offer is refused with the reason', async () => {
    const { ann, bea, id, entry_ids } = await twoPlayers()
    const { offer_id, times } = await offered(ann, bea, id)
    const { purchase_id } = await t.db
      .selectFrom('entries')
      .select('purchase_id')
      .where('id', '=', entry_ids[0])
      .executeTakeFirstOrThrow()
    await t.db.updateTable('purchases').set({ status: 'Refunded' }).where('id', '=', purchase_id).execute()
    expect(await stateOf(bea, id)).toEqual(['over', null, null])
    expect(await take(bea, id, offer_id, times[0])).toMatchObject({ status: 409, body: { code: 'side_away' } })
    expect(await offer(bea, id)).toMatchObject({ status: 409, body: { code: 'side_away' } })
  })

  test('if a player is replaced, the offer ends and its link stops working', async () => {
    const { ann, bea, id, entry_ids } = await twoPlayers()
    await offered(ann, bea, id)
    const token = await tokenTo(bea, 'Times for your match')
    const substitute = await makePlayer(t)
    await t.db
      .updateTable('entry_players')
      .set({ player_id: substitute.id })
      .where('entry_id', '=', entry_ids[1])
      .execute()
    expect(await t.call(takeByLink, { body: { token, time_id: 1 } })).toMatchObject({ status: 404 })
    // The new player on the other side sees Ann's offer as open.
    expect(await stateOf(substitute, id)).toEqual(['offered', 'me', null])
    const other = await makePlayer(t)
    await t.db.updateTable('entry_players').set({ player_id: other.id }).where('entry_id', '=', entry_ids[0]).execute()
    expect(await stateOf(substitute, id)).toEqual(['open', null, null])
    expect(await offer(other, id)).toMatchObject({ status: 201 })
  })

  test('a suspended player’s offer is not open and cannot be answered', async () => {
    const { ann, bea, id, area } = await twoPlayers()
    const { offer_id, times } = await offered(ann, bea, id)
    const organizer = await makeOrganizer(t, [area])
    const suspended = await t.call(suspendPlayer, {
      token: organizer.token,
      params: { id: ann.id },
      body: { suspended: true, reason: 'Rude' },
    })
    expect(suspended.status).toBe(200)
    expect((await stateOf(bea, id))[0]).toBe('over')
    expect(await take(bea, id, offer_id, times[0])).toMatchObject({ status: 409, body: { code: 'side_away' } })
  })

  test('deleting an account ends its offer and erases its messages', async () => {
    const { ann, bea, id } = await twoPlayers()
    await offer(ann, id, [saturday], 'Call me on 555 0100.')
    await t.call(sendMessage, { token: ann.token, params: { id }, body: { text: 'Hello Bea' } })
    const data = await t.call(exportData, { token: ann.token, body: { password } })
    expect(data.body.match_events.map(({ text }) => text)).toContain('Hello Bea')
    expect(data.body.match_offers).toMatchObject([{ match_id: id, note: 'Call me on 555 0100.' }])
    expect((await t.call(deleteAccount, { token: ann.token, body: { password } })).status).toBe(200)
    const { arranging } = await see(bea, id)
    expect(arranging.state).toBe('over')
    expect(JSON.stringify(arranging)).not.toMatch(/555 0100|Hello Bea/)
    expect(arranging.timeline.every(({ by_name }) => by_name === null)).toBe(true)
  })

  test('redrawing the schedule keeps a match that is being arranged', async () => {
    const { people, league_id } = await makeLeague(t, 3, {
      season: 'summer-1',
      division: 'mens-doubles',
      area: 'dc',
    })
    await drawLeagues(t.db, t.clock.now())
    const card = await t.db
      .selectFrom('matches')
      .select(['id', 'entry_one_id'])
      .where('league_id', '=', league_id)
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const { player_id } = await t.db
      .selectFrom('entry_players')
      .select('player_id')
      .where('entry_id', '=', card.entry_one_id)
      .executeTakeFirstOrThrow()
    const one = people.find((person) => person.id === player_id)
    if (!one) throw new Error('nobody plays')
    await offer(one, card.id)
    const plan = await planDraw(t.db, league_id, '2026-05-18', { redraw: true })
    expect(plan.remove.map(({ id }) => id)).not.toContain(card.id)
    expect(plan.remove.length).toBeGreaterThan(0)
  })
})

describe('doubles', () => {
  test('either partner acts for the pair, and both see the result', async () => {
    const { ann, bea, id, entry_ids, league_id } = await twoPlayers()
    const partners = [await makePlayer(t), await makePlayer(t)] as const
    for (const [side, partner] of partners.entries())
      await t.db
        .insertInto('entry_players')
        .values({ entry_id: entry_ids[side] ?? 0, league_id, player_id: partner.id, position: 2 })
        .execute()
    const { offer_id, times } = await offered(ann, bea, id)
    expect(await stateOf(partners[0], id)).toEqual(['offered', 'them', null])
    expect(await stateOf(partners[1], id)).toEqual(['offered', 'me', null])
    expect(await subjectsTo(partners[1])).toContain('Times for your match')
    expect(await take(partners[0], id, offer_id, times[0])).toMatchObject({ status: 409, body: { code: 'offer_own' } })
    const both = await Promise.all([take(bea, id, offer_id, times[0]), take(partners[1], id, offer_id, times[1])])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await stateOf(partners[0], id))[0]).toBe('agreed')
    for (const player of [ann, bea, ...partners])
      expect((await subjectsTo(player)).some((subject) => subject.startsWith('Your match:'))).toBe(true)
  })
})

describe('messages', () => {
  const write = (player: TestPlayer, id: number, text: string) =>
    t.call(sendMessage, { token: player.token, params: { id }, body: { text } })

  test('messages are stored with the match and emailed to the other side without an address', async () => {
    const { ann, bea, id } = await twoPlayers()
    expect(await write(ann, id, 'Running 10 minutes late')).toMatchObject({ status: 201, body: { message: 'Sent.' } })
    expect((await see(bea, id)).arranging.timeline).toMatchObject([
      { by: 'them', kind: 'message', text: 'Running 10 minutes late' },
    ])
    const email = (await emailsTo(bea)).at(-1)
    expect(email?.text).toContain('Running 10 minutes late')
    expect(email?.text).toContain(`/dashboard/matches/${id}`)
    expect(JSON.stringify(email)).not.toContain(ann.email)
    expect(JSON.stringify(email)).not.toContain('555 0100')
    expect(await subjectsTo(ann)).not.toContain('A message about your match')
    const stranger = await makePlayer(t)
    expect(await write(stranger, id, 'Hi')).toMatchObject({ status: 404 })
    expect(await write(ann, id, '  ')).toMatchObject({ status: 422 })
    expect(await write(ann, id, 'x'.repeat(501))).toMatchObject({ status: 422 })
    expect(await write(ann, id, 'x'.repeat(500))).toMatchObject({ status: 201 })
  })

  test('messages are limited to 30 a day per player and match, even if sent at once', async () => {
    const { ann, bea, id } = await twoPlayers()
    for (let sent = 0; sent < 28; sent += 1) expect((await write(ann, id, `${sent}`)).status).toBe(201)
    const last = await Promise.all([1, 2, 3, 4].map((text) => write(ann, id, `last ${text}`)))
    expect(last.map(({ status }) => status).toSorted()).toEqual([201, 201, 429, 429])
    expect(last.find(({ status }) => status === 429)?.body.code).toBe('too_many_messages')
    expect((await write(bea, id, 'Fine')).status).toBe(201)
    t.clock.set('2026-05-19T16:00:01Z')
    expect((await write(ann, id, 'A new day')).status).toBe(201)
  })

  test('messages can be read by an organizer only if reported; the organizer gets one email', async () => {
    const { ann, bea, id, area } = await twoPlayers()
    const organizer = await makeOrganizer(t, [area])
    await write(ann, id, 'A kind word')
    await write(ann, id, 'An insult')
    const insult = (await see(bea, id)).arranging.timeline.find(({ text }) => text === 'An insult')
    const report = (player: TestPlayer, message_id = insult?.id ?? 0) =>
      t.call(reportMessage, { token: player.token, params: { id, message_id }, body: { reason: 'Insulting' } })
    expect((await see(organizer, id)).arranging.timeline).toEqual([])
    expect(await report(ann)).toMatchObject({ status: 404 })
    expect(await report(bea)).toMatchObject({ status: 200 })
    expect(await report(bea)).toMatchObject({ status: 409, body: { code: 'message_reported' } })
    expect((await see(organizer, id)).arranging.timeline.map(({ text }) => text)).toEqual(['An insult'])
    expect((await emailsTo(organizer)).filter(({ subject }) => subject === 'A message was reported')).toHaveLength(1)
  })
})

describe('the links of an offer’s email', () => {
  async function mailed() {
    const made = await twoPlayers()
    const { offer_id, times } = await offered(made.ann, made.bea, made.id)
    return { ...made, offer_id, times, token: await tokenTo(made.bea, 'Times for your match') }
  }

  test('an offer’s email has a button for each time, and opening one of its links has no effect', async () => {
    const { bea, id, token, offer_id, times } = await mailed()
    const email = (await emailsTo(bea)).findLast(({ subject }) => subject === 'Times for your match')
    for (const time of times) {
      expect(email?.text).toContain(`/offer#token=${token}&time=${time}`)
      expect(email?.html).toContain(`time=${time}`)
    }
    for (let open = 0; open < 3; open += 1)
      expect(await t.call(readOfferLink, { body: { token } })).toMatchObject({
        status: 200,
        body: {
          offer_id,
          first_name: bea.first_name,
          match: { id },
          arranging: { state: 'offered', owes_answer: 'me' },
        },
      })
    expect(await stateOf(bea, id)).toEqual(['offered', 'me', null])
    const stored = await t.db.selectFrom('mail_tokens').select('token_hash').execute()
    expect(stored.some(({ token_hash }) => token_hash.toString('base64url').includes(token))).toBe(false)
  })

  test('a link in an offer’s email accepts a time in one press, once', async () => {
    const { bea, ann, id, token, times } = await mailed()
    const press = () => t.call(takeByLink, { body: { token, time_id: times[1] ?? 0 } })
    expect(await press()).toMatchObject({ status: 200, body: { message: expect.stringContaining('May 24') } })
    expect(await press()).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('The match is agreed: Sun, May 24') },
    })
    for (const player of [ann, bea]) expect(await stateOf(player, id)).toEqual(['agreed', null, '2026/05/24'])
    expect(await t.call(readOfferLink, { body: { token } })).toMatchObject({ status: 409 })
    expect(await t.call(declineByLink, { body: { token } })).toMatchObject({ status: 409 })
    expect(await t.call(counterByLink, { body: { token, times: [saturday] } })).toMatchObject({ status: 409 })
  })

  test('a link in an offer’s email can also decline or counter, and stops working afterwards', async () => {
    const one = await mailed()
    expect(await t.call(declineByLink, { body: { token: one.token, reason: 'Away' } })).toMatchObject({ status: 200 })
    expect(await stateOf(one.ann, one.id)).toEqual(['open', null, null])
    expect(await t.call(declineByLink, { body: { token: one.token } })).toMatchObject({ status: 409 })
    const two = await mailed()
    expect(await t.call(counterByLink, { body: { token: two.token, times: [sunday], note: 'Better?' } })).toMatchObject(
      { status: 200 },
    )
    expect(await stateOf(two.ann, two.id)).toEqual(['offered', 'me', null])
    expect(await t.call(takeByLink, { body: { token: two.token, time_id: two.times[0] ?? 0 } })).toMatchObject({
      status: 409,
    })
  })

  test('the links of an offer stop working once the match was moved or the offer replaced; an invalid token opens nothing', async () => {
    const { ann, bea, id, token, times } = await mailed()
    await offer(ann, id, [sunday])
    expect(await t.call(takeByLink, { body: { token, time_id: times[0] ?? 0 } })).toMatchObject({ status: 409 })
    const fresh = await tokenTo(bea, 'Times for your match')
    expect(fresh).not.toBe(token)
    await t.call(arrangeMatch, { token: bea.token, params: { id }, body: saturday })
    expect(await t.call(readOfferLink, { body: { token: fresh } })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('The match is agreed: Sat, May 23') },
    })
    for (const garbage of ['', 'x', 'x'.repeat(43)])
      expect(await t.call(readOfferLink, { body: { token: garbage } })).toMatchObject({
        status: 409,
        body: { code: 'offer_link_dead' },
      })
  })
})
