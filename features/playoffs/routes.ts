import { skipOf } from '#/contract/page.ts'
import { namesOf, publicNamesOf } from '#/features/leagues/sides.ts'
import type { Db } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { serve, type Call, type Route } from '#/server/serve.ts'
import { getBracket, getPublicBracket, listPlayoffs, type PlayoffStages } from './contract.ts'
import { findDivisionCalled, findPlayoffs } from './queries.ts'

const noPlayoffs = { league_id: null, season: null, season_slug: null, year: null, stages: [], cut: null }

/** The bracket that is asked for, and when it changes although nothing is stored. Refuses `invalid`. */
async function readBracket(
  db: Db,
  { city, division: called, season, year }: Call<typeof getBracket>['query'],
  now: Date,
  names: typeof namesOf,
): Promise<{ bracket: PlayoffStages; changes_at: Date | null }> {
  const division =
    (await findDivisionCalled(db, called)) ??
    refuse('invalid', { fields: { division: 'Please choose one of our divisions.' } })
  const found = await findPlayoffs(db, { area: city, division: division.slug, season, year }, now, names)
  const { changes_at, ...playoffs } = found ?? { ...noPlayoffs, changes_at: null }
  const { slug, name: division_name, sport } = division
  return { bracket: { ...playoffs, city, division: slug, division_name, sport }, changes_at }
}

/** Serves the whole bracket, with its players called by `names`; the same for everybody who may read it. */
function serveBracket(endpoint: typeof getBracket | typeof getPublicBracket, names: typeof namesOf): Route {
  return serve(
    endpoint,
    async ({ query, app, now, holdsUntil }) => {
      const { bracket, changes_at } = await readBracket(app.db, query, now, names)
      holdsUntil(changes_at)
      return bracket
    },
    { area: ({ city }) => city, perPlayer: false },
  )
}

export const routes = [
  serveBracket(getPublicBracket, publicNamesOf),

  serveBracket(getBracket, namesOf),

  serve(listPlayoffs, async ({ body: { stage, ...which }, query, app, now, findCaller }) => {
    const names = (await findCaller()) ? namesOf : publicNamesOf
    const { bracket } = await readBracket(app.db, which, now, names)
    const rows = bracket.stages.find((each) => each.stage === stage)?.rows ?? []
    const skip = skipOf(query)
    return { ...bracket, items: rows.slice(skip, skip + query.per_page), total: rows.length, skip }
  }),
]
