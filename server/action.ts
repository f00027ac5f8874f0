import { sql } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import { audit, type AuditEntry } from './audit.ts'
import type { App } from './context.ts'
import { inTransaction, type Db, type Tx } from './db.ts'
import { retryDeadlocks } from './db-errors.ts'
import type { NotificationKind } from '#/contract/notification-kinds.ts'
import type { Notifications } from './notifications.ts'
import { notify, type NoticeTerms } from './notify.ts'
import { refuse } from './refuse.ts'
import type { SignedIn } from './session.ts'

type Author = Pick<SignedIn, 'id' | 'organizer_areas' | 'api_key'>

/**
 * The caller of a change, and the instant of the change. A handler's input can be used as an actor. `Actor<SignedIn>`
 * also has the role and the session.
 */
export type Actor<P extends Author = Author> = {
  app: App
  player: P
  now: Date
  /** The audit entry that the workflow undoes, and why. Its own entry says so. */
  undoes?: { id: number; reason: string }
  /** Called after the commit with the audit entry of the change, if it is the only one that can be undone. */
  audited?: (audit_id: number) => void
}

/** The caller of a public call, who has no session. */
export type Visitor = Pick<Actor, 'app' | 'now'>

/** The parts of a public workflow inside its transaction. */
export type PublicAction = Visitor & {
  tx: Tx
  /** Notifies somebody after the commit, and not at all if the transaction fails. */
  notify: <K extends NotificationKind>(kind: K, about: Notifications[K], terms?: NoticeTerms) => Promise<void>
}

/** The parts of a workflow inside its transaction. */
export type Action<P extends Author = Author> = PublicAction & {
  player: P
  /**
   * Writes the change into the audit log. Refuses not_found if the area is not one of the actor's: for organizers, other
   * areas do not exist. `area: null` is for a change that belongs to no area. Its endpoint checks the access.
   */
  audit: <V extends object>(entry: AuditDraft<V>) => Promise<void>
}

/** An audit entry without its author. `before` and `after` have the values that changed, in the same shape. */
export type AuditDraft<V extends object> = Omit<AuditEntry, 'organizer' | 'before' | 'after'> & {
  area: AreaSlug | null
  before?: Partial<V>
  after?: Partial<V>
}

/**
 * Runs a workflow in one transaction: its changes, audit entries and emails happen together or not at all. Refuses
 * not_signed_in if the actor's account is closed meanwhile. Nothing is stored then.
 * The work may start again (`inTransaction`, `inWorkflow`), so it changes only the database, and no variable of its caller.
 * Workflows live in a feature's `actions.ts` and take the actor first: `voidResult(actor, { match_id, reason })`.
 */
export async function runAction<T, P extends Author>(
  { app, player, now, undoes, audited }: Actor<P>,
  work: (action: Action<P>) => Promise<T>,
): Promise<T> {
  const run = async (action: PublicAction) => {
    const undoable: number[] = []
    const result = await work({
      ...action,
      player,
      audit: async (entry) => {
        if (entry.area !== null && !player.organizer_areas.includes(entry.area)) refuse('not_found')
        const link = undoes && { reason: undoes.reason, undoes_id: undoes.id, undo: undefined }
        const id = await audit(action.tx, { ...entry, ...link, organizer: player }, now)
        if (entry.undo !== undefined && !undoes) undoable.push(id)
      },
    })
    await refuseClosed(action.tx, player.id)
    return { result, undoable }
  }
  // The key limits the slots of one account, so that its changes never use all connections.
  const { result, undoable } = await inWorkflow(app.db, (tx) => run(publicAction({ app, now }, tx)), [
    `player ${player.id}`,
  ])
  const [only, ...others] = undoable
  if (only !== undefined && others.length === 0) audited?.(only)
  return result
}

/**
 * Refuses not_signed_in for a closed account. Waits for a transaction that is closing the account, and prevents others
 * from closing it until this transaction ends. So closing an account erases everything that was stored about it, and
 * nothing is stored afterwards.
 */
async function refuseClosed(tx: Tx, player_id: number): Promise<void> {
  const { rows } = await sql`
    select from players
    where id = ${player_id} and (deleted_at is null or xmin = pg_current_xact_id()::xid)
    for key share`.execute(tx)
  if (rows.length === 0) refuse('not_signed_in')
}

/** Like `runAction`, for a public call: nobody is signed in, so there is no audit entry. */
export function runPublicAction<T>({ app, now }: Visitor, work: (action: PublicAction) => Promise<T>): Promise<T> {
  return inWorkflow(app.db, (tx) => work(publicAction({ app, now }, tx)))
}

/** Like `inTransaction`, but starts again after a deadlock. */
function inWorkflow<T>(db: Db, work: (tx: Tx) => Promise<T>, keys?: readonly string[]): Promise<T> {
  const run = () => inTransaction(db, work, keys)
  return db.isTransaction ? run() : retryDeadlocks(run)
}

function publicAction({ app, now }: Visitor, tx: Tx): PublicAction {
  return { app, now, tx, notify: (kind, about, terms) => notify(tx, kind, about, terms) }
}
