import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { instant, message } from '#/contract/fields.ts'

/** The key of the weekly proof of the newest backup (backup-proof.ts). */
export const BACKUP_CHECK = 'backup'

const dataCheck = z.object({
  key: z.string(),
  title: z.string(),
  /** Null until it has run once. */
  checked_at: z.nullable(instant),
  /** How long the last run took. */
  took_ms: z.nullable(z.int()),
  /** The moment of the backup that was checked. Null for the checks of the data itself. */
  backup_at: z.nullable(instant),
  /** How many rows break the rule. Null if the check has not run, or could not be completed. */
  found: z.nullable(z.int()),
  /** The first 20 of them. */
  examples: z.array(z.object({ subject: z.string(), says: z.string() })),
  /** Why the check could not be completed. */
  problem: z.nullable(z.string()),
  /** How often it ran in the last 90 days, and when it last found something. */
  runs: z.int(),
  last_found_at: z.nullable(instant),
})
export type DataCheck = z.output<typeof dataCheck>

export const listDataChecks = endpoint({
  method: 'GET',
  path: '/organizer/data-checks',
  access: 'owner',
  tag: 'Organizer',
  summary:
    'The checks of the stored data, with what each found when it last ran. Those that found something come first.',
  reply: z.object({
    checks: z.array(dataCheck),
    /** A run is under way or about to begin. */
    is_running: z.boolean(),
  }),
})

export const startDataChecks = endpoint({
  method: 'POST',
  path: '/organizer/data-checks',
  access: 'owner',
  tag: 'Organizer',
  summary: 'Run all checks now. One run at a time.',
  reply: message,
})
