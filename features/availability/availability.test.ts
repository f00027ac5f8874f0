import { describe, expect, test } from 'vitest'
import { deleteAccount, exportData } from '#/features/settings/contract.ts'
import { listMyMatches } from '#/features/matches/contract.ts'
import { arrangeMatch } from '#/features/arranging/contract.ts'
import { addMatch } from '#/features/schedule/contract.ts'
import { startApp } from '#/test/app.ts'
import { joinLeague, makeOrganizer, makePlayer, password, type TestPlayer } from '#/test/make.ts'
import { createCourt } from '#/organizer/courts/contract.ts'
import { startSession } from '#/server/session.ts'
import { getAvailability, suggestTimes, updateAvailability } from './contract.ts'

const t = await startApp('2026-07-15T16:00:00Z')
const hours = (weekday: number, from: string, to: string) => ({ weekday, from, to })
type Hours = ReturnType<typeof hours>

describe('availability', () => {
  test('availability is stored with overlaps merged, and read back by its owner', async () => {
    const { token } = await makePlayer(t)
    expect((await t.call(getAvailability, { token })).body).toEqual({ weekly: [], away: [] })
    const body = {
      weekly: [
        hours(3, '19:00', '21:00'),
        hours(1, '06:00', '07:30'),
        hours(3, '18:00', '19:00'),
        hours(3, '20:30', '23:00'),
      ],
      away: [
        { from: '2026/08/03', to: '2026/08/09' },
        { from: '2026/08/01', to: '2026/08/02' },
      ],
    }
    const merged = {
      weekly: [hours(1, '06:00', '07:30'), hours(3, '18:00', '23:00')],
      away: [{ from: '2026/08/01', to: '2026/08/09' }],
    }
    expect(await t.call(updateAvailability, { token, body })).toMatchObject({ status: 200, body: merged })
    expect((await t.call(getAvailability, { token })).body).toEqual(merged)
    // Each of several simultaneous calls replaces the whole availability.
    const many = await Promise.all([1, 2, 3, 4].map(() => t.call(updateAvailability, { token, body })))
    expect(many.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await t.call(getAvailability, { token })).body).toEqual(merged)
  })

  const good = hours(1, '18:00', '20:00')
  test.each<[string, object, string]>([
    ['a weekday that is none', { weekly: [{ ...good, weekday: 8 }] }, 'weekly.0.weekday'],
    ['a weekday of 0', { weekly: [good, { ...good, weekday: 0 }] }, 'weekly.1.weekday'],
    ['a time off the grid', { weekly: [{ ...good, from: '18:15' }] }, 'weekly.0.from'],
    ['a time before the grid', { weekly: [{ ...good, from: '05:30' }] }, 'weekly.0.from'],
    ['a time after the grid', { weekly: [{ ...good, to: '23:30' }] }, 'weekly.0.to'],
    ['midnight as 24:00', { weekly: [{ ...good, to: '24:00' }] }, 'weekly.0.to'],
    ['an end before the start', { weekly: [{ ...good, to: '17:00' }] }, 'weekly.0.to'],
    ['an end at the start', { weekly: [{ ...good, to: '18:00' }] }, 'weekly.0.to'],
    ['days away that end before they begin', { away: [{ from: '2026/08/09', to: '2026/08/01' }] }, 'away.0.to'],
    ['a day that does not exist', { away: [{ from: '2026/02/30', to: '2026/03/01' }] }, 'away.0.from'],
    ['too many ranges', { weekly: Array.from({ length: 301 }, () => good) }, 'weekly'],
    ['no list', { weekly: 'always' }, 'weekly'],
  ])('%s is refused, and nothing changes', async (_, given, field) => {
    const { token } = await makePlayer(t)
    await t.call(updateAvailability, { token, body: { weekly: [good], away: [] } })
    expect(await t.send(updateAvailability, { token, body: { weekly: [], away: [], ...given } })).toMatchObject({
      status: 422,
      body: { fields: { [field]: expect.any(String) } },
    })
    expect((await t.call(getAvailability, { token })).body.weekly).toEqual([good])
  })

  test('availability is exported with the account’s data, deleted with the account, and hidden from an impersonating organizer', async () => {
    const player = await makePlayer(t)
    const body = { weekly: [good], away: [{ from: '2026/08/01', to: '2026/08/09' }] }
    await t.call(updateAvailability, { token: player.token, body })
    const exported = await t.call(exportData, { token: player.token, body: { password } })
    expect(exported.body.availability).toEqual(body)
    const organizer = await makeOrganizer(t)
    const looking = await startSession(t.db, player.id, t.clock.now())
    await t.db
      .updateTable('sessions')
      .set({ impersonated_by_id: organizer.id })
      .where(
        'id',
        '=',
        t.db
          .selectFrom('sessions')
          .select('id')
          .where('player_id', '=', player.id)
          .orderBy('created_at', 'desc')
          .orderBy('id')
          .limit(1),
      )
      .where('player_id', '=', player.id)
      .execute()
    const answers = await Promise.all([looking, player.token].map((token) => t.call(getAvailability, { token })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403])
    const own = answers[0]?.status === 200 ? looking : player.token
    expect((await t.call(deleteAccount, { token: own, body: { password } })).status).toBe(200)
    for (const table of ['availability_hours', 'days_away'] as const)
      expect(await t.db.selectFrom(table).select('player_id').where('player_id', '=', player.id).execute()).toEqual([])
  })
})

