import { sql } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import type { AuditKind } from '#/contract/audit-kinds.ts'
import type { Tx } from './db.ts'

/** One change by an organizer, as the audit log keeps it. */
export type AuditEntry = {
  organizer: { id: number; api_key?: { name: string } }
  /** Null if it belongs to no single area. */
  area: AreaSlug | null
  /** The kind of change: 'refund', 'void_result'. */
  kind: AuditKind
  /** The thing that was changed: 'match 12'. */
  subject: string
  /** The change as a sentence in the past tense, without a full stop: 'Refunded $39.00 to Ada Moreno'. */
  summary: string
  reason?: string
  /** The values that changed, before and after. Left out if there were, or are, none. */
  before?: unknown
  after?: unknown
  /** The state that undoing the change restores (organizer/audit/undo.ts). Left out if it cannot be undone. */
  undo?: unknown
  /** The audit entry that this change undoes. */
  undoes_id?: number | undefined
}

/**
 * Inserts an audit entry in the transaction that makes the change, and returns its id. Workflows call `audit` of their
 * action instead (server/action.ts).
 */
export async function audit(
  tx: Tx,
  { organizer, before, after, undo, undoes_id, ...entry }: AuditEntry,
  now: Date,
): Promise<number> {
  const json = (value: unknown) => (value === undefined ? null : sql<unknown>`${JSON.stringify(value)}::jsonb`)
  const { id } = await tx
    .insertInto('audit_log')
    .values({
      ...entry,
      organizer_id: organizer.id,
      api_key: organizer.api_key?.name ?? null,
      at: now,
      before: json(before),
      after: json(after),
      undo: json(undo),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (undoes_id !== undefined)
    await tx.insertInto('audit_undos').values({ audit_id: undoes_id, undo_id: id }).execute()
  return id
}
