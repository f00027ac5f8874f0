import { beforeEach, expect, test } from 'vitest'
import { getActivity } from '#/features/activity/contract.ts'
import type { AreaSlug } from '#/contract/areas.ts'
import { listMyLeagues } from '#/features/leagues/contract.ts'
import { listMyMatches, reportScore } from '#/features/matches/contract.ts'
import { makeLeague, scoreBody } from '#/features/matches/score-fixture.ts'
import { drawLeagues } from '#/features/schedule/jobs.ts'
import { listStandings } from '#/features/standings/contract.ts'
import { explainPlace, listFullStandings } from '#/features/standings/place-contract.ts'
import { listAuditLog } from '#/organizer/audit/contract.ts'
import { withdrawEntry } from '#/organizer/entries/contract.ts'
import { voidResult } from '#/organizer/matches/contract.ts'
import { changeLeagues, createSeason, getOrganizerSeason } from '#/organizer/seasons/contract.ts'
import type { LeagueFormat } from '#/rules/formats/formats.ts'
import { startApp } from '#/test/app.ts'
import { joinLeague, makeOrganizer, makePlayer, type TestPlayer } from '#/test/make.ts'
import { drawLeague, previewDraw } from './contract.ts'

const noon = '2026-05-05T16:00:00Z'
const t = await startApp(noon)
let token = ''
const summer = { season: 'summer-1', area: 'south-bend' } as const

beforeEach(() => setTime(noon))

/** Sets the clock, and lets an owner sign in then. */
async function setTime(instant: string) {
  t.clock.set(instant)
  token = (await makeOrganizer(t)).token
}

async function leagueRow(league_id: number) {
  return t.db
    .selectFrom('leagues')
    .select(['season_id', 'division_id', 'area', 'format', 'rounds_drawn'])
    .where('id', '=', league_id)
    .executeTakeFirstOrThrow()
}

async function setFormat(league_id: number, format: LeagueFormat) {
  const { season_id, division_id, area } = await leagueRow(league_id)
  const leagues = [{ area, division_id, offered: true, format }]
  return t.call(changeLeagues, { token, params: { id: season_id }, body: { leagues } })
}

/** Creates the given number of players in a league of this format, in lot order. */
async function makeOf(format: LeagueFormat, division: string, size: number, area: AreaSlug = 'south-bend') {
  const league = { season: 'summer-1', area, division }
  const { people, entry_ids, league_id } = await makeLeague(t, 2, league)
  expect((await setFormat(league_id, format)).status).toBe(200)
  const all: { player: TestPlayer; entry_id: number }[] = people.map((player, seat) => {
    return { player, entry_id: entry_ids[seat] ?? 0 }
  })
  while (all.length < size) {
    const player = await makePlayer(t)
    all.push({ player, entry_id: (await joinLeague(t, player, league)).entry_id })
  }
  const lots = await t.db.selectFrom('entries').select('id').where('league_id', '=', league_id).orderBy('lot').execute()
  const places = lots.map(({ id }) => id)
  return { league_id, all: all.toSorted((a, b) => places.indexOf(a.entry_id) - places.indexOf(b.entry_id)) }
}

const preview = async (id: number, redraw: 'yes' | 'no' = 'no') =>
  (await t.call(previewDraw, { token, params: { id }, query: { redraw } })).body
const draw = (id: number, digest: string, given: object = {}) =>
  t.call(drawLeague, { token, params: { id }, body: { digest, ...given } })
const clock = () => drawLeagues(t.db, t.clock.now())
const cardsOf = (league_id: number) =>
  t.db
    .selectFrom('matches')
    .select(['id', 'entry_one_id', 'entry_two_id', 'round', 'play_from', 'play_by', 'score_id'])
    .where('league_id', '=', league_id)
    .orderBy('id')
    .execute()
const textOf = (one = 0, two = 0) => [one, two].toSorted((a, b) => a - b).join('-')
const pairOf = (card: { entry_one_id: number; entry_two_id: number }) => textOf(card.entry_one_id, card.entry_two_id)
const actsOf = async (id: number) =>
  (await t.call(listAuditLog, { token, query: { subject: `league ${id}` } })).body.audit_entries

type Made = Awaited<ReturnType<typeof makeOf>>

