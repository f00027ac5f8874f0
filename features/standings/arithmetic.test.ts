import { expect, test } from 'vitest'
import { embedStandings } from '#/features/embed/contract.ts'
import { applyDraw, planDraw } from '#/features/schedule/draw.ts'
import { listResults, previewScore, reportScore } from '#/features/matches/contract.ts'
import { readReturn } from '#/features/leaving/queries.ts'
import { arrange, makeLeague, scoreBody } from '#/features/matches/score-fixture.ts'
import { deductPoints, getOrganizerEntry, withdrawEntry } from '#/organizer/entries/contract.ts'
import { changeRules } from '#/organizer/seasons/contract.ts'
import { pointsPresets } from '#/rules/points-presets.ts'
import { standardRules, type SeasonRules } from '#/rules/season-rules.ts'
import { inTransaction } from '#/server/db.ts'
import { runJobs, startApp } from '#/test/app.ts'
import { mailboxOf } from '#/test/mailbox.ts'
import { makeOrganizer, type TestPlayer } from '#/test/make.ts'
import { listStandings } from './contract.ts'
import { formatLeft } from './notes-format.ts'
import { explainPlace, listFullStandings, readChances } from './place-contract.ts'
import { getLeagueRules } from './rules-contract.ts'

const t = await startApp('2026-05-20T16:00:00Z')
const summer = { season: 'summer-1', area: 'south-bend' } as const
const owner = await makeOrganizer(t)
const { emailsTo } = mailboxOf(t)

/** Reports a score, whose kind is the one that the form announced before. */
async function report(winner: TestPlayer, opponent: TestPlayer, line: string, match_date = '2026/05/18') {
  const { token } = winner
  const body = scoreBody(winner, opponent, line, { match_date })
  const preview = await t.call(previewScore, { token, body })
  const answer = await t.call(reportScore, { token, body })
  expect(answer).toMatchObject({ status: 201 })
  expect(preview).toMatchObject({ status: 200, body: { kind: answer.body.kind } })
  return answer.body
}

const tableOf = async (player: TestPlayer) => (await t.call(listStandings, { token: player.token })).body.players

/** Ranks the season of the league by these rules for the test, and by the standard rules afterwards. */
async function withRules<T>(league_id: number, changed: Partial<SeasonRules>, work: () => Promise<T>): Promise<T> {
  const { season_id: id } = await t.db
    .selectFrom('leagues')
    .select('season_id')
    .where('id', '=', league_id)
    .executeTakeFirstOrThrow()
  const change = async (rules: SeasonRules) => {
    const body = { rules, despite_results: true }
    expect(await t.call(changeRules, { token: owner.token, params: { id }, body })).toMatchObject({ status: 200 })
    await runJobs(t)
  }
  await change({ ...standardRules, ...changed })
  try {
    return await work()
  } finally {
    await change(standardRules)
  }
}

test('one more match of the same two is a friendly: it is kept, says so, and the table does not move', async () => {
  const { people, league_id } = await makeLeague(t, 3, { ...summer, division: 'womens-singles-3-0' })
  const [ann, bea, cleo] = people
  expect(await report(ann, bea, '6-4 6-4', '2026/05/16')).toMatchObject({ kind: 'league' })
  await report(cleo, ann, '6-4 6-4', '2026/05/16')
  const asStranger = { token: owner.token, body: scoreBody(ann, { ...bea, id: 2_000_000_000 }, '6-4 6-4') }
  expect(await t.call(previewScore, asStranger)).toMatchObject({ status: 409, body: { code: 'not_in_same_league' } })
  const before = await tableOf(ann)
  const more = await report(ann, bea, '6-0 6-0', '2026/05/17')
  expect(more).toMatchObject({ kind: 'friendly', message: 'Friendly saved, the standings stay as they are: 6-0 6-0' })
  expect(await report(bea, ann, '6-0 6-0', '2026/05/18')).toMatchObject({ kind: 'friendly' })
  const figures = (rows: typeof before) => rows.map(({ entry_id, wins, losses }) => ({ entry_id, wins, losses }))
  expect(figures(await tableOf(ann))).toEqual(figures(before))
  const { results } = (await t.call(listResults, { token: ann.token, query: { area: 'south-bend' } })).body
  expect(results.map(({ kind }) => kind)).toEqual(['friendly', 'friendly', 'league', 'league'])
  expect(league_id).toBeGreaterThan(0)
})

