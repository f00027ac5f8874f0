import { expect, test } from 'vitest'
import { seasonRules } from '#/contract/season-rules.ts'
import { makeLeague } from '#/features/matches/score-fixture.ts'
import { pointsPresets } from '#/rules/points-presets.ts'
import { ruleSentences } from '#/rules/rule-sentences.ts'
import { standardRules, type StoredRules } from '#/rules/season-rules.ts'
import { standardTieBreaks, unevenTieBreaks } from '#/rules/table-defaults.ts'
import { startApp } from '#/test/app.ts'
import { getLeagueRules } from './rules-contract.ts'

const t = await startApp('2026-05-20T16:00:00Z')
const summer = { season: 'summer-1', area: 'south-bend' } as const

const rulesOf = (league_id: number) => t.call(getLeagueRules, { params: { league_id } })

test('anybody reads all rules of a league, as data and as sentences, and may keep them for a minute', async () => {
  const { league_id } = await makeLeague(t, 2, { ...summer, division: 'womens-singles-3-0' })
  const { status, body } = await rulesOf(league_id)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    league_id,
    area: 'south-bend',
    division: 'womens-singles-3-0',
    season: 'summer-1',
    year: 2026,
    sport: 'tennis',
    rules: standardRules,
    meetings: 1,
    points: null,
    format: { kind: 'round_robin', title: 'Round robin', sentence: expect.stringContaining('everybody once') },
  })
  expect(seasonRules.parse(body.rules)).toEqual(standardRules)
  expect(body.sentences).toEqual(ruleSentences(standardRules))
  expect(body.order.map(({ code }) => code)).toEqual(['wins', ...standardTieBreaks, 'lot'])
  const { headers } = await t.server.inject({ method: 'GET', url: `/api/public/rules/${league_id}` })
  expect(headers).toMatchObject({ 'cache-control': 'public, max-age=60', 'access-control-allow-origin': '*' })
  const { etag = '' } = headers
  const again = await t.server.inject({
    method: 'GET',
    url: `/api/public/rules/${league_id}`,
    headers: { 'if-none-match': etag },
  })
  expect(again.statusCode).toBe(304)
})

test('a Swiss league by points has its own order, rounds and points', async () => {
  const { league_id } = await makeLeague(t, 2, { ...summer, division: 'womens-singles-3-5' })
  const [, preset] = pointsPresets
  const { season_id } = await t.db
    .updateTable('leagues')
    .set({ format: JSON.stringify({ kind: 'swiss', rounds: 6 }) })
    .where('id', '=', league_id)
    .returning('season_id')
    .executeTakeFirstOrThrow()
  const rules: StoredRules = { ranking: { by: 'points', points: preset.points } }
  await t.db.updateTable('seasons').set({ rules }).where('id', '=', season_id).execute()
  const { body } = await rulesOf(league_id)
  await t.db.updateTable('seasons').set({ rules: null }).where('id', '=', season_id).execute()
  expect(body.format).toMatchObject({ kind: 'swiss', rounds: 6, title: 'Swiss rounds, 6' })
  expect(body.order.map(({ code }) => code)).toEqual(['points', ...unevenTieBreaks, 'lot'])
  expect(body.rules.ranking).toEqual({ by: 'points', points: preset.points })
  expect(body.sentences.join(' ')).toContain(body.points)
})

test('on a ladder challenges decide: nothing orders the table, and all matches count', async () => {
  const { league_id } = await makeLeague(t, 2, { ...summer, division: 'womens-singles-4-0' })
  const format = JSON.stringify({ kind: 'ladder', reach: 3, days: 10 })
  await t.db.updateTable('leagues').set({ format }).where('id', '=', league_id).execute()
  const { body } = await rulesOf(league_id)
  expect(body).toMatchObject({ order: [], meetings: null, format: { reach: 3, answer_days: 4 } })
})

test('a draft, a league that is not offered and one that does not exist have no rules to read', async () => {
  const { league_id } = await makeLeague(t, 2, { ...summer, division: 'womens-singles-4-5' })
  const { season_id } = await t.db
    .selectFrom('leagues')
    .select('season_id')
    .where('id', '=', league_id)
    .executeTakeFirstOrThrow()
  const setDraft = (is_draft: boolean) =>
    t.db.updateTable('seasons').set({ is_draft }).where('id', '=', season_id).execute()
  await setDraft(true)
  const draft = await rulesOf(league_id)
  await setDraft(false)
  expect(draft).toMatchObject({ status: 404 })
  expect(await rulesOf(league_id)).toMatchObject({ status: 200 })
  await t.db.updateTable('leagues').set({ offered: false }).where('id', '=', league_id).execute()
  expect(await rulesOf(league_id)).toMatchObject({ status: 404 })
  expect(await rulesOf(2_000_000_000)).toMatchObject({ status: 404 })
})
