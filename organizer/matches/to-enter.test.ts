import { expect, test } from 'vitest'
import { arrange, makeLeague } from '#/features/matches/score-fixture.ts'
import { startApp } from '#/test/app.ts'
import { makeOrganizer, makePlayer } from '#/test/make.ts'
import { enterResult, listMatchesToEnter, voidResult } from './contract.ts'

const t = await startApp('2026-05-28T16:00:00Z')
const organizer = await makeOrganizer(t, ['south-bend'])
const { people, entry_ids, league_id } = await makeLeague(t, 3, {
  season: 'summer-1',
  area: 'south-bend',
  division: 'womens-singles-3-5',
})
const names = [
  ['Zoë', 'Quilliam'],
  ['Yara', 'Vanterpool'],
  ['Xenia', 'Quilliam'],
] as const
for (const [index, [first_name, last_name]] of names.entries())
  await t.db
    .updateTable('players')
    .set({ first_name, last_name })
    .where('id', '=', people[index]?.id ?? 0)
    .execute()
const [zoe, yara, xenia] = people
const open = await arrange(t, league_id, entry_ids[0], entry_ids[1], null)

const find = async (search: string, by = organizer) =>
  t.call(listMatchesToEnter, { token: by.token, query: { search, league_id } })
const found = async (search: string) =>
  (await find(search)).body.matches.map(({ match_id, one, two }) => [match_id, one.id, two.id])

test('an open match is found by parts of both names, the first typed side first', async () => {
  expect(await found('zoe vanter')).toEqual([[open, zoe.id, yara.id]])
  expect(await found('VANTERPOOL quil')).toEqual([[open, yara.id, zoe.id]])
  expect(await found('vanter')).toEqual([[open, yara.id, zoe.id]])
  expect((await find('zoe vanter')).body.matches[0]).toMatchObject({
    league: "Women's Singles 3.5, Summer 1 2026",
    season_slug: 'summer-1',
    area: 'south-bend',
  })
})

test('two of one league without an open match are found by both names', async () => {
  expect(await found('xenia vanter')).toEqual([[null, xenia.id, yara.id]])
  expect(await found('zoe xenia')).toEqual([[null, zoe.id, xenia.id]])
})

test('garbage, other areas and strangers get nothing', async () => {
  expect(await found('nobody atall')).toEqual([])
  expect(await found('%% __')).toEqual([])
  expect((await find('z')).status).toBe(422)
  expect((await find('x'.repeat(101))).status).toBe(422)
  const elsewhere = await makeOrganizer(t, ['dc'])
  expect((await find('zoe vanter', elsewhere)).body.matches).toEqual([])
  expect((await find('zoe vanter', await makePlayer(t))).status).toBe(403)
})

test('a match in the list can be entered, voided by its version, and entered again', async () => {
  const [match] = (await find('zoe vanter')).body.matches
  const body = {
    season: match?.season_slug ?? '',
    year: match?.year,
    division: match?.division,
    matchup_id: match?.match_id,
    winner: { id: zoe.id },
    opponent: { id: yara.id },
    set_games: [
      { score_1: 6, score_2: 4 },
      { score_1: 6, score_2: 3 },
    ],
    match_status: null,
    total_winner_score: 2,
    total_opponent_score: 0,
    match_date: '2026/05/27',
    match_area: 'south-bend',
    match_location: 'Leeper Park',
    reason: 'From the result sheet',
  } as never
  for (const version of [1, 2]) {
    const entered = await t.call(enterResult, { token: organizer.token, body })
    expect(entered).toMatchObject({ status: 201, body: { id: open, version } })
    expect((await found('zoe vanter')).map(([id]) => id)).not.toContain(open)
    const undone = await t.call(voidResult, {
      token: organizer.token,
      params: { id: open },
      body: { version, again: true, reason: 'Entered by mistake' },
    })
    expect(undone.status).toBe(200)
    expect(await found('zoe vanter')).toEqual([[open, zoe.id, yara.id]])
  }
})
