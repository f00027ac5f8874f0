import { beforeEach, expect, test } from 'vitest'
import { purchase } from '#/features/checkout/contract.ts'
import { getMatch, reportScore } from '#/features/matches/contract.ts'
import { scoreBody } from '#/features/matches/score-fixture.ts'
import { getTask } from '#/organizer/desk/contract.ts'
import { listSeasons } from '#/features/seasons/contract.ts'
import { openSeasons } from '#/features/seasons/jobs.ts'
import { listStandings } from '#/features/standings/contract.ts'
import { standardRules, type SeasonRules } from '#/rules/season-rules.ts'
import { startSession } from '#/server/session.ts'
import { runJobs, startApp } from '#/test/app.ts'
import { mailboxOf } from '#/test/mailbox.ts'
import { countEveryMeeting, joinLeague, makeOrganizer, makePlayer, makeToken, type TestPlayer } from '#/test/make.ts'
import {
  changeRules,
  previewRules,
  changeSeason,
  closeSeason,
  previewClosing,
  createSeason,
  getOrganizerSeason,
  listOrganizerSeasons,
  rollOverSeason,
  setCapacity,
} from './contract.ts'
import { listMyLeagues } from '#/features/leagues/contract.ts'
import { listAuditLog } from '#/organizer/audit/contract.ts'
import {
  changeDivision,
  createDivision,
  orderDivisions,
  restoreDivision,
  retireDivision,
} from '#/organizer/divisions/contract.ts'
import { createArea, orderAreas, changeArea } from '#/organizer/areas/contract.ts'

const noon = '2026-07-15T16:00:00Z'
const t = await startApp('2026-05-16T16:00:00Z')
const { emailsTo } = mailboxOf(t)
let token = ''

/** Moves the clock, and signs an owner in at that time. */
async function at(iso: string) {
  t.clock.set(iso)
  token = (await makeOrganizer(t)).token
}

beforeEach(() => at(noon))

async function editionId(slug: string, year: number): Promise<number> {
  const { id } = await t.db
    .selectFrom('seasons')
    .select('id')
    .where('slug', '=', slug)
    .where('year', '=', year)
    .executeTakeFirstOrThrow()
  return id
}

async function detail(id: number) {
  return (await t.call(getOrganizerSeason, { token, params: { id } })).body
}

async function onSale(): Promise<string[]> {
  return (await t.call(listSeasons, {})).body.items.map(({ slug, year }) => `${slug} ${year}`)
}

/** The entry that was written last: some tests set the clock back. */
const newestAuditEntry = async () =>
  (await t.call(listAuditLog, { token, query: { per_page: 100 } })).body.audit_entries.toSorted(
    (a, b) => b.id - a.id,
  )[0]

/** Two players who joined one league of Summer 1 in its first days, signed in at that instant. */
async function makePair(division: string, iso: string): Promise<[TestPlayer, TestPlayer, number]> {
  await at('2026-05-18T16:00:00Z')
  const [ada, bea] = [await makePlayer(t), await makePlayer(t)]
  const { league_id } = await joinLeague(t, ada, { season: 'summer-1', division })
  await joinLeague(t, bea, { season: 'summer-1', division })
  await at(iso)
  for (const player of [ada, bea]) player.token = await startSession(t.db, player.id, t.clock.now())
  return [ada, bea, league_id]
}

test('seasons are listed with their state, latest first, and each shows its leagues', async () => {
  const { body } = await t.call(listOrganizerSeasons, { token })
  expect(body.seasons.map(({ slug, year, state, on_sale }) => [slug, year, state, on_sale])).toEqual([
    ['winter', 2026, 'on_sale', true],
    ['fall', 2026, 'on_sale', true],
    ['summer-2', 2026, 'on_sale', true],
    ['summer-1', 2026, 'playing', false],
  ])
  const season = await detail(await editionId('fall', 2026))
  expect(season).toMatchObject({
    starting_date: '2026/09/22',
    sold_until: '2026/10/06',
    counts_until: '2026/12/06',
    sale_until: null,
    rules: standardRules,
    stages: { 1: '2026/12/09', 2: '2026/12/19', 3: '2027/01/04' },
    own_stages: false,
    next_id: null,
  })
  expect(season.leagues).toHaveLength(13 * 3)
  expect((await t.call(getOrganizerSeason, { token, params: { id: 99_999 } })).status).toBe(404)
})