describe('suggested times', () => {
  async function makeMatch(division = 'womens-singles-3-5'): Promise<{ id: number; one: TestPlayer; two: TestPlayer }> {
    const [one, two] = [await makePlayer(t), await makePlayer(t)]
    for (const player of [one, two]) await joinLeague(t, player, { season: 'summer-2', division })
    return { id: await addOpenMatch(one, two), one, two }
  }

  async function addOpenMatch(one: TestPlayer, two: TestPlayer): Promise<number> {
    const body = { season: 'summer-2', opponent: { id: two.id }, match_date: null, match_location: '' }
    const added = await t.call(addMatch, { token: one.token, body })
    expect(added.status).toBe(201)
    // The match's window is two weeks, from a Monday to a Sunday.
    await t.db
      .updateTable('matches')
      .set({ play_from: '2026-08-03', play_by: '2026-08-16' })
      .where('id', '=', added.body.id)
      .execute()
    return added.body.id
  }

  const enter = async ({ token }: TestPlayer, ...weekly: Hours[]) => {
    const { status } = await t.call(updateAvailability, { token, body: { weekly, away: [] } })
    expect(status).toBe(200)
  }
  const ask = async ({ token }: TestPlayer, id: number) =>
    (await t.call(suggestTimes, { token, params: { id } })).body.suggestions

  test('suggested times are evenings and a weekend morning if no availability is set, and the reasons say so', async () => {
    const { id, one, two } = await makeMatch()
    const why = 'You have not entered when you can play, so usual times for matches are suggested.'
    const suggestions = [
      { match_date: '2026/08/03', match_time: '18:00', court_id: null, match_location: '', why },
      { match_date: '2026/08/04', match_time: '18:00', court_id: null, match_location: '', why },
      { match_date: '2026/08/08', match_time: '10:00', court_id: null, match_location: '', why },
    ]
    expect(await ask(one, id)).toEqual(suggestions)
    expect(await ask(two, id)).toEqual(suggestions)
  })

  test('suggested times are in both players’ availability, do not reveal the other side’s, and are shown to the match’s players only', async () => {
    const { id, one, two } = await makeMatch()
    await enter(one, hours(2, '17:00', '21:00'), hours(4, '06:00', '23:00'))
    await enter(two, hours(2, '18:00', '20:00'), hours(4, '12:00', '14:00'), hours(5, '06:00', '23:00'))
    const times = (await ask(one, id)).map(({ match_date, match_time, why }) => [match_date, match_time, why])
    expect(times).toEqual([
      ['2026/08/04', '18:00', 'You can play then.'],
      ['2026/08/11', '18:00', 'You can play then.'],
      ['2026/08/06', '12:30', 'You can play then.'],
    ])
    const stranger = await makePlayer(t)
    const organizer = await makeOrganizer(t)
    for (const { token } of [stranger, organizer])
      expect((await t.call(suggestTimes, { token, params: { id } })).status).toBe(404)
  })

  test('suggested times avoid other matches of either player, and days with a match that has no time yet', async () => {
    const { id, one, two } = await makeMatch()
    const third = await makePlayer(t)
    await joinLeague(t, third, { season: 'summer-2', division: 'womens-singles-3-5' })
    await enter(one, hours(1, '17:00', '21:30'))
    const other = await addOpenMatch(two, third)
    const set = (match_time: string | null) =>
      t.call(arrangeMatch, {
        token: third.token,
        params: { id: other },
        body: { match_date: '2026/08/03', match_time, match_location: '' },
      })
    await set('18:00')
    const times = (await ask(one, id)).map(({ match_date, match_time }) => `${match_date} ${match_time}`)
    expect(times.toSorted()).toEqual(['2026/08/03 20:00', '2026/08/10 18:00', '2026/08/10 20:00'])
    await set(null)
    expect((await ask(one, id)).every(({ match_date }) => match_date !== '2026/08/03')).toBe(true)
  })

  test('suggested times are at a court in the area, with lights or in daylight', async () => {
    const organizer = await makeOrganizer(t)
    const court = async (name: string, has_lights: boolean, court_count: number) => {
      const body = {
        area: 'Indianapolis',
        name,
        address: 'Indianapolis',
        latitude: 39.77,
        longitude: -86.16,
        surface: 'Hard' as const,
        court_count,
        has_lights,
      }
      return (await t.call(createCourt, { token: organizer.token, body })).body.id
    }
    const large = await court('Large Park', false, 20)
    const [one, two] = [
      await makePlayer(t, { location: 'indianapolis' }),
      await makePlayer(t, { location: 'indianapolis' }),
    ]
    for (const player of [one, two]) await joinLeague(t, player, { season: 'summer-2', division: 'mens-singles-4-0' })
    const id = await addOpenMatch(one, two)
    await enter(one, hours(1, '19:30', '23:00'), hours(2, '18:00', '19:30'))
    // Sunset is at about 8:55 p.m., so a match at 7:30 p.m. would end in the dark.
    expect((await ask(one, id)).map(({ match_date, court_id }) => [match_date, court_id])).toEqual([
      ['2026/08/04', large],
      ['2026/08/11', large],
    ])
    const lit = await court('Lit Park', true, 2)
    expect((await ask(one, id))[0]).toMatchObject({
      match_date: '2026/08/03',
      match_time: '19:30',
      court_id: lit,
      match_location: 'Lit Park',
      why: 'You can play then. Lit Park has lights.',
    })
  })

  test('suggested times are within the window, and there are none for a canceled match', async () => {
    const { id, one } = await makeMatch()
    t.clock.set('2026-08-16T14:00:00Z')
    const token = await startSession(t.db, one.id, t.clock.now())
    const asked = await t.call(suggestTimes, { token, params: { id } })
    expect(
      asked.body.suggestions.every(
        ({ match_date, match_time }) => match_date === '2026/08/16' && match_time >= '14:00',
      ),
    ).toBe(true)
    expect((await t.call(listMyMatches, { token, query: {} })).status).toBe(200)
    t.clock.set('2026-08-17T14:00:00Z')
    expect((await t.call(suggestTimes, { token, params: { id } })).body.suggestions).toEqual([])
    t.clock.set('2026-07-15T16:00:00Z')
    await t.db.updateTable('matches').set({ canceled_at: t.clock.now() }).where('id', '=', id).execute()
    expect((await t.call(suggestTimes, { token: one.token, params: { id } })).status).toBe(404)
  })
})
