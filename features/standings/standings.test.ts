import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deleteMatch, reportScore } from '#/features/matches/contract.ts'
import { arrange, makeLeague, scoreBody, type ScoreBody } from '#/features/matches/score-fixture.ts'
import { startApp } from '#/test/app.ts'
import { listMiscounted } from '#/test/counts.ts'
import { listMisnamed, listUneven } from '#/test/ledger.ts'
import { countEveryMeeting, joinLeague, makePlayer, type TestPlayer } from '#/test/make.ts'
import { listStandings } from './contract.ts'
import { rankLeague } from './queries.ts'
import { rebuildLeague } from '#/features/playoffs/rebuild.ts'

const t = await startApp('2026-05-20T16:00:00Z')
await countEveryMeeting(t)
const summer = { season: 'summer-1', area: 'south-bend' } as const

const table = (player: TestPlayer, query: Record<string, unknown> = {}) =>
  t.call(listStandings, { token: player.token, query })

async function report(
  winner: TestPlayer,
  opponent: TestPlayer,
  line: string,
  given: Parameters<typeof scoreBody>[3] = {},
): Promise<number> {
  const { status, body } = await t.call(reportScore, {
    token: winner.token,
    body: scoreBody(winner, opponent, line, given),
  })
  expect({ status, body }).toMatchObject({ status: 201 })
  return body.id
}

const stored = (league_id: number) =>
  t.db
    .selectFrom('standings')
    .select(['entry_id', 'rank', 'wins', 'losses', 'ties', 'played'])
    .where('league_id', '=', league_id)
    .orderBy('rank')
    .execute()

async function workedOut(league_id: number) {
  return (await rankLeague(t.db, league_id)).map(({ entry_id, rank, wins, losses, ties, played }) => ({
    entry_id,
    rank,
    wins,
    losses,
    ties,
    played,
  }))
}

test('everyone entered is listed with names and record, best first, and the player’s own row is marked', async () => {
  const {
    people: [ann, bea, cleo],
    league_id,
  } = await makeLeague(t, 3, { ...summer, division: 'womens-singles-3-0' })
  await report(bea, ann, '6-4 6-4')
  await report(cleo, ann, '6-4 6-4')
  await report(bea, cleo, '6-4 6-4')
  const { status, body } = await table(ann, { area: 'South Bend' })
  expect(status).toBe(200)
  const line = (player: TestPlayer) => ({
    first_name: player.first_name,
    last_name: player.last_name,
    partner_first_name: null,
    partner_last_name: null,
    ties: 0,
    is_me: player === ann,
  })
  expect(body).toMatchObject({
    total: 3,
    skip: 0,
    league_id,
    season: 'Summer 1',
    season_slug: 'summer-1',
    year: 2026,
    division: 'womens-singles-3-0',
    division_name: "Women's Singles 3.0",
    area: 'south-bend',
    has_results: true,
    players: [
      { ...line(bea), rank: 1, wins: 2, losses: 0, played: 2 },
      { ...line(cleo), rank: 2, wins: 1, losses: 1, played: 2 },
      { ...line(ann), rank: 3, wins: 0, losses: 2, played: 2 },
    ],
  })
  expect(JSON.stringify(body)).not.toContain('@')
})

describe('how a match ended', () => {
  test.each([
    [
      'Retired',
      '6-4 2-1',
      'womens-singles-3-5',
      { wins: 1, losses: 0, ties: 0, played: 1 },
      { wins: 0, losses: 1, ties: 0, played: 1 },
    ],
    [
      'Match ended in a tie',
      '6-4 4-6',
      'womens-singles-4-0',
      { wins: 0, losses: 0, ties: 1, played: 1 },
      { wins: 0, losses: 0, ties: 1, played: 1 },
    ],
    [
      'Opponent did not show',
      '',
      'womens-singles-4-5',
      { wins: 1, losses: 0, ties: 0, played: 0 },
      { wins: 0, losses: 1, ties: 0, played: 0 },
    ],
    [
      'Canceled within 4 hours of match',
      '',
      'womens-singles-5-0',
      { wins: 1, losses: 0, ties: 0, played: 0 },
      { wins: 0, losses: 1, ties: 0, played: 0 },
    ],
  ] as const)('%s: what it counts for both sides', async (match_status, line, division, winners, opponents) => {
    const {
      people: [ann, bea],
      entry_ids,
    } = await makeLeague(t, 2, { ...summer, division })
    await report(ann, bea, line, { match_status })
    const { players } = (await table(ann, { division })).body
    const of = (entry_id: number) => players.find((row) => row.entry_id === entry_id)
    expect(of(entry_ids[0])).toMatchObject(winners)
    expect(of(entry_ids[1])).toMatchObject(opponents)
  })
})

