import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { getActivity } from '#/features/activity/contract.ts'
import { confirmScore, correctScore, disputeScore } from '#/features/confirmation/contract.ts'
import { deleteMatch } from '#/features/matches/contract.ts'
import { scoreBody } from '#/features/matches/score-fixture.ts'
import { arrangeMatch } from '#/features/arranging/contract.ts'
import { startApp } from '#/test/app.ts'
import { enterResult } from '#/organizer/matches/contract.ts'
import { countEveryMeeting, joinLeague, makeOrganizer, makePlayer } from '#/test/make.ts'
import { getBracket, getPublicBracket, listCityPlayoffs, listPlayoffs, type PlayoffStages } from './contract.ts'
import { makeDuePlayoffs } from './jobs.ts'
import { playoffSeasons, type Entered } from './season-fixture.ts'

// Summer 1 2026 ends on August 2; its last results count on the 9th.
const joining = '2026-05-20T16:00:00Z'
const lastDay = '2026-08-09T16:00:00Z'
const closed = '2026-08-10T16:00:00Z'
const t = await startApp(joining)
await countEveryMeeting(t)

const { makeSeason, makeBracketOf, signInAgain, report, listStage, board, cardOf } = playoffSeasons(t, {
  joining,
  closed,
})
type Season = Awaited<ReturnType<typeof makeSeason>>

test('the play-offs are made once, after the grace days, even by several processes simultaneously', async () => {
  const { division, league_id, ranked } = await makeSeason(10, 'womens-singles-3-0')
  t.clock.set(lastDay)
  await makeDuePlayoffs(t.db, t.clock.now())
  expect((await listStage(division, 1)).body).toMatchObject({ items: [], total: 0, skip: 0, season: null, stages: [] })

  t.clock.set(closed)
  await Promise.all([1, 2, 3].map(() => makeDuePlayoffs(t.db, t.clock.now())))
  await makeDuePlayoffs(t.db, t.clock.now())
  const seeds = await t.db
    .selectFrom('playoff_seeds')
    .select('entry_id')
    .where('league_id', '=', league_id)
    .orderBy('seed')
    .execute()
  const [one, two, three, four, five] = ranked
  expect(seeds.map(({ entry_id }) => entry_id)).toEqual([one, two, three, four, five].map(({ entry_id }) => entry_id))
  expect(await board(division, 1)).toEqual([`${four.name} - ${five.name}`])
  expect(await board(division, 2)).toEqual([`${one.name} - ?`, `${two.name} - ${three.name}`])
  expect(await board(division, 3)).toEqual(['? - ?'])
  expect(await board(division, 4)).toEqual(['? - ?'])
})

test('a league whose play-offs cannot be made does not stop the others, and is retried', async () => {
  const seasons = [await makeSeason(4, 'mens-singles-4-0'), await makeSeason(4, 'mens-singles-4-5')]
  const [first, second] = seasons.toSorted((a, b) => a.league_id - b.league_id) as [Season, Season]
  t.clock.set(closed)
  await sql`alter table playoffs add constraint broken check (league_id <> ${sql.lit(first.league_id)}) not valid`.execute(
    t.db,
  )
  await expect(makeDuePlayoffs(t.db, t.clock.now())).rejects.toThrow(/broken/)
  expect((await listStage(second.division, 3)).body.total).toBe(1)
  expect((await listStage(first.division, 3)).body.total).toBe(0)
  await sql`alter table playoffs drop constraint broken`.execute(t.db)
  await makeDuePlayoffs(t.db, t.clock.now())
  expect((await listStage(first.division, 3)).body.total).toBe(1)
})