/** In each pair of a round, the entry that is first in the league wins. */
async function playRound({ league_id, all }: Made, round: number, match_date: string) {
  const cards = (await cardsOf(league_id)).filter((card) => card.round === round && card.score_id === null)
  const playerOf = (entry_id: number) => all.find((each) => each.entry_id === entry_id)!.player
  for (const { entry_one_id, entry_two_id } of cards) {
    const [one, two] = all.map((each) => each.entry_id).filter((id) => id === entry_one_id || id === entry_two_id)
    const body = scoreBody(playerOf(one!), playerOf(two!), '6-1 6-1', { match_date })
    expect((await t.call(reportScore, { token: playerOf(one!).token, body })).status).toBe(201)
  }
}

test('a league is a round robin until another format is chosen, and parameters that do not fit change nothing', async () => {
  const { league_id } = await makeLeague(t, 2, { ...summer, division: 'womens-singles-3-0' })
  const { season_id, division_id } = await leagueRow(league_id)
  const read = async () =>
    (await t.call(getOrganizerSeason, { token, params: { id: season_id } })).body.leagues.find(
      ({ id }) => id === league_id,
    )
  expect(await read()).toMatchObject({ format: { kind: 'round_robin' }, drawn: false })
  const bad = [
    { kind: 'swiss' },
    { kind: 'swiss', rounds: 1 },
    { kind: 'round_robin', rounds: 4 },
    { kind: 'knockout' },
    {},
  ]
  for (const format of bad) {
    const body = { leagues: [{ area: 'south-bend', division_id, offered: true, format }] }
    expect((await t.send(changeLeagues, { token, path: `/organizer/seasons/${season_id}/leagues`, body })).status).toBe(
      422,
    )
  }
  expect((await setFormat(league_id, { kind: 'swiss', rounds: 4 })).status).toBe(200)
  expect(await read()).toMatchObject({ format: { kind: 'swiss', rounds: 4 } })
  const audit = await t.call(listAuditLog, { token, query: { subject: `season ${season_id}` } })
  expect(audit.body.audit_entries[0]).toMatchObject({
    kind: 'change_leagues',
    before: { "Women's Singles 3.0, South Bend": 'offered' },
    after: { "Women's Singles 3.0, South Bend": 'offered, Swiss rounds, 4' },
  })
  const elsewhere = await makeOrganizer(t, ['south-bend'])
  const body = { leagues: [{ area: 'south-bend' as const, division_id, offered: true }] }
  expect((await t.call(changeLeagues, { token: elsewhere.token, params: { id: season_id }, body })).status).toBe(403)
  expect((await t.call(changeLeagues, { token, params: { id: season_id }, body })).status).toBe(200)
  expect(await read()).toMatchObject({ format: { kind: 'swiss', rounds: 4 } })
})

test('changing the format takes effect at once: the table has the results that the new format counts', async () => {
  const league = { ...summer, division: 'womens-singles-4-5' }
  const { people, league_id } = await makeLeague(t, 2, league)
  const [one, two] = people
  await setTime('2026-05-19T16:00:00Z')
  const body = scoreBody(one, two, '6-1 6-1')
  expect((await t.call(reportScore, { token: one.token, body })).status).toBe(201)
  const asked = { token: one.token, query: { ...league, year: 2026 } }
  const wins = async () => [
    (await t.call(listStandings, asked)).body.players.map((line) => line.wins),
    (await t.call(listFullStandings, asked)).body.players.map((line) => line.wins),
  ]
  const counted = [
    [1, 0],
    [1, 0],
  ]
  expect(await wins()).toEqual(counted)
  // A box league counts the matches of the current period, and none of these was drawn.
  expect((await setFormat(league_id, { kind: 'boxes', size: 4, rounds: 2, moves: 1 })).status).toBe(200)
  expect(await wins()).toEqual([
    [0, 0],
    [0, 0],
  ])
  expect((await setFormat(league_id, { kind: 'round_robin' })).status).toBe(200)
  expect(await wins()).toEqual(counted)
})

