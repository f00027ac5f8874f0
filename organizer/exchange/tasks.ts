import * as z from 'zod/mini'
import { purchaseStatuses } from '#/contract/choices.ts'
import { exportKinds } from '#/organizer/desk/contract.ts'
import { taskKind } from '#/organizer/desk/tasks.ts'
import { answers, check, exported, reading, stored } from './contract.ts'

/** The file is in `imports`; `what` is its name. */
const importInput = z.object({
  import_id: z.int(),
  /** Null if guessed from the headers. */
  mapping: z.nullable(z.record(z.string(), z.nullable(z.int()))),
  update: z.boolean(),
  answers: z._default(answers, {}),
  reading: z._default(reading, reading.parse({})),
  /** The areas of the organizer when the task was started. */
  areas: z.array(z.string()),
  what: z.string(),
})
export type ImportInput = z.output<typeof importInput>

export const importCheck = taskKind('import_check', { input: importInput, outcome: check })

export const importStore = taskKind('import_store', { input: importInput, outcome: stored })

/** Days are yyyy-mm-dd. */
const exportFilter = z.object({
  areas: z.array(z.string()),
  season: z.optional(z.string()),
  year: z.optional(z.int()),
  division: z.optional(z.string()),
  status: z.optional(z.enum(purchaseStatuses)),
  from: z.optional(z.string()),
  to: z.optional(z.string()),
  refund: z.optional(z.literal('failed')),
  search: z.optional(z.string()),
})
export type ExportFilter = z.output<typeof exportFilter>

export const exportList = taskKind('export', {
  input: z.object({ kind: z.enum(exportKinds), filter: exportFilter, what: z.string(), file_name: z.string() }),
  outcome: exported,
})
