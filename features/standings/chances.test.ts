import { expect, test } from 'vitest'
import { drawLeagues } from '#/features/schedule/jobs.ts'
import { reportScore } from '#/features/matches/contract.ts'
import { makeLeague, scoreBody } from '#/features/matches/score-fixture.ts'
import type { StoredRules } from '#/rules/season-rules.ts'
import { completeFormat, type LeagueFormat } from '#/rules/formats/formats.ts'
import { runJobs, startApp } from '#/test/app.ts'
import { joinLeague, makePlayer, type TestPlayer } from '#/test/make.ts'
import { strengthsFrom } from './chances.ts'
import { explainPlace, listFullStandings, readChances, type ChancesReply } from './place-contract.ts'

const t = await startApp('2026-05-05T16:00:00Z')
const summer = { season: 'summer-1', area: 'south-bend' } as const

type Member = { player: TestPlayer; entry_id: number }

/** A league with this format, drawn. */
async function makeDrawn(division: string, size: number, format: LeagueFormat | null = null) {
  const { people, entry_ids, league_id } = await makeLeague(t, 2, { ...summer, division })
  const all: Member[] = people.map((player, index) => ({ player, entry_id: entry_ids[index]! }))
  while (all.length < size) {
    const player = await makePlayer(t)
    all.push({ player, ...(await joinLeague(t, player, { ...summer, division })) })
  }
  if (format)
    await t.db
      .updateTable('leagues')
      .set({ format: JSON.stringify(completeFormat(format)) })
      .where('id', '=', league_id)
      .execute()
  await setTime('2026-05-18T16:00:00Z')
  await drawLeagues(t.db, t.clock.now())
  return { league_id, all }
}

async function setTime(instant: string) {
  t.clock.set(instant)
  await t.db
    .updateTable('sessions')
    .set({ expires_at: new Date('2027-12-31T00:00:00Z') })
    .execute()
}

async function cardsOf(league_id: number) {
  return t.db
    .selectFrom('matches')
    .select(['id', 'entry_one_id', 'entry_two_id'])
    .where('league_id', '=', league_id)
    .where('score_id', 'is', null)
    .orderBy('id')
    .execute()
}

const inOrder = (one: Member, two: Member) => one.entry_id - two.entry_id

/** Plays the open matches that `isPlayed` says; the entry that joined first wins. */
async function play(league_id: number, all: Member[], isPlayed: (one: Member, two: Member) => boolean, day: string) {
  for (const { entry_one_id, entry_two_id } of await cardsOf(league_id)) {
    const [one, two] = all
      .filter(({ entry_id }) => entry_id === entry_one_id || entry_id === entry_two_id)
      .toSorted(inOrder) as [Member, Member]
    if (!isPlayed(one, two)) continue
    const body = scoreBody(one.player, two.player, '6-1 6-1', { match_date: day })
    expect((await t.call(reportScore, { token: one.player.token, body })).status).toBe(201)
  }
}

const chancesOf = ({ player }: Member, id: number) =>
  t.send(readChances, { token: player.token, path: `/users/leagues/${id}/chances` })

test('chances are said from the draw on, to those in the league, and end as certainty', async () => {
  const before = await makeLeague(t, 2, { ...summer, division: 'womens-singles-3-0' })
  const early = await t.call(readChances, { token: before.people[0].token, params: { id: before.league_id } })
  expect(early.body).toEqual({
    league_id: before.league_id,
    basis: null,
    of: 'play_offs',
    entry_id: before.entry_ids[0],
    qualify: null,
    down: null,
    next: [],
    league: [],
  })
  const { league_id, all } = await makeDrawn('womens-singles-3-5', 6)
  const [first, , , , , last] = all as [Member, Member, Member, Member, Member, Member]
  const stranger = await makePlayer(t)
  expect((await chancesOf({ player: stranger, entry_id: 0 }, league_id)).status).toBe(404)
  expect((await chancesOf(first, 2_000_000)).status).toBe(404)
  expect((await t.send(readChances, { path: `/users/leagues/${league_id}/chances` })).status).toBe(401)

  const { body: start } = await t.call(readChances, { token: first.player.token, params: { id: league_id } })
  expect(start).toMatchObject({ basis: 'even', of: 'play_offs', entry_id: first.entry_id, down: null })
  expect(start.next).toHaveLength(3)
  expect(start.league.map(({ entry_id }) => entry_id).toSorted((a, b) => a - b)).toEqual(
    all.map(({ entry_id }) => entry_id),
  )
  for (const { qualify } of start.league) expect(Math.abs(qualify! - 50)).toBeLessThan(8)
  for (const { if_win, if_loss } of start.next) expect(if_win).toBeGreaterThan(if_loss)
  const again = await t.call(readChances, { token: first.player.token, params: { id: league_id } })
  expect(again.body).toEqual(start)

  // Everybody has met but the last with the first two; results are final after two days.
  await play(league_id, all, (one, two) => !(two === last && all.indexOf(one) < 2), '2026/05/18')
  await setTime('2026-05-22T16:00:00Z')
  const { body } = await t.call(readChances, { token: first.player.token, params: { id: league_id } })
  const places = body.league.toSorted((a, b) => a.entry_id - b.entry_id).map(({ qualify }) => qualify)
  expect(places).toEqual([100, 100, 100, 0, 0, 0])
  expect(body.next).toMatchObject([{ if_win: 100, if_loss: 100 }])
  const table = await t.call(listFullStandings, {
    token: first.player.token,
    query: { division: 'womens-singles-3-5' },
  })
  expect(table.body.players.map(({ playoffs, provisional }) => [playoffs, provisional])).toEqual([
    ...Array.from({ length: 3 }, () => ['in', false]),
    ...Array.from({ length: 3 }, () => ['out', false]),
  ])
  const why = await t.call(explainPlace, { token: last.player.token, query: { league_id, entry_id: last.entry_id } })
  expect(why.body.needs).toMatchObject({ status: 'out', provisional: false, may_add_matches: false, moves: null })
})

