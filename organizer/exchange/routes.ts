import { organizerAreas } from '#/server/permissions.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { checkImport, getExchangeTask, getTaskFile, listExchangeTasks, startImport, storeImport } from './contract.ts'
import { openTaskFile, startExportTask } from './exports.ts'
import { checkAgain, startImportCheck, startImportStore } from './imports.ts'
import { findExchangeTask, listExchangeLines } from './queries.ts'
import { startExport } from '#/organizer/desk/contract.ts'

export const exchangeRoutes = [
  serve(startImport, async ({ body, player, app, now }) => ({
    task_id: await startImportCheck(app, player, body, now),
  })),

  serve(checkImport, async ({ params, body, player, app, now }) => ({
    task_id: await checkAgain(app, player, params.task_id, body, now),
  })),

  serve(storeImport, async ({ params, player, app, now }) => ({
    task_id: await startImportStore(app, player, params.task_id, now),
  })),

  serve(startExport, async ({ body, player, app, now }) => {
    const { kind, area, ...filter } = body
    return {
      task_id: await startExportTask(
        app,
        player,
        { kind, filter: { ...filter, areas: organizerAreas(player, area) } },
        now,
      ),
    }
  }),

  serve(listExchangeTasks, async ({ player, app }) => ({ tasks: await listExchangeLines(app.db, player.id) })),

  serve(getExchangeTask, async ({ params, player, app }) => ({
    task: (await findExchangeTask(app.db, params.task_id, player.id)) ?? refuse('not_found'),
  })),

  serve(getTaskFile, async ({ params, player, app }) => openTaskFile(app.db, params.id, player)),
]
