import { beforeEach, expect, test } from 'vitest'
import { challenge, readLadder } from '#/features/ladder/contract.ts'
import { reportScore } from '#/features/matches/contract.ts'
import { makeLeague, scoreBody } from '#/features/matches/score-fixture.ts'
import { changeLeagues, changeRules } from '#/organizer/seasons/contract.ts'
import type { LeagueFormat } from '#/rules/formats/formats.ts'
import { standardRules, type SeasonRules } from '#/rules/season-rules.ts'
import { runJobs, startApp } from '#/test/app.ts'
import { joinLeague, makeOrganizer, makePlayer, type TestPlayer } from '#/test/make.ts'
import { drawLeague, moveInDraw, previewDraw } from './contract.ts'

const noon = '2026-05-18T16:00:00Z'
const t = await startApp(noon)
let token = ''

beforeEach(() => setTime(noon))

/** Sets the clock, and lets an owner sign in then. */
async function setTime(instant: string) {
  t.clock.set(instant)
  token = (await makeOrganizer(t)).token
}

async function setFormat(league_id: number, format: LeagueFormat) {
  const { season_id, division_id, area } = await t.db
    .selectFrom('leagues')
    .select(['season_id', 'division_id', 'area'])
    .where('id', '=', league_id)
    .executeTakeFirstOrThrow()
  const body = { leagues: [{ area, division_id, offered: true, format }] }
  expect((await t.call(changeLeagues, { token, params: { id: season_id }, body })).status).toBe(200)
}

const preview = async (id: number) =>
  (await t.call(previewDraw, { token, params: { id }, query: { redraw: 'no' } })).body
async function draw(id: number) {
  const { digest } = await preview(id)
  expect((await t.call(drawLeague, { token, params: { id }, body: { digest } })).status).toBe(200)
}

const nameOf = ({ first_name, last_name }: TestPlayer) => `${first_name} ${last_name}`
const summer = (division: string) => ({ season: 'summer-1', area: 'south-bend', division }) as const

/** Players of a drawn league of Summer 1, in the order of its flights, boxes or rungs. */
async function makeSummer(division: string, format: LeagueFormat, size: number) {
  const league = summer(division)
  const { people, entry_ids, league_id } = await makeLeague(t, 2, league)
  await setFormat(league_id, format)
  const all = people.map((player, seat) => ({ player, entry_id: entry_ids[seat]! }))
  while (all.length < size) {
    const player = await makePlayer(t)
    all.push({ player, ...(await joinLeague(t, player, league)) })
  }
  await draw(league_id)
  const rows = await t.db
    .selectFrom('entries')
    .select('id')
    .where('league_id', '=', league_id)
    .orderBy('flight')
    .orderBy('rung')
    .orderBy('lot')
    .execute()
  return { league_id, all: rows.map(({ id }) => all.find(({ entry_id }) => entry_id === id)!) }
}

/** These players, last first, and a new one enter this format in Fall. Returns the league, and the new player. */
async function enterFall(players: readonly TestPlayer[], division: string, format: LeagueFormat) {
  const fall = { ...summer(division), season: 'fall' }
  const added = await makePlayer(t)
  const { league_id } = await joinLeague(t, added, fall)
  await setFormat(league_id, format)
  for (const player of players.toReversed()) await joinLeague(t, player, fall)
  return { league_id, added }
}

async function win(winner: TestPlayer, loser: TestPlayer) {
  const body = scoreBody(winner, loser, '6-1 6-1', { match_date: '2026/05/18' })
  expect((await t.call(reportScore, { token: winner.token, body })).status).toBe(201)
}

/** In each of two groups of three, everybody beats those after them in this order. */
async function playAll(players: readonly TestPlayer[]) {
  for (const [a, b, c] of [players.slice(0, 3), players.slice(3)] as [TestPlayer, TestPlayer, TestPlayer][]) {
    await win(a, b)
    await win(a, c)
    await win(b, c)
  }
}

const placed = async (league_id: number) =>
  (await preview(league_id)).flights.map((among) =>
    among.map(({ name, last }) => [name, last && `${last.rank} of ${last.flight} ${last.group} ${last.season}`]),
  )

