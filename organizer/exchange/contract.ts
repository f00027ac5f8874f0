import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { id, instant, text } from '#/contract/fields.ts'
import { dayOrders, importKinds } from './import-fields.ts'
import { exportKinds } from '#/organizer/desk/contract.ts'

export const MAX_FILE_BYTES = 10 * 1024 * 1024

const shortText = z.string().check(z.maxLength(300))

/** The values of the chosen options, by the key of the question. */
export const answers = z.record(shortText, shortText)

/** Values that mean another value, by field: `{ area: { Indy: 'Indianapolis' } }`. An empty one makes the cell blank. */
const values = z.record(z.string().check(z.maxLength(40)), z.record(shortText, shortText))

/** A value of all rows in which the field is blank or has no column. Null removes it. */
const constant = z.optional(z.nullable(z.pipe(z.union([shortText, z.int()]), z.transform(String))))
const constants = z.object({
  season: constant,
  year: constant,
  area: constant,
  division: constant,
  date: constant,
})

/** Corrected cells. `column`: its heading, its field, or its index from 0. */
const cells = z
  .array(
    z.object({
      line: z.int(),
      column: z.union([shortText, z.int().check(z.minimum(0), z.maximum(99))]),
      value: z.string().check(z.maxLength(1000)),
    }),
  )
  .check(z.maxLength(1000))

/** How the file is read beyond its columns. */
export const reading = z.object({
  values: z._default(values, {}),
  constants: z._default(constants, {}),
  cells: z._default(cells, []),
  /** Whether 3/10/2026 is October 3 or March 10. Null if the file decides, or a question asks. */
  dates: z._default(z.nullable(z.enum(dayOrders)), null),
  /** Whether details of players that the product does not need may be blank. */
  blanks: z._default(z.enum(['allow', 'refuse']), 'allow'),
  /** Whether the rows without problems are imported although others have some. */
  take: z._default(z.enum(['all', 'good']), 'all'),
})
export type ReadingChoices = z.output<typeof reading>

const reason = z.pipe(text(500), z.string().check(z.minLength(1, 'Please give a reason for the audit log.')))

const startedTask = z.object({ task_id: z.int() })
const taskId = z.object({ task_id: id })

export const startImport = endpoint({
  method: 'POST',
  path: '/organizer/imports',
  access: 'organizer',
  tag: 'Organizer',
  summary:
    'Upload an Excel workbook or a CSV file, or paste a table as text. A task checks it; nothing is imported yet.',
  multipart: { most_bytes: MAX_FILE_BYTES, too_large: 'file_too_large', takes_text: true },
  body: z.object({
    kind: z.enum(importKinds),
    file: z.optional(z.file('Please choose a file.')),
    /** Instead of a file: a table as it was copied from a spreadsheet. */
    text: z.optional(z.string()),
  }),
  reply: startedTask,
  status: 201,
  example: { reply: { task_id: 12 } },
})

export const checkImport = endpoint({
  method: 'POST',
  path: '/organizer/imports/{task_id}/check',
  access: 'organizer',
  tag: 'Organizer',
  summary:
    'Check an uploaded file again, with other columns, values, cells or options; what is left out stays as it was. Returns the new task.',
  params: taskId,
  body: z.object({
    /** The index of each field's column, from 0. Null if it has none. */
    mapping: z.optional(
      z.record(z.string().check(z.maxLength(40)), z.nullable(z.int().check(z.minimum(0), z.maximum(99)))),
    ),
    /** Whether existing players get the values of the file. */
    update: z.optional(z.boolean()),
    /** The chosen options of the file's questions, by key. Questions that are left out keep their earlier answer. */
    answers: z._default(answers, {}),
    values: z.optional(values),
    constants: z.optional(constants),
    cells: z.optional(cells),
    dates: z.optional(reading.shape.dates),
    blanks: z.optional(z.enum(['allow', 'refuse'])),
    take: z.optional(z.enum(['all', 'good'])),
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
    'Import a checked file: all of it or nothing, or its good rows if the check was to take these. Repeated calls import it only once.',
  params: taskId,
  reply: startedTask,
  status: 201,
  example: { reply: { task_id: 14 } },
})

export const getImportRest = endpoint({
  method: 'GET',
  path: '/organizer/imports/{task_id}/rest',
  access: 'organizer',
  reauthenticate: true,
  tag: 'Organizer',
  summary: 'The rows of a file that a check found wrong, or that an import did not take, with what is wrong with each.',
  params: taskId,
  file: 'text/csv; charset=utf-8',
  reply: z.string(),
})

export const undoImport = endpoint({
  method: 'POST',
  path: '/organizer/imports/{task_id}/undo',
  access: 'organizer',
  reauthenticate: true,
  tag: 'Organizer',
  summary: 'Take an import back as a whole, while nothing was built on it.',
  params: taskId,
  body: z.object({ reason }),
  reply: z.object({ message: z.string() }),
})

const rowError = z.object({
  line: z.int(),
  column: z.string(),
  value: z.string(),
  problem: z.string(),
  field: z._default(z.string(), ''),
})
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

/** Errors with one cause, which one fix can end. */
const errorGroup = z.object({
  field: z.string(),
  column: z.string(),
  value: z.string(),
  problem: z.string(),
  count: z.int(),
  /** The first of their lines. */
  lines: z.array(z.int()),
})
export type ErrorGroup = z.output<typeof errorGroup>

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
  /** The causes of the errors, the most frequent first, at most 100. */
  groups: z._default(z.array(errorGroup), []),
  /** The values that a field of a group can have, if they are known. */
  choices: z._default(z.record(z.string(), z.array(z.string())), {}),
  /** The first wrong rows as they are in the file. */
  wrong: z._default(z.array(z.object({ line: z.int(), cells: z.array(z.string()) })), []),
  /** The program that exported the file, if its headings say so. */
  source: z._default(z.nullable(z.string()), null),
  head_line: z._default(z.int(), 1),
  /** Rows that are no data: totals and repeated headings. */
  set_aside: z._default(z.array(z.object({ line: z.int(), text: z.string(), why: z.enum(['total', 'heading']) })), []),
  /** A date of the file that has two readings. Null if there is none. */
  ambiguous_date: z._default(
    z.nullable(z.object({ text: z.string(), day_first: z.string(), month_first: z.string() })),
    null,
  ),
  reading: z._default(reading, reading.parse({})),
})
export type Check = z.output<typeof check>

/** The outcome of an import. */
export const stored = z.object({
  kind: z.enum(importKinds),
  new: z.int(),
  changed: z.int(),
  existing: z.int(),
  /** Rows that were wrong and not taken. */
  left_out: z._default(z.int(), 0),
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
  /** Whether the server was restarted meanwhile. The work goes on. */
  restarted: z.boolean(),
  /** Whether the import was taken back. */
  undone: z.boolean(),
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
