import { describe, expect, test } from 'vitest'
import { deleteMatch, getMatch, listMyMatches, reportScore } from '#/features/matches/contract.ts'
import { arrange, makeLeague, scoreBody } from '#/features/matches/score-fixture.ts'
import { startSession } from '#/server/session.ts'
import { startApp, type TestApp } from '#/test/app.ts'
import { joinLeague, makePlayer, makeOrganizer } from '#/test/make.ts'
import { arrangeMatch } from '#/features/arranging/contract.ts'
import { addMatch } from './contract.ts'
import { drawLeagues } from './jobs.ts'
import { getOrganizerMatch } from '#/organizer/matches/contract.ts'

const t = await startApp('2026-05-14T16:00:00Z')
const summer = { season: 'summer-1', area: 'south-bend' } as const

const draw = () => drawLeagues(t.db, t.clock.now())

async function cardsOf(league_id: number) {
  return t.db
    .selectFrom('matches')
    .select(['id', 'entry_one_id', 'entry_two_id', 'round', 'play_from', 'play_by', 'match_date', 'score_id'])
    .where('league_id', '=', league_id)
    .orderBy('id')
    .execute()
}

function pairsOf(cards: { entry_one_id: number; entry_two_id: number }[]): string[] {
  return cards
    .map(({ entry_one_id: one, entry_two_id: two }) => [one, two].toSorted((a, b) => a - b).join('-'))
    .toSorted()
}

function everybody(entry_ids: readonly number[]): string[] {
  return entry_ids.flatMap((one) => entry_ids.filter((two) => two > one).map((two) => `${one}-${two}`)).toSorted()
}

/** The pairings of a league of three to five, who meet twice. */
function everybodyTwice(entry_ids: readonly number[]): string[] {
  return everybody(entry_ids).flatMap((pair) => [pair, pair])
}

/** Withdraws an entry as a refund does. */
async function withdraw(app: TestApp, entry_id: number): Promise<void> {
  const { purchase_id } = await app.db
    .selectFrom('entries')
    .select('purchase_id')
    .where('id', '=', entry_id)
    .executeTakeFirstOrThrow()
  await app.db.updateTable('purchases').set({ status: 'Refunded' }).where('id', '=', purchase_id).execute()
}

