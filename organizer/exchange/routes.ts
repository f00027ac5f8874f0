import { organizerAreas } from '#/server/permissions.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { startExport } from '#/organizer/desk/contract.ts'
import * as actions from './actions.ts'
import {
  checkImport,
  getExchangeTask,
  getImportRest,
  getTaskFile,
  listExchangeTasks,
  startImport,
  storeImport,
  undoImport,
} from './contract.ts'
import { findExchangeTask, findImportId, listExchangeSummaries, openRest, openTaskFile } from './queries.ts'
import * as undo from './undo.ts'

export const routes = [
  serve(startImport, async (call) => ({ task_id: await actions.startImportCheck(call, call.body) })),

  serve(checkImport, async (call) => ({
    task_id: await actions.repeatImportCheck(call, { ...call.params, ...call.body }),
  })),

  serve(storeImport, async (call) => ({ task_id: await actions.startImportStore(call, call.params) })),

  serve(getImportRest, async ({ params, player, app }) => openRest(app.db, params.task_id, player.id)),

  serve(undoImport, async (call) => {
    const import_id = (await findImportId(call.app.db, call.params.task_id, call.player.id)) ?? refuse('not_found')
    return { message: await undo.undoImport(call, { import_id, ...call.body }) }
  }),

  serve(startExport, async (call) => {
    const { kind, area, ...filter } = call.body
    const areas = organizerAreas(call.player, area)
    return { task_id: await actions.startExport(call, { kind, filter: { ...filter, areas } }) }
  }),

  serve(listExchangeTasks, async ({ player, app }) => ({ tasks: await listExchangeSummaries(app.db, player.id) })),

  serve(getExchangeTask, async ({ params, player, app }) => ({
    task: (await findExchangeTask(app.db, params.task_id, player.id)) ?? refuse('not_found'),
  })),

  serve(getTaskFile, async ({ params, player, app }) => openTaskFile(app.db, params.id, player)),
]
