import { beforeAll, expect, test } from 'vitest'
import { getActivity } from '#/features/activity/contract.ts'
import { confirmScore, correctScore } from '#/features/confirmation/contract.ts'
import { listMyMatches } from '#/features/matches/contract.ts'
import { scoreBody } from '#/features/matches/score-fixture.ts'
import { getOrganizerMatch } from '#/organizer/matches/contract.ts'
import { formatPlace } from '#/organizer/matches/format.ts'
import { changeRules } from '#/organizer/seasons/contract.ts'
import { standardRules } from '#/rules/season-rules.ts'
import { startApp } from '#/test/app.ts'
import { sendEmails } from '#/test/mailbox.ts'
import { makeOrganizer, makePlayer } from '#/test/make.ts'
import { expectSoundData } from '#/test/sound.ts'
import { declineConsolation, getConsolationPlace, getPublicBracket } from './contract.ts'
import { playoffSeasons, type Entered } from './season-fixture.ts'

// Summer 1 2026 ends on August 2; its last results count on the 9th.
const joining = '2026-05-20T16:00:00Z'
const t = await startApp(joining)
const { makeBracketOf, signInAgain, report, listStage, board, cardOf } = playoffSeasons(t, {
  joining,
  closed: '2026-08-10T16:00:00Z',
})

beforeAll(async () => {
  const { id } = await t.db
    .selectFrom('seasons')
    .select('id')
    .where('slug', '=', 'summer-1')
    .where('year', '=', 2026)
    .executeTakeFirstOrThrow()
  const owner = await makeOrganizer(t)
  const rules = { ...standardRules, consolation: true }
  await t.call(changeRules, { token: owner.token, params: { id }, body: { rules } })
})

/** A bracket of 6: seeds 1 and 2 have a bye, 4 meets 5 and 3 meets 6. */
async function sixIn(division: string) {
  const { league_id, ranked } = await makeBracketOf(11, division)
  await sendEmails(t)
  t.emails.splice(0)
  const seed = (place: number) => ranked[place - 1] as Entered
  const placeOf = (player: Entered) => ranked.indexOf(player) + 1
  const play = async (winner: number, loser: number, day: string, given: Parameters<typeof scoreBody>[3] = {}) => {
    t.clock.set(`${day.replaceAll('/', '-')}T22:00:00Z`)
    await signInAgain([seed(winner), seed(loser)])
    const matchup_id = await cardOf(seed(winner), seed(loser))
    const line = given.match_status ? '' : '6-1 6-1'
    const { body, status } = await report(seed(winner), seed(loser), line, {
      match_date: day,
      division,
      matchup_id,
      ...given,
    })
    expect(status).toBe(201)
    return body.id
  }
  const consolation = async () => {
    const query = { city: 'south-bend', division, season: 'summer-1', year: 2026 } as const
    const { body } = await t.call(getPublicBracket, { query })
    return body.consolation.map(
      ({ stage, name, date, rows }) =>
        `${stage} ${name} ${date ?? ''}: ${rows
          .map(
            ({ slot, seed_one, seed_two, score }) => `${slot}) ${seed_one ?? '?'} ${score || '-'} ${seed_two ?? '?'}`,
          )
          .join(', ')}`,
    )
  }
  const correct = async (id: number, winner: number, loser: number, version: number) => {
    await signInAgain([seed(winner)])
    const { season: _, ...body } = scoreBody(seed(winner), seed(loser), '6-2 6-2', { match_date: '2026/08/11' })
    return t.call(correctScore, { token: seed(winner).token, params: { id }, body: { ...body, version } })
  }
  const subjects = async () => {
    await sendEmails(t)
    return t.emails
      .splice(0)
      .map(({ to, subject }) => `${placeOf(ranked.find(({ email }) => email === to.email) as Entered)}: ${subject}`)
  }
  return { league_id, division, seed, play, correct, consolation, subjects }
}

const nothing = ['2 Semi-finals 2026/09/07: 1) ? - ?, 2) ? - ?', '3 Finals 2026/09/17: 1) ? - ?', '4 Winner : 1) ? - ?']