test('where not everybody meets, a match that the schedule does not have is a friendly, on profiles too', async () => {
  const { people, league_id } = await makeLeague(t, 4, { ...summer, division: 'mens-singles-4-5' })
  await t.db
    .updateTable('leagues')
    .set({ format: JSON.stringify({ kind: 'swiss', rounds: 3 }) })
    .where('id', '=', league_id)
    .execute()
  await inTransaction(t.db, async (tx) => {
    await applyDraw(tx, await planDraw(tx, league_id, '2026-05-20'), t.clock.now())
  })
  const drawn = await t.db
    .selectFrom('matches')
    .innerJoin('match_players', 'match_players.match_id', 'matches.id')
    .select(['matches.id', 'match_players.player_id'])
    .where('matches.league_id', '=', league_id)
    .execute()
  const [ann] = people
  const round = drawn.find(({ player_id }) => player_id === ann.id)
  const isOpponent = ({ id }: TestPlayer) => drawn.some((each) => each.id === round?.id && each.player_id === id)
  const opponent = people.find((each) => each !== ann && isOpponent(each))!
  const other = people.find((each) => each !== ann && !isOpponent(each))!
  expect(await report(ann, other, '6-0 6-0', '2026/05/16')).toMatchObject({ kind: 'friendly' })
  expect(await report(ann, opponent, '6-4 6-4', '2026/05/17')).toMatchObject({ kind: 'league' })
  expect(await report(ann, opponent, '6-4 6-4', '2026/05/18')).toMatchObject({ kind: 'friendly' })
  expect((await tableOf(ann)).find(({ is_me }) => is_me)).toMatchObject({ wins: 1, played: 1 })
})

test('two meet as often as the schedule has it, which never falls', async () => {
  const { people, league_id } = await makeLeague(t, 3, { ...summer, division: 'womens-singles-3-5' })
  const [ann, bea] = people
  // A league of three plays twice.
  await inTransaction(t.db, async (tx) => {
    await applyDraw(tx, await planDraw(tx, league_id, '2026-05-20'), t.clock.now())
  })
  for (const match_date of ['2026/05/16', '2026/05/17'])
    expect(await report(ann, bea, '6-4 6-4', match_date)).toMatchObject({ kind: 'league' })
  expect(await report(ann, bea, '6-4 6-4', '2026/05/18')).toMatchObject({ kind: 'friendly' })
  const [first] = await tableOf(ann)
  expect(first).toMatchObject({ wins: 2, played: 2 })
})

test('a second match played ahead of the draw counts once the schedule has it', async () => {
  const { people, league_id } = await makeLeague(t, 3, { ...summer, division: 'mens-singles-3-0' })
  const [ann, bea] = people
  await report(ann, bea, '6-4 6-4', '2026/05/16')
  expect(await report(ann, bea, '6-4 6-4', '2026/05/17')).toMatchObject({ kind: 'friendly' })
  await inTransaction(t.db, async (tx) => {
    await applyDraw(tx, await planDraw(tx, league_id, '2026-05-20'), t.clock.now())
  })
  expect((await tableOf(ann))[0]).toMatchObject({ wins: 2, played: 2 })
})

