import { skipOf } from '#/contract/page.ts'
import type { Db } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { serve, type Call } from '#/server/serve.ts'
import { getBracket, listPlayoffs, type PlayoffStages } from './contract.ts'
import { findDivisionCalled, findPlayoffs } from './queries.ts'

const noPlayoffs = { league_id: null, season: null, season_slug: null, year: null, stages: [], cut: null }

/** The bracket that is asked for, and when it changes although nothing is stored. Refuses `invalid`. */
async function readBracket(
  db: Db,
  { city, division: called, season, year }: Call<typeof getBracket>['query'],
  now: Date,
): Promise<{ bracket: PlayoffStages; changes_at: Date | null }> {
  const division =
    (await findDivisionCalled(db, called)) ??
    refuse('invalid', { fields: { division: 'Please choose one of our divisions.' } })
  const found = await findPlayoffs(db, { area: city, division: division.slug, season, year }, now)
  const { changes_at, ...playoffs } = found ?? { ...noPlayoffs, changes_at: null }
  return { bracket: { ...playoffs, city, division: division.slug, division_name: division.name }, changes_at }
}

export const playoffsRoutes = [
  serve(
    getBracket,
    async ({ query, app, now, holdsUntil }) => {
      const { bracket, changes_at } = await readBracket(app.db, query, now)
      holdsUntil(changes_at)
      return bracket
    },
    { area: ({ city }) => city, perPlayer: false },
  ),

  serve(listPlayoffs, async ({ body: { stage, ...which }, query, app, now }) => {
    const { bracket } = await readBracket(app.db, which, now)
    const rows = bracket.stages.find((each) => each.stage === stage)?.rows ?? []
    const skip = skipOf(query)
    return { ...bracket, items: rows.slice(skip, skip + query.per_page), total: rows.length, skip }
  }),
]
