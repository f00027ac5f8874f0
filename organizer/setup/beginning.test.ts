import { expect, test } from 'vitest'
import { organization } from '#/contract/organization.ts'
import { listSeasons } from '#/features/seasons/contract.ts'
import { createArea } from '#/organizer/areas/contract.ts'
import { createUsualDivisions, listOrganizerDivisions } from '#/organizer/divisions/contract.ts'
import { changeOrganization, getOrganization } from '#/organizer/organization/contract.ts'
import { createSeason } from '#/organizer/seasons/contract.ts'
import { levelsOfSport } from '#/rules/level-list.ts'
import { sports } from '#/rules/sports/formats.ts'
import { openDatabase } from '#/server/db.ts'
import { JOB_LIMITS } from '#/server/pool-limits.ts'
import { freshDatabase, startApp } from '#/test/app.ts'
import { makeOrganizer } from '#/test/make.ts'
import { applyStarterKit, beginSetup, createOwner, getPresets, getSetup, goOnSale } from './contract.ts'
import { prepareCatalogue } from './jobs.ts'
import { makeOwnerLink } from './owner-links.ts'

const password = 'many words make this long'

/** A new installation in production, with its owner. */
async function startNew() {
  const url = await freshDatabase()
  const before = openDatabase(url, JOB_LIMITS)
  await prepareCatalogue(before, { production: true, now: new Date() })
  await before.destroy()
  const t = await startApp('2026-07-15T16:00:00Z', {}, url)
  const link = await makeOwnerLink(t.db, 'https://play.example', t.clock.now())
  const body = { first_name: 'Ada', last_name: 'Moreno', email: 'ada@club.example', password }
  const made = await t.call(createOwner, { body: { ...body, token: link.split('#token=')[1] ?? '' } })
  return { t, token: made.body.token }
}

test('a padel club in Melbourne begins with its country and sport, adds four divisions at once and is on sale', async () => {
  const { t, token } = await startNew()
  const presets = (await t.call(getPresets, { token })).body
  expect(presets.countries.length).toBeGreaterThanOrEqual(30)
  expect(presets.sports.map(({ sport }) => sport)).toEqual(sports)
  expect(presets.sport).toBe(null)
  for (const wrong of [
    { country: 'XX', sport: 'padel' },
    { country: 'AU', sport: 'chess' },
    { country: 'AU' },
    { country: ['AU'], sport: 'padel' },
    {},
  ])
    expect((await t.send(beginSetup, { token, body: wrong })).status).toBe(422)

  const body = { country: 'AU', sport: 'padel', time_zone: 'Australia/Melbourne' } as const
  const answers = await Promise.all([1, 2].map(() => t.call(beginSetup, { token, body })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await t.call(applyStarterKit, { token, body: { kit: 'us-flex' } })).body).toMatchObject({
    code: 'kit_applied',
  })
  expect((await t.call(getOrganization, { token })).body).toMatchObject({
    currency: 'AUD',
    tax: { name: 'GST', rate: 10 },
    locale: 'en-AU',
    phone_country: 'AU',
    units: 'metric',
    first_day_of_week: 1,
    time_zone: 'Australia/Melbourne',
  })
  expect(organization().levels).toEqual(levelsOfSport('padel'))
  const entry = await t.db
    .selectFrom('audit_log')
    .select(['kind', 'after'])
    .where('kind', '=', 'apply_starter_kit')
    .execute()
  expect(entry).toEqual([{ kind: 'apply_starter_kit', after: { country: 'AU', sport: 'padel' } }])

  await t.call(changeOrganization, { token, body: { name: 'Bayside Padel', tax: null } })
  await t.call(createArea, { token, body: { name: 'Richmond', time_zone: organization().time_zone } })
  const after = (await t.call(getPresets, { token })).body
  expect(after.sport).toBe('padel')
  const divisions = ['open', 'womens-doubles', 'mixed-doubles', 'over-40']
  const usual = (given: object) =>
    t.send(createUsualDivisions, { token, body: { sport: 'padel', divisions, price: '49.50', ...given } })
  for (const wrong of [
    { divisions: [] },
    { divisions: ['open', 'none'] },
    { price: '-1' },
    { price: '0.10' },
    { sport: 'chess' },
  ])
    expect((await usual(wrong)).status).toBe(422)
  expect((await t.call(listOrganizerDivisions, { token })).body.divisions).toEqual([])
  const both = await Promise.all([usual({}), usual({})])
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 422])
  const made = (await t.call(listOrganizerDivisions, { token })).body.divisions
  expect(made.map(({ name, sport, price }) => ({ name, sport, price }))).toEqual(
    ['Open Doubles', "Women's Doubles", 'Mixed Doubles', 'Doubles 40 and over'].map((name) => ({
      name,
      sport: 'padel',
      price: 49.5,
    })),
  )

  expect(await t.call(goOnSale, { token })).toMatchObject({ status: 409, body: { code: 'not_set_up' } })
  const days = { starting_date: '2026/07/20', ending_date: '2026/10/30' }
  await t.call(createSeason, { token, body: { name: 'Winter', ...days } })
  await t.db.updateTable('seasons').set({ is_draft: false }).execute()
  expect((await t.call(goOnSale, { token })).status).toBe(200)
  const { items } = (await t.call(listSeasons, { query: {} })).body
  expect(items.map(({ name }) => name)).toEqual(['Winter'])
})

test('an installation whose owner was never asked how to begin has none of the starter kit’s seasons', async () => {
  const { t, token } = await startNew()
  const { steps, kit_open } = (await t.call(getSetup, { token })).body
  expect(kit_open).toBe(true)
  expect(steps.find(({ key }) => key === 'seasons')).toMatchObject({
    done: false,
    problem: 'Create and publish the first season.',
  })
})

test('an organizer who is not an owner begins nothing', async () => {
  const t = await startApp('2026-07-15T16:00:00Z')
  const { token } = await makeOrganizer(t, ['dc'])
  expect((await t.call(getPresets, { token })).status).toBe(403)
  expect((await t.call(beginSetup, { token, body: { country: 'AU', sport: 'padel' } })).status).toBe(403)
  const body = { sport: 'padel' as const, divisions: ['open'], price: '40' }
  expect((await t.call(createUsualDivisions, { token, body })).status).toBe(403)
  expect((await t.call(beginSetup, { body: { country: 'AU', sport: 'padel' } })).status).toBe(401)
})
