import type { Feature } from '#/server/feature.ts'
import { matchSettled, settlementProposed } from './emails.ts'
import { settleUnplayed } from './jobs.ts'

/** The server side of this folder, for app/features.ts. */
export const unplayed = {
  jobs: {
    settle_unplayed: settleUnplayed,
  },
  emails: {
    settlement_proposed: settlementProposed,
    match_settled: matchSettled,
  },
} satisfies Feature