describe('the draw', () => {
  test('the draw is made on the season’s first day in the league’s time zone, not a minute before, and contains every pairing of a small league twice', async () => {
    const { entry_ids, league_id } = await makeLeague(t, 4, { ...summer, division: 'womens-singles-3-0' })
    t.clock.set('2026-05-14T23:59:00-04:00')
    await draw()
    expect(await cardsOf(league_id)).toEqual([])
    t.clock.set('2026-05-15T00:00:00-04:00')
    await draw()
    const cards = await cardsOf(league_id)
    expect(pairsOf(cards)).toEqual(everybodyTwice(entry_ids))
    expect(cards.every(({ match_date, score_id }) => match_date === null && score_id === null)).toBe(true)
    const rounds = [...new Set(cards.map(({ round, play_from, play_by }) => `${round}: ${play_from} ${play_by}`))]
    expect(rounds).toEqual([
      '1: 2026-05-15 2026-05-27',
      '2: 2026-05-28 2026-06-09',
      '3: 2026-06-10 2026-06-23',
      '4: 2026-06-24 2026-07-06',
      '5: 2026-07-07 2026-07-19',
      '6: 2026-07-20 2026-08-02',
    ])
  })

  test('the draw has the same result if it runs twice, or four times simultaneously', async () => {
    const { entry_ids, league_id } = await makeLeague(t, 4, { ...summer, division: 'womens-singles-3-5' })
    await Promise.all([draw(), draw(), draw(), draw()])
    await draw()
    expect(pairsOf(await cardsOf(league_id))).toEqual(everybodyTwice(entry_ids))
  })

  test('a pairing that was played in advance gets one card less, and a card that its players deleted is not drawn again', async () => {
    const { people, entry_ids, league_id } = await makeLeague(t, 3, { ...summer, division: 'womens-singles-4-0' })
    const played = await arrange(t, league_id, entry_ids[0], entry_ids[1], '2026-05-15')
    await draw()
    const cards = await cardsOf(league_id)
    expect(pairsOf(cards)).toEqual(everybodyTwice(entry_ids))
    const other = cards.find(({ id }) => id !== played)
    const token = people.find((_, seat) => entry_ids[seat] === other?.entry_one_id)?.token
    expect(await t.call(deleteMatch, { token, params: { id: other?.id ?? 0 } })).toMatchObject({ status: 200 })
    await draw()
    expect(await cardsOf(league_id)).toHaveLength(5)
  })

  test('a player who joins late gets a card against everyone in the remaining weeks; no other card changes', async () => {
    t.clock.set('2026-05-16T16:00:00Z')
    const { entry_ids, league_id } = await makeLeague(t, 4, { ...summer, division: 'mens-singles-3-0' })
    await draw()
    const before = await cardsOf(league_id)
    t.clock.set('2026-05-27T16:00:00Z')
    const { entry_id } = await joinLeague(t, await makePlayer(t), { ...summer, division: 'mens-singles-3-0' })
    await draw()
    const after = await cardsOf(league_id)
    expect(after.slice(0, before.length)).toEqual(before)
    const late = after.slice(before.length)
    expect(pairsOf(late)).toEqual(entry_ids.flatMap((other) => Array(2).fill(`${other}-${entry_id}`)).toSorted())
    expect(late.every(({ play_by }) => (play_by ?? '') >= '2026-05-27')).toBe(true)
  })

  test('when a player withdraws, played and dated matches stay; a returning player gets new cards', async () => {
    t.clock.set('2026-05-16T16:00:00Z')
    const { people, entry_ids, league_id } = await makeLeague(t, 4, { ...summer, division: 'mens-singles-3-5' })
    await draw()
    const mine = (await cardsOf(league_id)).filter(({ entry_one_id, entry_two_id }) =>
      [entry_one_id, entry_two_id].includes(entry_ids[0]),
    )
    const [dated, , undated] = mine
    const against = (card: (typeof mine)[number] | undefined) =>
      people.find((_, seat) => seat > 0 && [card?.entry_one_id, card?.entry_two_id].includes(entry_ids[seat] ?? 0))
    await t.db
      .updateTable('matches')
      .set({ match_date: '2026-05-20' })
      .where('id', '=', dated?.id ?? 0)
      .execute()
    const opponent = against(mine[1])
    if (!opponent) throw new Error('nobody to play against')
    await t.call(reportScore, {
      token: opponent.token,
      body: scoreBody(opponent, people[0], '6-0 6-0', { match_date: '2026/05/16' }),
    })

    await withdraw(t, entry_ids[0])
    await draw()
    const left = await cardsOf(league_id)
    expect(left).toHaveLength(8)
    expect(left.some(({ id }) => id === undated?.id)).toBe(false)

    await t.db
      .updateTable('purchases')
      .set({ status: 'Paid' })
      .where('id', 'in', t.db.selectFrom('entries').select('purchase_id').where('id', '=', entry_ids[0]))
      .execute()
    await draw()
    expect(pairsOf(await cardsOf(league_id))).toEqual(everybodyTwice(entry_ids))
  })

  test('a score without its card is assigned to the pairing’s match with the nearest days', async () => {
    t.clock.set('2026-05-16T16:00:00Z')
    const { people, league_id } = await makeLeague(t, 3, { ...summer, division: 'mens-singles-4-5' })
    await draw()
    t.clock.set('2026-07-20T16:00:00Z')
    const [one, two] = people
    const token = await startSession(t.db, one.id, t.clock.now())
    const division = 'mens-singles-4-5'
    const reported = await t.call(reportScore, {
      token,
      body: scoreBody(one, two, '6-1 6-1', { match_date: '2026/07/20', division }),
    })
    const cards = await cardsOf(league_id)
    expect(cards).toHaveLength(6)
    const filled = cards.find(({ id }) => id === reported.body.id)
    expect(filled?.round).toBeGreaterThan(3)
    expect(filled?.score_id).not.toBeNull()
    t.clock.set('2026-05-16T16:00:00Z')
  })

  test('Winter spans New Year, and includes February 29 in a leap year', async () => {
    const w = await startApp('2027-11-22T05:00:00Z')
    const { league_id } = await makeLeague(w, 4, { season: 'winter', division: 'womens-singles-3-0', area: 'dc' })
    await drawLeagues(w.db, w.clock.now())
    const days = await w.db
      .selectFrom('matches')
      .select(['play_from', 'play_by'])
      .where('league_id', '=', league_id)
      .orderBy('round')
      .execute()
    expect(days[0]?.play_from).toBe('2027-11-22')
    expect(days.at(-1)?.play_by).toBe('2028-02-28')
    expect(days.some(({ play_from, play_by }) => (play_from ?? '') < '2028' && (play_by ?? '') > '2028')).toBe(true)

    const {
      people: [ann],
      entry_ids: [one, two],
      league_id: other,
    } = await makeLeague(w, 2, { season: 'winter', division: 'womens-singles-3-5', area: 'dc' })
    const id = await arrange(w, other, one, two, null)
    const set = (match_date: string) => w.call(arrangeMatch, { token: ann.token, params: { id }, body: { match_date } })
    expect(await set('2028/02/29')).toMatchObject({ status: 200 })
    expect(await set('2027/02/29')).toMatchObject({
      status: 422,
      body: { fields: { match_date: 'Invalid date provided.' } },
    })
  })
})

