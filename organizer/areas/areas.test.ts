import { beforeEach, expect, test } from 'vitest'
import { contactOf } from '#/contract/area-contact.ts'
import { allAreas, areaAddress, findArea, listedAreas, movedAddress } from '#/contract/areas.ts'
import { paths } from '#/contract/paths.ts'
import { getUser, signUp } from '#/features/accounts/contract.ts'
import { answerTestBank } from '#/features/cards/contract.ts'
import { completePurchase, purchase } from '#/features/checkout/contract.ts'
import { listMyLeagues } from '#/features/leagues/contract.ts'
import { listResults, reportScore } from '#/features/matches/contract.ts'
import { scoreBody } from '#/features/matches/score-fixture.ts'
import { listSeasons } from '#/features/seasons/contract.ts'
import { openSeasons } from '#/features/seasons/jobs.ts'
import { updateProfile } from '#/features/settings/contract.ts'
import { listStandings } from '#/features/standings/contract.ts'
import { joinWaitList, listWaitListEntries } from '#/features/wait-list/contract.ts'
import { listAuditLog } from '#/organizer/audit/contract.ts'
import { listPayments, listPaymentSums } from '#/organizer/payments/contract.ts'
import { setCapacity } from '#/organizer/seasons/contract.ts'
import { listLeaguesOf2026 } from '#/organizer/seasons/season-fixture.ts'
import { runJobs, startApp } from '#/test/app.ts'
import { mailboxOf } from '#/test/mailbox.ts'
import { cards, joinLeague, makeOrganizer, makePlayer, makeToken, type TestPlayer } from '#/test/make.ts'
import {
  archiveArea,
  changeArea,
  createArea,
  listOrganizerAreas,
  orderAreas,
  previewArchiving,
  restoreArea,
} from './contract.ts'

const noon = '2026-07-15T16:00:00Z'
const t = await startApp(noon)
let token = ''

beforeEach(async () => {
  t.clock.set(noon)
  token = (await makeOrganizer(t)).token
})

test('a new area works everywhere immediately: sign-up, joining, reporting, results, standings', async () => {
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
  // 8:30 p.m. in the area, when the next day has begun in the East.
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
  // The last of these zones is known to Node but not to PostgreSQL.
  for (const time_zone of ['Mars/Olympus', '', 'EST5', '+02:00', 'US/Pacific-New'])
    expect((await t.call(createArea, { token, body: { name: 'Elsewhere', time_zone } })).body.fields).toHaveProperty(
      'time_zone',
    )
  expect(
    (await t.call(changeArea, { token, params: { slug: 'san-jose' }, body: { name: 'Silicon Valley' } })).status,
  ).toBe(200)
  expect(
    (await t.call(listOrganizerAreas, { token })).body.areas.find(({ slug }) => slug === 'san-jose'),
  ).toMatchObject({
    name: 'Silicon Valley',
    players: 3,
  })
  expect((await t.call(changeArea, { token, params: { slug: 'atlantis' }, body: { name: 'Atlantis' } })).status).toBe(
    404,
  )
})

test('owners can put areas in order', async () => {
  const slugs = (await t.call(listOrganizerAreas, { token })).body.areas.map(({ slug }) => slug).toReversed()
  expect((await t.call(orderAreas, { token, body: { slugs } })).status).toBe(200)
  expect((await t.call(listOrganizerAreas, { token })).body.areas.map(({ slug }) => slug)).toEqual(slugs)
})

const audited = async (kind: string) => (await t.call(listAuditLog, { token, query: { kind } })).body.audit_entries[0]

/** Creates an area for one test, with leagues in all seasons on sale. */
async function makeArea(name: string, time_zone = 'America/Chicago'): Promise<string> {
  return (await t.call(createArea, { token, body: { name, time_zone } })).body.slug
}

async function order(given: Record<string, unknown> = {}, card?: string) {
  return {
    league_slug: 'fall',
    cart: [{ slug: 'womens-singles-3-5' }],
    price: 39,
    confirmationToken: await makeToken(t, card),
    ...given,
  }
}