test('an organizer sees and limits the leagues of their areas; only owners change the rest', async () => {
  const organizer = await makeOrganizer(t, ['dc'])
  const id = await editionId('fall', 2026)
  const { body: season } = await t.call(getOrganizerSeason, { token: organizer.token, params: { id } })
  expect(season.leagues).toHaveLength(13)
  const there = (await detail(id)).leagues.find(({ area }) => area === 'south-bend')!
  const here = season.leagues[0]!
  const limit = (of: number) =>
    t.call(setCapacity, { token: organizer.token, params: { id: of }, body: { capacity: 8 } })
  expect((await limit(there.id)).status).toBe(404)
  expect((await limit(here.id)).status).toBe(200)
  expect(await newestAuditEntry()).toMatchObject({ area: 'dc', before: { capacity: null }, after: { capacity: 8 } })
  expect((await detail(id)).leagues.find((league) => league.id === here.id)).toMatchObject({ capacity: 8, taken: 0 })
  for (const capacity of [-1, 1.5, '8', 10_001])
    expect(
      (
        await t.send(setCapacity, {
          path: `/organizer/leagues/${here.id}/capacity`,
          token: organizer.token,
          body: { capacity },
        })
      ).status,
    ).toBe(422)
  const owners = [
    createSeason,
    rollOverSeason,
    changeSeason,
    closeSeason,
    previewClosing,
    changeRules,
    createDivision,
    changeDivision,
  ]
  for (const endpoint of [
    ...owners,
    retireDivision,
    restoreDivision,
    orderDivisions,
    createArea,
    changeArea,
    orderAreas,
  ])
    expect(
      (await t.send(endpoint, { path: endpoint.path.replaceAll(/\{\w+\}/g, '1'), token: organizer.token, body: {} }))
        .status,
    ).toBe(403)
  for (const endpoint of [listOrganizerSeasons, getOrganizerSeason]) {
    const path = endpoint.path.replace('{id}', String(id))
    const answer = await t.send(endpoint, { path, token: organizer.token, query: { area: 'south-bend' } })
    expect(answer).toMatchObject({ status: 403, body: { code: 'not_your_area' } })
  }
})

test('rolling over creates next year’s season once, with dates, rules, leagues and limits', async () => {
  const id = await editionId('winter', 2026)
  const season = await detail(id)
  const rules: SeasonRules = { ...standardRules, formats: ['best_of_three'], meetings: 1 }
  await t.call(changeRules, { token, params: { id }, body: { rules } })
  await t.call(setCapacity, { token, params: { id: season.leagues[0]!.id }, body: { capacity: 6 } })
  await t.call(changeSeason, {
    token,
    params: { id },
    body: {
      starting_date: '2026/11/20',
      ending_date: '2027/02/27',
      sale_until: null,
      stages: { 1: '2027/03/20', 2: '2027/03/30', 3: '2027/04/14' },
    },
  })
  const answers = await Promise.all([1, 2, 3].map(() => t.call(rollOverSeason, { token, params: { id }, query: {} })))
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  expect(answers.filter(({ body }) => body.message === 'Winter 2027 has been created.')).toHaveLength(1)
  const next = await detail(answers[0]!.body.id)
  expect(next).toMatchObject({
    year: 2027,
    starting_date: '2027/11/20',
    ending_date: '2028/02/27',
    state: 'upcoming',
    on_sale: false,
    rules,
    stages: { 1: '2028/03/20', 2: '2028/03/30', 3: '2028/04/14' },
  })
  expect(next.leagues).toHaveLength(39)
  expect(next.leagues[0]).toMatchObject({ capacity: 6 })
  expect((await detail(id)).next_id).toBe(next.id)
  expect((await t.call(listAuditLog, { token, query: { kind: 'roll_over' } })).body.total).toBe(1)
  expect(await onSale()).toContain('winter 2026')
})

test('a season is created once, with the default dates', async () => {
  const body = { season: 'Fall', year: 2030 }
  const made = await t.call(createSeason, { token, body })
  expect(made.status).toBe(201)
  expect(await detail(made.body.id)).toMatchObject({ starting_date: '2030/09/22', ending_date: '2030/11/29' })
  expect((await detail(made.body.id)).leagues).toHaveLength(39)
  expect((await t.call(createSeason, { token, body })).body.code).toBe('edition_exists')
  expect((await t.send(createSeason, { token, body: { season: 'spring', year: 'x' } })).body).toMatchObject({
    fields: { season: expect.any(String), year: expect.any(String) },
  })
})