test.each([
  ['boxes', 'mens-singles-5-0', { kind: 'boxes', size: 3, rounds: 2, moves: 1 }, 'Box'],
  ['flights', 'mens-singles-3-5', { kind: 'flights', size: 3 }, 'Flight'],
] as const)(
  'a new season of %s begins where the last one ended, with its promotion and relegation; the preview explains it, and the draw does it',
  async (_, division, format, group) => {
    const { all } = await makeSummer(division, format, 6)
    const [a, b, c, d, e, f] = all.map(({ player }) => player) as [TestPlayer, ...TestPlayer[]]
    await playAll([a, b!, c!, d!, e!, f!])
    const { league_id, added } = await enterFall([a, b!, c!, d!, e!], division, { ...format, size: 3 })
    const was = (rank: number, flight: number) => `${rank} of ${flight} ${group} Summer 1 2026`
    const byPlace = (rows: (string | null)[][]) => rows.toSorted((one, two) => (one[0]! < two[0]! ? -1 : 1))
    expect((await placed(league_id)).map(byPlace)).toEqual([
      byPlace([
        [nameOf(a), was(1, 1)],
        [nameOf(b!), was(2, 1)],
        [nameOf(d!), was(1, 2)],
      ]),
      byPlace([
        [nameOf(c!), was(3, 1)],
        [nameOf(e!), was(2, 2)],
        [nameOf(added), null],
      ]),
    ])
    await draw(league_id)
    const rows = await t.db
      .selectFrom('entries')
      .innerJoin('entry_players', 'entry_players.entry_id', 'entries.id')
      .select(['player_id', 'flight'])
      .where('entries.league_id', '=', league_id)
      .execute()
    const flightOf = (player: TestPlayer) => rows.find(({ player_id }) => player_id === player.id)?.flight
    expect([a, b!, d!, c!, e!, added].map(flightOf)).toEqual([1, 1, 1, 2, 2, 2])
    // The next draw of the season does not explain what it does not place.
    expect((await placed(league_id)).flat().map(([, last]) => last)).toEqual([null, null, null, null, null, null])
  },
)

test('a result of the last season that changes the order changes the digest: the draw is refused', async () => {
  const { all } = await makeSummer('mens-singles-4-0', { kind: 'flights', size: 3 }, 6)
  const players = all.map(({ player }) => player)
  await win(players[0]!, players[1]!)
  const { league_id } = await enterFall(players, 'mens-singles-4-0', { kind: 'flights', size: 4 })
  const { digest } = await preview(league_id)
  await win(players[5]!, players[3]!)
  const body = { digest }
  expect(await t.call(drawLeague, { token, params: { id: league_id }, body })).toMatchObject({
    status: 409,
    body: { code: 'draw_changed' },
  })
})

test('a new ladder begins as the last one ended, and new players enter below', async () => {
  const ladder = { kind: 'ladder', reach: 3, days: 10 } as const
  const { league_id: before, all } = await makeSummer('mens-singles-4-5', ladder, 4)
  const [a, b, c, d] = all.map(({ player }) => player)
  const asked = await t.call(challenge, {
    token: d!.token,
    params: { league_id: before },
    body: { entry_id: all[0]!.entry_id },
  })
  expect(asked.status).toBe(201)
  await win(d!, a!)
  const { league_id, added } = await enterFall([a!, b!, c!, d!], 'mens-singles-4-5', ladder)
  const shown = (await preview(league_id)).ladder
  expect(shown.map(({ name, last }) => [name, last?.rank])).toEqual([
    [nameOf(d!), 1],
    [nameOf(a!), 2],
    [nameOf(b!), 3],
    [nameOf(c!), 4],
    [nameOf(added), undefined],
  ])
  await draw(league_id)
  const { rungs } = (await t.call(readLadder, { token: a!.token, params: { league_id } })).body
  expect(rungs.findIndex(({ is_me }) => is_me)).toBe(1)
})

test('players of the division above enter above, and those of the division below enter below', async () => {
  const top = await makeSummer('womens-singles-4-5', { kind: 'round_robin' }, 3)
  const low = await makeSummer('womens-singles-3-5', { kind: 'round_robin' }, 3)
  const other = await makeSummer('mens-singles-3-0', { kind: 'round_robin' }, 2)
  const own = await makeSummer('womens-singles-4-0', { kind: 'round_robin' }, 3)
  const [t1, t2] = top.all.map(({ player }) => player)
  const [l1, l2] = low.all.map(({ player }) => player)
  const [o1, o2] = own.all.map(({ player }) => player)
  for (const [winner, loser] of [[t1, t2], [l1, l2], [o2, o1], other.all.map(({ player }) => player)])
    await win(winner!, loser!)
  const ladder = { kind: 'ladder', reach: 3, days: 10 } as const
  const { league_id } = await enterFall([l1!, o1!, o2!, t2!], 'womens-singles-4-0', ladder)
  const shown = (await preview(league_id)).ladder.filter(({ last }) => last !== null)
  expect(shown.map(({ name, last }) => [name, last?.division_name])).toEqual([
    [nameOf(t2!), "Women's Singles 4.5"],
    [nameOf(o2!), null],
    [nameOf(o1!), null],
    [nameOf(l1!), "Women's Singles 3.5"],
  ])
})

