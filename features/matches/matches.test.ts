import { afterEach, describe, expect, test } from 'vitest'
import { isUpcoming } from '#/rules/match-card.ts'
import { startApp } from '#/test/app.ts'
import { countEveryMeeting, makePlayer, type TestPlayer } from '#/test/make.ts'
import {
  deleteMatch,
  getMatch,
  getPublicResult,
  getResult,
  listMyMatches,
  listResults,
  reportScore,
  searchLeaguePlayers,
  searchPlayers,
} from './contract.ts'
import { arrange, makeLeague, scoreBody, sets, watchTable } from './score-fixture.ts'
import { addDays } from '#/rules/day.ts'

// It is noon in South Bend.
const today = '2026-05-20T16:00:00Z'
const t = await startApp(today)
await countEveryMeeting(t)
afterEach(() => void t.clock.set(today))
const summer = { season: 'summer-1', area: 'south-bend' } as const
const nameOf = (player: TestPlayer) => `${player.first_name} ${player.last_name}`
const sideOf = (player: TestPlayer) => ({ name: nameOf(player), players: [{ id: player.id, name: nameOf(player) }] })

async function report(
  winner: TestPlayer,
  opponent: TestPlayer,
  line: string,
  given: Parameters<typeof scoreBody>[3] = {},
): Promise<number> {
  const answer = await t.call(reportScore, { token: winner.token, body: scoreBody(winner, opponent, line, given) })
  expect(answer).toMatchObject({ status: 201 })
  return answer.body.id
}

async function makePair(division: string) {
  const league = await makeLeague(t, 2, { ...summer, division })
  const partner = await makePlayer(t, { first_name: 'Zoe' })
  await t.db
    .insertInto('entry_players')
    .values({ entry_id: league.entry_ids[0], player_id: partner.id, league_id: league.league_id, position: 2 })
    .execute()
  return { ...league, partner }
}

