import { expect, test } from 'vitest'
import { listedAreas } from '#/contract/areas.ts'
import { getUser, signIn, signUp } from '#/features/accounts/contract.ts'
import { ensureOrganizer } from '#/features/accounts/jobs.ts'
import { listSeasons } from '#/features/seasons/contract.ts'
import { getConfig } from '#/features/site/contract.ts'
import { createArea, listOrganizerAreas } from '#/organizer/areas/contract.ts'
import { changeDivision, listOrganizerDivisions } from '#/organizer/divisions/contract.ts'
import { changeOrganization } from '#/organizer/organization/contract.ts'
import { createSeason, listOrganizerSeasons } from '#/organizer/seasons/contract.ts'
import { ratingLevels } from '#/rules/level-list.ts'
import { starterLevels } from '#/rules/starter-levels.ts'
import { usFlexKit } from '#/rules/starter-kit.ts'
import { readAreas } from '#/server/areas.ts'
import { readOrganization } from '#/server/organization.ts'
import { freshDatabase, startApp } from '#/test/app.ts'
import { mailboxOf } from '#/test/mailbox.ts'
import { makeOrganizer, password } from '#/test/make.ts'
import { openDatabase } from '#/server/db.ts'
import { JOB_LIMITS } from '#/server/pool-limits.ts'
import { applyStarterKit, copySetup, createOwner, getSetup, goOnSale, sendTestMail } from './contract.ts'
import { prepareCatalogue } from './jobs.ts'
import { hasOwner, makeOwnerLink } from './owner-links.ts'

// A migrated database before its first use, as at the first start in production.
const url = await freshDatabase()
const before = openDatabase(url, JOB_LIMITS)
await Promise.all([1, 2, 3].map(() => prepareCatalogue(before, { production: true, now: new Date() })))
await before.destroy()
const t = await startApp('2026-07-15T16:00:00Z', {}, url)
await readAreas(t.db)
const { emailsTo } = mailboxOf(t)

const names = { first_name: 'Ada', last_name: 'Moreno', password }
const linkToken = async () =>
  (await makeOwnerLink(t.db, 'https://play.example', t.clock.now())).split('#token=')[1] ?? ''
const stepsOf = async (token: string) =>
  Object.fromEntries((await t.call(getSetup, { token })).body.steps.map(({ key, done }) => [key, done]))

test('a new production database has no area, division or season, sells nothing, and says that it is being set up', async () => {
  expect(listedAreas()).toEqual([])
  expect(await t.db.selectFrom('divisions').selectAll().execute()).toEqual([])
  expect(await t.db.selectFrom('seasons').selectAll().execute()).toEqual([])
  expect((await t.call(listSeasons, { query: {} })).body.items).toEqual([])
  expect((await t.call(getConfig, {})).body.organization.open).toBe(false)
  expect(await hasOwner(t.db)).toBe(false)
})

test('a link creates one owner, with a name and no invented data; a used, expired or made-up link creates none', async () => {
  const token = await linkToken()
  const email = 'ada@bayside.example'
  const made = await t.call(createOwner, { body: { ...names, token, email } })
  expect(made).toMatchObject({
    status: 201,
    body: { user: { role: 'owner', first_name: 'Ada', last_name: 'Moreno', phone: null, location: null } },
  })
  expect((await t.call(getUser, { token: made.body.token })).body.user).toMatchObject({ email, role: 'owner' })
  expect((await t.call(signIn, { body: { email, password } })).status).toBe(200)
  const again = await t.call(createOwner, { body: { ...names, token, email: 'eve@bayside.example' } })
  expect(again).toMatchObject({ status: 409, body: { code: 'link_dead' } })
  const late = await linkToken()
  t.clock.set('2026-07-16T16:00:01Z')
  for (const dead of [late, 'made-up'])
    expect((await t.call(createOwner, { body: { ...names, token: dead, email: 'eve@bayside.example' } })).status).toBe(
      409,
    )
  t.clock.set('2026-07-15T16:00:00Z')
})

