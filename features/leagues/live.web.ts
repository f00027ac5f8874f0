import type { Live } from '#/web/live.ts'
import type { LeagueEntry } from './contract.ts'

/** Leagues that are watched at once, the newest: a player of many years has more. */
const MOST_LEAGUES = 10

/** What changes the list of a player's leagues. */
export const liveLeagues: Live<LeagueEntry[]> = {
  topics: (leagues = []) => leagues.slice(0, MOST_LEAGUES).map(({ league_id }) => `league:${league_id}` as const),
  says: null,
}
