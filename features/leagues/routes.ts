import { serve } from '#/server/serve.ts'
import { EVERY_AREA } from '#/server/session.ts'
import { listMyLeagues } from './contract.ts'
import { listLiveScores } from './live-contract.ts'
import { listLiveMatches } from './live-queries.ts'
import { listLeagueEntries } from './queries.ts'

/** Milliseconds: a day begins on a quarter of an hour in every time zone. */
const QUARTER_MS = 15 * 60_000

/** Live scores in one list: more would not fit beside anything else. */
const MOST_LIVE = 20

export const leaguesRoutes = [
  serve(
    listMyLeagues,
    async ({ player, app, now, holdsUntil }) => {
      const entries = await listLeagueEntries(app.db, player.id, now)
      // An invitation expires at an instant of its own.
      const isWaiting = entries.some(({ partner }) => partner?.state === 'invited')
      holdsUntil(isWaiting ? now : new Date((Math.floor(now.getTime() / QUARTER_MS) + 1) * QUARTER_MS))
      return entries
    },
    { area: () => EVERY_AREA, perPlayer: true },
  ),

  serve(
    listLiveScores,
    async ({ query, player, app, now }) => ({
      live_scores: await listLiveMatches(app.db, player, query.league_id ?? null, now, MOST_LIVE),
    }),
    'conditional',
  ),
]
