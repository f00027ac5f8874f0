import { describe, expect, test } from 'vitest'
import { reportScore } from '#/features/matches/contract.ts'
import { arrange, makeLeague, scoreBody } from '#/features/matches/score-fixture.ts'
import { startApp } from '#/test/app.ts'
import { countEveryMeeting, makePlayer, type TestPlayer } from '#/test/make.ts'
import { listStandings } from './contract.ts'
import { explainPlace, listFullStandings } from './place-contract.ts'

const t = await startApp('2026-05-20T16:00:00Z')
await countEveryMeeting(t)
const summer = { season: 'summer-1', area: 'south-bend' } as const
const afterTheSeason = '2026-08-20T16:00:00Z'

async function report(
  winner: TestPlayer,
  opponent: TestPlayer,
  line: string,
  given: Parameters<typeof scoreBody>[3] = {},
) {
  const { status, body } = await t.call(reportScore, {
    token: winner.token,
    body: scoreBody(winner, opponent, line, given),
  })
  expect({ status, body }).toMatchObject({ status: 201 })
}

/** Reads at another instant, then resets the clock. */
async function at<T>(instant: string, read: () => Promise<T>): Promise<T> {
  const before = t.clock.now().toISOString()
  t.clock.set(instant)
  // Sessions outlast a season, but not the test's jump in time, so they are extended.
  await t.db
    .updateTable('sessions')
    .set({ expires_at: new Date('2027-12-31T00:00:00Z') })
    .execute()
  try {
    return await read()
  } finally {
    t.clock.set(before)
  }
}