describe('two matches of a player that begin within 90 minutes', () => {
  test('two matches of a player that begin within 90 minutes cause warnings in the response, on the card and at the desk, and are set nevertheless', async () => {
    t.clock.set('2026-05-16T16:00:00Z')
    const division = 'mens-singles-5-0'
    const {
      people: [ann, bea, cleo],
      entry_ids: [one, two, three],
      league_id,
    } = await makeLeague(t, 3, { ...summer, division })
    const first = await arrange(t, league_id, one, two, '2026-05-20', '18:00')
    const second = await arrange(t, league_id, three, one, null)
    const set = (token: string, match_time: string | null, match_date = '2026/05/20') =>
      t.call(arrangeMatch, { token, params: { id: second }, body: { match_date, match_time, match_location: '' } })
    const flag = async (token: string, id: number) =>
      (await t.call(listMyMatches, { token })).body.matchups.find((card) => card.id === id)?.same_hour
    const warnings = ['You have another match around that time.']
    expect(await set(ann.token, '19:30')).toMatchObject({
      status: 200,
      body: { message: `The match is set. ${warnings[0]}`, warnings },
    })
    // The opponent sees only that the player is busy.
    const name = `${ann.first_name} ${ann.last_name}`
    expect((await set(cleo.token, '16:30')).body.warnings).toEqual([`${name} has another match around that time.`])
    expect([await flag(ann.token, first), await flag(ann.token, second)]).toEqual([true, true])
    expect([await flag(bea.token, first), await flag(cleo.token, second)]).toEqual([false, false])
    const organizer = await makeOrganizer(t)
    const desk = async (id: number) =>
      (await t.call(getOrganizerMatch, { token: organizer.token, params: { id } })).body.same_hour
    expect([await desk(first), await desk(second)]).toEqual([[name], [name]])
    expect((await set(organizer.token, '18:00')).body.warnings).toEqual([`${name} has another match around that time.`])
    for (const [time, day] of [
      ['19:31', '2026/05/20'],
      ['16:29', '2026/05/20'],
      ['18:00', '2026/05/21'],
      [null, '2026/05/20'],
    ] as const)
      expect((await set(ann.token, time, day)).body.warnings).toEqual([])
    expect(await flag(ann.token, first)).toBe(false)
    const added = await t.call(addMatch, {
      token: bea.token,
      body: {
        season: 'summer-1',
        division,
        opponent: { id: cleo.id },
        match_date: '2026/05/20',
        match_time: '18:30',
        match_location: '',
      },
    })
    expect(added).toMatchObject({ status: 201, body: { warnings } })
  })
})