test('ending a sale opens next year’s season, extending it delays that, and four seasons are always on sale', async () => {
  const id = await editionId('summer-2', 2026)
  const days = { starting_date: '2026/07/30', ending_date: '2026/09/30', stages: null }
  const change = (sale_until: string | null) =>
    t.call(changeSeason, { token, params: { id }, body: { ...days, sale_until } })
  const player = await makePlayer(t)
  await change('2026/07/14')
  expect(await onSale()).toEqual(['fall 2026', 'winter 2026', 'summer-1 2027', 'summer-2 2027'].toSorted(byDay))
  expect(await newestAuditEntry()).toMatchObject({
    summary: 'Changed the days of Summer 2 2026',
    before: { sale_until: null },
    after: { sale_until: '2026-07-14' },
  })
  const buy = async (year: number) =>
    t.call(purchase, {
      token: player.token,
      body: {
        league_slug: 'summer-2',
        year,
        cart: [{ slug: 'womens-singles-3-5' }],
        price: 39,
        confirmationToken: await makeToken(t),
      },
    })
  expect((await buy(2026)).body.code).toBe('not_on_sale')
  expect((await buy(2027)).status).toBe(201)

  await change('2026/08/31')
  await at('2026-08-31T16:00:00Z')
  await openSeasons(t.db, '2026-08-31')
  const sold = (await t.call(listSeasons, {})).body.items.find(({ slug }) => slug === 'summer-2')
  expect(sold).toMatchObject({ year: 2026, sold_until: '2026/08/31' })
  await change(null)
  expect(await onSale()).toContain('summer-2 2027')
  for (const iso of ['2026-12-31T16:00:00Z', '2027-08-01T16:00:00Z', '2027-12-07T16:00:00Z']) {
    await at(iso)
    await openSeasons(t.db, iso.slice(0, 10))
    expect(new Set((await t.call(listSeasons, {})).body.items.map(({ slug }) => slug)).size).toBe(4)
  }
})

function byDay(a: string, b: string): number {
  const order = ['fall 2026', 'winter 2026', 'summer-1 2027', 'summer-2 2027']
  return order.indexOf(a) - order.indexOf(b)
}

test('contradictory days are refused, field by field', async () => {
  const id = await editionId('fall', 2026)
  const refused = async (body: object) =>
    (
      (await t.send(changeSeason, { path: `/organizer/seasons/${id}`, token, body })).body as {
        fields?: Record<string, string>
      }
    ).fields
  const days = { starting_date: '2026/09/22', ending_date: '2026/11/29', sale_until: null, stages: null }
  const stages = (one: string, two: string, three: string) => ({ ...days, stages: { 1: one, 2: two, 3: three } })
  expect(Object.keys((await refused({ ...days, starting_date: '2027/01/02' })) ?? {})).toContain('starting_date')
  expect(await refused({ ...days, ending_date: '2026/09/22' })).toHaveProperty('ending_date')
  expect(await refused({ ...days, sale_until: '2026/11/30' })).toEqual({ sale_until: expect.any(String) })
  expect(await refused(stages('2026/12/06', '2026/12/19', '2027/01/04'))).toEqual({
    'stages.1': 'The quarter-finals must be after Sun, Dec 6, 2026, the last day on which a match counts.',
  })
  expect(await refused(stages('2026/12/09', '2026/12/09', '2027/01/04'))).toEqual({ 'stages.2': expect.any(String) })
  expect(await refused({ ...days, starting_date: '2026-09-22' })).toEqual({ starting_date: 'Invalid date provided.' })
  expect((await detail(id)).starting_date).toBe('2026/09/22')
})