test('a season ranks by points, an organizer takes some away, and the table says so', async () => {
  const { people, entry_ids, league_id } = await makeLeague(t, 3, { ...summer, division: 'womens-singles-4-0' })
  const [ann, bea, cleo] = people
  await report(ann, bea, '6-4 4-6 10-8', '2026/05/16')
  await report(ann, cleo, '6-4 4-6 10-8', '2026/05/17')
  await report(bea, cleo, '6-0 6-0', '2026/05/18')
  const deduct = (points: number) =>
    t.call(deductPoints, {
      token: owner.token,
      params: { id: league_id },
      body: { entry_id: entry_ids[0], points, reason: 'Late twice' },
    })
  expect(await deduct(1)).toMatchObject({ status: 422 })
  const box = pointsPresets.find(({ key }) => key === 'box')!.points
  await withRules(league_id, { ranking: { by: 'points', points: box } }, async () => {
    const lines = async () => (await tableOf(ann)).map(({ entry_id, points, deducted }) => [entry_id, points, deducted])
    expect(await lines()).toEqual([
      [entry_ids[0], 8, 0],
      [entry_ids[1], 7, 0],
      [entry_ids[2], 3, 0],
    ])
    expect(await deduct(2)).toMatchObject({ status: 200 })
    expect(await lines()).toEqual([
      [entry_ids[1], 7, 0],
      [entry_ids[0], 6, 2],
      [entry_ids[2], 3, 0],
    ])
    const params = { area: 'south-bend', division: 'womens-singles-4-0' } as const
    const embedded = await t.call(embedStandings, { params, query: { season: 'summer-1', year: 2026 } })
    expect(embedded.body.standings.map(({ points }) => points)).toEqual([7, 6, 3])
    // An entry that comes back has its points without those taken away.
    const { lines: back } = await readReturn(t.db, league_id, entry_ids[0])
    expect(back.find(({ entry_id }) => entry_id === entry_ids[0])).toMatchObject({ after: { points: 6 } })
    const { steps, needs } = (
      await t.call(explainPlace, { token: ann.token, query: { league_id, entry_id: entry_ids[0] } })
    ).body
    expect((await t.call(listStandings, { token: ann.token })).body).toMatchObject({ ranking: 'points' })
    expect(steps[0]).toMatchObject({ code: 'points', figures: [{ value: 7 }, { value: 6 }, { value: 3 }] })
    expect(needs).toMatchObject({ next: null })
    expect(await deduct(-3)).toMatchObject({ status: 422 })
    expect(await deduct(-2)).toMatchObject({ status: 200 })
    expect((await t.call(getOrganizerEntry, { token: owner.token, params: { id: entry_ids[0] } })).body).toMatchObject({
      by_points: true,
      deducted: 0,
    })
  })
  expect((await tableOf(ann))[0]).toMatchObject({ points: null, wins: 2 })
  const stranger = await makeOrganizer(t, ['indianapolis'])
  expect(
    await t.call(deductPoints, {
      token: stranger.token,
      params: { id: league_id },
      body: { entry_id: entry_ids[0], points: 1, reason: 'No' },
    }),
  ).toMatchObject({ status: 404 })
})

test('a season ranks by strength of results: the table has the figures, and the explanation and the rules say how', async () => {
  const { people, entry_ids, league_id } = await makeLeague(t, 3, { ...summer, division: 'mens-singles-5-0' })
  const [ann, bea, cleo] = people
  await report(ann, bea, '7-6 7-6', '2026/05/16')
  await report(ann, cleo, '7-6 7-6', '2026/05/17')
  await report(bea, cleo, '6-0 6-0', '2026/05/18')
  await withRules(
    league_id,
    { ranking: { ...standardRules.ranking, by: 'strength' }, playoff_matches: 0 },
    async () => {
      const rows = await tableOf(ann)
      expect(rows.map(({ entry_id }) => entry_id)).toEqual([entry_ids[1], entry_ids[0], entry_ids[2]])
      expect(rows.map(({ points }) => points)).toEqual([null, null, null])
      const figures = rows.map(({ strength }) => strength!)
      expect(figures).toEqual(figures.toSorted((a, b) => b - a))
      expect(figures.reduce((sum, each) => sum + each, 0)).toBeCloseTo(4500, -1)
      const full = await t.call(listFullStandings, { token: ann.token, query: { area: 'south-bend' } })
      expect(full.body.players.map(({ strength }) => strength)).toEqual(figures)
      expect(full.body).toMatchObject({ ranking: 'strength' })
      const { body } = await t.call(explainPlace, { token: ann.token, query: { league_id, entry_id: entry_ids[0] } })
      expect(body.steps).toMatchObject([{ code: 'strength', groups: [[entry_ids[1]], [entry_ids[0]], [entry_ids[2]]] }])
      expect(body.steps[0]!.figures.map(({ value }) => Math.round(value))).toEqual(figures)
      const { body: sheet } = await t.call(getLeagueRules, { params: { league_id } })
      expect(sheet.order[0]).toMatchObject({ code: 'strength', title: 'Strength of results' })
      expect(sheet.rules.ranking.by).toBe('strength')
      expect(sheet.sentences.join(' ')).toContain(
        'A match that was not played, a no-show included, does not count for it.',
      )
      const { body: chances } = await t.call(readChances, { token: ann.token, params: { id: league_id } })
      expect(chances.league_id).toBe(league_id)
      const deduction = { entry_id: entry_ids[0], points: 1, reason: 'Late' }
      const deducted = await t.call(deductPoints, { token: owner.token, params: { id: league_id }, body: deduction })
      expect(deducted).toMatchObject({ status: 422 })
    },
  )
  expect((await tableOf(ann)).map(({ strength }) => strength)).toEqual([null, null, null])
})

