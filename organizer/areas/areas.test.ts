import { beforeEach, expect, test } from 'vitest'
import { joinLeague } from '#/test/make.ts'
import { reportScore } from '#/features/matches/contract.ts'
import { startApp } from '#/test/app.ts'
import { createArea, listOrganizerAreas, orderAreas, renameArea } from './contract.ts'
import { listLeaguesOf2026 } from '#/organizer/seasons/season-fixture.ts'
import { listResults } from '#/features/matches/contract.ts'
import { listStandings } from '#/features/standings/contract.ts'
import { makeOrganizer, makePlayer } from '#/test/make.ts'
import { scoreBody } from '#/features/matches/score-fixture.ts'
import { signUp } from '#/features/accounts/contract.ts'

const noon = '2026-07-15T16:00:00Z'
const t = await startApp(noon)
let token = ''

beforeEach(async () => {
  t.clock.set(noon)
  token = (await makeOrganizer(t)).token
})

test('a new area works everywhere at once: sign-up, joining, reporting, results, standings', async () => {
  const made = await t.call(createArea, { token, body: { name: 'San José', time_zone: 'America/Los_Angeles' } })
  expect(made).toMatchObject({ status: 201, body: { slug: 'san-jose' } })
  expect((await t.server.inject({ url: '/' })).body).not.toContain('undefined')
  const signedUp = await t.call(signUp, {
    body: {
      first_name: 'Ada',
      last_name: 'Moreno',
      email: 'ada@san-jose.example',
      phone: '+1 408 555 0100',
      singles_level: '3.5',
      gender: 'Female',
      location: 'San José',
      password: 'a quiet word with the net',
    },
  })
  expect(signedUp.status).toBe(201)
  const [ada, bea] = [await makePlayer(t, { location: 'san-jose' }), await makePlayer(t, { location: 'san-jose' })]
  for (const player of [ada, bea]) await joinLeague(t, player, { season: 'summer-2', division: 'womens-singles-3-5' })
  // Half past eight in the evening there, the next day in the East.
  t.clock.set('2026-07-31T03:30:00Z')
  const body = (match_date: string) =>
    scoreBody(ada, bea, '6-4 6-4', { season: 'Summer 2', match_area: 'San José', match_date })
  expect((await t.call(reportScore, { token: ada.token, body: body('2026/07/31') })).status).toBe(422)
  expect((await t.call(reportScore, { token: ada.token, body: body('2026/07/30') })).status).toBe(201)
  const query = { area: 'san-jose' }
  expect((await t.call(listResults, { token: ada.token, query })).body.total).toBe(1)
  expect((await t.call(listStandings, { token: ada.token, query })).body.players[0]).toMatchObject({ wins: 1 })

  t.clock.set(noon)
  token = (await makeOrganizer(t)).token
  expect(
    (await listLeaguesOf2026(t, token, 'winter')).filter(({ area }) => area === 'san-jose').length,
  ).toBeGreaterThan(12)
  expect(
    (await t.call(createArea, { token, body: { name: 'san josé', time_zone: 'America/Chicago' } })).body.fields,
  ).toEqual({
    name: 'This name is already taken.',
  })
  // Node knows the last one, PostgreSQL does not.
  for (const time_zone of ['Mars/Olympus', '', 'EST5', '+02:00', 'US/Pacific-New'])
    expect((await t.call(createArea, { token, body: { name: 'Elsewhere', time_zone } })).body.fields).toHaveProperty(
      'time_zone',
    )
  expect(
    (await t.call(renameArea, { token, params: { slug: 'san-jose' }, body: { name: 'Silicon Valley' } })).status,
  ).toBe(200)
  expect(
    (await t.call(listOrganizerAreas, { token })).body.areas.find(({ slug }) => slug === 'san-jose'),
  ).toMatchObject({
    name: 'Silicon Valley',
    players: 3,
  })
  expect((await t.call(renameArea, { token, params: { slug: 'atlantis' }, body: { name: 'Atlantis' } })).status).toBe(
    404,
  )
})

test('areas are put in order', async () => {
  const slugs = (await t.call(listOrganizerAreas, { token })).body.areas.map(({ slug }) => slug).toReversed()
  expect((await t.call(orderAreas, { token, body: { slugs } })).status).toBe(200)
  expect((await t.call(listOrganizerAreas, { token })).body.areas.map(({ slug }) => slug)).toEqual(slugs)
})
