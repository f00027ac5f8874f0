import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listedSeasons } from '#/contract/seasons.ts'
import { purchase } from '#/features/checkout/contract.ts'
import { listMyLeagues } from '#/features/leagues/contract.ts'
import { reportScore } from '#/features/matches/contract.ts'
import { scoreBody } from '#/features/matches/score-fixture.ts'
import { getDivision, listDivisions, listSeasons } from '#/features/seasons/contract.ts'
import { openSeasons } from '#/features/seasons/jobs.ts'
import { isOffered } from '#/features/seasons/offers.ts'
import { joinWaitList, listWaitListEntries } from '#/features/wait-list/contract.ts'
import { listAuditLog } from '#/organizer/audit/contract.ts'
import { runJobs, startApp } from '#/test/app.ts'
import { cards, makeOrganizer, makePlayer, makeToken, type TestPlayer } from '#/test/make.ts'
import * as calls from './contract.ts'
import { hasTemplates } from './queries.ts'

const noon = '2026-07-15T16:00:00Z'
const t = await startApp(noon)
let token = ''

beforeEach(async () => {
  t.clock.set(noon)
  token = (await makeOrganizer(t)).token
})
afterEach(() => t.clock.set(noon))

const create = (body: object) => t.call(calls.createSeason, { token, body })
const change = (id: number, body: object) => t.call(calls.changeSeason, { token, params: { id }, body })
const detail = async (id: number) => (await t.call(calls.getOrganizerSeason, { token, params: { id } })).body
const onSale = async () => (await t.call(listSeasons, {})).body.items.map(({ name, year }) => `${name} ${year}`)
const audited = async (kind: string) => (await t.call(listAuditLog, { token, query: { kind } })).body.audit_entries[0]

/** Creates a season with every division in every area, whatever the last one had. */
async function make(name: string, given: object = {}): Promise<number> {
  const days = { starting_date: '2026/08/01', ending_date: '2026/10/31' }
  const { status, body } = await create({ name, ...days, ...given })
  expect(status).toBe(201)
  await t.db.updateTable('leagues').set({ offered: true, capacity: null }).where('season_id', '=', body.id).execute()
  return body.id
}

async function buy(player: TestPlayer, league_slug: string, given: object = {}) {
  const cart = [{ slug: 'womens-singles-3-5' }]
  const body = { league_slug, cart, price: 39, confirmationToken: await makeToken(t), ...given }
  return t.call(purchase, { token: player.token, body })
}

const leagueOf = async (id: number, division = "Women's Singles 3.5", area = 'south-bend') =>
  (await detail(id)).leagues.find((league) => league.division_name === division && league.area === area)!

test('a season with any name and days is sold, played and counted', async () => {
  const id = await make('September to May', { starting_date: '2026/09/01', ending_date: '2027/05/31' })
  expect(await detail(id)).toMatchObject({
    slug: 'september-to-may',
    year: 2026,
    state: 'on_sale',
    sale_from: null,
    sold_until: '2026/09/15',
    empty: true,
  })
  expect(await onSale()).toContain('September to May 2026')
  expect(listedSeasons()).toContainEqual({ slug: 'september-to-may', name: 'September to May' })
  const [ada, bea] = [await makePlayer(t), await makePlayer(t)]
  for (const player of [ada, bea]) expect((await buy(player, 'september-to-may')).status).toBe(201)
  // A match during the sale counts for the season, which the report names.
  t.clock.set('2026-07-20T16:00:00Z')
  const report = (season: string, match_date: string) =>
    t.call(reportScore, { token: ada.token, body: scoreBody(ada, bea, '6-4 6-4', { season, match_date }) })
  expect((await report('September to May', '2026/07/20')).status).toBe(201)
  expect((await report('september-to-may', '2026/07/19')).status).toBe(201)
  expect((await report('Nowhere', '2026/07/19')).body.fields).toEqual({
    season: expect.stringContaining('September to May'),
  })
  expect((await t.call(listMyLeagues, { token: ada.token })).body[0]).toMatchObject({
    league_name: 'September to May',
    league_slug: 'september-to-may',
  })
  expect(await audited('create_season')).toMatchObject({ summary: 'Made September to May 2026' })
})

