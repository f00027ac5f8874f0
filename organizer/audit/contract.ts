import * as z from 'zod/mini'
import { area } from '#/contract/area-field.ts'
import { endpoint } from '#/contract/endpoint.ts'
import { day, id, instant, message, text } from '#/contract/fields.ts'
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

const listedEntry = z.extend(auditEntry, {
  /** Whether the change can be undone now. Null for one that never can be. */
  undo: z.nullable(z.enum(['possible', 'done', 'impossible'])),
  /** Why it is not possible. */
  undo_why: z.nullable(z.string()),
  /** The entry that this one undoes. */
  undoes: z.nullable(z.object({ id: z.int(), summary: z.string() })),
})
export type AuditRow = z.output<typeof listedEntry>

const filters = {
  area: z.optional(area),
  kind: z.optional(z.string().check(z.maxLength(60))),
  subject: z.optional(z.string().check(z.maxLength(120))),
  /** The organizer who made the change. */
  by: z.optional(id),
  /** Changes to a league, its entries, its orders and its matches. */
  league_id: z.optional(id),
  /** Days in the organization's time zone. */
  from: z.optional(day),
  to: z.optional(day),
  /** Words of the summary, the reason or the subject. */
  search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
}

export const listAuditLog = endpoint({
  method: 'GET',
  path: '/organizer/audit-log',
  access: 'organizer',
  tag: 'Organizer',
  summary:
    'The audit log, newest first: changes in the caller’s areas, and of those without an area, the caller’s own and those to seasons, divisions and areas. An owner sees all. `total` is 1,001 at most.',
  query: z.object({ ...pageQuery(), ...filters }),
  reply: z.extend(paged('audit_entries', listedEntry), {
    /** The time zone of `from` and `to`, for people. */
    time_zone: z.string(),
    /** The choices of the filters. */
    kinds: z.array(z.object({ kind: z.string(), title: z.string() })),
    organizers: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
})

/** The most entries in a file. */
export const MOST_EXPORTED = 50_000

export const exportAuditLog = endpoint({
  method: 'GET',
  path: '/organizer/audit-log/export',
  access: 'organizer',
  private: true,
  tag: 'Organizer',
  summary: 'The same entries as a CSV file, newest first, 50,000 at most. Times are in the organization’s time zone.',
  query: z.object(filters),
  reply: z.string(),
  file: 'text/csv; charset=utf-8',
})

export const undoAct = endpoint({
  method: 'POST',
  path: '/organizer/audit-log/{id}/undo',
  access: 'organizer',
  tag: 'Organizer',
  summary:
    'Undo a change, once, as long as nothing was built on it: a voided result, a walkover, a moved entry, a limit, a price, a new season or area. Whoever could make the change can undo it. Players who were notified of it are notified again.',
  params: z.object({ id }),
  body: z.object({
    reason: z.pipe(text(500), z.string().check(z.minLength(1, 'Please give a reason for the audit log.'))),
  }),
  reply: message,
  example: { body: { reason: 'Wrong league.' }, reply: { message: 'Undone: Moved Ada Moreno to Women’s 3.5.' } },
})