test('when two people open one link, or a link each, at the same time, one of them becomes the owner', async () => {
  const shared = await linkToken()
  const racers = await Promise.all(
    [1, 2].map((who) =>
      t.call(createOwner, { body: { ...names, token: shared, email: `racer-${who}@bayside.example` } }),
    ),
  )
  expect(racers.map(({ status }) => status).toSorted()).toEqual([201, 409])
  const [one, two] = [await linkToken(), await linkToken()]
  const answers = await Promise.all(
    [one, two].map((token, who) =>
      t.call(createOwner, { body: { ...names, token, email: `apart-${who}@bayside.example` } }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
})

test('an email that already has an account, or a password that is easy to guess, does not spend the link', async () => {
  const known = await makeOwner()
  const token = await linkToken()
  const taken = await t.call(createOwner, { body: { ...names, token, email: known.email } })
  expect(taken).toMatchObject({ status: 409, body: { code: 'email_in_use' } })
  for (const guess of ['password1', 'bo@bayside', 'w1mbled0n!'])
    expect(
      await t.call(createOwner, { body: { ...names, token, email: 'bo@bayside.example', password: guess } }),
    ).toMatchObject({ status: 422, body: { fields: { password: expect.any(String) } } })
  expect((await t.call(createOwner, { body: { ...names, token, email: 'bo@bayside.example' } })).status).toBe(201)
})

test('the owner from the settings has the name given there and no profile', async () => {
  await ensureOrganizer(t.db, { email: 'grace.lind@bayside.example', password }, t.clock.now())
  await ensureOrganizer(t.db, { email: 'x@bayside.example', password, name: 'Bo van der Berg' }, t.clock.now())
  const stored = await t.db
    .selectFrom('players')
    .select(['first_name', 'last_name', 'phone', 'area', 'gender', 'role'])
    .where('email', 'in', ['grace.lind@bayside.example', 'x@bayside.example'])
    .orderBy('id')
    .execute()
  const nothing = { phone: null, area: null, gender: null, role: 'owner' }
  expect(stored).toEqual([
    { first_name: 'grace', last_name: 'lind', ...nothing },
    { first_name: 'Bo', last_name: 'van der Berg', ...nothing },
  ])
})

let owners = 0
async function makeOwner() {
  owners += 1
  const email = `owner-${owners}@bayside.example`
  const { body } = await t.call(createOwner, { body: { ...names, token: await linkToken(), email } })
  return { token: body.token, email }
}

test('in test mode in production the step is done once the mail is checked, with a warning', async () => {
  const { token } = await makeOwner()
  const { config } = t.app
  t.app.config = { ...config, production: true }
  const checks = async () => (await t.call(getSetup, { token })).body.steps.find(({ key }) => key === 'checks')
  expect(await checks()).toMatchObject({ done: false, problem: 'No test email has been sent yet.' })
  await t.call(sendTestMail, { token })
  expect(await checks()).toMatchObject({ done: true, problem: 'Payments are in test mode: no money moves.' })
  t.app.config = config
  await t.db.updateTable('organization').set({ mail_checked_at: null }).execute()
})

test('a season whose sale waits for the set-up says until when it will be sold', async () => {
  const { token } = await makeOwner()
  const days = { starting_date: '2026/07/10', ending_date: '2026/09/30' }
  const season = await t.call(createSeason, { token, body: { name: 'Winter', ...days } })
  expect(season.status).toBe(201)
  await t.db.updateTable('seasons').set({ is_draft: false }).execute()
  const { seasons } = (await t.call(listOrganizerSeasons, { token, query: {} })).body
  expect(seasons.map(({ state, sale }) => ({ state, sale }))).toEqual([{ state: 'playing', sale: 'after_setup' }])
  await t.db.deleteFrom('seasons').execute()
})

test('a test email is sent immediately, and a refusing mail server is quoted', async () => {
  const { token, email } = await makeOwner()
  expect((await stepsOf(token))['checks']).toBe(false)
  expect((await t.call(sendTestMail, { token })).status).toBe(200)
  expect((await emailsTo(email)).map(({ subject }) => subject)).toContain('Emails from Deuce arrive')
  expect((await stepsOf(token))['checks']).toBe(true)
  const { mail } = t.app
  t.app.mail = { send: () => Promise.reject(new Error('550 No such sender')) }
  const refused = await t.call(sendTestMail, { token })
  t.app.mail = mail
  expect(refused).toMatchObject({ status: 409, body: { code: 'mail_refused' } })
  expect(refused.body.message).toContain('550 No such sender')
})

test('the steps to the first sale say what is missing, the kit can be applied once, and seasons are on sale afterwards', async () => {
  const { token } = await makeOwner()
  const visitor = {
    ...names,
    email: 'player@bayside.example',
    phone: '+1 574 555 0100',
    singles_level: '3.5',
    gender: 'Female',
    location: 'South Bend',
  } as const
  expect(await stepsOf(token)).toMatchObject({ organization: false, areas: false, divisions: false, sale: false })
  expect(await t.call(goOnSale, { token })).toMatchObject({ status: 409, body: { code: 'not_set_up' } })
  const kits = await Promise.all([1, 2].map(() => t.call(applyStarterKit, { token, body: { kit: 'us-flex' } })))
  expect(kits.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await t.call(applyStarterKit, { token, body: { kit: 'empty' } })).body).toMatchObject({ code: 'kit_applied' })
  const { areas } = (await t.call(listOrganizerAreas, { token })).body
  expect(areas.map(({ name, time_zone }) => ({ name, time_zone }))).toEqual(
    usFlexKit.areas.map(({ name, time_zone }) => ({ name, time_zone })),
  )
  expect((await t.call(listOrganizerDivisions, { token })).body.divisions).toHaveLength(13)
  expect((await t.call(signUp, { body: visitor })).body).toMatchObject({ code: 'being_set_up' })
  expect(await t.call(goOnSale, { token })).toMatchObject({ status: 409, body: { code: 'not_set_up' } })
  await t.call(changeOrganization, { token, body: { name: 'Bayside Tennis' } })
  expect((await t.call(listSeasons, { query: {} })).body.items).toEqual([])
  expect((await t.call(goOnSale, { token })).status).toBe(200)
  expect((await t.call(goOnSale, { token })).status).toBe(200)
  expect((await t.call(listSeasons, { query: {} })).body.items).toHaveLength(4)
  expect((await t.call(signUp, { body: visitor })).status).toBe(201)
  expect(await stepsOf(token)).toMatchObject({ organization: true, areas: true, divisions: true, sale: true })
})

test('another installation can start from a copy: the same areas and divisions, and none of its players', async () => {
  const from = (await makeOwner()).token
  const { divisions } = (await t.call(listOrganizerDivisions, { token: from })).body
  const mixed = divisions.find(({ slug }) => slug === 'mixed-doubles')
  const form = {
    name: 'Mixed Doubles',
    level: '',
    gender: '',
    is_mixed: true,
    price: '49',
    picture: 'mixed-doubles',
  } as const
  const changed = await t.call(changeDivision, {
    token: from,
    params: { id: mixed?.id ?? 0 },
    body: { ...form, age_from: 40, age_to: 60 },
  })
  expect(changed.status).toBe(200)
  const { status, body } = await t.call(copySetup, { token: from })
  expect(status).toBe(200)
  const copy = copySetup.reply.parse(body)
  expect(copy).toEqual(body)
  expect(copy.areas).toHaveLength(3)
  expect(copy.divisions).toHaveLength(13)
  expect(copy.divisions).toContainEqual(
    expect.objectContaining({ name: 'Mixed Doubles', is_mixed: true, gender: null, age_from: 40, age_to: 60 }),
  )
  expect(JSON.stringify(copy)).not.toMatch(/@|bayside/i)

  const other = await freshDatabase()
  const empty = openDatabase(other, JOB_LIMITS)
  await prepareCatalogue(empty, { production: true, now: new Date() })
  await empty.destroy()
  const second = await startApp('2026-07-15T16:00:00Z', {}, other)
  const link = await makeOwnerLink(second.db, 'https://second.example', second.clock.now())
  const made = { ...names, token: link.split('#token=')[1] ?? '', email: 'second@bayside.example' }
  const { token } = (await second.call(createOwner, { body: made })).body
  const begin = (given: unknown) => second.send(applyStarterKit, { token, body: { kit: 'copy', copy: given } })
  // A file that is something else, or was edited by hand, is refused as a whole.
  for (const wrong of [
    undefined,
    null,
    {},
    [],
    'x',
    { ...copy, areas: [{ name: 'Nowhere', time_zone: 'Mars/Olympus' }] },
  ])
    expect((await begin(wrong)).status).toBe(422)
  for (const given of [{ age_from: 61 }, { kind: 'singles' }, { gender: 'Female' }, { age_to: 'old' }]) {
    const wrong = copy.divisions.map((each) => (each.name === 'Mixed Doubles' ? { ...each, ...given } : each))
    expect((await begin({ ...copy, divisions: wrong })).status).toBe(422)
  }
  const twice = { ...copy, divisions: [...copy.divisions, copy.divisions[0]] }
  expect((await begin(twice)).body).toMatchObject({ fields: { name: expect.any(String) } })
  expect((await second.call(listOrganizerAreas, { token })).body.areas).toEqual([])
  expect((await begin(copy)).status).toBe(200)
  expect((await begin(copy)).body).toMatchObject({ code: 'kit_applied' })
  expect((await second.call(copySetup, { token })).body).toEqual(copy)
})

test('starting with nothing gives ratings from 2.5 to 5.5; a copy brings its own levels, and a division with an unknown level is refused', async () => {
  const begin = async (body: object) => {
    const place = await freshDatabase()
    const fresh = openDatabase(place, JOB_LIMITS)
    await prepareCatalogue(fresh, { production: true, now: new Date() })
    await fresh.destroy()
    const app = await startApp('2026-07-15T16:00:00Z', {}, place)
    const link = await makeOwnerLink(app.db, 'https://other.example', app.clock.now())
    const made = { ...names, token: link.split('#token=')[1] ?? '', email: 'owner@other.example' }
    const { token } = (await app.call(createOwner, { body: made })).body
    const { status, body: answer } = await app.send(applyStarterKit, { token, body })
    const levels = await app.db.selectFrom('levels').select(['key', 'name']).orderBy('position').execute()
    return { status, answer, levels }
  }
  expect(await begin({ kit: 'empty' })).toMatchObject({ status: 200, levels: ratingLevels })
  const levels = [
    { key: 'social', name: 'Social' },
    { key: 'club', name: 'Club' },
  ]
  const division = (level: string | null) => ({
    name: 'Social singles',
    kind: 'singles',
    level,
    gender: null,
    price: 20,
    picture: 'fall',
  })
  const copyOf = (given: object) => ({
    kit: 'copy',
    copy: { areas: [], levels, divisions: [division('social')], ...given },
  })
  expect(await begin(copyOf({}))).toMatchObject({ status: 200, levels })
  expect(await begin(copyOf({ divisions: [division(null), division('3.0')] }))).toMatchObject({
    status: 422,
    answer: { fields: { 'copy.divisions.1.level': expect.any(String) } },
    levels: starterLevels,
  })
  // A file without levels is from an older release, and gets the starter kit's levels.
  expect(await begin(copyOf({ levels: undefined, divisions: [division('4.5')] }))).toMatchObject({
    status: 200,
    levels: starterLevels,
  })
  await readOrganization(t.app)
  await readAreas(t.db)
})

test('the starter kit equals what the migrations insert, so that the demo and the specification do not change', async () => {
  const old = openDatabase(await freshDatabase(), JOB_LIMITS)
  const areas = await old.selectFrom('areas').select(['slug', 'name', 'time_zone']).orderBy('position').execute()
  const divisions = await old
    .selectFrom('divisions')
    .select(['slug', 'name', 'kind', 'level', 'gender', 'is_mixed', 'price_cents', 'image'])
    .orderBy('position')
    .execute()
  await old.destroy()
  expect(areas).toEqual(usFlexKit.areas)
  expect(divisions).toEqual(
    usFlexKit.divisions.map(({ price, ...division }) => ({
      is_mixed: false,
      ...division,
      price_cents: price * 100,
      image: `/courts/${division.slug}.svg`,
    })),
  )
})

test('a second start in production keeps what the owner created, and a database in use keeps everything', async () => {
  const mine = openDatabase(await freshDatabase(), JOB_LIMITS)
  const start = () => prepareCatalogue(mine, { production: true, now: t.clock.now() })
  await start()
  await mine
    .insertInto('areas')
    .values({ slug: 'bayside', name: 'Bayside', time_zone: 'Australia/Melbourne', position: 1 })
    .execute()
  await start()
  expect(await mine.selectFrom('areas').select('slug').execute()).toEqual([{ slug: 'bayside' }])
  await mine.destroy()
})

test('an organizer who is not an owner cannot set anything up', async () => {
  const { token } = await makeOrganizer(t, ['dc'])
  for (const call of [getSetup, copySetup, sendTestMail, goOnSale])
    expect((await t.call(call, { token })).status).toBe(403)
  expect((await t.call(applyStarterKit, { token, body: { kit: 'empty' } })).status).toBe(403)
  expect((await t.call(createArea, { token, body: { name: 'X', time_zone: 'UTC' } })).status).toBe(403)
})
