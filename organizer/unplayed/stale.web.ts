import { readsOfMatches } from '#/organizer/matches/stale.web.ts'
import { listUnplayed } from '#/organizer/calls.gen.ts'

/** The reads that settling an unplayed match makes stale. */
export const readsOfUnplayed = [listUnplayed, ...readsOfMatches]
