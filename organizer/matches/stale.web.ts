import { getMatch, getResult, listMyMatches, listResults } from '#/features/matches/contract.ts'
import { getOverview } from '#/organizer/desk/contract.ts'
import { getOrganizerMatch, listOrganizerMatches, listSilent } from './contract.ts'

/** The reads that a change of a match's score makes stale. */
export const readsOfMatches = [
  getOrganizerMatch,
  listOrganizerMatches,
  listSilent,
  getOverview,
  getResult,
  listResults,
  listMyMatches,
  getMatch,
]