test('two seasons with one name can be on sale together, and an order says which', async () => {
  const first = await make('Evenings')
  const second = await make('Evenings', {
    starting_date: '2027/03/01',
    ending_date: '2027/06/30',
    sale_from: '2026/07/15',
  })
  expect((await detail(second)).slug).toBe((await detail(first)).slug)
  expect((await onSale()).filter((name) => name.startsWith('Evenings'))).toEqual(['Evenings 2026', 'Evenings 2027'])
  const player = await makePlayer(t)
  expect((await buy(player, 'evenings', { year: 2027 })).status).toBe(201)
  expect((await buy(player, 'evenings')).status).toBe(201)
  const leagues = (await t.call(listMyLeagues, { token: player.token })).body
  expect(leagues.map(({ year }) => year).toSorted()).toEqual([2026, 2027])
  // Without a first day of sale, the later edition goes on sale when sales for the earlier one end.
  await change(second, { sale_from: null })
  expect(await onSale()).not.toContain('Evenings 2027')
  t.clock.set('2026-08-16T16:00:00Z')
  expect(await onSale()).toContain('Evenings 2027')
  t.clock.set(noon)
  expect(
    (await create({ name: 'evenings', starting_date: '2027/09/01', ending_date: '2027/10/31' })).body,
  ).toMatchObject({
    code: 'edition_exists',
    message: 'evenings 2027 exists already.',
  })
})

test('a season opens on its day, even next year’s edition of a template while this year’s is on sale', async () => {
  const { seasons } = (await t.call(calls.listOrganizerSeasons, { token, query: { per_page: 100 } })).body
  const winter = seasons.find(({ slug, year }) => slug === 'winter' && year === 2026)!
  const { id } = (await t.call(calls.rollOverSeason, { token, params: { id: winter.id }, query: {} })).body
  expect((await detail(id)).state).toBe('upcoming')
  await change(id, { sale_from: '2026/07/17' })
  const player = await makePlayer(t)
  expect((await buy(player, 'winter', { year: 2027 })).body).toMatchObject({ code: 'not_on_sale' })
  // The sale begins at midnight in the organization's time zone.
  t.clock.set('2026-07-17T03:59:59Z')
  expect(await onSale()).not.toContain('Winter 2027')
  t.clock.set('2026-07-17T04:00:00Z')
  expect(await onSale()).toEqual(expect.arrayContaining(['Winter 2026', 'Winter 2027']))
  expect((await buy(player, 'winter', { year: 2027 })).status).toBe(201)
})

test('a draft is neither shown nor sold until it is published, and cannot become a draft again once somebody has joined', async () => {
  const id = await make('Secret', { draft: true })
  expect((await detail(id)).state).toBe('draft')
  expect(await onSale()).not.toContain('Secret 2026')
  expect(listedSeasons().map(({ name }) => name)).not.toContain('Secret')
  const player = await makePlayer(t)
  expect((await buy(player, 'secret')).status).toBe(422)
  expect((await change(id, { draft: false })).status).toBe(200)
  expect(await audited('change_season')).toMatchObject({ summary: 'Published Secret 2026', after: { draft: false } })
  expect((await change(id, { draft: true })).status).toBe(200)
  await change(id, { draft: false })
  expect((await buy(player, 'secret')).status).toBe(201)
  expect((await change(id, { draft: true })).body).toMatchObject({ code: 'season_in_use' })
})