test('with a fixed number of matches, places are certain in mid-season too; with a number of meetings they are not', async () => {
  t.clock.set('2026-05-05T16:00:00Z')
  const { league_id, all } = await makeDrawn('womens-singles-4-0', 4, { kind: 'fixed_matches', matches: 2 })
  const needs = async () =>
    (await t.call(explainPlace, { token: all[0]!.player.token, query: { league_id, entry_id: all[0]!.entry_id } })).body
      .needs
  expect(await needs()).toMatchObject({ may_add_matches: false, only_scheduled: true })
  const setRules = (rules: StoredRules | null) =>
    t.db
      .updateTable('seasons')
      .set({ rules })
      .where('id', '=', (eb) => eb.selectFrom('leagues').select('season_id').where('id', '=', league_id))
      .execute()
  await setRules({ meetings: 2 })
  expect(await needs()).toMatchObject({ may_add_matches: true })
  await setRules(null)
})

test('in a box league the period says who goes up and down; in Swiss rounds and on ladders nothing is certain early', async () => {
  t.clock.set('2026-05-05T16:00:00Z')
  const boxes = await makeDrawn('womens-singles-4-5', 8, { kind: 'boxes', size: 4, rounds: 3, moves: 1 })
  const reader = boxes.all[0]!.player
  const needsOf = async (league_id: number, entry_id: number) =>
    (await t.call(explainPlace, { token: reader.token, query: { league_id, entry_id } })).body.needs
  await play(boxes.league_id, boxes.all, () => true, '2026/05/18')
  await setTime('2026-05-22T16:00:00Z')
  const flights = await t.db
    .selectFrom('entries')
    .select(['id', 'flight'])
    .where('league_id', '=', boxes.league_id)
    .orderBy('id')
    .execute()
  const of = async (flight: number) =>
    Promise.all(
      flights
        .filter((each) => each.flight === flight)
        .map(async ({ id }) => (await needsOf(boxes.league_id, id)).moves),
    )
  const stays = { up: 'out', down: 'out', provisional: false }
  expect(await of(1)).toEqual([stays, stays, stays, { ...stays, down: 'in' }])
  expect(await of(2)).toEqual([{ ...stays, up: 'in' }, stays, stays, stays])
  t.clock.set('2026-05-05T16:00:00Z')
  const swiss = await makeDrawn('womens-singles-5-0', 4, { kind: 'swiss', rounds: 3 })
  expect(await needsOf(swiss.league_id, swiss.all[0]!.entry_id)).toMatchObject({ may_add_matches: true, moves: null })
  const { body } = await t.call(readChances, { token: swiss.all[0]!.player.token, params: { id: swiss.league_id } })
  expect(body).toMatchObject({ basis: 'even', of: 'play_offs', next: [{ match_id: expect.any(Number) }] })
  t.clock.set('2026-05-05T16:00:00Z')
  const ladder = await makeDrawn('mens-singles-3-0', 4, { kind: 'ladder', reach: 3, days: 10 })
  const climbing = await t.call(readChances, { token: ladder.all[0]!.player.token, params: { id: ladder.league_id } })
  expect(climbing.body).toMatchObject({ basis: null, qualify: null, league: [] })
})

test('with ratings of half of the league or more, chances are from ratings', async () => {
  t.clock.set('2026-05-05T16:00:00Z')
  const { league_id, all } = await makeDrawn('mens-singles-4-0', 6)
  const [first, , third, , fifth] = all as [Member, Member, Member, Member, Member]
  // The fifth needs wins against the third, by now the favorite, and the first.
  await play(league_id, all, (one, two) => !(two === fifth && (one === first || one === third)), '2026/05/18')
  const read = async () => (await chancesOf(fifth, league_id)).body as ChancesReply
  const even = await read()
  expect(even).toMatchObject({ basis: 'even' })
  await runJobs(t)
  const rated = await read()
  expect(rated).toMatchObject({ basis: 'rating' })
  expect(even.qualify! - rated.qualify!).toBeGreaterThan(10)
  expect(await read()).toEqual(rated)
  const sum = rated.league.reduce((total, { qualify }) => total + qualify!, 0)
  expect(Math.abs(sum - 300)).toBeLessThan(10)
})

test('below half of the league, or with ratings that are not settled, each side is as likely to win', () => {
  const rating = (settled: boolean) => ({ value: 1600, deviation: 60, settled })
  const ratings = (settled: boolean[]) => new Map(settled.map((each, index) => [index + 1, rating(each)]))
  expect(strengthsFrom(new Map())).toBeNull()
  expect(strengthsFrom(ratings([true, false, false]))).toBeNull()
  const strengthOf = strengthsFrom(ratings([true, false]))
  expect(strengthOf?.(2)?.value).toBeCloseTo(strengthOf?.(1)?.value ?? 0)
  expect(strengthOf?.(3)).toBeNull()
})
