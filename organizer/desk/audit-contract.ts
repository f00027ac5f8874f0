import * as z from 'zod/mini'
import { instant } from '#/contract/fields.ts'

/** An entry of the audit log, as calls return it. */
export const auditEntry = z.object({
  id: z.int(),
  at: instant,
  organizer: z.string(),
  /** The name of the API key that was used. Null if the organizer acted in person. */
  api_key: z.nullable(z.string()),
  area: z.nullable(z.string()),
  kind: z.string(),
  subject: z.string(),
  summary: z.string(),
  reason: z.string(),
  before: z.nullable(z.unknown()),
  after: z.nullable(z.unknown()),
})
