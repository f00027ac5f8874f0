import type { Feature } from '#/server/feature.ts'
import { checkBooks, checkData, proveBackup } from './jobs.ts'
import { deleteOldRuns } from './queries.ts'
import { routes } from './routes.ts'

export const organizerChecks = {
  routes,
  jobs: { check_data: checkData, check_books: checkBooks, prove_backup: proveBackup },
  deleteExpired: deleteOldRuns,
} satisfies Feature