test('a renamed area gets a new address, and all its former addresses lead to the new one', async () => {
  const slug = await makeArea('Gary')
  const rename = (called: string, body: object) => t.call(changeArea, { token, params: { slug: called }, body })
  expect((await rename(slug, { name: 'Steel City' })).body.address).toBe('steel-city')
  // The call identifies the area by its address instead of its slug, and renames it once more.
  expect((await rename('steel-city', { name: 'Lakeshore', address: 'the-lake' })).body.address).toBe('the-lake')
  expect(areaAddress(slug)).toBe('the-lake')
  expect(paths.sharedPlayoffs({ city: slug, division: 'mixed-doubles' })).toBe(
    '/play-offs/index?city=the-lake&division=mixed-doubles',
  )
  for (const called of [slug, 'steel-city', 'the-lake']) {
    expect(findArea(called)).toBe(slug)
    const player = await makePlayer(t, { location: slug })
    const { status, body } = await t.call(listStandings, { token: player.token, query: { area: called } })
    expect([status, body.area]).toEqual([200, slug])
  }
  expect(movedAddress('/play-offs/index?city=steel-city&division=x')).toBe('/play-offs/index?city=the-lake&division=x')
  expect(movedAddress('/dashboard/standings?area=gary&season=fall')).toBe(
    '/dashboard/standings?area=the-lake&season=fall',
  )
  for (const same of ['/', '/leagues?season=fall', '/x?area=the-lake', '/x?area=nowhere'])
    expect(movedAddress(same)).toBe(null)
  // An area's current and former names are not available to another area, but are to itself.
  expect(await makeArea('Gary Two')).toBe('gary-two')
  for (const address of ['gary', 'steel-city', 'the-lake', 'order'])
    expect((await rename('gary-two', { address })).body).toMatchObject({ fields: { address: expect.any(String) } })
  expect(await makeArea('Steel City')).toBe('steel-city-2')
  // The name must not collide with `PUT /organizer/areas/order`.
  expect(await makeArea('Order')).toBe('order-2')
  for (const address of ['Steel City', '../up', '', '-'])
    expect((await rename('gary-two', { address })).status).toBe(422)
  expect((await rename('the-lake', { name: 'Gary' })).body.address).toBe('gary')
  expect(movedAddress('/x?area=the-lake')).toBe('/x?area=gary')
  expect(await audited('rename_area')).toMatchObject({
    summary: 'Renamed the area Lakeshore to Gary',
    before: { address: 'the-lake' },
    after: { address: 'gary' },
  })
})

test('when two owners rename two areas to the same address at once, one is refused', async () => {
  const [one, two] = [await makeArea('Muncie'), await makeArea('Kokomo')]
  const answers = await Promise.all(
    [one, two].map((slug) => t.call(changeArea, { token, params: { slug }, body: { address: 'central' } })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
})

test('the time zone of an area can change until something was arranged or played there', async () => {
  const slug = await makeArea('Darwin', 'Australia/Sydney')
  const change = (time_zone: string) => t.call(changeArea, { token, params: { slug }, body: { time_zone } })
  const [ada, bea] = [await makePlayer(t, { location: slug }), await makePlayer(t, { location: slug })]
  for (const player of [ada, bea]) await joinLeague(t, player, { season: 'summer-2', division: 'womens-singles-3-5' })
  expect((await change('Australia/Darwin')).status).toBe(200)
  expect((await change('Mars/Olympus')).status).toBe(422)
  // Half past midnight in the area, but still the day before in UTC+9.
  t.clock.set('2026-07-31T14:45:00Z')
  const report = (match_date: string) =>
    t.call(reportScore, {
      token: ada.token,
      body: scoreBody(ada, bea, '6-4 6-4', { season: 'Summer 2', match_area: slug, match_date }),
    })
  expect((await report('2026/08/02')).status).toBe(422)
  expect((await report('2026/08/01')).status).toBe(201)
  token = (await makeOrganizer(t)).token
  expect((await change('Australia/Sydney')).body.fields).toEqual({
    time_zone: 'Matches have been played there, so the time zone cannot change.',
  })
  // The other fields can still change.
  const named = await t.call(changeArea, {
    token,
    params: { slug },
    body: { name: 'Top End', time_zone: 'Australia/Darwin' },
  })
  expect(named.status).toBe(200)
})

test('an archived area sells nothing, keeps its past, and can be restored', async () => {
  const slug = await makeArea('Elkhart')
  const player = await makePlayer(t, { location: slug })
  const archive = (body: { anyway?: boolean } = {}) => t.call(archiveArea, { token, params: { slug }, body })
  expect((await archive()).status).toBe(200)
  expect((await archive()).status).toBe(200)
  expect(listedAreas().map((area) => area.slug)).not.toContain(slug)
  expect(allAreas().at(-1)).toMatchObject({ slug, is_archived: true })
  const refused = await t.call(purchase, { token: player.token, body: await order() })
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'area_archived' }])
  const body = {
    first_name: 'Ada',
    last_name: 'Moreno',
    email: 'ada@elkhart.example',
    phone: '+1 574 555 0100',
    singles_level: '3.5' as const,
    gender: 'Female' as const,
    location: 'Elkhart',
    password: 'a quiet word with the net',
  }
  expect((await t.call(signUp, { body })).body).toMatchObject({ fields: { location: expect.stringContaining('DC') } })
  // The area's residents can still change their phone, but nobody can move there.
  const { user } = (await t.call(getUser, { token: player.token })).body
  const profile = { ...user, phone: '+1 574 555 0199', doubles_level: null, location: 'Elkhart' }
  const save = (by: TestPlayer, of: object) => t.send(updateProfile, { token: by.token, body: of })
  expect((await save(player, profile)).status).toBe(200)
  const other = await makePlayer(t)
  expect(await save(other, { ...profile, email: other.email })).toMatchObject({
    status: 422,
    body: { fields: { location: expect.any(String) } },
  })
  // A season that opens in the meantime has no leagues in the archived area.
  await openSeasons(t.db, '2031-03-01')
  const leagues = () =>
    t.db
      .selectFrom('leagues')
      .innerJoin('seasons', 'seasons.id', 'leagues.season_id')
      .select('leagues.id')
      .where('area', '=', slug)
      .where('year', '=', 2031)
      .execute()
  expect(await leagues()).toEqual([])
  expect((await t.call(restoreArea, { token, params: { slug } })).status).toBe(200)
  expect((await leagues()).length).toBe(4 * 13)
  expect((await t.call(purchase, { token: player.token, body: await order() })).status).toBe(201)
  expect(await audited('restore_area')).toMatchObject({ before: { archived: true }, after: { archived: false } })
})

