import sharp from 'sharp'
import { expect, test } from 'vitest'
import { paths } from '#/contract/paths.ts'
import { reportScore } from '#/features/matches/contract.ts'
import { makeLeague, scoreBody } from '#/features/matches/score-fixture.ts'
import { startApp } from '#/test/app.ts'
import { countEveryMeeting, makePlayer, type TestPlayer } from '#/test/make.ts'
import { findRecap } from './queries.ts'
import { getRecap, getSharedRecap } from './contract.ts'

const t = await startApp('2026-05-20T16:00:00Z')
await countEveryMeeting(t)
const { people, league_id } = await makeLeague(t, 3, { season: 'summer-1', division: 'womens-singles-3-0', area: 'dc' })
const [ann, bea, cho] = people
const { season_id } = await t.db
  .selectFrom('leagues')
  .select('season_id')
  .where('id', '=', league_id)
  .executeTakeFirstOrThrow()

async function report(winner: TestPlayer, opponent: TestPlayer, line: string, day: number): Promise<number> {
  const body = scoreBody(winner, opponent, line, { match_date: `2026/05/${day}` })
  const answer = await t.call(reportScore, { token: winner.token, body })
  expect(answer).toMatchObject({ status: 201 })
  return answer.body.id
}
const lost = await report(bea, ann, '6-0 6-0', 16)
const over_cho = await report(ann, cho, '6-1 6-1', 17)
const over_bea = await report(ann, bea, '7-5 4-6 10-8', 18)
const nameOf = ({ first_name, last_name }: TestPlayer) => `${first_name} ${last_name}`
const shortOf = ({ first_name, last_name }: TestPlayer) => `${first_name} ${last_name[0]}.`
const recapOf = (player: TestPlayer) => t.call(getRecap, { token: player.token, params: { id: season_id } })
const shared = (token: string) => t.call(getSharedRecap, { params: { token } })
const fetchPicture = (url: string, headers = {}) => t.server.inject({ method: 'GET', url, headers })
const ownPath = `/api/users/seasons/${season_id}/recap.png`
const ownPicture = ({ token }: TestPlayer, query = '') =>
  fetchPicture(ownPath + query, { authorization: `Bearer ${token}` })
const show = (player: TestPlayer, shows_record: boolean) =>
  t.db.updateTable('players').set({ shows_record }).where('id', '=', player.id).execute()
const tokenOf = async (player: TestPlayer) => (await recapOf(player)).body.share ?? ''

test('a season in figures: record, best win, closest match, streak, places, favorite opponent', async () => {
  const { status, body } = await recapOf(ann)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    season: { id: season_id, slug: 'summer-1', year: 2026 },
    over: false,
    player: { id: ann.id, name: nameOf(ann) },
    record: { wins: 2, losses: 1, ties: 0 },
    playoff_record: { wins: 0, losses: 0 },
    matches_played: 3,
    best_win: { match_id: over_bea, outcome: 'won', opponents: [{ id: bea.id, name: nameOf(bea) }], place: 2 },
    closest_match: { match_id: over_bea, score_line: '7-5 4-6 10-8' },
    longest_streak: 2,
    places: [{ league_id, last: 1, entries: 3 }],
    titles: [],
    favorite_opponent: { id: bea.id, wins: 1, losses: 1, ties: 0 },
  })
  // Among those who have not played, the lot decides.
  expect(body.places_gained).toBe((body.places[0]?.first ?? 0) - 1)
  expect((await recapOf(cho)).body).toMatchObject({
    record: { wins: 0, losses: 1 },
    best_win: null,
    closest_match: { match_id: over_cho, outcome: 'lost', score_line: '1-6 1-6' },
    longest_streak: 0,
    favorite_opponent: null,
  })
  expect(lost).toBeGreaterThan(0)
})

test('a table won where no play-offs follow is a title once the season is over', async () => {
  const recap = await findRecap(t.db, { id: ann.id, email_proved: true }, season_id, new Date('2026-12-20T16:00:00Z'))
  expect(recap).toMatchObject({ over: true, titles: [{ league_id, match_id: null, won: true }] })
})

test('who was not in the season has no recap of it', async () => {
  const stranger = await makePlayer(t)
  expect((await recapOf(stranger)).status).toBe(404)
  expect((await t.call(getRecap, { token: ann.token, params: { id: 999_999_999 } })).status).toBe(404)
  expect((await ownPicture(stranger)).statusCode).toBe(404)
  expect((await fetchPicture(ownPath)).statusCode).toBe(401)
})

test.each([
  ['', 1200, 630],
  ['?shape=story', 1080, 1920],
])('my picture %s is a PNG of %i by %i', async (query, width, height) => {
  const answer = await ownPicture(ann, query)
  expect(answer).toMatchObject({
    statusCode: 200,
    headers: { 'content-type': 'image/png', 'cache-control': 'no-store' },
  })
  expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'png', width, height })
})

test('anybody opens a shared season, with public names', async () => {
  const { status, body } = await shared(await tokenOf(ann))
  expect(status).toBe(200)
  expect(body).toMatchObject({
    player: { name: shortOf(ann) },
    best_win: { opponents: [{ name: shortOf(bea) }] },
    favorite_opponent: { name: shortOf(bea) },
  })
  expect(JSON.stringify(body)).not.toContain(bea.last_name)
})

test.each([
  [undefined, 1200, 630],
  ['story', 1080, 1920],
] as const)('its picture %s is sent once while it is unchanged', async (shape, width, height) => {
  const url = paths.recapPicture(await tokenOf(ann), shape)
  const answer = await fetchPicture(url)
  expect(answer).toMatchObject({ statusCode: 200, headers: { 'cache-control': 'public, no-cache' } })
  expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width, height })
  expect((await fetchPicture(url, { 'if-none-match': answer.headers['etag'] })).statusCode).toBe(304)
})

test('a shared season closes while its player keeps the record private, who still has the picture', async () => {
  const token = await tokenOf(bea)
  expect((await shared(token)).status).toBe(200)
  await show(bea, false)
  expect((await shared(token)).status).toBe(404)
  expect((await fetchPicture(paths.recapPicture(token))).statusCode).toBe(404)
  expect((await recapOf(bea)).body).toMatchObject({ share: null, record: { wins: 1, losses: 1 } })
  expect((await ownPicture(bea)).statusCode).toBe(200)
  await show(bea, true)
  expect((await shared(token)).status).toBe(200)
})

test('a closed account shares nothing', async () => {
  const token = await tokenOf(cho)
  await t.db.updateTable('players').set({ deleted_at: t.clock.now() }).where('id', '=', cho.id).execute()
  expect((await shared(token)).status).toBe(404)
})

test('a token that we have not made opens nothing', async () => {
  const token = await tokenOf(ann)
  const other = `${token.slice(0, -4)}AAAA`
  for (const wrong of [other, token.slice(1), `${ann.id} ${season_id}`, 'x', '..', '0'.repeat(90)]) {
    expect([wrong, (await shared(wrong)).status]).toEqual([wrong, 404])
    expect((await fetchPicture(`/api/public/recaps/${encodeURIComponent(wrong)}.png`)).statusCode).toBe(404)
  }
})