test('a season with the same name copies the formats', async () => {
  const days = { starting_date: '2026/08/01', ending_date: '2026/10/31' }
  const { id } = (await t.call(createSeason, { token, body: { name: 'Ladders', ...days } })).body
  const { leagues } = (await t.call(getOrganizerSeason, { token, params: { id } })).body
  const [{ area, division_id } = { area: '', division_id: 0 }] = leagues
  const format = { kind: 'fixed_matches' as const, matches: 6 }
  const body = { leagues: [{ area, division_id, offered: true, format }] }
  expect((await t.call(changeLeagues, { token, params: { id }, body })).status).toBe(200)
  const next = { name: 'Ladders', starting_date: '2027/08/01', ending_date: '2027/10/31' }
  const later = (await t.call(createSeason, { token, body: next })).body
  const read = (await t.call(getOrganizerSeason, { token, params: { id: later.id } })).body
  expect(read.leagues.find((each) => each.area === area && each.division_id === division_id)?.format).toEqual(format)
})

test('the format of a drawn league cannot change, even with both requests at once', async () => {
  const made = await makeOf({ kind: 'double_round_robin' }, 'womens-singles-3-5', 2)
  const { digest } = await preview(made.league_id)
  const [drawn, changed] = await Promise.all([
    draw(made.league_id, digest),
    setFormat(made.league_id, { kind: 'fixed_matches', matches: 1 }),
  ])
  const cards = await cardsOf(made.league_id)
  const { format } = await leagueRow(made.league_id)
  // Whichever request is first, the matches are those of the format.
  expect([drawn.status, changed.status].toSorted()).toEqual([200, 409])
  expect(cards).toHaveLength(drawn.status === 200 ? 2 : 0)
  expect(format).toEqual(drawn.status === 200 ? { kind: 'double_round_robin' } : { kind: 'fixed_matches', matches: 1 })
  if (drawn.status !== 200) await draw(made.league_id, (await preview(made.league_id)).digest)
  const again = await setFormat(made.league_id, { kind: 'swiss', rounds: 3 })
  expect(again).toMatchObject({ status: 409, body: { code: 'league_drawn' } })
  expect(again.body.fields).toMatchObject({ 'leagues.0.format': expect.stringContaining('has been drawn') })
  expect((await setFormat(made.league_id, format ?? { kind: 'round_robin' })).status).toBe(200)
})

test('in a double round robin everybody plays everybody twice, including a late entry, and a leaving entry takes its open matches along', async () => {
  const made = await makeOf({ kind: 'double_round_robin' }, 'womens-singles-4-0', 6)
  await setTime('2026-05-16T16:00:00Z')
  await clock()
  const first = await cardsOf(made.league_id)
  expect(first).toHaveLength(30)
  expect(new Set(first.map(pairOf)).size).toBe(15)
  await joinLeague(t, await makePlayer(t), { ...summer, division: 'womens-singles-4-0' })
  await Promise.all([clock(), clock()])
  expect(await cardsOf(made.league_id)).toHaveLength(42)
  const [gone] = made.all
  await t.db.updateTable('purchases').set({ status: 'Refunded' }).where('player_id', '=', gone!.player.id).execute()
  await clock()
  expect(await cardsOf(made.league_id)).toHaveLength(30)
})

test('with a fixed number of matches, everybody plays that many, against opponents whose earlier results are closest', async () => {
  const made = await makeOf({ kind: 'round_robin' }, 'womens-singles-4-5', 4)
  const [a, b, c, d] = made.all.map(({ player }) => player)
  await setTime('2026-05-19T16:00:00Z')
  for (const [winner, loser] of [
    [a, b],
    [c, d],
  ] as const) {
    const body = scoreBody(winner!, loser!, '6-1 6-1')
    expect((await t.call(reportScore, { token: winner!.token, body })).status).toBe(201)
  }
  const fall = { season: 'fall', area: 'south-bend', division: 'womens-singles-4-5' } as const
  const entries = new Map<TestPlayer, number>()
  for (const player of [a!, b!, c!, d!]) entries.set(player, (await joinLeague(t, player, fall)).entry_id)
  const { league_id } = await t.db
    .selectFrom('entries')
    .select('league_id')
    .where('id', '=', entries.get(a!)!)
    .executeTakeFirstOrThrow()
  expect((await setFormat(league_id, { kind: 'fixed_matches', matches: 1 })).status).toBe(200)
  const shown = await preview(league_id)
  expect(shown).toMatchObject({ format: { kind: 'fixed_matches', matches: 1 }, added: 2, shortage: { matches: 1 } })
  expect((await draw(league_id, shown.digest)).status).toBe(200)
  const [one, two, three, four] = [a!, b!, c!, d!].map((player) => entries.get(player))
  expect((await cardsOf(league_id)).map(pairOf).toSorted()).toEqual([`${one}-${three}`, `${two}-${four}`].toSorted())
  // A late entry plays once in this round, and the other matches do not change.
  const late = await joinLeague(t, await makePlayer(t), fall)
  await clock()
  const cards = await cardsOf(league_id)
  expect(cards).toHaveLength(3)
  expect(pairOf(cards[2]!).split('-')).toContain(String(late.entry_id))
})