test('archiving an area first lists what still runs there, and an order being paid is completed afterwards', async () => {
  const slug = await makeArea('Goshen')
  const [ada, bea] = [await makePlayer(t, { location: slug }), await makePlayer(t, { location: slug })]
  await joinLeague(t, ada, { season: 'fall', division: 'womens-singles-3-5' })
  const open = await t.call(purchase, { token: bea.token, body: await order({}, cards.authenticate) })
  expect(open.body.data).toMatchObject({ status: 'requires_action' })
  const archive = (body: { anyway?: boolean }) => t.call(archiveArea, { token, params: { slug }, body })
  const refused = await archive({})
  expect(refused.status).toBe(409)
  const running = [
    { kind: 'season', season_id: expect.any(Number), title: 'Fall 2026', count: 1 },
    { kind: 'orders', season_id: null, title: 'Orders that are being paid', count: 1 },
  ]
  expect(refused.body).toMatchObject({
    code: 'area_in_use',
    message: 'Still running in Goshen: Fall 2026 (1) and Orders that are being paid (1). Nothing was changed.',
    state: { running },
  })
  expect((await t.call(previewArchiving, { token, params: { slug } })).body).toEqual({ running })
  expect((await archive({ anyway: true })).status).toBe(200)
  expect(await audited('archive_area')).toMatchObject({
    after: { archived: true, running: expect.stringContaining('Fall') },
  })
  const { order_id, client_secret = '' } = open.body.data
  await t.call(answerTestBank, { body: { client_secret, approved: true } })
  const completed = await t.call(completePurchase, { token: bea.token, params: { order_id } })
  expect(completed.body.data).toMatchObject({ status: 'Paid' })
  expect((await t.call(listMyLeagues, { token: bea.token })).body).toHaveLength(1)
  // A repeated request gets the first reply, and a new one is refused.
  const again = await t.call(purchase, {
    token: ada.token,
    body: await order({ cart: [{ slug: 'mixed-doubles' }], price: 49 }),
  })
  expect(again.body).toMatchObject({ code: 'area_archived' })
})

test('when buyers order while an owner archives the area, nobody pays for nothing', async () => {
  for (const round of [1, 2, 3, 4]) {
    const slug = await makeArea(`Race ${round}`)
    const players = await Promise.all(Array.from({ length: 6 }, () => makePlayer(t, { location: slug })))
    const orders = await Promise.all(players.map(() => order()))
    const [archived, ...answers] = await Promise.all([
      t.call(archiveArea, { token, params: { slug }, body: {} }),
      ...players.map((player, index) => t.call(purchase, { token: player.token, body: orders[index]! })),
    ])
    const entered = await t.db
      .selectFrom('purchases')
      .innerJoin('leagues', 'leagues.id', 'purchases.league_id')
      .select('purchases.status')
      .where('leagues.area', '=', slug)
      .execute()
    expect(entered.every(({ status }) => status === 'Paid')).toBe(true)
    expect(entered).toHaveLength(answers.filter(({ status }) => status === 201).length)
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused.map(({ body }) => body)).toEqual(
      refused.map(() => expect.objectContaining({ code: 'area_archived' })),
    )
    // If the area was archived without a warning, nobody can have been in it.
    const word = archived.status === 200 ? 'archived' : archived.body.code
    expect(word).toBe(entered.length === 0 ? 'archived' : 'area_in_use')
  }
})

