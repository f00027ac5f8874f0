import { expect, test } from 'vitest'
import { getDivisionFit } from './contract.ts'
import { storeRatings } from './rating-fixture.ts'
import { makeLeague } from '#/features/matches/score-fixture.ts'
import { startApp } from '#/test/app.ts'
import { joinLeague, makePlayer, type TestPlayer } from '#/test/make.ts'

const t = await startApp('2026-05-16T16:00:00Z')
const league = { season: 'summer-1', area: 'south-bend', division: 'mens-singles-3-5' } as const

test('somebody whose rating is clearly outside those of a division gets a hint before joining, and is never refused', async () => {
  const { people, league_id } = await makeLeague(t, 4, league)
  const [ann] = people
  const { division_id: id } = await t.db
    .selectFrom('leagues')
    .select('division_id')
    .where('id', '=', league_id)
    .executeTakeFirstOrThrow()
  const [strong, weak, fitting, unrated] = (await Promise.all(Array.from({ length: 4 }, () => makePlayer(t)))) as [
    TestPlayer,
    TestPlayer,
    TestPlayer,
    TestPlayer,
  ]
  const fitOf = async ({ token }: TestPlayer) => (await t.call(getDivisionFit, { token, params: { id } })).body
  const nothing = { fit: null, value: null, from: null, to: null }
  await storeRatings(t, [
    ...people.map((player, index) => [player.id, 1450 + 10 * index] as const),
    [strong.id, 1700],
    [weak.id, 1300],
    [fitting.id, 1500],
  ])
  // Four are too few to compare with.
  expect(await fitOf(strong)).toEqual(nothing)
  const fifth = await makePlayer(t)
  await joinLeague(t, fifth, league)
  await storeRatings(t, [[fifth.id, 1490]])
  expect(await fitOf(strong)).toEqual({ fit: 'above', value: 1700, from: 1450, to: 1490 })
  expect(await fitOf(weak)).toMatchObject({ fit: 'below' })
  expect(await fitOf(fitting)).toMatchObject({ fit: 'fits' })
  expect(await fitOf(unrated)).toEqual(nothing)
  // A player of the division is not compared with the own rating.
  expect(await fitOf(ann)).toEqual(nothing)
  await joinLeague(t, strong, league)
  expect((await t.send(getDivisionFit, { path: `/users/divisions/${id}/fit` })).status).toBe(401)
  expect((await t.call(getDivisionFit, { token: ann.token, params: { id: 2_000_000 } })).status).toBe(404)
})
