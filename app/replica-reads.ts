import type { Endpoint } from '#/contract/endpoint.ts'
import { getMatch, getResult, listMyMatches, listResults } from '#/features/matches/contract.ts'
import { comparePlayers, listLeaguePlayers } from '#/features/players/contract.ts'
import { getBracket, getPublicBracket, listPlayoffs } from '#/features/playoffs/contract.ts'
import { listDivisions } from '#/features/seasons/contract.ts'
import { listStandings } from '#/features/standings/contract.ts'
import { explainPlace, listFullStandings } from '#/features/standings/place-contract.ts'

/**
 * Calls that a replica may serve, up to three seconds late (docs/decisions/058). Never money, sessions, permissions,
 * data that an organizer decides by, or data that a visitor without a session may just have changed.
 */
export const readsThatMayLag: ReadonlySet<Endpoint> = new Set<Endpoint>([
  listResults,
  getResult,
  listMyMatches,
  getMatch,
  listStandings,
  listFullStandings,
  explainPlace,
  listPlayoffs,
  getBracket,
  getPublicBracket,
  listLeaguePlayers,
  comparePlayers,
  listDivisions,
])