test('the wait-lists of an archived area end, and the last open area cannot be archived', async () => {
  const slug = await makeArea('Nappanee')
  const leagues = await listLeaguesOf2026(t, token, 'fall')
  const league = leagues.find((each) => each.area === slug && each.division_name === "Women's Singles 3.5")!
  await t.call(setCapacity, { token, params: { id: league.id }, body: { capacity: 0 } })
  const player = await makePlayer(t, { location: slug })
  const season_id = (await t.call(listSeasons, {})).body.items.find((each) => each.slug === 'fall')!.id
  const wait = { season_id, division_id: league.division_id, area: slug }
  expect((await t.call(joinWaitList, { token: player.token, body: wait })).status).toBe(201)
  expect((await t.call(archiveArea, { token, params: { slug }, body: { anyway: true } })).status).toBe(200)
  await runJobs(t)
  expect((await t.call(listWaitListEntries, { token: player.token })).body.wait_list).toEqual([])
  expect((await t.call(joinWaitList, { token: player.token, body: wait })).body).toMatchObject({
    code: 'area_archived',
  })
  const open = (await t.call(listOrganizerAreas, { token })).body.areas.filter(({ archived }) => !archived)
  for (const [index, area] of open.entries()) {
    const answer = await t.call(archiveArea, { token, params: { slug: area.slug }, body: { anyway: true } })
    expect(answer.status).toBe(index === open.length - 1 ? 409 : 200)
  }
  for (const area of open) await t.call(restoreArea, { token, params: { slug: area.slug } })
})

test('an area with its own first day of sale sells from that day', async () => {
  const slug = await makeArea('Valparaiso')
  await t.call(changeArea, { token, params: { slug }, body: { sale_from: '2026/07/20' } })
  const player = await makePlayer(t, { location: slug })
  const early = await t.call(purchase, { token: player.token, body: await order() })
  expect(early.body).toMatchObject({
    code: 'not_on_sale',
    message: 'The sale in Valparaiso begins on Mon, Jul 20, 2026. You have not been charged.',
  })
  t.clock.set('2026-07-20T04:00:00Z')
  expect((await t.call(purchase, { token: player.token, body: await order() })).status).toBe(201)
})

test('players of an area with its own contact write to that person', async () => {
  const slug = await makeArea('Plymouth')
  const contact = { name: 'Rosa Diaz', email: 'rosa@plymouth.example', phone: '' }
  expect((await t.call(changeArea, { token, params: { slug }, body: { contact } })).status).toBe(200)
  expect(contactOf(slug)).toEqual(contact)
  const player = await makePlayer(t, { location: slug })
  await t.call(purchase, { token: player.token, body: await order() })
  const [email] = await mailboxOf(t).emailsTo(player)
  expect(email?.reply_to).toBe('rosa@plymouth.example')
  expect(email?.text).toContain('Questions? Write to rosa@plymouth.example.')
  await t.call(changeArea, { token, params: { slug }, body: { contact: null } })
  expect(contactOf(slug)).toBe(undefined)
  expect(
    (await t.call(changeArea, { token, params: { slug }, body: { contact: { ...contact, email: 'x' } } })).body,
  ).toMatchObject({ fields: { 'contact.email': expect.any(String) } })
})

test("an area's revenue is reported by its local days, and totals by the organization's", async () => {
  const slug = await makeArea('Pune', 'Asia/Kolkata')
  const player = await makePlayer(t, { location: slug })
  // It is 0:05 on the 17th in Pune, and 14:35 on the 16th in New York.
  t.clock.set('2026-07-16T18:35:00Z')
  await joinLeague(t, player, { season: 'fall', division: 'womens-singles-3-5' })
  token = (await makeOrganizer(t)).token
  const of = async (query: object) => (await t.call(listPayments, { token, query })).body.total
  const day = (date: string) => ({ from: date, to: date, search: player.email })
  expect(await of({ area: slug, ...day('2026/07/16') })).toBe(0)
  expect(await of({ area: slug, ...day('2026/07/17') })).toBe(1)
  expect(await of(day('2026/07/16'))).toBe(1)
  expect(await of(day('2026/07/17'))).toBe(0)
  const sums = async (date: string) => (await t.call(listPaymentSums, { token, query: day(date) })).body.areas
  expect(await sums('2026/07/16')).toEqual([])
  expect(await sums('2026/07/17')).toMatchObject([
    { area: slug, time_zone: 'Asia/Kolkata', total: 1, together: { taken: 39 } },
  ])
})