describe('results', () => {
  test('an area’s results are listed newest first, with both names, the sets and the status', async () => {
    const {
      people: [ann, bea],
    } = await makeLeague(t, 2, { season: 'summer-1', division: 'womens-singles-3-0', area: 'dc' })
    const older = await report(ann, bea, '6-4 3-6 10-7', { match_date: '2026/05/16' })
    const newer = await report(bea, ann, '6-4 2-0', {
      match_date: '2026/05/19',
      match_status: 'Retired',
      match_notes: 'Sore wrist',
    })
    const twin = await report(ann, bea, '6-0', { match_date: '2026/05/17' })
    const { status, body } = await t.call(listResults, { token: ann.token, query: { area: 'DC' } })
    expect(status).toBe(200)
    const league = {
      league_name: 'Summer 1',
      level_name: "Women's Singles 3.0",
      kind: 'league',
      sport: 'tennis',
      year: 2026,
      state: 'unconfirmed',
    }
    expect(body).toEqual({
      total: 3,
      skip: 0,
      results: [
        {
          id: newer,
          winner: sideOf(bea),
          opponent: sideOf(ann),
          set_games: sets('6-4 2-0'),
          sets: 2,
          match_date: '2026/05/19',
          match_status: 'Retired',
          match_notes: 'Sore wrist',
          ...league,
        },
        {
          id: twin,
          winner: sideOf(ann),
          opponent: sideOf(bea),
          set_games: sets('6-0'),
          sets: 1,
          match_date: '2026/05/17',
          match_status: null,
          match_notes: '',
          ...league,
        },
        {
          id: older,
          winner: sideOf(ann),
          opponent: sideOf(bea),
          set_games: sets('6-4 3-6 10-7'),
          sets: 3,
          match_date: '2026/05/16',
          match_status: null,
          match_notes: '',
          ...league,
        },
      ],
    })
    const second = await t.call(listResults, { token: ann.token, query: { area: 'dc', page: 2, per_page: 2 } })
    expect(second.body).toEqual({ total: 3, skip: 2, results: body.results.slice(2) })
    const beyond = await t.call(listResults, { token: ann.token, query: { area: 'dc', page: 9, per_page: 2 } })
    expect(beyond.body).toEqual({ total: 3, skip: 16, results: [] })
  })

  test('results are filtered by season, year and division, and are from the player’s area by default', async () => {
    const {
      people: [ann, bea],
    } = await makeLeague(t, 2, { ...summer, division: 'womens-singles-3-5' })
    const id = await report(ann, bea, '6-0 6-0')
    const ids = async (query: Record<string, unknown>) =>
      (await t.call(listResults, { token: ann.token, query })).body.results.map((row) => row.id)
    expect(await ids({ division: 'womens-singles-3-5' })).toEqual([id])
    expect(await ids({ season: 'Summer 1', year: 2026, division: 'womens-singles-3-5' })).toEqual([id])
    const counted = async (query: Record<string, unknown>) =>
      (await t.call(listResults, { token: ann.token, query: { ...query, per_page: 1 } })).body.total
    expect(await counted({ division: 'womens-singles-3-5' })).toBe(1)
    expect(await counted({ division: 'womens-singles-4-5' })).toBe(0)
    expect(await ids({ season: 'fall', division: 'womens-singles-3-5' })).toEqual([])
    expect(await ids({ year: 2027, division: 'womens-singles-3-5' })).toEqual([])
    expect(await ids({ area: 'indianapolis' })).toEqual([])
  })

  test('results of a pair name both partners', async () => {
    const {
      people: [ann, bea],
      partner,
    } = await makePair('womens-doubles')
    const id = await report(bea, ann, '6-0 6-0')
    const { body } = await t.call(getResult, { token: partner.token, params: { id } })
    expect(body).toMatchObject({
      winner: { name: nameOf(bea) },
      opponent: { name: `${nameOf(ann)} & ${nameOf(partner)}` },
    })
  })

  test('one result shows any player everything that was reported', async () => {
    const {
      people: [ann, bea],
      league_id,
    } = await makeLeague(t, 2, { ...summer, division: 'womens-singles-4-0' })
    const stranger = await makePlayer(t)
    const id = await report(ann, bea, '6-4 4-6 12-10', {
      match_area: 'indianapolis',
      match_notes: 'Under lights',
      hour: 2,
      minute: 5,
    })
    expect(await t.call(getResult, { token: stranger.token, params: { id } })).toEqual({
      status: 200,
      body: {
        id,
        winner: sideOf(ann),
        opponent: sideOf(bea),
        set_games: sets('6-4 4-6 12-10'),
        match_date: '2026/05/18',
        match_status: null,
        match_notes: 'Under lights',
        match_area: 'indianapolis',
        match_location: 'Leeper Park, court 4',
        duration: '02:05',
        total_score: '2-1',
        score_line: '6-4 4-6 12-10',
        league_name: 'Summer 1',
        level_name: "Women's Singles 4.0",
        kind: 'league',
        sport: 'tennis',
        league_id,
        year: 2026,
        reported_by: nameOf(ann),
        state: 'unconfirmed',
        provisional: false,
        confirmation: {
          state: 'unconfirmed',
          version: 1,
          answer_until: '2026-05-21T16:00:00.000Z',
          role: null,
          has_corrected: false,
        },
        versions: [
          {
            version: 1,
            kind: 'report',
            winner: nameOf(ann),
            score_line: '6-4 4-6 12-10',
            match_status: null,
            match_date: '2026/05/18',
            reported_by: nameOf(ann),
            reported_at: '2026-05-20T16:00:00.000Z',
            answer: null,
            answered_by: null,
            answered_at: null,
            answer_reason: '',
          },
        ],
      },
    })
  })

  test('anyone with a result’s link sees short names, sets and day, and nothing else', async () => {
    const {
      people: [ann, bea],
    } = await makeLeague(t, 2, { ...summer, division: 'mens-singles-4-5' })
    const id = await report(ann, bea, '6-4 6-4', { match_notes: 'Her knee is bad' })
    expect(await t.call(getPublicResult, { params: { id } })).toEqual({
      status: 200,
      body: {
        id,
        decides_title: false,
        winner: { name: 'Player N.' },
        opponent: { name: 'Player N.' },
        set_games: sets('6-4 6-4'),
        match_date: '2026/05/18',
        match_status: null,
        score_line: '6-4 6-4',
        league_name: 'Summer 1',
        level_name: "Men's Singles 4.5",
        kind: 'league',
        sport: 'tennis',
        year: 2026,
        area: 'south-bend',
        state: 'unconfirmed',
        provisional: false,
      },
    })
    expect(await t.call(getPublicResult, { params: { id: 2_000_000_000 } })).toMatchObject({ status: 404 })
    // A session makes no difference: everyone with the link sees the same page.
    const names = async (token?: string) => {
      const { body } = await t.call(getPublicResult, { params: { id }, ...(token !== undefined && { token }) })
      return [body.winner.name, body.opponent.name]
    }
    expect(await names(bea.token)).toEqual(['Player N.', 'Player N.'])
    await t.db.updateTable('players').set({ shows_name: true }).where('id', '=', ann.id).execute()
    expect(await names()).toEqual([nameOf(ann), 'Player N.'])
    expect((await t.call(getResult, { params: { id }, token: bea.token })).body).toMatchObject({
      winner: { name: nameOf(ann) },
      opponent: { name: nameOf(bea) },
    })
  })

  test('a match that has not been played has no result', async () => {
    const {
      people: [ann],
      league_id,
      entry_ids: [one, two],
    } = await makeLeague(t, 2, { ...summer, division: 'womens-singles-4-5' })
    const id = await arrange(t, league_id, one, two, '2026-05-19')
    expect(await t.call(getResult, { token: ann.token, params: { id } })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
    expect(await t.call(getResult, { token: ann.token, params: { id: 'x' } })).toMatchObject({ status: 422 })
  })
})

describe('my matches', () => {
  test('my matches come with the player’s record: upcoming ones nearest first, then past ones newest first', async () => {
    const {
      people: [ann, bea],
      league_id,
      entry_ids: [one, two],
    } = await makeLeague(t, 2, { ...summer, division: 'womens-singles-5-0' })
    const undated = await arrange(t, league_id, one, two, null)
    const late = await arrange(t, league_id, one, two, '2026-06-20', '09:00')
    const soon = await arrange(t, league_id, two, one, '2026-05-21', '18:00')
    const sooner = await arrange(t, league_id, one, two, '2026-05-21', '08:30')
    const gone = await arrange(t, league_id, one, two, '2026-05-10')
    const won = await report(ann, bea, '6-4 6-4', {
      match_date: '2026/05/18',
      matchup_id: await arrange(t, league_id, two, one, '2026-05-18'),
    })
    const lost = await report(bea, ann, '6-4 6-4', {
      match_date: '2026/05/16',
      matchup_id: await arrange(t, league_id, one, two, '2026-05-16'),
    })
    const { status, body } = await t.call(listMyMatches, { token: ann.token, query: {} })
    expect(status).toBe(200)
    expect(body.matchups.map(({ id }) => id)).toEqual([sooner, soon, late, undated, won, lost, gone])
    expect(body.matchups.map((card) => card.is_upcoming)).toEqual([true, true, true, true, false, false, false])
    expect(body).toMatchObject({ total: 7, skip: 0, record: { wins: 1, losses: 1, ties: 0 } })
    expect(body.matchups[1]).toMatchObject({
      match_date: '2026/05/21',
      match_time: '18:00',
      player_one_name: nameOf(bea),
      player_one_a_name: null,
      player_two_name: nameOf(ann),
      played: false,
      winner: null,
      score_line: null,
    })
    expect(body.matchups[4]).toMatchObject({
      played: true,
      winner: 'player_two',
      score_line: '6-4 6-4',
      league_name: 'Summer 1',
      level_name: "Women's Singles 5.0",
      year: 2026,
    })
    const second = await t.call(listMyMatches, { token: ann.token, query: { page: 2, per_page: 5 } })
    expect(second.body).toMatchObject({ total: 7, skip: 5, matchups: [{ id: lost }, { id: gone }] })
    expect((await t.call(listMyMatches, { token: bea.token, query: {} })).body.total).toBe(7)
  })

  test.each([
    ['2026-05-21', '08:00'],
    ['2026-05-19', '23:00'],
    ['2026-05-20', '12:01'],
    ['2026-05-20', '12:00'],
    ['2026-05-20', '11:59'],
    ['2026-05-20', null],
    [null, '08:00'],
  ])('a match on %s at %s is upcoming exactly if the rules say so', async (match_date, match_time) => {
    const {
      people: [ann],
      league_id,
      entry_ids: [one, two],
    } = await makeLeague(t, 2, { ...summer, division: 'mens-singles-3-0' })
    const id = await arrange(t, league_id, one, two, match_date, match_time)
    const { body } = await t.call(getMatch, { token: ann.token, params: { id } })
    expect(body.is_upcoming).toBe(isUpcoming({ match_date, match_time }, { day: '2026-05-20', time: '12:00' }))
  })

  test('my matches name the partners on both sides of the net', async () => {
    const {
      people: [ann, bea],
      partner,
      league_id,
      entry_ids: [one, two],
    } = await makePair('mens-doubles')
    const id = await arrange(t, league_id, two, one, '2026-06-01')
    const card = {
      id,
      player_one_name: nameOf(bea),
      player_one_a_name: null,
      player_two_id: ann.id,
      player_two_name: nameOf(ann),
      player_two_a_name: nameOf(partner),
    }
    expect((await t.call(listMyMatches, { token: partner.token, query: {} })).body.matchups).toMatchObject([card])
  })

  test('a new player has no matches', async () => {
    const newPlayer = await makePlayer(t)
    expect(await t.call(listMyMatches, { token: newPlayer.token, query: {} })).toEqual({
      status: 200,
      body: {
        matchups: [],
        total: 0,
        skip: 0,
        record: { wins: 0, losses: 0, ties: 0 },
        playoff_record: { wins: 0, losses: 0 },
      },
    })
  })

  test('a single match can be read only by its players and organizers', async () => {
    const {
      people: [ann, bea, cleo],
      league_id,
      entry_ids: [one, two],
    } = await makeLeague(t, 3, { ...summer, division: 'mens-singles-3-5' })
    const id = await arrange(t, league_id, one, two, '2026-05-18')
    expect(await t.call(getMatch, { token: bea.token, params: { id } })).toMatchObject({
      status: 200,
      body: { id, match_location: null, reported_by: null, round: null },
    })
    expect(await t.call(getMatch, { token: cleo.token, params: { id } })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
    await report(ann, bea, '6-4 6-4', { matchup_id: id })
    expect((await t.call(getMatch, { token: bea.token, params: { id } })).body).toMatchObject({
      match_location: 'Leeper Park, court 4',
      match_area: 'south-bend',
      duration: '01:35',
      total_score: '2-0',
      reported_by: nameOf(ann),
      set_games: sets('6-4 6-4'),
    })
    const organizer = await makeOrganizer()
    expect((await t.call(getMatch, { token: organizer.token, params: { id } })).status).toBe(200)
  })
})

async function makeOrganizer(): Promise<TestPlayer> {
  const organizer = await makePlayer(t)
  await t.db.updateTable('players').set({ role: 'owner' }).where('id', '=', organizer.id).execute()
  return organizer
}

describe('deleting a match', () => {
  test('deleting a match is allowed for its players and organizers while it has no score', async () => {
    const {
      people: [ann, bea, cleo],
      league_id,
      entry_ids: [one, two],
    } = await makeLeague(t, 3, { ...summer, division: 'mens-singles-4-0' })
    const first = await arrange(t, league_id, one, two, '2026-05-18')
    const second = await arrange(t, league_id, one, two, '2026-06-18')
    const remove = (by: TestPlayer, id: number) => t.call(deleteMatch, { token: by.token, params: { id } })
    expect(await remove(cleo, first)).toMatchObject({ status: 404 })
    expect(await remove(bea, first)).toEqual({ status: 200, body: { message: 'The match is deleted.' } })
    expect(await remove(bea, first)).toMatchObject({ status: 404 })
    expect((await remove(await makeOrganizer(), second)).status).toBe(200)
    const played = await report(ann, bea, '6-0 6-0')
    expect(await remove(ann, played)).toMatchObject({ status: 409, body: { code: 'match_played' } })
    expect((await t.call(getResult, { token: ann.token, params: { id: played } })).status).toBe(200)
  })

  test('deleting a match without a token is refused with the message in docs/product.md', async () => {
    expect(await t.send(deleteMatch, { path: '/users/matchups/1' })).toMatchObject({
      status: 401,
      body: { code: 'token_missing', message: 'Authentication token is missing. Please login again.' },
    })
  })

  test('deleting a match while its score is being reported has one outcome, and the table is consistent at every read', async () => {
    const {
      people: [ann, bea],
      league_id,
      entry_ids: [one, two],
    } = await makeLeague(t, 2, { ...summer, division: 'mens-singles-4-5' })
    t.clock.set('2026-06-05T16:00:00Z')
    for (let round = 1; round <= 20; round += 1) {
      const id = await arrange(t, league_id, one, two, '2026-05-16')
      const body = scoreBody(ann, bea, '6-0 6-0', {
        matchup_id: id,
        match_date: addDays('2026-05-15', round).replaceAll('-', '/'),
      })
      const [reported, deleted] = await watchTable(
        t,
        league_id,
        Promise.all([
          t.call(reportScore, { token: ann.token, body }),
          t.call(deleteMatch, { token: bea.token, params: { id } }),
        ]),
      )
      const there = await t.db.selectFrom('matches').select('score_id').where('id', '=', id).executeTakeFirst()
      const outcome = `reported ${reported.status}, deleted ${deleted.status}, ${there ? (there.score_id === null ? 'open' : 'played') : 'gone'}`
      expect([
        'reported 201, deleted 409, played',
        'reported 404, deleted 200, gone',
        'reported 409, deleted 200, gone',
      ]).toContain(outcome)
    }
  })
})

describe('searching players', () => {
  test('a search finds parts of first and last names in any letter case and order, and nothing private', async () => {
    const ada = await makePlayer(t, {
      first_name: 'Adalyn',
      last_name: 'Moreno-Vale',
      singles_level: '4.0',
      location: 'dc',
    })
    const find = async (search: string) => (await t.call(searchPlayers, { token: ada.token, body: { search } })).body
    const row = { id: ada.id, name: 'Adalyn Moreno-Vale', area: 'dc', singles_level: '4.0' }
    for (const search of ['adalyn', 'ADALYN mor', 'lyn moreno', 'vale adal', ' vale ', 'mo ad', 'aly ad'])
      expect(await find(search)).toEqual([row])
    // Two of these words are only in the email address.
    expect(await find('ly vale')).toEqual([])
    expect(await find('adalyn smith')).toEqual([])
    expect(await find(ada.email)).toEqual([])
  })

  test('without a session a search finds only the shown name', async () => {
    const zoe = await makePlayer(t, { first_name: 'Zoëlle', last_name: 'de la Quiroga' })
    const find = async (search: string, token?: string) =>
      (await t.call(searchPlayers, { body: { search }, ...(token !== undefined && { token }) })).body.map(
        ({ id, name }) => [id, name],
      )
    for (const search of ['zoëlle', 'zoël d', 'Zoëlle D.'])
      expect([search, await find(search)]).toEqual([search, [[zoe.id, 'Zoëlle D.']]])
    // A last name is neither guessed letter by letter nor confirmed.
    for (const search of [
      'zoëlle de la quiroga',
      'quiroga',
      'quir',
      'quirog',
      'zoëlle q',
      'zoëlle quiro',
      'zoëlle %',
      'zoëlle _uiroga',
      '. .',
    ])
      expect([search, await find(search)]).toEqual([search, []])
    // An expired or invalid session counts as none.
    for (const token of ['x', zoe.token.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))])
      expect(await find('zoëlle', token)).toEqual([[zoe.id, 'Zoëlle D.']])
    expect(await find('quirog', zoe.token)).toEqual([[zoe.id, 'Zoëlle de la Quiroga']])

    await t.db.updateTable('players').set({ shows_name: true }).where('id', '=', zoe.id).execute()
    expect(await find('quirog')).toEqual([[zoe.id, 'Zoëlle de la Quiroga']])
  })

  test('a search matches % and _ and \\ literally', async () => {
    const odd = await makePlayer(t, { first_name: 'Per%cent', last_name: 'Under_score' })
    const find = async (search: string) =>
      (await t.call(searchPlayers, { token: odd.token, body: { search } })).body.map(({ id }) => id)
    expect(await find('r%c')).toEqual([odd.id])
    expect(await find('r_s')).toEqual([odd.id])
    expect(await find('%%')).toEqual([])
    expect(await find('__')).toEqual([])
    expect(await find('\\\\')).toEqual([])
  })

  test('a search needs two characters and returns at most 20 players', async () => {
    expect(await t.send(searchPlayers, { body: { search: ' a ' } })).toMatchObject({
      status: 422,
      body: { fields: { search: 'Please type at least 2 characters.' } },
    })
    expect(await t.send(searchPlayers, { body: {} })).toMatchObject({ status: 422 })
    for (let made = 0; made < 21; made += 1) await makePlayer(t, { first_name: 'Quentin' })
    expect((await t.call(searchPlayers, { body: { search: 'quentin' } })).body).toHaveLength(20)
  })

  test('a search in my leagues finds their players and me, in one season if asked', async () => {
    const {
      people: [ann, bea, cleo],
    } = await makeLeague(t, 3, { season: 'summer-1', division: 'mens-singles-5-0', area: 'indianapolis' })
    const stranger = await makePlayer(t)
    const find = async (by: TestPlayer, query: Record<string, unknown>) =>
      (await t.call(searchLeaguePlayers, { token: by.token, query })).body.data
    expect(await find(ann, {})).toEqual([ann, bea, cleo].map((player) => ({ id: player.id, name: nameOf(player) })))
    expect(await find(ann, { search: bea.last_name.toUpperCase() })).toEqual([{ id: bea.id, name: nameOf(bea) }])
    expect(await find(ann, { search: stranger.last_name })).toEqual([])
    expect(await find(ann, { season: 'Fall' })).toEqual([])
    expect(await find(ann, { season: 'Summer 1' })).toHaveLength(3)
    expect(await find(stranger, {})).toEqual([])
  })
})

test.each([
  ['report', reportScore, '/users/scores'],
  ['results', listResults, '/users/scores'],
  ['result', getResult, '/users/scores/1'],
  ['my matches', listMyMatches, '/users/league-history'],
  ['a match', getMatch, '/users/matchups/1'],
  ['search', searchLeaguePlayers, '/users/misc/my-league-players'],
] as const)('strangers are refused: %s', async (_, endpoint, path) => {
  expect(await t.send(endpoint, { path })).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
})

test.each([
  [listResults, { area: 'chicago' }, 'area'],
  [listResults, { page: 0 }, 'page'],
  [listResults, { season: 'monsoon' }, 'season'],
  [listMyMatches, { page: 'x' }, 'page'],
  [searchLeaguePlayers, { season: 'monsoon' }, 'season'],
] as const)('an invalid query of a list is refused by field', async (endpoint, query, field) => {
  const { token } = await makePlayer(t)
  expect(await t.send(endpoint, { token, query })).toMatchObject({
    status: 422,
    body: { fields: { [field]: expect.any(String) } },
  })
})