test('a disputed result delays the play-offs until it is settled, an unconfirmed one for 24 hours', async () => {
  const { division, ranked } = await makeSeason(4, 'womens-singles-3-5')
  const [one, two] = ranked
  t.clock.set(lastDay)
  await signInAgain(ranked)
  const late = await report(one, two, '6-1 6-1', { match_date: '2026/07/30', division })
  t.clock.set('2026-08-10T04:30:00Z')
  await makeDuePlayoffs(t.db, t.clock.now())
  expect((await listStage(division, 3)).body.total).toBe(0)

  const disputed = { params: { id: late.body.id }, token: two.token, body: { version: 1, reason: 'It was 6-1 6-2.' } }
  expect((await t.call(disputeScore, disputed)).status).toBe(200)
  t.clock.set('2026-08-20T16:00:00Z')
  await makeDuePlayoffs(t.db, t.clock.now())
  expect((await listStage(division, 3)).body.total).toBe(0)

  const organizer = await makeOrganizer(t)
  const settled = { params: { id: late.body.id }, token: organizer.token, body: { version: 1 } }
  expect((await t.call(confirmScore, settled)).status).toBe(200)
  await makeDuePlayoffs(t.db, t.clock.now())
  expect(await board(division, 3)).toEqual([`${one.name} - ${two.name}`])
})

test('there are no play-offs if fewer than two qualify', async () => {
  t.clock.set(joining)
  const people = [await makePlayer(t), await makePlayer(t)] as const
  for (const player of people) await joinLeague(t, player, { season: 'summer-1', division: 'womens-singles-5-0' })
  for (const day of ['16', '17', '18', '19'])
    await report(people[0], people[1], '6-0 6-0', { match_date: `2026/05/${day}`, division: 'womens-singles-5-0' })
  t.clock.set(closed)
  // With two entries, the top half is one entry.
  await makeDuePlayoffs(t.db, t.clock.now())
  const { body } = await listStage('womens-singles-5-0', 3)
  expect(body.total).toBe(0)
})