test('each Swiss round is drawn from the results before it, by hand after a preview, once', async () => {
  const made = await makeOf({ kind: 'swiss', rounds: 3 }, 'mens-singles-3-0', 4)
  const { league_id, all } = made
  const [a, b, c, d] = all.map(({ entry_id }) => entry_id)
  const first = await preview(league_id)
  expect(first).toMatchObject({ added: 2, problem: null, waits_until: null })
  expect(first.rounds.map(({ round }) => round)).toEqual([1])
  expect((await draw(league_id, first.digest)).status).toBe(200)
  expect(await leagueRow(league_id)).toMatchObject({ rounds_drawn: 1 })
  const waiting = await preview(league_id)
  expect(waiting).toMatchObject({ problem: 'round_open', waits_until: '2026/06/09' })
  expect((await draw(league_id, waiting.digest)).status).toBe(409)
  await setTime('2026-05-18T16:00:00Z')
  await clock()
  expect((await cardsOf(league_id)).map(pairOf)).toEqual([textOf(a, c), textOf(b, d)])
  await playRound(made, 1, '2026/05/18')
  const next = await preview(league_id)
  expect(next).toMatchObject({ added: 2, removed: 0, kept: 2, problem: null })
  const answers = await Promise.all([1, 2, 3].map(() => draw(league_id, next.digest)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  const cards = await cardsOf(league_id)
  expect(cards.slice(2).map(pairOf).toSorted()).toEqual([textOf(a, b), textOf(c, d)].toSorted())
  expect(cards.slice(2)).toMatchObject([{ round: 2, play_from: '2026-06-10' }, { round: 2 }])
  expect((await actsOf(league_id)).map(({ summary }) => summary)).toEqual([
    expect.stringContaining('Drew round 2 of'),
    expect.stringContaining('Drew round 1 of'),
  ])
})

test('the next Swiss round is drawn automatically the day after the last day, once, even with unplayed matches', async () => {
  const made = await makeOf({ kind: 'swiss', rounds: 3 }, 'mens-singles-3-5', 5)
  const { league_id, all } = made
  await setTime('2026-05-15T16:00:00Z')
  await clock()
  const first = await cardsOf(league_id)
  expect(first).toHaveLength(2)
  const byes = async () => {
    const rows = await t.db
      .selectFrom('standings')
      .select(['entry_id', 'byes'])
      .where('league_id', '=', league_id)
      .execute()
    return rows.filter((row) => row.byes > 0).map((row) => row.entry_id)
  }
  expect(await byes()).toEqual([all[4]!.entry_id])
  // The entry with the bye and a new entry have no match, so they are paired.
  const late = await makePlayer(t)
  const { entry_id } = await joinLeague(t, late, { ...summer, division: 'mens-singles-3-5' })
  await Promise.all([clock(), clock()])
  const filled = await cardsOf(league_id)
  expect(filled).toHaveLength(3)
  expect(pairOf(filled[2]!)).toBe(textOf(all[4]!.entry_id, entry_id))
  expect(filled[2]).toMatchObject({ round: 1, play_by: first[0]!.play_by })
  expect(await byes()).toEqual([])
  await setTime('2026-06-09T16:00:00Z')
  await clock()
  expect(await cardsOf(league_id)).toHaveLength(3)
  await setTime('2026-06-10T16:00:00Z')
  await Promise.all([clock(), clock(), clock()])
  await clock()
  const second = await cardsOf(league_id)
  expect(second).toHaveLength(6)
  expect(new Set(second.map(pairOf)).size).toBe(6)
  expect(await leagueRow(league_id)).toMatchObject({ rounds_drawn: 2 })
  // A result reported in the meantime pairs the round again, unless somebody has arranged a match.
  const shown = await preview(league_id, 'yes')
  expect(shown).toMatchObject({ removed: 3, added: 3 })
  const redrawn = await draw(league_id, shown.digest, { redraw: true, reason: 'A late result.' })
  expect(redrawn.status).toBe(200)
  expect(await leagueRow(league_id)).toMatchObject({ rounds_drawn: 2 })
  expect((await cardsOf(league_id)).filter(({ round }) => round === 2)).toHaveLength(3)
  await setTime('2026-08-02T16:00:00Z')
  await clock()
  await clock()
  expect(await leagueRow(league_id)).toMatchObject({ rounds_drawn: 3 })
  expect(await cardsOf(league_id)).toHaveLength(9)
  await setTime('2026-08-09T16:00:00Z')
  await clock()
  expect(await cardsOf(league_id)).toHaveLength(9)
})

test('players see the format in their league and at the table; only scheduled matches count as remaining', async () => {
  const made = await makeOf({ kind: 'swiss', rounds: 3 }, 'mens-singles-4-0', 4)
  await setTime('2026-05-15T16:00:00Z')
  await clock()
  const { player, entry_id } = made.all[0]!
  const sentence = expect.stringContaining('There are 3 rounds.')
  const { body: leagues } = await t.call(listMyLeagues, { token: player.token })
  expect(leagues).toMatchObject([{ league_id: made.league_id, format: sentence }])
  const query = { area: 'south-bend', season: 'summer-1', year: 2026, division: 'mens-singles-4-0' } as const
  expect((await t.call(listStandings, { token: player.token, query })).body).toMatchObject({ format: sentence })
  const place = { league_id: made.league_id, entry_id }
  expect((await t.call(explainPlace, { token: player.token, query: place })).body.needs).toMatchObject({
    only_scheduled: true,
    matches_left: 1,
    may_add_matches: true,
  })
  const other = { ...query, division: 'womens-singles-3-0' }
  await makeLeague(t, 2, { season: 'fall', area: 'south-bend', division: 'womens-singles-3-0' })
  const plain = await t.call(listStandings, { token: player.token, query: { ...other, season: 'fall' } })
  expect(plain.body.format).toBeNull()
})

test('each flight is a round robin with its own table, for its players and for the play-offs', async () => {
  const made = await makeOf({ kind: 'flights', size: 3 }, 'mens-singles-4-5', 6)
  const { league_id, all } = made
  const shown = await preview(league_id)
  expect(shown).toMatchObject({ added: 12, shortage: null, problem: null })
  expect(shown.flights.map((among) => among.length)).toEqual([3, 3])
  const answers = await Promise.all([draw(league_id, shown.digest), draw(league_id, shown.digest)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const flightOf = async () =>
    new Map(
      (await t.db.selectFrom('entries').select(['id', 'flight']).where('league_id', '=', league_id).execute()).map(
        ({ id, flight }) => [id, flight],
      ),
    )
  const flights = await flightOf()
  expect(all.map(({ entry_id }) => flights.get(entry_id))).toEqual([1, 1, 1, 2, 2, 2])
  const cards = await cardsOf(league_id)
  expect(cards.filter((card) => flights.get(card.entry_one_id) !== flights.get(card.entry_two_id))).toEqual([])
  await setTime('2026-05-19T16:00:00Z')
  // The last entry of the second flight wins, and a match between flights does not count.
  const [, b, , , e, f] = all.map(({ player }) => player)
  for (const [winner, loser] of [
    [f, e],
    [b, f],
  ] as const)
    expect(
      (await t.call(reportScore, { token: winner!.token, body: scoreBody(winner!, loser!, '6-1 6-1') })).status,
    ).toBe(201)
  const query = { area: 'south-bend', season: 'summer-1', year: 2026, division: 'mens-singles-4-5' } as const
  const { players } = (await t.call(listStandings, { token: f!.token, query })).body
  expect(players.map(({ flight, rank }) => [flight, rank])).toEqual([
    [1, 1],
    [1, 2],
    [1, 3],
    [2, 1],
    [2, 2],
    [2, 3],
  ])
  expect(players[3]).toMatchObject({ entry_id: all[5]!.entry_id, wins: 1, losses: 0, is_me: true })
  expect(players.slice(0, 3).map(({ wins }) => wins)).toEqual([0, 0, 0])
  const full = (await t.call(listFullStandings, { token: f!.token, query })).body.players
  expect(full.map(({ entry_id, flight }) => [entry_id, flight])).toEqual(
    players.map(({ entry_id, flight }) => [entry_id, flight]),
  )
  const place = { league_id, entry_id: all[5]!.entry_id }
  expect((await t.call(explainPlace, { token: f!.token, query: place })).body).toMatchObject({
    rank: 1,
    total: 3,
    needs: { top_half: 2, only_scheduled: false, matches_left: 3 },
  })
  expect((await t.call(getActivity, { token: f!.token })).body.standings).toMatchObject([{ rank: 1, total: 3 }])
  // A late entry joins the lower of two flights of equal size. Withdrawing an entry frees its place.
  const late = await joinLeague(t, await makePlayer(t), { ...summer, division: 'mens-singles-4-5' })
  await Promise.all([clock(), clock()])
  expect((await flightOf()).get(late.entry_id)).toBe(2)
  expect((await t.call(listStandings, { token: f!.token, query })).body.players.at(-1)).toMatchObject({
    flight: 2,
    rank: 4,
  })
  const redraw = await preview(league_id, 'yes')
  expect(redraw.flights.map((among) => among.length)).toEqual([3, 4])
})

test('a box league rolls over as previewed, once: the table starts again, and nobody’s record is lost', async () => {
  const made = await makeOf({ kind: 'boxes', size: 3, rounds: 3, moves: 1 }, 'womens-singles-4-5', 6, 'dc')
  const { league_id, all } = made
  const first = await preview(league_id)
  // Each box has an odd number of entries, but a period has no byes, because its matches are played one after the
  // other.
  expect(first).toMatchObject({ added: 6, byes: false, problem: null })
  expect(first.flights.map((among) => among.map(({ from }) => from))).toEqual([
    [null, null, null],
    [null, null, null],
  ])
  expect((await draw(league_id, first.digest)).status).toBe(200)
  const boxesOf = async () => {
    const rows = await t.db.selectFrom('entries').select(['id', 'flight']).where('league_id', '=', league_id).execute()
    return all.map(({ entry_id }) => rows.find(({ id }) => id === entry_id)?.flight)
  }
  expect(await boxesOf()).toEqual([1, 1, 1, 2, 2, 2])
  await setTime('2026-05-19T16:00:00Z')
  expect(await preview(league_id)).toMatchObject({ problem: 'round_open', waits_until: '2026/06/09' })
  await playRound(made, 1, '2026/05/18')
  const query = { area: 'dc', season: 'summer-1', year: 2026, division: 'womens-singles-4-5' } as const
  const me = all[3]!.player
  const tableOf = async () => (await t.call(listStandings, { token: me.token, query })).body
  expect(await tableOf()).toMatchObject({ group: 'Box', has_results: true })
  expect((await tableOf()).players.map(({ flight, rank, wins }) => [flight, rank, wins])).toEqual([
    [1, 1, 2],
    [1, 2, 1],
    [1, 3, 0],
    [2, 1, 2],
    [2, 2, 1],
    [2, 3, 0],
  ])
  const shown = await preview(league_id)
  expect(shown).toMatchObject({ added: 6, removed: 0, kept: 6, problem: null })
  expect(shown.flights.map((among) => among.map(({ from }) => from).toSorted())).toEqual([
    [2, null, null],
    [1, null, null],
  ])
  const answers = await Promise.all([1, 2, 3].map(() => draw(league_id, shown.digest)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect(await boxesOf()).toEqual([1, 1, 2, 1, 2, 2])
  expect(await leagueRow(league_id)).toMatchObject({ rounds_drawn: 2 })
  expect((await actsOf(league_id))[0]).toMatchObject({ summary: expect.stringContaining('Drew round 2 of') })
  const after = await tableOf()
  expect(after.players.map(({ wins, losses }) => wins + losses)).toEqual([0, 0, 0, 0, 0, 0])
  // Unanswered results of the last period belong to the previous table.
  expect(after.players.map(({ unconfirmed }) => unconfirmed)).toEqual([0, 0, 0, 0, 0, 0])
  expect(after.players.find(({ is_me }) => is_me)).toMatchObject({ flight: 1 })
  const history = await t.call(listMyMatches, { token: me.token, query: { page: 1 } })
  expect(history.body.record).toEqual({ wins: 2, losses: 0, ties: 0 })
  const place = { league_id, entry_id: all[3]!.entry_id }
  expect((await t.call(explainPlace, { token: me.token, query: place })).body).toMatchObject({
    total: 3,
    needs: { matches_left: 2, only_scheduled: true },
  })
  // Results of this period count again, and boxes roll over automatically after its last day, even without all results.
  const [opponent] = (await cardsOf(league_id)).filter(
    (card) => card.round === 2 && [card.entry_one_id, card.entry_two_id].includes(all[3]!.entry_id),
  )
  const other = all.find(
    ({ entry_id, player }) => player !== me && [opponent?.entry_one_id, opponent?.entry_two_id].includes(entry_id),
  )!.player
  const body = scoreBody(me, other, '6-1 6-1', { match_date: '2026/05/19', match_area: 'dc' })
  expect((await t.call(reportScore, { token: me.token, body })).status).toBe(201)
  expect((await tableOf()).players.find(({ is_me }) => is_me)).toMatchObject({ flight: 1, rank: 1, wins: 1 })
  await setTime('2026-07-06T16:00:00Z')
  await clock()
  expect(await leagueRow(league_id)).toMatchObject({ rounds_drawn: 2 })
  await setTime('2026-07-07T16:00:00Z')
  await Promise.all([clock(), clock()])
  await clock()
  expect(await leagueRow(league_id)).toMatchObject({ rounds_drawn: 3 })
  const cards = await cardsOf(league_id)
  // Untouched matches of the last period are deleted.
  expect(cards.map(({ round }) => round)).toEqual([1, 1, 1, 1, 1, 1, 2, 3, 3, 3, 3, 3, 3])
})

test('an entry that loses open matches because an organizer withdraws the opponent gets others if the format replaces them', async () => {
  const fixed = await makeOf({ kind: 'fixed_matches', matches: 1 }, 'mens-singles-5-0', 4)
  const swiss = await makeOf({ kind: 'swiss', rounds: 3 }, 'womens-singles-5-0', 4)
  await setTime('2026-05-16T16:00:00Z')
  await clock()
  for (const { league_id, all } of [fixed, swiss]) {
    const [a, b, c, d] = all.map(({ entry_id }) => entry_id)
    const pairs = league_id === swiss.league_id ? [textOf(a, c), textOf(b, d)] : [textOf(a, b), textOf(c, d)]
    expect((await cardsOf(league_id)).map(pairOf)).toEqual(pairs)
    for (const gone of [a, d])
      expect(
        (
          await t.call(withdrawEntry, {
            token,
            params: { id: gone! },
            body: { reason: 'Injured', refund: false },
          })
        ).status,
      ).toBe(200)
    expect(await cardsOf(league_id)).toEqual([])
    await Promise.all([clock(), clock()])
    expect((await cardsOf(league_id)).map(pairOf)).toEqual([textOf(b, c)])
    await clock()
    expect(await cardsOf(league_id)).toHaveLength(1)
  }
})

test('a match that an organizer called off is not counted as lost again when the opponent leaves', async () => {
  const made = await makeOf({ kind: 'fixed_matches', matches: 1 }, 'mens-singles-4-0', 4, 'dc')
  await setTime('2026-05-16T16:00:00Z')
  await clock()
  await setTime('2026-05-19T16:00:00Z')
  await playRound(made, 1, '2026/05/18')
  const [winner, loser] = made.all.map(({ entry_id }) => entry_id)
  const match = (await cardsOf(made.league_id)).find((card) => pairOf(card) === textOf(winner, loser))
  const reason = 'They had agreed not to play.'
  const body = { version: 1, reason, again: false }
  expect((await t.call(voidResult, { token, params: { id: match!.id }, body })).status).toBe(200)
  const leaving = { token, params: { id: winner! }, body: { reason, refund: false } }
  expect((await t.call(withdrawEntry, leaving)).status).toBe(200)
  const { lost_matches } = await t.db
    .selectFrom('entries')
    .select('lost_matches')
    .where('id', '=', loser!)
    .executeTakeFirstOrThrow()
  expect(lost_matches).toBe(0)
})
