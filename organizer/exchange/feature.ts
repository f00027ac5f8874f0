import type { OrganizerFeature } from '#/organizer/desk/tasks.ts'
import { forgetFiles, workOnExport } from './export-jobs.ts'
import { workOnCheck, workOnStore } from './import-jobs.ts'
import { routes } from './routes.ts'

/** The server side of this folder, for app/features.ts. */
export const organizerExchange = {
  routes,
  tasks: {
    import_check: workOnCheck,
    import_store: workOnStore,
    export: workOnExport,
  },
  deleteExpired: forgetFiles,
} satisfies OrganizerFeature
