import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { paths } from '#/contract/paths.ts'
import { disputeScore } from '#/features/confirmation/contract.ts'
import { getPublicResult, reportScore } from '#/features/matches/contract.ts'
import { makeLeague, scoreBody } from '#/features/matches/score-fixture.ts'
import { resultHead } from '#/features/results/page-head.ts'
import { startApp } from '#/test/app.ts'
import { countEveryMeeting } from '#/test/make.ts'

const t = await startApp('2026-05-20T16:00:00Z')
await countEveryMeeting(t)

/** A result between two new players, reported by the winner. */
async function report(line = '6-4 3-6 10-7', given: Parameters<typeof scoreBody>[3] = {}) {
  const league = { season: 'summer-1', division: 'womens-singles-3-0', area: 'dc' } as const
  const {
    people: [ann, bea],
  } = await makeLeague(t, 2, league)
  const answer = await t.call(reportScore, { token: ann.token, body: scoreBody(ann, bea, line, given) })
  expect(answer).toMatchObject({ status: 201 })
  return { id: answer.body.id, bea }
}
const fetchPicture = (id: number | string, query = '', headers = {}) =>
  t.server.inject({ method: 'GET', url: `/api/public/results/${id}.png${query}`, headers })
const headOf = async (id: number) => resultHead((await t.call(getPublicResult, { params: { id } })).body)

test.each([
  ['', 1200, 630],
  ['?shape=card', 1200, 630],
  ['?shape=story', 1080, 1920],
])('the picture of a result %s is a PNG of %i by %i, sent once while it is unchanged', async (query, width, height) => {
  const { id } = await report()
  const answer = await fetchPicture(id, query)
  expect(answer).toMatchObject({
    statusCode: 200,
    headers: { 'content-type': 'image/png', 'cache-control': 'public, no-cache' },
  })
  expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'png', width, height })
  const again = await fetchPicture(id, query, { 'if-none-match': answer.headers['etag'] })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('the public page of a result has its picture as the link preview', async () => {
  const { id } = await report('6-1 6-2')
  const { image } = await headOf(id)
  expect(image).toMatchObject({ path: paths.resultPicture(id), width: 1200, height: 630 })
  expect((await t.server.inject({ method: 'GET', url: image?.path ?? '' })).statusCode).toBe(200)
})

test('the picture has public names, and changes as soon as a player allows the full one', async () => {
  const { id, bea } = await report('6-0 6-0')
  const tag = async () => (await fetchPicture(id)).headers['etag']
  const before = await tag()
  const show = (shows_name: boolean) =>
    sql`update players set shows_name = ${shows_name} where id = ${bea.id}`.execute(t.db)
  await show(true)
  expect(await tag()).not.toBe(before)
  await show(false)
  expect(await tag()).toBe(before)
})

test('a disputed result has no picture, and no link preview', async () => {
  const { id, bea } = await report('7-5 6-4')
  const body = { version: 1, reason: 'It was 6-4.' }
  expect((await t.call(disputeScore, { token: bea.token, params: { id }, body })).status).toBe(200)
  expect((await fetchPicture(id)).statusCode).toBe(404)
  expect((await headOf(id)).image).toBeUndefined()
})

test('a walkover and a tie have a picture, a voided result none', async () => {
  const { id: walkover } = await report('', { match_status: 'Opponent did not show', hour: 0, minute: 0 })
  const { id: tie } = await report('6-4 4-6', { match_status: 'Match ended in a tie' })
  expect([(await fetchPicture(walkover)).statusCode, (await fetchPicture(tie)).statusCode]).toEqual([200, 200])
  await sql`update matches set score_id = null where id = ${tie}`.execute(t.db)
  expect((await fetchPicture(tie)).statusCode).toBe(404)
})

test.each([
  ['999999999', ''],
  ['9999999999999', ''],
  ['none', ''],
  ['-1', ''],
  ['1', '?shape=square'],
  ['1', '?shape=story&shape=card'],
])('the result %s%s has no picture', async (id, query) => {
  expect((await fetchPicture(id, query)).statusCode).toBe(404)
})