test('those who lose their first match play the consolation, beside the bracket, until somebody has won it', async () => {
  const { division, seed, play, consolation, subjects } = await sixIn('womens-singles-3-0')
  expect(await consolation()).toEqual(nothing)
  const { stages } = (await listStage(division, 2)).body
  expect(stages.map(({ stage, rows }) => [stage, rows.length])).toEqual([
    [1, 2],
    [2, 2],
    [3, 1],
    [4, 1],
  ])
  await play(4, 5, '2026/08/11')
  await play(3, 6, '2026/08/11')
  expect(await consolation()).toEqual([
    '2 Semi-finals 2026/09/07: 1) ? - 5, 2) ? - 6',
    '3 Finals 2026/09/17: 1) ? - ?',
    '4 Winner : 1) ? - ?',
  ])
  expect((await t.call(getActivity, { token: seed(5).token })).body.playoff).toMatchObject({
    stage: 2,
    consolation: true,
    third_place: false,
    play_by: '2026/09/07',
    opponents: null,
  })
  // The first seed loses its first match and meets the fifth; the second wins, so the sixth waits in the final.
  await play(4, 1, '2026/08/14')
  await play(2, 3, '2026/08/14')
  expect(await consolation()).toEqual([
    '2 Semi-finals 2026/09/07: 1) 1 - 5',
    '3 Finals 2026/09/17: 1) ? - 6',
    '4 Winner : 1) ? - ?',
  ])
  expect(await subjects()).toEqual(
    expect.arrayContaining([
      `1: Your consolation semi-final is against ${seed(5).name}`,
      `5: Your consolation semi-final is against ${seed(1).name}`,
    ]),
  )
  const organizer = await makeOrganizer(t, ['south-bend'])
  const id = await cardOf(seed(1), seed(5))
  const { match } = (await t.call(getOrganizerMatch, { token: organizer.token, params: { id } })).body
  expect(formatPlace(match)).toContain(', consolation semi-final')
  expect((await t.call(getActivity, { token: seed(5).token })).body.next).toMatchObject({ stage: 2, consolation: true })

  await play(5, 1, '2026/08/20')
  await play(5, 6, '2026/08/21')
  await play(2, 4, '2026/08/22')
  expect(await consolation()).toEqual([
    '2 Semi-finals 2026/09/07: 1) 1 1-6 1-6 5',
    '3 Finals 2026/09/17: 1) 5 6-1 6-1 6',
    '4 Winner : 1) 5 - ?',
  ])
  expect(await board(division, 4)).toEqual([`${seed(2).name} - ?`])
  expect((await t.call(listMyMatches, { token: seed(5).token })).body.playoff_record).toEqual({ wins: 2, losses: 1 })
  await expectSoundData(t)
})

test('a corrected match changes who plays in the consolation, and sets a played match of it aside', async () => {
  const { league_id, seed, play, correct, consolation, subjects } = await sixIn('womens-singles-3-5')
  const quarter = await play(4, 5, '2026/08/11')
  const lower = await play(3, 6, '2026/08/11')
  await play(1, 4, '2026/08/11')
  await play(2, 3, '2026/08/11')
  expect(await consolation()).toEqual(['3 Finals 2026/09/17: 1) 5 - 6', '4 Winner : 1) ? - ?'])
  const card = await cardOf(seed(5), seed(6))
  expect(
    (await t.call(getOrganizerMatch, { token: (await makeOrganizer(t)).token, params: { id: card } })).body.match,
  ).toMatchObject({ playoff_stage: 3, playoff_slot: 33 })
  // Nobody has played it yet: another player plays it.
  expect((await correct(quarter, 5, 4, 1)).status).toBe(200)
  expect((await consolation())[0]).toBe('2 Semi-finals 2026/09/07: 1) ? - 4')
  expect((await correct(quarter, 4, 5, 2)).status).toBe(200)
  expect(await consolation()).toEqual(['3 Finals 2026/09/17: 1) 5 - 6', '4 Winner : 1) ? - ?'])
  await play(6, 5, '2026/08/11')
  expect((await consolation()).at(-1)).toBe('4 Winner : 6 - ?'.replace(': ', ': 1) '))
  await subjects()
  // Now it has a result: it is kept while a side is undecided, and set aside when somebody else comes.
  expect((await correct(lower, 6, 3, 1)).status).toBe(200)
  expect((await consolation()).at(-1)).toBe('4 Winner : 1) ? - ?')
  expect(await subjects()).not.toContain('5: Your consolation final does not count for now')
  await play(2, 6, '2026/08/11')
  expect(await consolation()).toEqual(['3 Finals 2026/09/17: 1) 5 - 3', '4 Winner : 1) ? - ?'])
  expect(await subjects()).toEqual(
    expect.arrayContaining([
      '5: Your consolation final does not count for now',
      '6: Your consolation final does not count for now',
    ]),
  )
  expect((await correct(lower, 3, 6, 2)).status).toBe(200)
  expect((await consolation()).at(-1)).toBe('4 Winner : 1) 6 - ?')
  expect(await subjects()).toContain('6: Your consolation final counts again')
  const live = await t.db
    .selectFrom('matches')
    .select(['playoff_stage', 'playoff_slot'])
    .where('playoff_stage', 'is not', null)
    .where('canceled_at', 'is', null)
    .where('league_id', '=', league_id)
    .execute()
  expect(new Set(live.map((match) => `${match.playoff_stage} ${match.playoff_slot}`)).size).toBe(live.length)
  await expectSoundData(t)
})

