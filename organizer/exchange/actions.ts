import { formatList } from '#/contract/locale.ts'
import { fileNameOf } from '#/contract/organization-names.ts'
import { areAllAreas, areaName } from '#/contract/areas.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import type { ExportKind } from '#/organizer/desk/contract.ts'
import { startTask } from '#/organizer/desk/tasks.ts'
import { runAction, type Action, type Actor } from '#/server/action.ts'
import { cutText } from '#/server/cut-text.ts'
import { refuse } from '#/server/refuse.ts'
import { reading, type Check, type ReadingChoices } from './contract.ts'
import type { ImportKind, Mapping } from './import-fields.ts'
import { findImportCheck, getTaskState, insertImport, lockImportTask, updateImportTask } from './queries.ts'
import { refuseFile } from './rows.ts'
import { refuseCompoundFile } from './workbook.ts'
import { exportList, importCheck, importStore, type ExportFilter, type ImportInput } from './tasks.ts'

const PASTED = 'Pasted table'

/** Stores an uploaded file and starts its check. Returns the task's id. Refuses 422 on `file`. */
export async function startImportCheck(
  actor: Actor,
  { kind, file, text }: { kind: ImportKind; file?: File | undefined; text?: string | undefined },
): Promise<number> {
  const content = file ? Buffer.from(await file.arrayBuffer()) : Buffer.from(text ?? '')
  if (content.length === 0) refuseFile(file ? 'This file is empty.' : 'Please choose a file, or paste a table.')
  refuseCompoundFile(content)
  const name = file ? cutText(file.name.replaceAll(/\p{Cc}/gu, ''), 200) : PASTED
  const file_name = name || 'file.csv'
  return runAction(actor, async (action) => {
    const row = { organizer_id: action.player.id, kind, file_name, content, created_at: action.now }
    const import_id = await insertImport(action.tx, row)
    return startCheck(action, {
      import_id,
      mapping: null,
      update: false,
      answers: {},
      reading: reading.parse({}),
      what: file_name,
    })
  })
}

/** Checks the file of a check again, with other columns or options. Returns the new task's id. Refuses not_found. */
export function repeatImportCheck(
  actor: Actor,
  {
    task_id,
    answers,
    mapping,
    update,
    ...changed
  }: {
    task_id: number
    mapping?: Mapping | undefined
    update?: boolean | undefined
    answers: Record<string, string>
  } & ReadingChanges,
): Promise<number> {
  return runAction(actor, async (action) => {
    const { input, outcome } = (await findImportCheck(action.tx, task_id, action.player.id)) ?? refuse('not_found')
    return startCheck(action, {
      ...input,
      // Under other headings, the columns are guessed again.
      mapping: outcome && isReadElsewhere(outcome, answers) ? null : (mapping ?? input.mapping),
      update: update ?? input.update,
      answers: { ...input.answers, ...answers },
      reading: changeReading(input.reading, changed),
    })
  })
}

type ReadingChanges = { [K in keyof ReadingChoices]?: ReadingChoices[K] | undefined }

/** Whether another sheet or another line of headings was chosen. */
function isReadElsewhere({ questions, head_line }: Check, { sheet, head }: Record<string, string>): boolean {
  const before = questions.find(({ key }) => key === 'sheet')?.answer
  return (sheet !== undefined && sheet !== before) || (head !== undefined && Number(head) !== head_line)
}

/** The choices with those of a new check. What it leaves out stays. */
function changeReading(before: ReadingChoices, { values = {}, constants = {}, cells = [], ...others }: ReadingChanges) {
  const fields = new Set([...Object.keys(before.values), ...Object.keys(values)])
  return {
    values: Object.fromEntries([...fields].map((field) => [field, { ...before.values[field], ...values[field] }])),
    constants: { ...before.constants, ...constants },
    cells: [...before.cells, ...cells],
    dates: others.dates === undefined ? before.dates : others.dates,
    blanks: others.blanks ?? before.blanks,
    take: others.take ?? before.take,
  }
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
    const isGood = outcome.counts.wrong === 0 || input.reading.take === 'good'
    if (!isGood || outcome.missing.length > 0) refuse('import_wrong')
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
