import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { arrangeMatch } from '#/features/arranging/contract.ts'
import { openSeasons } from '#/features/seasons/jobs.ts'
import { listSeasons } from '#/features/seasons/contract.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import { listStandings } from '#/features/standings/contract.ts'
import { addDays } from '#/rules/day.ts'
import { countEveryMeeting } from '#/test/make.ts'
import { startApp } from '#/test/app.ts'
import { getMatch, getResult, reportScore } from './contract.ts'
import { arrange, makeLeague, scoreBody } from './score-fixture.ts'

const t = await startApp('2026-03-01T12:00:00Z')
const division = 'womens-singles-3-0'
const wire = (day: string) => day.replaceAll('-', '/')

async function goTo(instant: string): Promise<void> {
  t.clock.set(instant)
  await openSeasons(t.db, saleDay(t.clock.now()))
}

afterAll(() => void vi.unstubAllEnvs())

describe.each([
  ['Pacific/Kiritimati', -840],
  ['America/Los_Angeles', 480],
  ['Asia/Kolkata', -330],
])('with the server in %s', (zone, minutesBehind) => {
  beforeAll(() => void vi.stubEnv('TZ', zone))

  test('the process uses this time zone', () => {
    expect(new Date('2026-01-01T00:00:00Z').getTimezoneOffset()).toBe(minutesBehind)
  })

  // The morning when clocks go forward, the evenings before and after they go back, a summer night, New Year, and
  // February 29.
  test.each([
    ['summer-1', 'dc', '2026-03-01T12:00:00Z', '2026-03-09T03:59:00Z', '2026-03-08'],
    ['summer-1', 'indianapolis', '2026-05-20T16:00:00Z', '2026-07-15T03:59:00Z', '2026-07-14'],
    ['fall', 'dc', '2026-10-01T16:00:00Z', '2026-11-01T03:59:00Z', '2026-10-31'],
    ['fall', 'dc', '2026-10-01T16:00:00Z', '2026-11-02T04:59:00Z', '2026-11-01'],
    ['winter', 'dc', '2027-12-01T17:00:00Z', '2028-01-01T04:59:00Z', '2027-12-31'],
    ['winter', 'south-bend', '2027-12-01T17:00:00Z', '2028-03-01T04:59:00Z', '2028-02-29'],
  ])('%s in %s, bought at %s: %s is the last minute of %s', async (season, area, bought, at, today) => {
    await goTo(bought)
    const {
      people: [ann, bea],
      entry_ids: [one, two],
      league_id,
    } = await makeLeague(t, 2, { season, area, division })
    await t.db.updateTable('sessions').set({ expires_at: '2029-01-01T00:00:00Z' }).execute()
    const tomorrow = addDays(today, 1)
    const late = await arrange(t, league_id, one, two, today, '23:59')
    const early = await arrange(t, league_id, one, two, tomorrow, '00:00')
    const open = await arrange(t, league_id, one, two, null)
    const report = (day: string, matchup_id: number) =>
      t.call(reportScore, {
        token: ann.token,
        body: scoreBody(ann, bea, '6-4 6-4', { season, match_date: wire(day), match_area: area, matchup_id }),
      })
    const upcoming = async () =>
      Promise.all(
        [late, early].map(
          async (id) => (await t.call(getMatch, { token: ann.token, params: { id } })).body.is_upcoming,
        ),
      )
    const setFor = async (day: string) =>
      t.call(arrangeMatch, {
        token: ann.token,
        params: { id: open },
        body: { match_date: wire(day), match_time: null, match_location: '' },
      })

    await countEveryMeeting(t)
    await goTo(at)
    expect(await upcoming()).toEqual([true, true])
    expect(await setFor(today)).toMatchObject({ status: 200 })
    expect(await report(tomorrow, early)).toMatchObject({
      status: 422,
      body: { fields: { match_date: 'This day is in the future.' } },
    })
    expect((await report(today, late)).status).toBe(201)
    expect((await t.call(getResult, { token: bea.token, params: { id: late } })).body).toMatchObject({
      match_date: wire(today),
      confirmation: { state: 'unconfirmed', answer_until: new Date(Date.parse(at) + 86_400_000).toISOString() },
    })

    await goTo(new Date(Date.parse(at) + 60_000).toISOString())
    expect(await upcoming()).toEqual([false, true])
    expect(await setFor(today)).toMatchObject({
      status: 422,
      body: { fields: { match_date: 'This day is in the past.' } },
    })
    expect((await report(tomorrow, early)).status).toBe(201)
    const { body } = await t.call(listStandings, { token: ann.token, query: { area, season, division } })
    expect(body.players.find(({ is_me }) => is_me)).toMatchObject({ wins: 2, losses: 0 })
  })

  // Fall 2026 begins on September 22.
  test.each([
    ['2026-10-07T03:59:00Z', 2026],
    ['2026-10-07T04:00:00Z', 2027],
  ])('at %s the Fall season on sale is that of %i', async (at, year) => {
    await goTo(at)
    const { body } = await t.call(listSeasons, { query: {} })
    expect(body.items.find(({ slug }) => slug === 'fall')?.year).toBe(year)
  })
})
