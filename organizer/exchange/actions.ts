import { formatList } from '#/contract/locale.ts'
import { fileNameOf } from '#/contract/organization-names.ts'
import { areAllAreas, areaName } from '#/contract/areas.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import type { ExportKind } from '#/organizer/desk/contract.ts'
import { startTask } from '#/organizer/desk/tasks.ts'
import { runAction, type Action, type Actor } from '#/server/action.ts'
import { cutText } from '#/server/cut-text.ts'
import { refuse } from '#/server/refuse.ts'
import { refuseFile } from './csv.ts'
import type { ImportKind, Mapping } from './import-fields.ts'
import { findImportCheck, getTaskState, insertImport, lockImportTask, updateImportTask } from './queries.ts'
import { exportList, importCheck, importStore, type ExportFilter, type ImportInput } from './tasks.ts'

/** Stores an uploaded file and starts its check. Returns the task's id. Refuses 422 on `file`. */
export async function startImportCheck(
  actor: Actor,
  { kind, file }: { kind: ImportKind; file: File },
): Promise<number> {
  const content = Buffer.from(await file.arrayBuffer())
  if (content.length === 0) refuseFile('This file is empty.')
  const file_name = cutText(file.name.replaceAll(/\p{Cc}/gu, ''), 200) || 'file.csv'
  return runAction(actor, async (action) => {
    const row = { organizer_id: action.player.id, kind, file_name, content, created_at: action.now }
    const import_id = await insertImport(action.tx, row)
    return startCheck(action, { import_id, mapping: null, update: false, answers: {}, what: file_name })
  })
}

/** Checks the file of a check again, with other columns or options. Returns the new task's id. Refuses not_found. */
export function repeatImportCheck(
  actor: Actor,
  {
    task_id,
    answers,
    ...choice
  }: { task_id: number; mapping: Mapping; update: boolean; answers: Record<string, string> },
): Promise<number> {
  return runAction(actor, async (action) => {
    const { input } = (await findImportCheck(action.tx, task_id, action.player.id)) ?? refuse('not_found')
    return startCheck(action, { ...input, ...choice, answers: { ...input.answers, ...answers } })
  })
}

function startCheck(action: Action, input: Omit<ImportInput, 'areas'>): Promise<number> {
  return startTask(action, importCheck, { ...input, areas: [...action.player.organizer_areas] })
}

/**
 * Starts to import a file that a check found correct. Returns the task's id. Repeated calls return the same task unless
 * it has failed. Refuses not_found, task_unfinished, import_wrong and import_open.
 */
export function startImportStore(actor: Actor, { task_id }: { task_id: number }): Promise<number> {
  return runAction(actor, async (action) => {
    const { tx, player } = action
    const { input, outcome } = (await findImportCheck(tx, task_id, player.id)) ?? refuse('not_found')
    const started = await lockImportTask(tx, input.import_id)
    if (started !== null && (await getTaskState(tx, started)) !== 'failed') return started
    if (!outcome) refuse('task_unfinished')
    if (outcome.counts.wrong > 0 || outcome.missing.length > 0) refuse('import_wrong')
    if (outcome.questions.some(({ answer }) => answer === null)) refuse('import_open')
    const areas = input.areas.filter((area) => player.organizer_areas.includes(area))
    const id = await startTask(action, importStore, {
      ...input,
      mapping: outcome.mapping,
      areas,
    })
    await updateImportTask(tx, input.import_id, id)
    return id
  })
}

/** Starts to export a list as a file. Returns the task's id. Audited, because personal data leaves the product. */
export function startExport(
  actor: Actor,
  { kind, filter }: { kind: ExportKind; filter: ExportFilter },
): Promise<number> {
  const what = formatExport(kind, filter)
  const input = { kind, filter, what, file_name: fileNameOf(`${kind}-${saleDay(actor.now)}.csv`) }
  const [area = null] = filter.areas.length === 1 ? filter.areas : []
  return runAction(actor, async (action) => {
    const id = await startTask(action, exportList, input, area)
    await action.audit({ area, kind: 'export', subject: `export ${id}`, summary: `Exported ${what}` })
    return id
  })
}

function formatExport(
  kind: ExportKind,
  { areas, season, year, division, status, refund, from, to, search }: ExportFilter,
): string {
  const filters = [
    areAllAreas(areas) ? 'all areas' : formatList(areas.map(areaName)),
    season,
    year,
    division,
    status,
    refund && 'failed refunds',
    from && `from ${from}`,
    to && `to ${to}`,
    search,
  ]
  return `${kind}: ${filters.filter(Boolean).join(', ')}`
}
