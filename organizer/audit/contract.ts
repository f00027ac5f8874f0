import * as z from 'zod/mini'
import { area } from '#/contract/area-field.ts'
import { endpoint } from '#/contract/endpoint.ts'
import { id, instant } from '#/contract/fields.ts'
import { pageQuery, paged } from '#/contract/page.ts'

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
export type AuditRow = z.output<typeof auditEntry>

export const listAuditLog = endpoint({
  method: 'GET',
  path: '/organizer/audit-log',
  access: 'organizer',
  tag: 'Organizer',
  summary:
    'The audit log, newest first: changes in the caller’s areas, and of those without an area, the caller’s own and those to seasons, divisions and areas. An owner sees all.',
  query: z.object({
    ...pageQuery(),
    area: z.optional(area),
    kind: z.optional(z.string().check(z.maxLength(60))),
    subject: z.optional(z.string().check(z.maxLength(120))),
    organizer: z.optional(id),
    /** Changes to a league, its entries, its orders and its matches. */
    league_id: z.optional(id),
  }),
  reply: paged('audit_entries', auditEntry),
})
