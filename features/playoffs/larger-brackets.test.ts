import { beforeAll, expect, test } from 'vitest'
import { getActivity } from '#/features/activity/contract.ts'
import { correctScore } from '#/features/confirmation/contract.ts'
import { scoreBody } from '#/features/matches/score-fixture.ts'
import { getOrganizerMatch } from '#/organizer/matches/contract.ts'
import { formatPlace } from '#/organizer/matches/format.ts'
import { previewPlayoffs } from '#/organizer/playoffs/contract.ts'
import { changeRules } from '#/organizer/seasons/contract.ts'
import { standardRules } from '#/rules/season-rules.ts'
import { startApp } from '#/test/app.ts'
import { sendEmails } from '#/test/mailbox.ts'
import { makeOrganizer } from '#/test/make.ts'
import { playoffSeasons, type Entered } from './season-fixture.ts'

// Summer 1 2026 ends on August 2; its last results count on the 9th.
const joining = '2026-05-20T16:00:00Z'
const t = await startApp(joining)
const { makeBracketOf, signInAgain, report, listStage, board, cardOf } = playoffSeasons(t, {
  joining,
  closed: '2026-08-10T16:00:00Z',
})

const division = 'womens-singles-3-0'
let league_id: number
let ranked: Entered[]
const seed = (place: number) => ranked[place - 1] as Entered
const playoffOf = async ({ token }: Entered) => (await t.call(getActivity, { token })).body.playoff
const subjects = () =>
  t.emails.splice(0).map(({ to, subject }) => `${ranked.findIndex(({ email }) => email === to.email) + 1}: ${subject}`)

beforeAll(async () => {
  const { id } = await t.db
    .selectFrom('seasons')
    .select('id')
    .where('slug', '=', 'summer-1')
    .where('year', '=', 2026)
    .executeTakeFirstOrThrow()
  const owner = await makeOrganizer(t)
  const rules = { ...standardRules, playoff_places: 64, third_place: true }
  await t.call(changeRules, { token: owner.token, params: { id }, body: { rules } })
  ;({ league_id, ranked } = await makeBracketOf(18, division))
})

test('nine of eighteen qualify: the eighth and ninth meet in the round of 16, on the days of the first round', async () => {
  const { stages } = (await listStage(division, 0)).body
  expect(stages.map(({ stage, name, date, rows }) => [stage, name, date, rows.length])).toEqual([
    [0, 'Round of 16', '2026/08/12', 1],
    [1, 'Quarter-finals', '2026/08/22', 4],
    [2, 'Semi-finals', '2026/09/01', 2],
    [3, 'Finals', '2026/09/17', 2],
    [4, 'Champion', null, 1],
  ])
  expect(await board(division, 0)).toEqual([`${seed(8).name} - ${seed(9).name}`])
  expect(await playoffOf(seed(1))).toMatchObject({
    stage: 1,
    third_place: false,
    opponents: [seed(8).name, seed(9).name],
  })
  expect((await t.call(getActivity, { token: seed(9).token })).body.next).toMatchObject({
    stage: 0,
    third_place: false,
  })
  const organizer = await makeOrganizer(t, ['south-bend'])
  const preview = (await t.call(previewPlayoffs, { token: organizer.token, params: { league_id } })).body
  expect(preview.stages[0]).toEqual({ stage: 0, name: 'Round of 16', date: '2026/08/12' })
  await sendEmails(t)
  expect(
    t.emails.find(({ to, subject }) => to.email === seed(9).email && subject.includes('play-offs'))?.text,
  ).toContain(`Your round-of-16 match is against ${seed(8).name}`)
})

test('the losers of the semi-finals meet for third place, and a corrected semi-final changes who', async () => {
  const play = async (winner: number, loser: number, day: string) => {
    t.clock.set(`${day.replaceAll('/', '-')}T22:00:00Z`)
    await signInAgain([seed(winner), seed(loser)])
    const { body, status } = await report(seed(winner), seed(loser), '6-1 6-1', { match_date: day, division })
    expect(status).toBe(201)
    return body.id
  }
  await play(9, 8, '2026/08/11')
  for (const [winner, loser] of [
    [1, 9],
    [4, 5],
    [2, 7],
    [3, 6],
  ] as const)
    await play(winner, loser, '2026/08/20')
  const upper = await play(1, 4, '2026/08/28')
  expect(await playoffOf(seed(4))).toMatchObject({
    stage: 3,
    third_place: true,
    opponents: [seed(2).name, seed(3).name],
  })
  await play(2, 3, '2026/08/28')
  t.emails.splice(0)
  await sendEmails(t)
  expect(subjects()).toContain(`3: Your match for third place is against ${seed(4).name}`)
  expect(await board(division, 3)).toEqual([`${seed(1).name} - ${seed(2).name}`, `${seed(4).name} - ${seed(3).name}`])
  const { items } = (await listStage(division, 3)).body
  expect(items.map(({ slot, provisional }) => [slot, provisional])).toEqual([
    [1, true],
    [2, true],
  ])

  const { season: _, ...fixed } = scoreBody(seed(4), seed(1), '6-1 6-1', { match_date: '2026/08/28' })
  expect(
    (await t.call(correctScore, { token: seed(4).token, params: { id: upper }, body: { ...fixed, version: 1 } }))
      .status,
  ).toBe(200)
  expect(await board(division, 3)).toEqual([`${seed(4).name} - ${seed(2).name}`, `${seed(1).name} - ${seed(3).name}`])

  const organizer = await makeOrganizer(t, ['south-bend'])
  const id = await cardOf(seed(1), seed(3))
  const { match } = (await t.call(getOrganizerMatch, { token: organizer.token, params: { id } })).body
  expect(formatPlace(match)).toContain(', match for third place')

  await play(4, 2, '2026/09/10')
  expect(await board(division, 4)).toEqual([`${seed(4).name} - ?`])
  await play(3, 1, '2026/09/12')
  expect(await board(division, 3)).toEqual([
    `${seed(4).name} 6-1 6-1 ${seed(2).name}`,
    `${seed(1).name} 1-6 1-6 ${seed(3).name}`,
  ])
  t.clock.set('2026-09-15T22:00:00Z')
  t.emails.splice(0)
  await sendEmails(t)
  expect(subjects().filter((each) => /champion|won the play-offs/.test(each))).toEqual([
    expect.stringMatching(/^[24]: /),
    expect.stringMatching(/^[24]: /),
  ])
})