test('the dashboard names the match of a bracket whose opponent is not known yet', async () => {
  const { division, league_id, ranked } = await makeBracketOf(10, 'mens-singles-3-0')
  const [one, two, three, four, five, six] = ranked
  const playoffOf = async ({ token }: Entered) => (await t.call(getActivity, { token })).body.playoff
  expect(await playoffOf(one)).toMatchObject({
    league_id,
    league: { level_slug: division, league_slug: 'summer-1', year: 2026, area: 'south-bend' },
    stage: 2,
    seed: 1,
    seeds: 5,
    play_by: expect.stringMatching(/^2026\/0[89]\//) as unknown,
    opponents: [four.name, five.name],
  })
  // The others have an opponent, and one did not qualify.
  for (const player of [two, four, six]) expect(await playoffOf(player as Entered)).toBeNull()
  await report(two, three, '6-1 6-1', { match_date: '2026/08/10', division })
  // Seed 1 has not played yet, so nobody can say whom seed 2 meets.
  expect(await playoffOf(two)).toMatchObject({ stage: 3, seed: 2, opponents: null })
  expect(await playoffOf(three)).toBeNull()
  await report(four, five, '6-1 6-1', { match_date: '2026/08/10', division })
  expect(await playoffOf(one)).toBeNull()
  expect((await t.call(getActivity, { token: one.token })).body.next).toMatchObject({ stage: 2, opponents: four.name })
  expect(await playoffOf(two)).toMatchObject({ stage: 3, opponents: [one.name, four.name] })
})

test('the first screen follows the player through the play-offs and to the next season', async () => {
  const { division, league_id, ranked } = await makeBracketOf(10, 'mens-singles-5-0')
  const [one, two, three, four, five, six] = ranked
  const homeOf = async (player: { token: string } | undefined) =>
    (await t.call(getActivity, { token: player?.token ?? '' })).body
  const moments = async () => Promise.all([one, two, four, six].map(async (player) => (await homeOf(player)).moment))
  const inCity = async () => {
    const { body } = await t.call(listCityPlayoffs, { token: six?.token ?? '', query: { city: 'south-bend' } })
    return body.playoffs.find((each) => each.league_id === league_id)
  }
  expect(await inCity()).toMatchObject({ division, season: 'Summer 1', stage: 1, left: 1, champion: null })
  expect(await moments()).toEqual(['playoffs', 'playoffs', 'playoffs', 'season_over'])
  expect(await homeOf(six)).toMatchObject({
    bracket: null,
    past: { league_id, level_slug: division, rank: 6, total: 10 },
    again: { slug: 'summer-2', year: 2026, division: { slug: division, price: 39 } },
  })
  await report(two, three, '6-1 6-1', { match_date: '2026/08/10', division })
  await report(four, five, '6-4 3-6 10-7', { match_date: '2026/08/10', division })
  expect(await homeOf(five)).toMatchObject({
    moment: 'knocked_out',
    bracket: { league_id, won: false, last: { opponent: four.name, score: '6-4 3-6 10-7', third_place: false } },
  })
  expect(await moments()).toEqual(['playoffs', 'playoffs', 'playoffs', 'season_over'])
  await report(four, one, '6-1 6-1', { match_date: '2026/08/10', division })
  expect(await moments()).toEqual(['knocked_out', 'playoffs', 'playoffs', 'season_over'])
  const final = await report(four, two, '6-1 6-1', { match_date: '2026/08/10', division })
  expect(await moments()).toEqual(['knocked_out', 'knocked_out', 'champion', 'season_over'])
  expect(await inCity()).toMatchObject({ stage: null, left: 0, champion: four.name })
  expect((await homeOf(four)).bracket).toMatchObject({
    won: true,
    last: { stage: 3, match_id: final.body.id, opponent: two.name },
  })
  // Who joins the next season waits for its draw once the last one is a while ago.
  await joinLeague(t, four, { season: 'summer-2', division })
  expect(await homeOf(four)).toMatchObject({ moment: 'champion', again: null })
})

describe('from the quarter-final to the champion', async () => {
  const { division, league_id, ranked } = await makeBracketOf(10, 'womens-singles-4-0')
  const [one, two, three, four, five] = ranked
  const table = () =>
    t.db
      .selectFrom('standings')
      .select(['entry_id', 'rank', 'wins', 'played', 'open_until'])
      .where('league_id', '=', league_id)
      .orderBy('rank')
      .execute()
  const before = await table()
  const quarterFinal = await cardOf(four, five)

  test('a play-off match can be arranged within its stage but not deleted', async () => {
    t.clock.set('2026-08-11T16:00:00Z')
    const appointment = { match_date: '2026/08/12', match_time: '18:00', match_location: 'Leeper Park' }
    expect(
      await t.call(arrangeMatch, { params: { id: quarterFinal }, token: four.token, body: appointment }),
    ).toMatchObject({ status: 200 })
    expect(await t.call(deleteMatch, { params: { id: quarterFinal }, token: four.token })).toMatchObject({
      status: 409,
      body: { code: 'match_in_playoffs' },
    })
  })

  test('a play-off match cannot be played on a day of the season, and cannot end in a tie or a double default', async () => {
    t.clock.set('2026-08-12T22:00:00Z')
    const given = { matchup_id: quarterFinal, division }
    expect(await report(five, four, '6-4 6-4', { ...given, match_date: '2026/07/01' })).toMatchObject({ status: 422 })
    const tie = { ...given, match_date: '2026/08/12', match_status: 'Match ended in a tie' } as const
    expect(await report(five, four, '6-4 4-6', tie)).toMatchObject({
      status: 422,
      body: { fields: { match_status: expect.stringContaining('needs a winner') } },
    })
    const { token } = await makeOrganizer(t)
    const both = { ...given, match_date: '2026/08/12', match_status: 'Double default' } as const
    const body = { ...scoreBody(five, four, '', both), reason: 'Neither came.' }
    expect(await t.call(enterResult, { token, body })).toMatchObject({
      status: 422,
      body: { fields: { match_status: expect.stringContaining('needs a winner') } },
    })
  })

  test('the winner advances, and a correction advances the other player', async () => {
    const reply = await report(five, four, '6-4 3-6 10-7', {
      matchup_id: quarterFinal,
      match_date: '2026/08/12',
      division,
    })
    expect(reply).toMatchObject({ status: 201, body: { id: quarterFinal } })
    expect(await board(division, 1)).toEqual([`${four.name} 4-6 6-3 7-10 ${five.name}`])
    expect(await board(division, 2)).toEqual([`${one.name} - ${five.name}`, `${two.name} - ${three.name}`])
    expect(await cardOf(one, five)).toBeGreaterThan(quarterFinal)

    const { season: _, ...corrected } = scoreBody(four, five, '6-4 3-6 10-7', { match_date: '2026/08/12' })
    const answer = await t.call(correctScore, {
      params: { id: quarterFinal },
      token: four.token,
      body: { ...corrected, version: 1 },
    })
    expect(answer).toMatchObject({ status: 200 })
    expect(await board(division, 1)).toEqual([`${four.name} 6-4 3-6 10-7 ${five.name}`])
    expect(await board(division, 2)).toEqual([`${one.name} - ${four.name}`, `${two.name} - ${three.name}`])
  })

  test('a dispute removes the winner from the next round until it is settled', async () => {
    const dispute = { params: { id: quarterFinal }, token: five.token, body: { version: 2, reason: 'I won.' } }
    expect(await t.call(disputeScore, dispute)).toMatchObject({ status: 200 })
    expect(await board(division, 2)).toEqual([`${one.name} - ?`, `${two.name} - ${three.name}`])
    const organizer = await makeOrganizer(t)
    expect(
      await t.call(confirmScore, { params: { id: quarterFinal }, token: organizer.token, body: { version: 2 } }),
    ).toMatchObject({ status: 200 })
    expect(await board(division, 2)).toEqual([`${one.name} - ${four.name}`, `${two.name} - ${three.name}`])
  })

  test('two semi-finals reported at once, one without its card, make one final', async () => {
    t.clock.set('2026-08-20T22:00:00Z')
    const [upper, lower] = await Promise.all([
      report(four, one, '6-4 2-0', { match_status: 'Retired', match_date: '2026/08/20', division }),
      report(two, three, '', {
        match_status: 'Opponent did not show',
        match_date: '2026/08/20',
        division,
        duration: '00:00',
        hour: 0,
        minute: 0,
      }),
    ])
    expect([upper, lower]).toMatchObject([{ status: 201 }, { status: 201 }])
    expect(await board(division, 2)).toEqual([
      `${one.name} 4-6 0-2 ret. ${four.name}`,
      `${two.name} w.o. ${three.name}`,
    ])
    expect(await board(division, 3)).toEqual([`${four.name} - ${two.name}`])
    expect(await report(one, four, '6-4 6-4', { match_date: '2026/08/20', division })).toMatchObject({
      status: 409,
      body: { code: 'already_reported' },
    })
  })

  test('the final makes the champion, unless the semi-final before it is disputed and not settled', async () => {
    t.clock.set('2026-08-21T12:00:00Z')
    const final = await cardOf(two, four)
    expect(await report(two, four, '7-6 6-3', { matchup_id: final, match_date: '2026/08/21', division })).toMatchObject(
      { status: 201 },
    )
    expect(await board(division, 4)).toEqual([`${two.name} - ?`])
    const { body } = await listStage(division, 4)
    expect(body).toMatchObject({
      total: 1,
      season: 'Summer 1',
      year: 2026,
      items: [{ player_one: two.name, player_two: null, score: '' }],
    })
    expect(body.stages.map(({ name, date }) => `${name} ${date}`)).toEqual([
      'Quarter-finals 2026/08/12',
      'Semi-finals 2026/08/22',
      'Finals 2026/09/07',
      'Champion null',
    ])

    const semi = body.stages[1]?.rows[0]?.match_id ?? 0
    const dispute = { params: { id: semi }, token: one.token, body: { version: 1, reason: 'I never retired.' } }
    expect(await t.call(disputeScore, dispute)).toMatchObject({ status: 200 })
    expect(await board(division, 3)).toEqual([`${four.name} 6-7 3-6 ${two.name}`])
    expect(await board(division, 4)).toEqual(['? - ?'])
    const organizer = await makeOrganizer(t)
    const settled = { params: { id: semi }, token: organizer.token, body: { version: 1 } }
    expect((await t.call(confirmScore, settled)).status).toBe(200)
    expect(await board(division, 4)).toEqual([`${two.name} - ?`])
  })

  test('play-off results do not count in the standings', async () => {
    expect(await table()).toEqual(before)
  })
})

test.each([
  ['an unknown city', { city: 'Chicago', division: 'mixed-doubles', stage: 1 }, 'city'],
  ['an unknown division', { city: 'DC', division: 'mens-singles-9-9', stage: 1 }, 'division'],
  ['no division', { city: 'DC', stage: 1 }, 'division'],
  ['an unknown stage', { city: 'DC', division: 'mixed-doubles', stage: 5 }, 'stage'],
  ['no stage', { city: 'DC', division: 'mixed-doubles' }, 'stage'],
  ['an unknown season', { city: 'DC', division: 'mixed-doubles', stage: 1, season: 'spring' }, 'season'],
])('%s is refused by name', async (_, body, field) => {
  expect(await t.send(listPlayoffs, { body })).toMatchObject({
    status: 422,
    body: { fields: { [field]: expect.any(String) } },
  })
})

test('names work like slugs, with or without a token, and another season is selected by name and year', async () => {
  const player = await makePlayer(t)
  const called = { city: 'south bend', division: "women's singles 4.0", stage: '2' }
  for (const token of [undefined, player.token, 'x'])
    expect(await t.send(listPlayoffs, { token, body: called })).toMatchObject({
      status: 200,
      body: {
        total: 2,
        skip: 0,
        city: 'south-bend',
        division: 'womens-singles-4-0',
        season_slug: 'summer-1',
        year: 2026,
      },
    })
  expect(await t.send(listPlayoffs, { body: called, query: { page: 2, per_page: 1 } })).toMatchObject({
    body: { items: [{ slot: 2 }], total: 2, skip: 1 },
  })
  expect(await t.send(listPlayoffs, { body: { ...called, season: 'summer-1', year: 2025 } })).toMatchObject({
    status: 200,
    body: { items: [], total: 0, season: null, stages: [] },
  })
})

test('players see full names, visitors short ones, in the same bracket', async () => {
  const { ranked, division } = await makeBracketOf(4, 'mens-singles-3-5')
  const [one, , , four] = ranked
  const query = { city: 'south-bend', division }
  const finalist = ({ stages }: { stages: PlayoffStages['stages'] }) =>
    stages.find(({ stage }) => stage === 3)?.rows[0]?.player_one
  const inPublic = async (token?: string) =>
    finalist((await t.call(getPublicBracket, { query, ...(token !== undefined && { token }) })).body)
  const listed = async (token?: string) =>
    finalist((await t.send(listPlayoffs, { body: { ...query, stage: 3 }, token })).body as PlayoffStages)
  const ofPlayers = async (token: string) => finalist((await t.call(getBracket, { query, token })).body)

  expect([await ofPlayers(one.token), await listed(one.token)]).toEqual([one.name, one.name])
  // The shared page is the same for everyone with its link, and an expired session counts as none.
  for (const token of [undefined, one.token, 'x']) expect(await inPublic(token)).toBe('Player N.')
  for (const token of [undefined, 'x']) expect(await listed(token)).toBe('Player N.')
  expect((await t.send(getBracket, { query })).status).toBe(401)
  expect(
    (await t.send(getBracket, { query: { city: 'south-bend', division: 'chess' }, token: four.token })).status,
  ).toBe(422)

  await t.db.updateTable('players').set({ shows_name: true }).where('id', '=', one.id).execute()
  expect([await inPublic(), await listed()]).toEqual([one.name, one.name])
  await t.db.updateTable('players').set({ shows_name: false }).where('id', '=', one.id).execute()
  expect([await inPublic(), await listed()]).toEqual(['Player N.', 'Player N.'])
})