test('a change of days never excludes reported results, and a season can be closed early', async () => {
  const [ada, bea] = await makePair('womens-singles-3-0', '2026-07-14T16:00:00Z')
  const id = await editionId('summer-1', 2026)
  const report = (match_date: string) =>
    t.call(reportScore, { token: ada.token, body: scoreBody(ada, bea, '6-4 6-4', { match_date }) })
  expect((await report('2026/06/10')).status).toBe(201)
  expect((await report('2026/07/14')).status).toBe(201)
  const days = { starting_date: '2026/05/15', sale_until: null, stages: null }
  const refused = await t.call(changeSeason, { token, params: { id }, body: { ...days, ending_date: '2026/06/30' } })
  expect(refused.body).toMatchObject({
    code: 'results_outside',
    message: expect.stringMatching(/^1 reported result would/),
  })
  const earlier = { ...days, starting_date: '2026/06/11', ending_date: '2026/08/02' }
  expect((await t.call(changeSeason, { token, params: { id }, body: earlier })).body.code).toBe('results_outside')
  const close = (until?: string) =>
    t.call(closeSeason, { token, params: { id }, body: until === undefined ? {} : { until } })
  expect((await close()).body.code).toBe('results_outside')
  const inTheWay = (await t.call(previewClosing, { token, params: { id } })).body
  expect(inTheWay).toMatchObject({
    problem: null,
    until: '2026/07/13',
    results: [{ title: expect.stringMatching(/ beat .* 6-4 6-4$/), match_date: '2026/07/14' }],
    results_total: 1,
    possible_until: '2026/07/14',
    disputed: 0,
    unconfirmed: 2,
  })
  for (const day of ['2026/07/12', '2026/08/10'])
    expect((await close(day)).body.fields).toEqual({ until: expect.any(String) })
  // Instead, the organizer closes the season after today, so that today's result counts.
  await t.db
    .updateTable('seasons')
    .set({ rules: { version: 1 } })
    .where('id', '=', id)
    .execute()
  const open = await detail(id)
  expect((await close('2026/07/14')).body.message).toContain('closes after Tue, Jul 14, 2026')
  expect(await detail(id)).toMatchObject({ state: 'playing', counts_until: '2026/07/14', results: 2 })
  // The rules of its release stay a difference, so that the next season does not copy them.
  const { rules } = await t.db.selectFrom('seasons').select('rules').where('id', '=', id).executeTakeFirstOrThrow()
  expect(rules).toEqual({ version: 1, grace_days: 0 })
  const reopened = { ...days, ending_date: open.ending_date }
  expect((await t.call(changeSeason, { token, params: { id }, body: reopened })).status).toBe(200)
  await t.call(changeRules, { token, params: { id }, body: { rules: standardRules, despite_results: true } })

  await at('2026-07-15T16:00:00Z')
  expect((await t.call(previewClosing, { token, params: { id } })).body).toMatchObject({
    results: [],
    possible_until: null,
  })
  expect((await close()).status).toBe(200)
  expect(await detail(id)).toMatchObject({
    state: 'closed',
    ending_date: '2026/07/14',
    counts_until: '2026/07/14',
    results: 2,
  })
  expect((await report('2026/07/15')).body.fields).toHaveProperty('match_date')
  expect((await close()).body.code).toBe('season_over')
  expect((await t.call(previewClosing, { token, params: { id } })).body.problem).toBe('season_over')
  expect(
    (await t.call(closeSeason, { token, params: { id: await editionId('fall', 2026) }, body: {} })).body.code,
  ).toBe('season_not_begun')
  // The season is reopened for the other tests.
  await t.call(changeSeason, { token, params: { id }, body: { ...days, ending_date: '2026/08/02' } })
  await t.call(changeRules, { token, params: { id }, body: { rules: standardRules, despite_results: true } })
  expect(await detail(id)).toMatchObject({ state: 'playing', counts_until: '2026/08/09' })
})