test('a pair is one row with both names, and is both players’ own row', async () => {
  const {
    people: [ann],
    entry_ids,
    league_id,
  } = await makeLeague(t, 2, { ...summer, division: 'womens-doubles' })
  const partner = await makePlayer(t, { first_name: 'Zoe', last_name: 'Partner' })
  await t.db
    .insertInto('entry_players')
    .values({ entry_id: entry_ids[0], player_id: partner.id, league_id, position: 2 })
    .execute()
  const pair = {
    entry_id: entry_ids[0],
    first_name: ann.first_name,
    partner_first_name: 'Zoe',
    partner_last_name: 'Partner',
    is_me: true,
  }
  for (const player of [ann, partner]) {
    const { body } = await table(player)
    expect(body).toMatchObject({ league_id, total: 2 })
    expect(body.players).toContainEqual(expect.objectContaining(pair))
  }
})

describe('without filters, the table', () => {
  test('without filters the table is that of the player’s newest league in the area: by first day, then by entry', async () => {
    const me = await makePlayer(t)
    const first = await joinLeague(t, me, { ...summer, division: 'mens-singles-3-0' })
    const second = await joinLeague(t, me, { ...summer, division: 'mens-singles-3-5' })
    expect((await table(me, { area: 'south-bend' })).body.league_id).toBe(second.league_id)
    const later = await joinLeague(t, me, { season: 'fall', division: 'mens-singles-3-0', area: 'south-bend' })
    expect((await table(me)).body).toMatchObject({
      league_id: later.league_id,
      has_results: false,
      players: [{ rank: 1, wins: 0, is_me: true }],
    })
    expect((await table(me, { season: 'Summer 1', division: 'mens-singles-3-0' })).body.league_id).toBe(first.league_id)
  })

  test('without filters a player who is in no league gets the table of the area’s newest league with results', async () => {
    const stranger = await makePlayer(t, { location: 'dc' })
    const winter = await makeLeague(t, 2, { season: 'winter', division: 'mens-doubles', area: 'dc' })
    const {
      people: [ann, bea],
      league_id,
    } = await makeLeague(t, 2, { season: 'summer-1', division: 'mens-doubles', area: 'dc' })
    await report(ann, bea, '6-0 6-0')
    expect((await table(stranger)).body).toMatchObject({ league_id, area: 'dc', has_results: true })
    expect((await table(winter.people[0], { area: 'dc' })).body).toMatchObject({
      league_id: winter.league_id,
      has_results: false,
    })
  })
})

test('of several newest leagues with results, a player who is in none gets that of their level and gender', async () => {
  const where = { season: 'summer-1', area: 'indianapolis' } as const
  for (const division of ['mens-singles-4-0', 'womens-singles-3-5', 'womens-singles-4-5']) {
    const { people } = await makeLeague(t, 2, { ...where, division })
    await report(people[0], people[1], '6-0 6-0')
  }
  const divisionFor = async (singles_level: string, gender: string) => {
    const reader = await makePlayer(t, { location: 'indianapolis', singles_level, gender })
    return (await table(reader)).body.division
  }
  expect(await divisionFor('3.5', 'Female')).toBe('womens-singles-3-5')
  expect(await divisionFor('4.5', 'Female')).toBe('womens-singles-4-5')
  expect(await divisionFor('4.0', 'Male')).toBe('mens-singles-4-0')
  const others = await divisionFor('5.0', 'Male')
  expect(await divisionFor('3.0', 'Female')).toBe(others)
})

test('a missing league is an empty table', async () => {
  const me = await makePlayer(t)
  expect(await table(me, { season: 'winter', year: 2031 })).toMatchObject({
    status: 200,
    body: { players: [], total: 0, season: null, league_id: null, division: null, has_results: false },
  })
})

