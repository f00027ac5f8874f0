import { expect } from 'vitest'
import type { AreaSlug } from '#/contract/areas.ts'
import { getMatch } from '#/features/matches/contract.ts'
import { arrange, makeLeague } from '#/features/matches/score-fixture.ts'
import type { TestApp } from '#/test/app.ts'
import type { TestPlayer } from '#/test/make.ts'
import { offerTimes } from './contract.ts'

const leagues = ['3-0', '3-5', '4-0', '4-5', '5-0'].flatMap((level) =>
  (['south-bend', 'dc', 'indianapolis'] as const).flatMap((area) =>
    ['womens', 'mens'].map((who) => ({ division: `${who}-singles-${level}`, area: area as AreaSlug })),
  ),
)

type Days = { play_from: string; play_by: string }

/**
 * Creates pairs of new players in Summer 1, each with an open match without a date. The first thirty pairs have
 * separate leagues, later ones share them.
 */
export function makerOfPairs(t: TestApp, days: Days | null = null) {
  let used = 0
  return async () => {
    const league = leagues[used++ % leagues.length]!
    const { people, entry_ids, league_id } = await makeLeague(t, 2, { season: 'summer-1', ...league })
    const id = await arrange(t, league_id, entry_ids[0], entry_ids[1], null)
    if (days) await t.db.updateTable('matches').set(days).where('id', '=', id).execute()
    return { ann: people[0], bea: people[1], id, league_id, entry_ids, ...league }
  }
}

/** Offers times. Returns the ids of the offer and of its times. */
export async function makeOffer(
  t: TestApp,
  { token }: TestPlayer,
  id: number,
  times: object[],
): Promise<{ offer_id: number; times: number[] }> {
  const { status, body } = await t.call(offerTimes, { token, params: { id }, body: { times } as never })
  expect(status).toBe(201)
  const { arranging } = (await t.call(getMatch, { token, params: { id } })).body
  const made = arranging.offers.find((each) => each.id === body.id)
  return { offer_id: body.id, times: made?.times.map((time) => time.id) ?? [] }
}