describe('date, time and court', () => {
  test('the date, time and court of a match can be set by either player, are shown on the card, and can be cleared', async () => {
    t.clock.set('2026-05-16T16:00:00Z')
    const {
      people: [ann, bea, cleo],
      entry_ids: [one, two],
      league_id,
    } = await makeLeague(t, 3, { ...summer, division: 'womens-singles-4-5' })
    const id = await arrange(t, league_id, one, two, null)
    const body = { match_date: '2026/05/18', match_time: '23:59', match_location: 'Leeper Park, court 4' }
    expect(await t.call(arrangeMatch, { token: bea.token, params: { id }, body })).toMatchObject({ status: 200 })
    const { body: mine } = await t.call(listMyMatches, { token: ann.token, query: {} })
    expect(mine.matchups.find((card) => card.id === id)).toMatchObject({ ...body, is_upcoming: true })
    expect(await t.call(arrangeMatch, { token: ann.token, params: { id }, body: {} })).toMatchObject({ status: 200 })
    expect((await t.call(getMatch, { token: bea.token, params: { id } })).body).toMatchObject({
      match_date: null,
      match_time: null,
      match_location: null,
    })
    expect(await t.call(arrangeMatch, { token: cleo.token, params: { id }, body })).toMatchObject({ status: 404 })
  })

  test.each([
    ['a day that is over where the match is', { match_date: '2026/05/15' }, 'match_date', 'This day is in the past.'],
    [
      'a day after the season',
      { match_date: '2026/08/10' },
      'match_date',
      'The season counts matches until Sun, Aug 9, 2026.',
    ],
    ['a time without a day', { match_time: '18:30' }, 'match_date', 'Please choose the day as well as the time.'],
    [
      'a time that is none',
      { match_date: '2026/05/18', match_time: '24:00' },
      'match_time',
      'Please enter a time, like 18:30.',
    ],
  ])('%s is refused', async (_, body, field, sentence) => {
    // It is one minute to midnight in South Bend, and the 17th in UTC.
    t.clock.set('2026-05-16T23:59:00-04:00')
    const {
      people: [ann],
      entry_ids: [one, two],
      league_id,
    } = await makeLeague(t, 2, { ...summer, division: 'womens-singles-5-0' })
    const id = await arrange(t, league_id, one, two, null)
    expect(await t.call(arrangeMatch, { token: ann.token, params: { id }, body })).toMatchObject({
      status: 422,
      body: { fields: { [field]: sentence } },
    })
    expect(
      await t.call(arrangeMatch, { token: ann.token, params: { id }, body: { match_date: '2026/05/16' } }),
    ).toMatchObject({ status: 200 })
  })

  test('the date, time and court of a match with a score cannot be changed', async () => {
    t.clock.set('2026-05-20T16:00:00Z')
    const {
      people: [ann, bea],
    } = await makeLeague(t, 2, { ...summer, division: 'mens-singles-4-0' })
    const reported = await t.call(reportScore, { token: ann.token, body: scoreBody(ann, bea, '6-0 6-0') })
    const answer = await t.call(arrangeMatch, {
      token: ann.token,
      params: { id: reported.body.id },
      body: { match_date: '2026/05/21' },
    })
    expect(answer).toMatchObject({ status: 409, body: { code: 'match_arranged' } })
  })
})

describe('a match outside the schedule', () => {
  test('a match outside the schedule is added against a player of the same league, once a day', async () => {
    t.clock.set('2026-05-20T16:00:00Z')
    const {
      people: [ann, bea],
    } = await makeLeague(t, 2, { ...summer, division: 'mens-singles-4-5' })
    const body = {
      season: 'Summer 1',
      opponent: { id: bea.id },
      match_date: '2026/05/22',
      match_time: '09:00',
      match_location: 'Rum Village',
    }
    const answers = await Promise.all([1, 2, 3].map(() => t.call(addMatch, { token: ann.token, body })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    const id = answers.find(({ status }) => status === 201)?.body.id ?? 0
    expect((await t.call(getMatch, { token: bea.token, params: { id } })).body).toMatchObject({
      player_one_id: ann.id,
      player_two_id: bea.id,
      match_date: '2026/05/22',
      match_location: 'Rum Village',
      round: null,
    })
    expect(await t.call(addMatch, { token: bea.token, body: { ...body, opponent: { id: ann.id } } })).toMatchObject({
      status: 409,
      body: { code: 'match_exists' },
    })
  })

  test('a match outside the schedule is refused against a stranger, against the player themselves, and without an opponent', async () => {
    const {
      people: [ann],
    } = await makeLeague(t, 2, { ...summer, division: 'mens-singles-5-0' })
    const stranger = await makePlayer(t)
    for (const other of [stranger, ann])
      expect(
        await t.call(addMatch, { token: ann.token, body: { season: 'summer-1', opponent: { id: other.id } } }),
      ).toMatchObject({ status: 409, body: { code: 'not_in_same_league' } })
    expect(await t.send(addMatch, { token: ann.token, body: { season: 'summer-1' } })).toMatchObject({
      status: 422,
      body: { fields: { opponent: 'Please choose the opponent from the list.' } },
    })
  })
})