test('a season can be deleted while nobody has joined, and is not created again automatically', async () => {
  const id = await make('By mistake')
  const remove = (of: number) => t.call(calls.deleteSeason, { token, params: { id: of } })
  expect((await remove(id)).body).toEqual({ message: 'By mistake 2026 is deleted.' })
  expect((await remove(id)).status).toBe(404)
  expect(await onSale()).not.toContain('By mistake 2026')
  const { seasons } = (await t.call(calls.listOrganizerSeasons, { token, query: { per_page: 100 } })).body
  const summer = seasons.find(({ slug, year }) => slug === 'summer-1' && year === 2027)!
  expect((await remove(summer.id)).status).toBe(200)
  await openSeasons(t.db, '2026-07-15')
  expect(await onSale()).not.toContain('Summer 1 2027')
  // The season can be created again by hand.
  expect((await create({ season: 'Summer 1', year: 2027 })).status).toBe(201)
  expect(await onSale()).toContain('Summer 1 2027')
  const joined = await make('Joined')
  const player = await makePlayer(t)
  // An unpaid order also prevents the deletion.
  await buy(player, 'joined', { confirmationToken: await makeToken(t, cards.authenticate) })
  expect((await remove(joined)).body).toMatchObject({ code: 'season_in_use' })
  expect((await detail(joined)).empty).toBe(false)
})

test('when buyers order while an owner deletes the season, either it stays or nobody has paid', async () => {
  for (const round of [1, 2, 3, 4]) {
    const id = await make(`Gone ${round}`)
    const players = await Promise.all(Array.from({ length: 6 }, () => makePlayer(t)))
    const [removed, ...bought] = await Promise.all([
      t.call(calls.deleteSeason, { token, params: { id } }),
      ...players.map((player) => buy(player, `gone-${round}`)),
    ])
    const paid = await t.db
      .selectFrom('orders')
      .innerJoin('purchases', 'purchases.order_id', 'orders.id')
      .select('purchases.status')
      .where('season_id', '=', id)
      .execute()
    expect(paid.map(({ status }) => status)).toEqual(bought.filter(({ status }) => status === 201).map(() => 'Paid'))
    const refused = bought.filter(({ status }) => status !== 201)
    // An order is refused because the season is unknown, or because it was deleted in the meantime.
    expect(refused.every(({ status }) => status === 409 || status === 422)).toBe(true)
    expect(removed.status).toBe(paid.length > 0 ? 409 : 200)
  }
})

test('a name and a year can change while nobody has joined; afterwards, links keep the slug', async () => {
  const id = await make('Sping')
  await change(id, { name: 'Spring', starting_date: '2027/03/01', ending_date: '2027/05/31' })
  expect(await detail(id)).toMatchObject({ slug: 'spring', name: 'Spring', year: 2027 })
  const player = await makePlayer(t)
  expect((await buy(player, 'spring')).status).toBe(201)
  await change(id, { name: 'Spring evenings' })
  expect(await detail(id)).toMatchObject({ slug: 'spring', name: 'Spring evenings' })
  expect((await change(id, { starting_date: '2028/03/01', ending_date: '2028/05/31' })).body).toMatchObject({
    fields: { starting_date: 'The first day must be in 2027.' },
  })
  // A new season with the old name does not reuse its links.
  const next = await make('Spring', { starting_date: '2028/03/01', ending_date: '2028/05/31' })
  expect((await detail(next)).slug).toBe('spring-2')
})

test.each([
  ['the last day before the first', { ending_date: '2026/07/01' }, 'ending_date'],
  ['ten years', { ending_date: '2036/07/01' }, 'ending_date'],
  ['a sale that ends after the season', { sale_until: '2026/11/01' }, 'sale_until'],
  ['a sale that begins after its end', { sale_from: '2026/09/01' }, 'sale_from'],
  ['no name', { name: ' ' }, 'name'],
  ['a name without a letter', { name: '2027' }, 'name'],
])('a season with %s is refused at its field', async (_, given, field) => {
  const body = { name: 'Wrong', starting_date: '2026/08/01', ending_date: '2026/10/31', ...given }
  const refused = await create(body)
  expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, [field]])
})

test('renaming a season that is over opens no leagues there', async () => {
  const id = await make('Long ago', { starting_date: '2024/03/01', ending_date: '2024/06/30' })
  await t.db.deleteFrom('leagues').where('season_id', '=', id).where('area', '=', 'dc').execute()
  expect((await change(id, { name: 'Once upon a time' })).status).toBe(200)
  expect((await detail(id)).leagues.filter(({ area }) => area === 'dc')).toEqual([])
})

