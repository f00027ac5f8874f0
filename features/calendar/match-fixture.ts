import { expect } from 'vitest'
import { addMatch } from '#/features/schedule/contract.ts'
import type { TestApp } from '#/test/app.ts'
import { joinLeague, makePlayer, type TestPlayer } from '#/test/make.ts'

export const summer = { season: 'summer-2', division: 'womens-singles-3-5' }

/** An open match without a date of two new players. */
export async function makeMatch(t: TestApp): Promise<{ id: number; one: TestPlayer; two: TestPlayer }> {
  const [one, two] = [await makePlayer(t), await makePlayer(t)]
  for (const player of [one, two]) await joinLeague(t, player, summer)
  const body = { season: 'summer-2', opponent: { id: two.id }, match_date: null, match_location: '' }
  const added = await t.call(addMatch, { token: one.token, body })
  expect(added.status).toBe(201)
  return { id: added.body.id, one, two }
}