describe('why an entry has its position', () => {
  test('the explanation has every step with its names and figures, down to the one that decided', async () => {
    const { people, entry_ids, league_id } = await makeLeague(t, 3, { ...summer, division: 'womens-singles-3-0' })
    const [ann, bea, cleo] = people
    await report(ann, bea, '7-6 6-7 7-6')
    await report(bea, cleo, '6-0 6-0')
    const { status, body } = await t.call(explainPlace, {
      token: cleo.token,
      query: { league_id, entry_id: entry_ids[0] },
    })
    expect(status).toBe(200)
    const name = (player: TestPlayer) => `${player.first_name} ${player.last_name}`
    expect(body).toMatchObject({
      league_id,
      league_name: 'Summer 1',
      level_name: "Women's Singles 3.0",
      year: 2026,
      area: 'south-bend',
      entry_id: entry_ids[0],
      name: name(ann),
      is_me: false,
      rank: 1,
      total: 3,
      steps: [
        {
          code: 'wins',
          title: 'Wins',
          figures: [
            { value: 1, of: null },
            { value: 1, of: null },
            { entry_id: entry_ids[2], name: name(cleo), value: 0, of: null },
          ],
          groups: [expect.arrayContaining([entry_ids[0], entry_ids[1]]), [entry_ids[2]]],
        },
        {
          code: 'head_to_head',
          sentence: expect.any(String),
          figures: [
            { entry_id: entry_ids[0], name: name(ann), value: 1, of: null },
            { entry_id: entry_ids[1], name: name(bea), value: 0, of: null },
          ],
          groups: [[entry_ids[0]], [entry_ids[1]]],
        },
      ],
    })
    expect(JSON.stringify(body)).not.toMatch(/@|574 555/)
  })

  test('the position is the one in the table, for everyone', async () => {
    const { people, league_id } = await makeLeague(t, 4, { ...summer, division: 'womens-singles-3-5' })
    for (const [winner, opponent] of [
      [0, 1],
      [1, 2],
      [2, 0],
      [3, 0],
    ] as const)
      await report(people[winner]!, people[opponent]!, '6-4 6-4')
    const table = (await t.call(listStandings, { token: people[0].token, query: { division: 'womens-singles-3-5' } }))
      .body
    for (const row of table.players) {
      const { body } = await t.call(explainPlace, {
        token: people[0].token,
        query: { league_id, entry_id: row.entry_id },
      })
      expect(body).toMatchObject({ rank: row.rank, is_me: row.is_me })
    }
  })

  test('a place’s needs list the matches left, the next one, and the positions after a win and after a loss', async () => {
    const { people, entry_ids, league_id } = await makeLeague(t, 3, { ...summer, division: 'womens-singles-4-0' })
    const [ann, bea, cleo] = people
    await report(ann, bea, '6-4 6-4')
    const card = await arrange(t, league_id, entry_ids[2], entry_ids[0], '2026-05-25', '18:00')
    const read = async (player: TestPlayer, entry_id: number) =>
      (await t.call(explainPlace, { token: player.token, query: { league_id, entry_id } })).body.needs
    const needs = await read(ann, entry_ids[0])
    expect(needs).toMatchObject({
      status: 'out',
      matches: 4,
      matches_to_play: 3,
      matches_left: 1,
      top_half: 2,
      season_over: false,
      open_results: 1,
      next: {
        opponent: `${cleo.first_name} ${cleo.last_name}`,
        matchup_id: card,
        match_date: '2026/05/25',
        won: { first_place: 1, last_place: 1 },
        lost: { first_place: 2, last_place: 2 },
      },
    })
    const seenByAnother = await read(bea, entry_ids[0])
    expect(seenByAnother.next).toMatchObject({
      opponent: `${cleo.first_name} ${cleo.last_name}`,
      matchup_id: null,
      match_date: null,
    })
  })

  test('while a result can still be corrected, its consequences are provisional', async () => {
    const division = 'womens-singles-4-5'
    const { people, entry_ids, league_id } = await makeLeague(t, 2, { ...summer, division })
    const [ann, bea] = people
    for (const match_date of ['2026/05/15', '2026/05/16', '2026/05/17', '2026/05/18'])
      await report(ann, bea, '6-4 6-4', { match_date })
    const read = async () =>
      (await t.call(explainPlace, { token: bea.token, query: { league_id, entry_id: entry_ids[0] } })).body.needs
    expect(await read()).toMatchObject({
      status: 'in',
      provisional: true,
      open_results: 4,
      matches_left: 0,
      wins_for_sure: 0,
    })
    const confirmed = await at('2026-05-22T16:00:00Z', read)
    // Bea may still add matches.
    expect(confirmed).toMatchObject({ status: 'in', provisional: true, may_add_matches: true, open_results: 0 })
    await t.db
      .updateTable('seasons')
      .set({ rules: { meetings: 4 } })
      .where('id', '=', (eb) => eb.selectFrom('leagues').select('season_id').where('id', '=', league_id))
      .execute()
    const limited = await at('2026-05-22T16:00:00Z', read)
    await countEveryMeeting(t)
    expect(limited).toMatchObject({ status: 'in', provisional: false, may_add_matches: false })
  })

  test('a disputed result does not count, and both outcomes are still possible', async () => {
    const { people, entry_ids, league_id } = await makeLeague(t, 2, { ...summer, division: 'mens-singles-3-0' })
    const [ann, bea] = people
    for (const match_date of ['2026/05/14', '2026/05/15', '2026/05/16', '2026/05/17', '2026/05/18'])
      await report(ann, bea, '6-4 6-4', { match_date: match_date === '2026/05/14' ? '2026/05/19' : match_date })
    await t.db
      .updateTable('scores')
      .set({ answer: 'disputed', answered_by_id: bea.id, answered_at: t.clock.now() })
      .where('match_date', '=', '2026-05-19')
      .where('reported_by_id', '=', ann.id)
      .execute()
    const needs = (await t.call(explainPlace, { token: bea.token, query: { league_id, entry_id: entry_ids[1] } })).body
      .needs
    expect(needs).toMatchObject({ open_results: 5, matches_left: 1, status: 'out' })
  })

  test('after the last day that counts, there are no matches left to play', async () => {
    const division = 'mens-singles-3-5'
    const { people, entry_ids, league_id } = await makeLeague(t, 3, { ...summer, division })
    await arrange(t, league_id, entry_ids[1], entry_ids[2], '2026-06-01')
    for (const match_date of ['2026/05/15', '2026/05/16', '2026/05/17', '2026/05/18'])
      await report(people[0], people[1], '6-4 6-4', { match_date })
    const read = async () =>
      (await t.call(explainPlace, { token: people[0].token, query: { league_id, entry_id: entry_ids[0] } })).body.needs
    expect(await read()).toMatchObject({ season_over: false, matches_left: 1, next: { matchup_id: null } })
    expect(await at('2026-08-10T03:00:00Z', read)).toMatchObject({ season_over: false })
    const over = await at('2026-08-10T04:30:00Z', read)
    expect(over).toMatchObject({ season_over: true, matches_left: 0, next: null, status: 'in', provisional: false })
  })

  test('strangers are refused; a league or entry that does not exist or no longer counts is not found', async () => {
    const { people, entry_ids, league_id } = await makeLeague(t, 2, { ...summer, division: 'mens-singles-4-0' })
    const other = await makeLeague(t, 2, { ...summer, division: 'mens-singles-4-5' })
    const [ann, bea] = people
    const read = (query: Record<string, unknown>, token: string | undefined = ann.token) =>
      t.send(explainPlace, { token, query })
    expect(await t.send(explainPlace, { query: { league_id, entry_id: entry_ids[0] } })).toMatchObject({ status: 401 })
    expect(await read({ league_id })).toMatchObject({ status: 422, body: { fields: { entry_id: expect.any(String) } } })
    expect(await read({ league_id: 'x', entry_id: 1 })).toMatchObject({ status: 422 })
    expect(await read({ league_id: 2_000_000, entry_id: entry_ids[0] })).toMatchObject({ status: 404 })
    expect(await read({ league_id, entry_id: other.entry_ids[0] })).toMatchObject({ status: 404 })
    await t.db.updateTable('purchases').set({ status: 'Refunded' }).where('player_id', '=', bea.id).execute()
    expect(await read({ league_id, entry_id: entry_ids[1] })).toMatchObject({ status: 404 })
  })
})