test('a season’s own rules apply to its scores, score form and table', async () => {
  // The changes of other tests.
  await runJobs(t)
  await countEveryMeeting(t)
  const [ada, bea, league_id] = await makePair('womens-singles-4-0', '2026-06-20T16:00:00Z')
  await countEveryMeeting(t)
  const id = await editionId('summer-1', 2026)
  const report = (by: TestPlayer, other: TestPlayer, line: string, given: object) =>
    t.call(reportScore, { token: by.token, body: scoreBody(by, other, line, given) })
  expect((await report(bea, ada, '6-4', { match_date: '2026/05/20' })).status).toBe(201)
  await report(ada, bea, '6-4 6-4', { match_date: '2026/06/01' })
  await report(ada, bea, '', { match_date: '2026/06/10', match_status: 'Opponent did not show' })
  const wins = async () => {
    const query = { area: 'south-bend', season: 'summer-1', division: 'womens-singles-4-0' }
    const { players } = (await t.call(listStandings, { token: ada.token, query })).body
    return Object.fromEntries(players.map(({ last_name, wins: won }) => [last_name, won]))
  }
  expect(await wins()).toEqual({ [ada.last_name]: 2, [bea.last_name]: 1 })

  const rules: SeasonRules = {
    ...standardRules,
    formats: ['best_of_three'],
    match_tie_break: 'always',
    walkovers: 'nothing',
    meetings: 1,
  }
  const change = (despite_results: boolean) =>
    t.call(changeRules, { token, params: { id }, body: { rules, despite_results } })
  expect((await change(false)).body).toMatchObject({
    code: 'play_has_begun',
    message: expect.stringMatching(/^\d+ results have been reported under the current rules\./),
  })
  const preview = (await t.call(previewRules, { token, params: { id }, body: { rules } })).body
  expect(preview.leagues.find((each) => each.league_id === league_id)).toMatchObject({
    moves: [
      { name: `${bea.first_name} ${bea.last_name}`, before: 2, after: 1 },
      { name: `${ada.first_name} ${ada.last_name}`, before: 1, after: 2 },
    ],
  })
  const unchanged = await t.call(previewRules, { token, params: { id }, body: { rules: (await detail(id)).rules } })
  expect(unchanged.body.leagues).toEqual([])
  const changed = await change(true)
  expect(changed.body.task_id).toEqual(expect.any(Number))
  expect(await newestAuditEntry()).toMatchObject({
    kind: 'change_rules',
    before: { ...standardRules, meetings: null, among_tied: 'always' },
    after: rules,
  })
  await runJobs(t)
  const task = (await t.call(getTask, { token, params: { id: changed.body.task_id ?? 0 } })).body
  expect(task).toMatchObject({ state: 'done', done: task.total })
  const emails = await emailsTo(ada.email)
  const email = emails.find(({ subject }) => subject === "The rules of Women's Singles 4.0, Summer 1 2026 have changed")
  expect(email?.text).toContain('Your place is now 2nd (it was 1st).')
  expect(email?.text).toContain('From now on: A match is best of three sets.')
  expect(email?.text).toMatch(/No longer: .+/)
  expect(await wins()).toEqual({ [ada.last_name]: 0, [bea.last_name]: 1 })
  expect((await change(false)).body.task_id).toBe(null)

  expect((await report(ada, bea, '6-4', { match_date: '2026/06/12' })).body.fields).toEqual({
    set_games: 'In this season a match is best of three sets.',
  })
  expect((await report(ada, bea, '6-4 3-6 6-2', { match_date: '2026/06/12' })).body.fields).toHaveProperty(
    'set_games.2',
  )
  const kept = await report(ada, bea, '6-4 3-6 10-7', { match_date: '2026/06/12' })
  expect(kept.status).toBe(201)
  const leagues = (await t.call(listMyLeagues, { token: ada.token })).body
  expect(leagues.find((league) => league.league_id === league_id)).toMatchObject({ rules, counts_until: '2026/08/09' })
  expect((await t.call(getMatch, { token: ada.token, params: { id: kept.body.id } })).body.rules).toEqual(rules)

  const grace = (grace_days: number) =>
    t.call(changeRules, {
      token,
      params: { id },
      body: { rules: { ...standardRules, grace_days }, despite_results: true },
    })
  expect((await grace(10)).body.fields).toHaveProperty(['rules.grace_days'])
  expect((await grace(2)).status).toBe(200)
  expect(await detail(id)).toMatchObject({ counts_until: '2026/08/04' })
  for (const bad of [{ formats: [] }, { playoff_places: 65 }, { meetings: 0 }, { walkovers: 'half' }])
    expect(
      await t.send(changeRules, {
        path: `/organizer/seasons/${id}/rules`,
        token,
        body: { rules: { ...standardRules, ...bad } },
      }),
    ).toMatchObject({ status: 422, body: { fields: { [`rules.${Object.keys(bad)[0]}`]: expect.any(String) } } })
  expect((await grace(7)).status).toBe(200)
})