test('a page is a slice of the whole table', async () => {
  const {
    people: [ann],
  } = await makeLeague(t, 4, { ...summer, division: 'mens-singles-4-0' })
  const whole = (await table(ann)).body
  const second = (await table(ann, { page: 2, per_page: 3 })).body
  expect(second).toMatchObject({ total: 4, skip: 3 })
  expect(second.players).toEqual(whole.players.slice(3))
  expect((await table(ann, { page: 9 })).body).toMatchObject({ players: [], total: 4, skip: 160, season: 'Summer 1' })
})

test('the table refuses strangers and invalid queries', async () => {
  const me = await makePlayer(t)
  expect(await t.send(listStandings)).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
  expect(await t.send(listStandings, { token: me.token, query: { area: 'chicago' } })).toMatchObject({
    status: 422,
    body: { fields: { area: 'Please choose South Bend, Indianapolis or DC.' } },
  })
  expect(await t.send(listStandings, { token: me.token, query: { page: 0 } })).toMatchObject({
    status: 422,
    body: { fields: { page: 'Pages start at 1.' } },
  })
  expect(await t.send(listStandings, { token: me.token, query: { season: 'monsoon' } })).toMatchObject({ status: 422 })
  expect(await t.send(listStandings, { token: me.token, query: { year: 'soon' } })).toMatchObject({ status: 422 })
})

test('the stored table equals a freshly computed one after any series of joins, results, deletions, refunds and replacements', async () => {
  const { people, entry_ids, league_id } = await makeLeague(t, 4, { ...summer, division: 'mens-singles-4-5' })
  const kind = fc.constantFrom(
    'won',
    'lost',
    'tied',
    'no show',
    'arranged',
    'deleted',
    'refunded',
    'joined again',
    'replaced',
  )
  // May 15 to 17 are for the first result of each series.
  const day = fc.oneof(fc.integer({ min: 1, max: 14 }), fc.integer({ min: 18, max: 20 }))
  const moves = fc.array(fc.record({ kind, a: fc.nat({ max: 3 }), b: fc.nat({ max: 3 }), day }), {
    minLength: 5,
    maxLength: 12,
  })

  const runs = 15
  /** Players outside the league, who take the places of others. */
  const spares = [await makePlayer(t), await makePlayer(t)]
  let reported = 0
  let begun = 0
  const pairs = people.flatMap((_, one) => people.slice(one + 1).map((__, index) => [one, one + 1 + index]))
  async function make({
    kind: what,
    a,
    b,
    day: date,
  }: {
    kind: string
    a: number
    b: number
    day: number
  }): Promise<void> {
    const [ann, bea] = [people[a]!, people[b]!]
    const match_date = `2026/05/${String(date).padStart(2, '0')}`
    const reportAs = async (body: ScoreBody) => {
      const { status } = await t.call(reportScore, { token: ann.token, body: { ...body, match_date } })
      if (status === 201) reported += 1
    }
    if (what === 'won') await reportAs(scoreBody(ann, bea, '6-4 6-4'))
    else if (what === 'lost') await reportAs(scoreBody(bea, ann, '4-6 6-3 10-8'))
    else if (what === 'tied') await reportAs(scoreBody(ann, bea, '6-4 4-6', { match_status: 'Match ended in a tie' }))
    else if (what === 'no show') await reportAs(scoreBody(ann, bea, '', { match_status: 'Opponent did not show' }))
    else if (what === 'arranged' && a !== b)
      await arrange(t, league_id, entry_ids[a]!, entry_ids[b]!, match_date.replaceAll('/', '-'))
    else if (what === 'deleted') {
      const newest = await t.db
        .selectFrom('matches')
        .select('id')
        .where('league_id', '=', league_id)
        .orderBy('id', 'desc')
        .executeTakeFirst()
      if (newest) await t.call(deleteMatch, { token: ann.token, params: { id: newest.id } })
    } else if (what === 'refunded' || what === 'joined again') {
      await t.db.transaction().execute(async (tx) => {
        const status = what === 'refunded' ? 'Refunded' : 'Paid'
        await tx
          .updateTable('purchases')
          .set({ status })
          .where('id', '=', (entry) =>
            entry.selectFrom('entries').select('purchase_id').where('id', '=', entry_ids[a]!),
          )
          .execute()
        await rebuildLeague(tx, league_id)
      })
    } else if (what === 'replaced') {
      const comes = spares.shift()!
      await t.db
        .updateTable('entry_players')
        .set({ player_id: comes.id })
        .where('entry_id', '=', entry_ids[a]!)
        .execute()
      people[a] = comes
      spares.push(ann)
    }
  }

  await fc.assert(
    fc.asyncProperty(moves, async (series) => {
      // Random moves alone may all be refused. So each series starts with all four in the league, and with a result on
      // a day without other results.
      for (const a of people.keys()) await make({ kind: 'joined again', a, b: a, day: 1 })
      const [one, two] = pairs[begun % pairs.length]!.map((place) => people[place]!) as [TestPlayer, TestPlayer]
      const match_date = `2026/05/${15 + Math.floor(begun / pairs.length)}`
      await report(one, two, '6-4 6-4', { match_date })
      begun += 1
      for (const move of series) {
        await make(move)
        const rows = await stored(league_id)
        expect(rows).toEqual(await workedOut(league_id))
        expect(rows.reduce((sum, row) => sum + row.wins - row.losses, 0)).toBe(0)
        expect(await listMiscounted(t.db)).toEqual([])
        expect(await listMisnamed(t.db)).toEqual([])
        expect(await listUneven(t.db)).toEqual([])
      }
    }),
    // The league keeps the effects of earlier series, so a failing series cannot be shrunk.
    { numRuns: runs, endOnFailure: true },
  )
  expect(begun + reported, 'every series went through a result').toBeGreaterThanOrEqual(runs)
})

