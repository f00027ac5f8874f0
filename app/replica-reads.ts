import type { Endpoint } from '#/contract/endpoint.ts'
import { getMatch, getResult, listMyMatches, listResults } from '#/features/matches/contract.ts'
import { comparePlayers, listLeaguePlayers } from '#/features/players/contract.ts'
import { getBracket, getPublicBracket, listPlayoffs } from '#/features/playoffs/contract.ts'
import { listDivisions } from '#/features/seasons/contract.ts'
import { listStandings } from '#/features/standings/contract.ts'
import { explainPlace, listFullStandings, readChances } from '#/features/standings/place-contract.ts'

/**
 * The calls that a replica may answer, with data up to three seconds old (docs/decisions/058). Never money, sessions,
 * permissions, data on which an organizer decides, or data that a visitor without a session may have just changed.
 */
export const readsThatMayLag: ReadonlySet<Endpoint> = new Set<Endpoint>([
  listResults,
  getResult,
  listMyMatches,
  getMatch,
  listStandings,
  listFullStandings,
  explainPlace,
  readChances,
  listPlayoffs,
  getBracket,
  getPublicBracket,
  listLeaguePlayers,
  comparePlayers,
  listDivisions,
])