test('the grid shows what is sold where, and is copied by the next season with the name and by the first with a new name', async () => {
  const id = await make('Grid', { draft: true })
  const { leagues } = await detail(id)
  const grid = leagues.map(({ area, division_id, kind }) => ({
    area,
    division_id,
    offered: area === 'dc' && kind === 'singles',
    capacity: 8,
  }))
  const put = (given: object[], of = id) =>
    t.send(calls.changeLeagues, { path: `/organizer/seasons/${of}/leagues`, token, body: { leagues: given } })
  expect((await put(grid)).body).toEqual({ message: '39 leagues have been changed.' })
  expect((await put(grid)).body).toEqual({ message: '0 leagues have been changed.' })
  const offeredIn = async (of: number) =>
    (await detail(of)).leagues.filter(({ offered }) => offered).map(({ area, capacity }) => `${area} ${capacity}`)
  expect(await offeredIn(id)).toEqual(Array.from({ length: 10 }, () => 'dc 8'))
  expect(await audited('change_leagues')).toMatchObject({
    summary: 'Changed 39 leagues of Grid 2026',
    before: { "Men's Singles 3.0, South Bend": 'offered' },
    after: { "Men's Singles 3.0, South Bend": 'not offered, 8 entries at most' },
  })
  const { id: next } = (await t.call(calls.rollOverSeason, { token, params: { id }, query: {} })).body
  expect(await offeredIn(next)).toHaveLength(10)
  const days = { starting_date: '2027/08/02', ending_date: '2027/10/31' }
  const { body: other } = await create({ name: 'Another grid', ...days })
  expect(await offeredIn(other.id)).toHaveLength(10)
  // A season of a template copies the template's previous edition.
  const { id: fall } = (await create({ season: 'fall', year: 2029 })).body
  expect(await offeredIn(fall)).toHaveLength(39)
  expect((await put([{ ...grid[0], division_id: 999 }])).body).toMatchObject({
    fields: { 'leagues.0.division_id': expect.any(String) },
  })
  expect((await put([grid[0]!, grid[0]!])).body).toMatchObject({
    fields: { 'leagues.1.division_id': expect.any(String) },
  })
  expect((await put([{ ...grid[0], area: 'atlantis' }])).status).toBe(422)
  const organizer = await makeOrganizer(t, ['dc'])
  expect(
    (
      await t.send(calls.changeLeagues, {
        path: `/organizer/seasons/${id}/leagues`,
        token: organizer.token,
        body: { leagues: grid },
      })
    ).status,
  ).toBe(403)
})

test('removing a division from a season refuses orders in open carts, keeps its players, and ends wait-lists', async () => {
  const id = await make('Shrinking')
  const [ada, bea, cleo] = [await makePlayer(t), await makePlayer(t), await makePlayer(t)]
  const league = await leagueOf(id)
  expect((await buy(ada, 'shrinking')).status).toBe(201)
  await t.call(calls.setCapacity, { token, params: { id: league.id }, body: { capacity: 1 } })
  const wait = { season_id: id, division_id: league.division_id, area: 'south-bend' }
  expect((await t.call(joinWaitList, { token: cleo.token, body: wait })).status).toBe(201)
  const put = (offered: boolean, capacity: number | null) =>
    t.call(calls.changeLeagues, {
      token,
      params: { id },
      body: { leagues: [{ area: 'south-bend', division_id: league.division_id, offered, capacity }] },
    })
  expect((await put(false, null)).status).toBe(200)
  await runJobs(t)
  const refused = await buy(bea, 'shrinking')
  expect([refused.status, refused.body]).toMatchObject([
    422,
    { fields: { 'cart.0': 'This division is no longer on sale.' } },
  ])
  expect((await t.call(listWaitListEntries, { token: cleo.token })).body.wait_list).toEqual([])
  expect((await t.call(joinWaitList, { token: cleo.token, body: wait })).status).toBe(404)
  expect((await t.call(listMyLeagues, { token: ada.token })).body).toHaveLength(1)
  const division = (await t.call(listDivisions, {})).body.items.find((each) => each.id === league.division_id)!
  const season = { slug: 'shrinking', year: 2026 }
  expect([isOffered(division, season, 'south-bend'), isOffered(division, season, 'dc')]).toEqual([false, true])
  expect(isOffered(division, { slug: 'fall', year: 2026 }, 'south-bend')).toBe(true)
  // The division is still sold in the other areas.
  const there = await makePlayer(t, { location: 'dc' })
  expect((await buy(there, 'shrinking')).status).toBe(201)
  for (const area of ['dc', 'indianapolis'] as const)
    await t.call(calls.changeLeagues, {
      token,
      params: { id },
      body: { leagues: [{ area, division_id: league.division_id, offered: false }] },
    })
  const { seasons } = (await t.call(getDivision, { params: { id: league.division_id } })).body
  expect(seasons.map(({ slug }) => slug)).not.toContain('shrinking')
  expect((await put(true, null)).status).toBe(200)
  expect((await buy(bea, 'shrinking')).status).toBe(201)
})

