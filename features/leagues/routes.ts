import { untilNextQuarter } from '#/server/response-cache.ts'
import { serve } from '#/server/serve.ts'
import { EVERY_AREA } from '#/server/session.ts'
import { listMyLeagues } from './contract.ts'
import { listLiveScores } from './live-contract.ts'
import { listLiveMatches } from './live-queries.ts'
import { listLeagueEntries } from './queries.ts'

/** Maximum live scores in one list. */
const MOST_LIVE = 20

export const routes = [
  serve(
    listMyLeagues,
    async ({ player, app, now, holdsUntil }) => {
      const entries = await listLeagueEntries(app.db, player.id, now)
      // An invitation can expire at any time of the day.
      const isWaiting = entries.some(({ partner }) => partner?.state === 'invited')
      holdsUntil(isWaiting ? now : untilNextQuarter(now))
      return entries
    },
    { area: () => EVERY_AREA, perPlayer: true },
  ),

  serve(
    listLiveScores,
    async ({ query, player, app, now }) => ({
      live_scores: await listLiveMatches(app.db, player, query.league_id ?? null, now, MOST_LIVE),
    }),
    'etag',
  ),
]
