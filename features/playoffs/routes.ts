import type { RawBuilder } from 'kysely'
import { skipOf } from '#/contract/page.ts'
import { nameFor } from '#/features/leagues/sides.ts'
import type { Db } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { serve, type Call, type Route } from '#/server/serve.ts'
import { declineConsolation } from './actions.ts'
import { findConsolationPlace } from './bracket-queries.ts'
import * as calls from './contract.ts'
import type { PlayoffStages } from './contract.ts'
import { findDivisionCalled, findPlayoffs, listCityPlayoffs } from './queries.ts'

const noPlayoffs = {
  league_id: null,
  season: null,
  season_slug: null,
  year: null,
  stages: [],
  consolation: [],
  cut: null,
}

/** The requested bracket, and when it changes without a write. Refuses `invalid`. */
async function readBracket(
  db: Db,
  { city, division: called, season, year }: Call<typeof calls.getBracket>['query'],
  now: Date,
  name: RawBuilder<string>,
): Promise<{ bracket: PlayoffStages; changes_at: Date | null }> {
  const division =
    (await findDivisionCalled(db, called)) ??
    refuse('invalid', { fields: { division: 'Please choose one of our divisions.' } })
  const found = await findPlayoffs(db, { area: city, division: division.slug, season, year }, now, name)
  const { changes_at, ...playoffs } = found ?? { ...noPlayoffs, changes_at: null }
  const { slug, name: division_name, sport } = division
  return { bracket: { ...playoffs, city, division: slug, division_name, sport }, changes_at }
}

/** Serves the whole bracket; the same for everyone to whom names are shown in the same way. */
function serveBracket(endpoint: typeof calls.getBracket | typeof calls.getPublicBracket): Route {
  return serve(
    endpoint,
    async ({ query, player, app, now, holdsUntil }) => {
      const name = nameFor(player)
      const { bracket, changes_at } = await readBracket(app.db, query, now, name)
      holdsUntil(changes_at)
      return bracket
    },
    { area: ({ city }) => city, perPlayer: false },
  )
}

export const routes = [
  serveBracket(calls.getPublicBracket),

  serveBracket(calls.getBracket),

  serve(
    calls.listCityPlayoffs,
    async ({ query, player, app }) => ({ playoffs: await listCityPlayoffs(app.db, query.city, nameFor(player)) }),
    { area: ({ city }) => city, perPlayer: false },
  ),

  serve(calls.listPlayoffs, async ({ body: { stage, ...which }, query, app, now, findCaller }) => {
    const name = nameFor(await findCaller())
    const { bracket } = await readBracket(app.db, which, now, name)
    const rows = bracket.stages.find((each) => each.stage === stage)?.rows ?? []
    const skip = skipOf(query)
    return { ...bracket, items: rows.slice(skip, skip + query.per_page), total: rows.length, skip }
  }),

  serve(calls.getConsolationPlace, async ({ params, player, app }) => {
    const { place } = await findConsolationPlace(app.db, params.league_id, player.id)
    return { place }
  }),

  serve(calls.declineConsolation, async (call) => {
    await declineConsolation(call, call.params.league_id)
    return { message: 'You do not play the consolation.' }
  }),
]
