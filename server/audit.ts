import { sql } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import type { Tx } from './db.ts'

/** One act of an organizer, as the record keeps it. */
export type AuditEntry = {
  organizer: { id: number }
  /** Null: of no area alone. */
  area: AreaSlug | null
  /** What was done, in one word: 'refund', 'void_result'. */
  kind: string
  /** What it was done to: 'match 12'. */
  subject: string
  /** The act as a sentence in the past tense, without a full stop: 'Refunded $39.00 to Ada Moreno'. */
  summary: string
  reason?: string
  /** The values that changed, before and after; left out where there were, or are, none. */
  before?: unknown
  after?: unknown
}

/** Writes an act into the record, in the transaction that does it: there is no act without a trace, and no trace without an act. */
export async function audit(tx: Tx, { organizer, before, after, ...act }: AuditEntry, now: Date): Promise<void> {
  const kept = (value: unknown) => (value === undefined ? null : sql<unknown>`${JSON.stringify(value)}::text::jsonb`)
  await tx
    .insertInto('audit_log')
    .values({ ...act, organizer_id: organizer.id, at: now, before: kept(before), after: kept(after) })
    .execute()
}