test('a consolation match is provisional while the match from which its players come can change, and no longer', async () => {
  const { division, seed, play } = await sixIn('womens-singles-4-0')
  const quarter = await play(4, 5, '2026/08/11')
  const lower = await play(3, 6, '2026/08/11')
  const semis = [await play(1, 4, '2026/08/11'), await play(2, 3, '2026/08/11')]
  const isProvisional = async () => {
    const query = { city: 'south-bend', division, season: 'summer-1', year: 2026 } as const
    const { body } = await t.call(getPublicBracket, { query })
    return body.consolation[0]?.rows[0]?.provisional
  }
  const confirm = async (id: number, loser: number) => {
    await signInAgain([seed(loser)])
    const { status } = await t.call(confirmScore, { token: seed(loser).token, params: { id }, body: { version: 1 } })
    expect(status).toBe(200)
  }
  expect(await isProvisional()).toBe(true)
  await confirm(quarter, 5)
  await confirm(lower, 6)
  // The seeds with a bye could still have lost their first match.
  expect(await isProvisional()).toBe(true)
  await confirm(semis[0] ?? 0, 4)
  await confirm(semis[1] ?? 0, 3)
  expect(await isProvisional()).toBe(false)
})

test('nobody is forced to play: who declines loses by walkover, once, and strangers cannot decline', async () => {
  const { league_id, seed, play, consolation, subjects } = await sixIn('womens-singles-4-5')
  const call = (player: { token: string }) => t.call(declineConsolation, { token: player.token, params: { league_id } })
  const placeOf = async (player: { token: string }) =>
    (await t.call(getConsolationPlace, { token: player.token, params: { league_id } })).body.place
  expect(await placeOf(seed(5))).toBe('none')
  expect((await call(seed(5))).status).toBe(404)
  await play(4, 5, '2026/08/11')
  await play(3, 6, '2026/08/11')
  await play(1, 4, '2026/08/12')
  await play(2, 3, '2026/08/12')
  await signInAgain([5, 6, 1].map(seed))
  await subjects()
  expect(await placeOf(seed(5))).toBe('open')
  const stranger = await makePlayer(t)
  expect([(await call(stranger)).status, await placeOf(stranger)]).toEqual([404, 'none'])
  expect((await call(seed(1))).status).toBe(404)
  const replies = await Promise.all([call(seed(5)), call(seed(5))])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 404])
  expect(await placeOf(seed(5))).toBe('declined')
  expect(await consolation()).toEqual(['3 Finals 2026/09/17: 1) 5 w.o. 6', '4 Winner : 1) 6 - ?'])
  expect(await subjects()).toEqual([`6: ${seed(5).name} declines the consolation`])
  const open = (await t.call(listMyMatches, { token: seed(6).token })).body.matchups.filter(({ played }) => !played)
  expect(open.filter(({ league_slug }) => league_slug === 'summer-1').map(({ id }) => id)).toEqual([])
  await expectSoundData(t)
})
