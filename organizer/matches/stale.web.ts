import { getMatch, getResult, listMyMatches, listResults } from '#/features/calls.gen.ts'
import { getOverview, getOrganizerMatch, listOrganizerMatches, listSilent } from '#/organizer/calls.gen.ts'

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