test('when buyers order while an owner removes the division, nobody pays for something that is not sold', async () => {
  for (const round of [1, 2, 3, 4]) {
    const id = await make(`Out ${round}`)
    const league = await leagueOf(id)
    const players = await Promise.all(Array.from({ length: 6 }, () => makePlayer(t)))
    const body = { leagues: [{ area: 'south-bend', division_id: league.division_id, offered: false }] }
    const [, ...bought] = await Promise.all([
      t.call(calls.changeLeagues, { token, params: { id }, body }),
      ...players.map((player) => buy(player, `out-${round}`)),
    ])
    const charged = await sql<{ count: number }>`
      select count(*)::int as count from orders o join test_payments p on p.confirmation_token = o.confirmation_token
      where o.season_id = ${id}`.execute(t.db)
    expect(charged.rows[0]?.count).toBe(bought.filter(({ status }) => status === 201).length)
    expect(bought.every(({ status }) => [201, 409, 422].includes(status))).toBe(true)
  }
})

test('an installation that never had the four seasons of a year does not mention them', async () => {
  const read = async () => (await t.call(calls.listOrganizerSeasons, { token })).body.has_templates
  const stored = await t.db
    .selectFrom('organization')
    .select(['catalogue', 'opens_templates'])
    .executeTakeFirstOrThrow()
  const set = (values: { catalogue: string | null; opens_templates: boolean }) =>
    t.db.updateTable('organization').set(values).execute()
  await set({ catalogue: 'empty', opens_templates: false })
  // The database of the tests has seasons of the templates.
  expect(await read()).toBe(true)
  await t.db.transaction().execute(async (tx) => {
    await sql`update seasons set slug = 'own-' || slug where slug in ('summer-1', 'summer-2', 'fall', 'winter')`.execute(
      tx,
    )
    expect(await hasTemplates(tx)).toBe(false)
    await tx.updateTable('organization').set({ opens_templates: true }).execute()
    expect(await hasTemplates(tx)).toBe(true)
    await tx.updateTable('organization').set({ opens_templates: false, catalogue: 'us-flex' }).execute()
    expect(await hasTemplates(tx)).toBe(true)
    await sql`update seasons set slug = substr(slug, 5) where slug like 'own-%'`.execute(tx)
  })
  await set(stored)
})

test('the four template seasons open automatically only if an owner wants it', async () => {
  const set = (opens_templates: boolean) => t.call(calls.setTemplates, { token, body: { opens_templates } })
  expect((await set(false)).status).toBe(200)
  await openSeasons(t.db, '2029-03-01')
  const editions = () =>
    t.db.selectFrom('seasons').select('id').where('year', '=', 2029).where('slug', '=', 'summer-1').execute()
  expect(await editions()).toEqual([])
  expect((await t.call(calls.listOrganizerSeasons, { token })).body.opens_templates).toBe(false)
  expect((await set(true)).status).toBe(200)
  await openSeasons(t.db, '2029-03-01')
  expect(await editions()).toHaveLength(1)
  const organizer = await makeOrganizer(t, ['dc'])
  expect((await t.call(calls.setTemplates, { token: organizer.token, body: { opens_templates: false } })).status).toBe(
    403,
  )
})
