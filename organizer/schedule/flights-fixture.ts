import { expect } from 'vitest'
import { makeLeague } from '#/features/matches/score-fixture.ts'
import { changeLeagues } from '#/organizer/seasons/contract.ts'
import type { TestApp } from '#/test/app.ts'
import { drawLeague, previewDraw } from './contract.ts'

/** A drawn league of four new players in two flights. `token` is an owner's. */
export async function makeFlights(t: TestApp, token: string, league: Parameters<typeof makeLeague>[2]) {
  const { league_id } = await makeLeague(t, 4, league)
  const { season_id, division_id, area } = await t.db
    .selectFrom('leagues')
    .select(['season_id', 'division_id', 'area'])
    .where('id', '=', league_id)
    .executeTakeFirstOrThrow()
  const body = { leagues: [{ area, division_id, offered: true, format: { kind: 'flights' as const, size: 3 } }] }
  expect((await t.call(changeLeagues, { token, params: { id: season_id }, body })).status).toBe(200)
  const params = { id: league_id }
  const { digest } = (await t.call(previewDraw, { token, params, query: { redraw: 'no' } })).body
  expect((await t.call(drawLeague, { token, params, body: { digest } })).status).toBe(200)
  return { league_id }
}