test('a season draws by rating if its rules say so: everybody, or only new players; the preview says so', async () => {
  const division = 'womens-singles-5-0'
  const { all } = await makeSummer(division, { kind: 'flights', size: 3 }, 6)
  const players = all.map(({ player }) => player)
  await playAll(players)
  await runJobs(t)
  const [a, b, c, d] = players as [TestPlayer, TestPlayer, TestPlayer, TestPlayer]
  const { league_id, added } = await enterFall([a, b, c, d], division, { kind: 'flights', size: 3 })
  const { season_id: id } = await t.db
    .selectFrom('leagues')
    .select('season_id')
    .where('id', '=', league_id)
    .executeTakeFirstOrThrow()
  const setRule = async (draw_by: SeasonRules['draw_by']) => {
    const body = { rules: { ...standardRules, draw_by }, despite_results: false }
    expect(await t.call(changeRules, { token, params: { id }, body })).toMatchObject({ status: 200 })
  }
  const shown = async () => {
    const { flights, draw_by } = await preview(league_id)
    return { draw_by, rows: flights.flat().map(({ name, last, rating }) => ({ name, placed: last !== null, rating })) }
  }
  expect(await shown()).toMatchObject({
    draw_by: 'last_season',
    rows: [{ name: nameOf(a), placed: true, rating: null }, {}, {}, {}, {}],
  })
  try {
    await setRule('rating')
    const { draw_by, rows } = await shown()
    expect(draw_by).toBe('rating')
    expect(rows.every(({ placed: isPlaced }) => !isPlaced)).toBe(true)
    const ratings = rows.map(({ rating }) => rating!)
    expect(ratings).toEqual(ratings.toSorted((one, two) => two - one))
    // The winner of the second flight is now before the second of the first.
    const at = (player: TestPlayer) => rows.findIndex(({ name }) => name === nameOf(player))
    expect(at(d)).toBeLessThan(at(b))
    expect(at(c)).toBe(4)
    await setRule('last_season_then_rating')
    const { rows: mixed } = await shown()
    expect(mixed.filter(({ rating }) => rating !== null)).toEqual([
      { name: nameOf(added), placed: false, rating: expect.any(Number) },
    ])
    expect(mixed[0]).toMatchObject({ name: nameOf(a), placed: true })
  } finally {
    await setRule('last_season')
  }
})

test('an organizer moves an entry into another flight before the draw, until it is drawn', async () => {
  const made = await makeSummer('womens-singles-3-0', { kind: 'round_robin' }, 3)
  const [a, b, c] = made.all.map(({ player }) => player)
  const { league_id } = await enterFall([a!, b!, c!], 'womens-singles-3-0', { kind: 'flights', size: 3 })
  const flightsOf = async () => (await preview(league_id)).flights.map((among) => among.map(({ entry_id }) => entry_id))
  const before = await preview(league_id)
  expect(before.can_move).toBe(true)
  const [[one, two], [three, four]] = (await flightsOf()) as [[number, number], [number, number]]
  const move = (body: { entry_id: number; above_id: number }) =>
    t.call(moveInDraw, { token, params: { id: league_id }, body })
  expect(await move({ entry_id: four, above_id: two })).toMatchObject({ status: 200 })
  expect(await flightsOf()).toEqual([
    [one, four],
    [two, three],
  ])
  const body = { digest: before.digest }
  expect(await t.call(drawLeague, { token, params: { id: league_id }, body })).toMatchObject({ status: 409 })
  for (const other of [made.all[0]!.entry_id, four])
    expect(await move({ entry_id: other, above_id: four })).toMatchObject({ status: 404 })
  await draw(league_id)
  const drawn = await t.db.selectFrom('entries').select(['id', 'flight']).where('league_id', '=', league_id).execute()
  expect(
    drawn
      .filter(({ flight }) => flight === 1)
      .map(({ id }) => id)
      .toSorted((x, y) => x - y),
  ).toEqual([one, four].toSorted((x, y) => x - y))
  expect(await preview(league_id)).toMatchObject({ can_move: false })
  expect(await move({ entry_id: two, above_id: four })).toMatchObject({ status: 409, body: { code: 'league_drawn' } })
})
