import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { id, instant } from '#/contract/fields.ts'
import { importKinds } from './import-fields.ts'
import { exportKinds } from '#/organizer/desk/contract.ts'

export const MAX_FILE_BYTES = 10 * 1024 * 1024

/** The values of the chosen options, by the key of the question. */
export const answers = z.record(z.string().check(z.maxLength(300)), z.string().check(z.maxLength(300)))

const startedTask = z.object({ task_id: z.int() })
const taskId = z.object({ task_id: id })

export const startImport = endpoint({
  method: 'POST',
  path: '/organizer/imports',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'Upload a CSV file. A task checks it; nothing is imported yet.',
  multipart: { most_bytes: MAX_FILE_BYTES, too_large: 'file_too_large' },
  body: z.object({ kind: z.enum(importKinds), file: z.file('Please choose a file.') }),
  reply: startedTask,
  status: 201,
  example: { reply: { task_id: 12 } },
})

export const checkImport = endpoint({
  method: 'POST',
  path: '/organizer/imports/{task_id}/check',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'Check an uploaded file again, with other columns or options. Returns the new task.',
  params: taskId,
  body: z.object({
    /** The index of each field's column, from 0. Null if it has none. */
    mapping: z.record(z.string().check(z.maxLength(40)), z.nullable(z.int().check(z.minimum(0), z.maximum(99)))),
    /** Whether existing players get the values of the file. */
    update: z.boolean(),
    /** The chosen options of the file's questions, by key. Questions that are left out keep their earlier answer. */
    answers: z._default(answers, {}),
  }),
  reply: startedTask,
  status: 201,
  example: { body: { mapping: { email: 2, name: 0 }, update: false }, reply: { task_id: 13 } },
})

export const storeImport = endpoint({
  method: 'POST',
  path: '/organizer/imports/{task_id}/store',
  access: 'organizer',
  reauthenticate: true,
  tag: 'Organizer',
  summary:
    'Import a checked file: all of it, or nothing if a row is no longer valid. Repeated calls import it only once.',
  params: taskId,
  reply: startedTask,
  status: 201,
  example: { reply: { task_id: 14 } },
})

const rowError = z.object({ line: z.int(), column: z.string(), value: z.string(), problem: z.string() })
export type RowError = z.output<typeof rowError>

/** A question that neither the file nor the database decides. */
const question = z.object({
  key: z.string(),
  title: z.string(),
  options: z.array(z.object({ value: z.string(), label: z.string(), note: z.string() })),
  /** The value of the chosen option. Null until somebody has chosen. */
  answer: z.nullable(z.string()),
})
export type Question = z.output<typeof question>

/** The outcome of a check. */
export const check = z.object({
  kind: z.enum(importKinds),
  headers: z.array(z.string()),
  /** The first value in each column, by which the organizer recognizes it. */
  first: z.array(z.string()),
  mapping: z.record(z.string(), z.nullable(z.int())),
  update: z.boolean(),
  encoding: z.string(),
  delimiter: z.string(),
  /** Required fields without a column. The rows are then not checked. */
  missing: z.array(z.string()),
  /** At most 100, those without an answer first. While one has none, nothing can be imported. */
  questions: z._default(z.array(question), []),
  /** The headers of columns that have values and are not read. */
  ignored: z._default(z.array(z.string()), []),
  /** New players whose profile is incomplete; they are asked for the rest. */
  incomplete: z._default(z.int(), 0),
  counts: z.object({ rows: z.int(), new: z.int(), changed: z.int(), existing: z.int(), wrong: z.int() }),
  /** The seasons and leagues that the import creates too: 'The season Fall 2019'. */
  makes: z.array(z.string()),
  /** The first rows as they were read. */
  columns: z.array(z.string()),
  preview: z.array(z.array(z.string())),
  /** At most 500. All are in the task's file. */
  errors: z.array(rowError),
  error_count: z.int(),
})
export type Check = z.output<typeof check>

/** The outcome of an import. */
export const stored = z.object({
  kind: z.enum(importKinds),
  new: z.int(),
  changed: z.int(),
  existing: z.int(),
  leagues: z.array(
    z.object({ name: z.string(), area: z.string(), season: z.string(), year: z.int(), division: z.string() }),
  ),
})
export type Stored = z.output<typeof stored>

export const exported = z.object({ kind: z.enum(exportKinds), rows: z.int(), file_name: z.string() })
export type Exported = z.output<typeof exported>

const exchangeTask = z.object({
  id: z.int(),
  kind: z.enum(['import_check', 'import_store', 'export']),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  done: z.int(),
  total: z.nullable(z.int()),
  created_at: instant,
  /** For an import: the name of the uploaded file. */
  file_name: z.nullable(z.string()),
  /** For an export: the list and its filters. */
  what: z.string(),
  /** Why it failed. */
  problem: z.nullable(z.string()),
  check: z.nullable(check),
  stored: z.nullable(stored),
  exported: z.nullable(exported),
  /** The task that imports the file checked by this one. Null if none was started. */
  store_task_id: z.nullable(z.int()),
})
export type ExchangeTask = z.output<typeof exchangeTask>
const exchangeSummary = z.omit(exchangeTask, { check: true, stored: true })
export type ExchangeSummary = z.output<typeof exchangeSummary>

export const getExchangeTask = endpoint({
  method: 'GET',
  path: '/organizer/exchange/{task_id}',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'The progress and the outcome of one of my imports or exports.',
  params: taskId,
  reply: z.object({ task: exchangeTask }),
})

export const listExchangeTasks = endpoint({
  method: 'GET',
  path: '/organizer/exchange',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'My 20 most recent imports and exports.',
  reply: z.object({ tasks: z.array(exchangeSummary) }),
})

export const getTaskFile = endpoint({
  method: 'GET',
  path: '/organizer/tasks/{id}/file',
  access: 'organizer',
  reauthenticate: true,
  tag: 'Organizer',
  summary: 'The file of one of my tasks: an export, or all errors of an import.',
  params: z.object({ id }),
  file: 'text/csv; charset=utf-8',
  reply: z.string(),
})
