import type { Live } from '#/web/live.ts'
import type { LeagueEntry } from './contract.ts'

/** Maximum leagues to watch, newest first; long-time players have more. */
const MOST_LEAGUES = 10

/** Topics that change a player's list of leagues. */
export const liveLeagues: Live<LeagueEntry[]> = {
  topics: (leagues = []) => leagues.slice(0, MOST_LEAGUES).map(({ league_id }) => `league:${league_id}` as const),
  says: null,
}
