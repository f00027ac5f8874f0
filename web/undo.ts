/** Undoes the change of an audit entry, and says what came of it. */
type Undo = (audit_id: string) => void

let undo: Undo | null = null
const auditIds = new WeakMap<object, string>()

/** Lets the toast of a change offer to undo it. Only the desk has changes that can be undone. */
export function offerUndo(by: Undo): void {
  undo = by
}

/** Keeps the audit entry that the reply to a change names. */
export function noteAuditEntry(reply: unknown, { headers }: Response): void {
  const audit_id = headers.get('audit-id')
  if (audit_id !== null && typeof reply === 'object' && reply !== null) auditIds.set(reply, audit_id)
}

/** Undoes the change that a reply is to. Undefined if it cannot be undone. */
export function undoOf(reply: unknown): (() => void) | undefined {
  const audit_id = typeof reply === 'object' && reply !== null ? auditIds.get(reply) : undefined
  return audit_id === undefined || undo === null ? undefined : () => undo?.(audit_id)
}