describe('the full table', () => {
  const division = 'womens-singles-5-0'
  const read = (player: TestPlayer, query: Record<string, unknown> = {}) =>
    t.call(listFullStandings, { token: player.token, query })

  test('the full table has the short table’s rows, with sets and games as they were played', async () => {
    const { people, entry_ids } = await makeLeague(t, 3, { ...summer, division })
    const [ann, bea, cleo] = people
    await report(ann, bea, '6-4 3-6 10-7')
    await report(cleo, ann, '', { match_status: 'Opponent did not show' })
    const { status, body } = await read(ann, { division })
    expect(status).toBe(200)
    const short = (await t.call(listStandings, { token: ann.token, query: { division } })).body
    expect(body.players).toMatchObject(short.players)
    const { players: _, ...header } = short
    expect(body).toMatchObject({ ...header, top_half: 2 })
    const of = (entry_id: number) => body.players.find((row) => row.entry_id === entry_id)
    expect(of(entry_ids[0])).toMatchObject({
      sets_won: 2,
      sets_lost: 1,
      games_won: 10,
      games_lost: 10,
      no_shows: 1,
      unconfirmed: 2,
      is_me: true,
    })
    expect(of(entry_ids[1])).toMatchObject({ sets_won: 1, sets_lost: 2, no_shows: 0, playoffs: 'out' })
    expect(body.leagues).toContainEqual({
      season: 'Summer 1',
      season_slug: 'summer-1',
      year: 2026,
      division,
      division_name: "Women's Singles 5.0",
    })
    expect(JSON.stringify(body)).not.toMatch(/@|574 555/)
  })

  test('the full table shows who is in and out of the play-offs once that is certain', async () => {
    const { people } = await makeLeague(t, 2, { ...summer, division: 'mens-singles-5-0' })
    for (const match_date of ['2026/05/15', '2026/05/16', '2026/05/17', '2026/05/18'])
      await report(people[0], people[1], '6-4 6-4', { match_date })
    const { players } = await at(
      afterTheSeason,
      async () => (await read(people[0], { division: 'mens-singles-5-0' })).body,
    )
    expect(players.map(({ playoffs, provisional }) => ({ playoffs, provisional }))).toEqual([
      { playoffs: 'in', provisional: false },
      { playoffs: 'out', provisional: false },
    ])
  })

  test('a page is a slice of the whole table; a missing league is empty', async () => {
    const { people } = await makeLeague(t, 4, { ...summer, division: 'mixed-doubles' })
    const whole = (await read(people[0], { division: 'mixed-doubles' })).body
    const second = (await read(people[0], { division: 'mixed-doubles', page: 2, per_page: 3 })).body
    expect(second).toMatchObject({ total: 4, skip: 3, players: whole.players.slice(3) })
    expect((await read(people[0], { season: 'winter', year: 2031 })).body).toMatchObject({
      players: [],
      total: 0,
      season: null,
      league_id: null,
    })
  })

  test('the full table refuses strangers and invalid queries', async () => {
    const me = await makePlayer(t)
    expect(await t.send(listFullStandings)).toMatchObject({ status: 401 })
    expect(await t.send(listFullStandings, { token: me.token, query: { area: 'chicago' } })).toMatchObject({
      status: 422,
    })
    expect(await t.send(listFullStandings, { token: me.token, query: { page: 0 } })).toMatchObject({ status: 422 })
  })
})