test('the results of somebody who leaves stay, if the season says so', async () => {
  const { people, entry_ids, league_id } = await makeLeague(t, 3, { ...summer, division: 'womens-singles-4-5' })
  const [ann, bea, cleo] = people
  await report(ann, cleo, '6-4 6-4', '2026/05/16')
  await report(cleo, bea, '6-4 6-4', '2026/05/17')
  await withRules(league_id, { withdrawal: 'keep' }, async () => {
    await t.call(withdrawEntry, {
      token: owner.token,
      params: { id: entry_ids[2] },
      body: { refund: false, reason: 'Moved away' },
    })
    expect(await tableOf(ann)).toMatchObject([
      { entry_id: entry_ids[0], wins: 1, losses: 0 },
      { entry_id: entry_ids[1], wins: 0, losses: 1 },
    ])
    const { left } = (await t.call(listStandings, { token: ann.token })).body
    expect(left.map(formatLeft)).toEqual([expect.stringMatching(/ left on May 20\. Matches against .+ still count\.$/)])
    const news = (await emailsTo(bea)).find(({ subject }) => subject.includes('has left'))
    expect(news?.text.replaceAll(/\s+/g, ' ')).toMatch(/Matches against .+ still count\. You are 2nd now/)
  })
  expect(await tableOf(ann)).toMatchObject([{ wins: 0 }, { wins: 0 }])
})

test('whether half of the matches were played does not depend on who else leaves', async () => {
  const { people, entry_ids, league_id } = await makeLeague(t, 4, { ...summer, division: 'mens-singles-3-5' })
  const [ann, bea, cleo, dot] = people
  await report(ann, cleo, '6-4 6-4', '2026/05/16')
  await report(bea, dot, '6-4 6-4', '2026/05/17')
  await withRules(league_id, { withdrawal: 'drop_below_half' }, async () => {
    for (const id of entry_ids.slice(2)) {
      const body = { refund: false, reason: 'Moved away' }
      expect(await t.call(withdrawEntry, { token: owner.token, params: { id }, body })).toMatchObject({ status: 200 })
    }
    // One of three matches in a league of four.
    expect(await tableOf(ann)).toMatchObject([{ wins: 0 }, { wins: 0 }])
  })
})

test('three level who have not all met: the explanation says why their matches were not asked', async () => {
  const { people, entry_ids, league_id } = await makeLeague(t, 4, { ...summer, division: 'womens-singles-5-0' })
  const [ann, bea, cleo, dot] = people
  await report(ann, bea, '7-6 7-6', '2026/05/15')
  await report(bea, dot, '6-0 6-0', '2026/05/16')
  await report(cleo, dot, '6-4 6-4', '2026/05/17')
  await arrange(t, league_id, entry_ids[0], entry_ids[2], '2026-05-25')
  const { steps } = (await t.call(explainPlace, { token: ann.token, query: { league_id, entry_id: entry_ids[0] } }))
    .body
  expect(steps[1]).toMatchObject({ code: 'mutual_wins', skipped: true })
  expect(steps[1]?.figures).toHaveLength(3)
})

test('nobody loses points after the season, even before the clock has sealed the league', async () => {
  const { people, entry_ids, league_id } = await makeLeague(t, 2, { ...summer, division: 'mens-singles-4-0' })
  await report(people[0], people[1], '6-4 6-4')
  t.clock.set('2026-09-20T16:00:00Z')
  try {
    const { token } = await makeOrganizer(t)
    const body = { entry_id: entry_ids[0], points: 1, reason: 'Late' }
    expect(await t.call(deductPoints, { token, params: { id: league_id }, body })).toMatchObject({
      status: 409,
      body: { code: 'league_sealed' },
    })
  } finally {
    t.clock.set('2026-05-20T16:00:00Z')
  }
})