test('wins and losses both add up to the decided matches while many report simultaneously', async () => {
  const { people, league_id } = await makeLeague(t, 4, { ...summer, division: 'mens-singles-5-0' })
  const pairs = people.flatMap((one, index) => people.slice(index + 1).map((two) => [one, two] as const))
  let reading = true
  const level: boolean[] = []
  const reader = (async () => {
    while (reading) {
      const { players } = (await table(people[0], { division: 'mens-singles-5-0' })).body
      const wins = players.reduce((sum, row) => sum + row.wins, 0)
      level.push(wins === players.reduce((sum, row) => sum + row.losses, 0))
    }
  })()
  await Promise.all(
    pairs.flatMap(([one, two]) =>
      ['2026/05/16', '2026/05/17'].map((match_date) => report(one, two, '6-4 6-4', { match_date })),
    ),
  )
  reading = false
  await reader
  expect(level.length).toBeGreaterThan(1)
  expect(level).not.toContain(false)
  const rows = await stored(league_id)
  expect(rows.reduce((sum, row) => sum + row.wins, 0)).toBe(12)
  expect(await listMiscounted(t.db)).toEqual([])
  expect(rows).toEqual(await workedOut(league_id))
})

test('an unchanged row is not written again', async () => {
  const { league_id } = await makeLeague(t, 2, { ...summer, division: 'mixed-doubles' })
  const versions = () =>
    t.db
      .selectFrom('standings')
      .select((of) => [of.ref('entry_id').as('entry_id'), of.cast<string>(of.ref('xmin' as 'rank'), 'text').as('xmin')])
      .where('league_id', '=', league_id)
      .orderBy('entry_id')
      .execute()
  const before = await versions()
  await t.db.transaction().execute((tx) => rebuildLeague(tx, league_id))
  expect(await versions()).toEqual(before)
})

test('an entry that no longer counts leaves the table, and its matches do not count for its opponents', async () => {
  const {
    people: [ann, bea],
    entry_ids,
    league_id,
  } = await makeLeague(t, 2, { ...summer, division: 'mens-doubles' })
  await report(bea, ann, '6-0 6-0')
  await t.db.transaction().execute(async (tx) => {
    await tx.updateTable('purchases').set({ status: 'Refunded' }).where('player_id', '=', bea.id).execute()
    await rebuildLeague(tx, league_id)
  })
  expect(await stored(league_id)).toEqual([{ entry_id: entry_ids[0], rank: 1, wins: 0, losses: 0, ties: 0, played: 0 }])
})
