import { sql } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import { codeOf } from '#/db/error-code.ts'
import { audit, type AuditEntry } from './audit.ts'
import type { App } from './context.ts'
import { inTransaction, type Db, type Tx } from './db.ts'
import type { NotificationKind } from '#/contract/notification-kinds.ts'
import type { Notifications } from './notifications.ts'
import { notify, type NoticeTerms } from './notify.ts'
import { refuse } from './refuse.ts'
import type { SignedIn } from './session.ts'

type Author = Pick<SignedIn, 'id' | 'organizer_areas' | 'api_key'>

/** The caller of a change, and when it happens. A handler's call is one; `Actor<SignedIn>` where the role or the session counts too. */
export type Actor<P extends Author = Author> = { app: App; player: P; now: Date }

/** Somebody without a session: a public call. */
export type Visitor = Pick<Actor, 'app' | 'now'>

/** What a public workflow works with inside its transaction. */
export type PublicAction = Visitor & {
  tx: Tx
  /** Notifies somebody after the commit, and not at all when the transaction fails. */
  notify: <K extends NotificationKind>(kind: K, about: Notifications[K], terms?: NoticeTerms) => Promise<void>
}

/** What a workflow works with inside its transaction. */
export type Action<P extends Author = Author> = PublicAction & {
  player: P
  /**
   * Writes the change into the audit log. Refuses not_found when the area is not one of the actor's: what an organizer
   * may not see does not exist for them. `area: null` is for what belongs to no area; its endpoint checks the access.
   */
  audit: <V extends object>(entry: AuditDraft<V>) => Promise<void>
}

/** An audit entry without its author. `before` and `after` hold the values that changed, in one shape. */
export type AuditDraft<V extends object> = Omit<AuditEntry, 'organizer' | 'before' | 'after'> & {
  area: AreaSlug | null
  before?: Partial<V>
  after?: Partial<V>
}

/**
 * Runs a workflow in one transaction: what it stores, its audit entries and its emails happen together or not at all.
 * Refuses not_signed_in when the actor's account is closed meanwhile: nothing is stored for it then.
 * The work may begin again (`inTransaction`, `repeatedly`): it changes nothing but the database, and no variable of its caller.
 * Workflows live in a feature's `actions.ts` and take the actor first: `voidResult(actor, { match_id, reason })`.
 */
export function runAction<T, P extends Author>(
  { app, player, now }: Actor<P>,
  work: (action: Action<P>) => Promise<T>,
): Promise<T> {
  const run = async (action: PublicAction) => {
    const result = await work({
      ...action,
      player,
      audit: async (entry) => {
        if (entry.area !== null && !player.organizer_areas.includes(entry.area)) refuse('not_found')
        await audit(action.tx, { ...entry, organizer: player }, now)
      },
    })
    await refuseClosed(action.tx, player.id)
    return result
  }
  // So that one account's changes never take all connections.
  return repeatedly(app.db, (tx) => run(publicAction({ app, now }, tx)), [`player ${player.id}`])
}

/**
 * Refuses not_signed_in for an account that another transaction has closed, for which it waits; until the end of this one nobody
 * else closes it. Its erasure sees what is stored before, and nothing is stored after it.
 */
async function refuseClosed(tx: Tx, player_id: number): Promise<void> {
  const { rows } = await sql`
    select from players
    where id = ${player_id} and (deleted_at is null or xmin = pg_current_xact_id()::xid)
    for key share`.execute(tx)
  if (rows.length === 0) refuse('not_signed_in')
}

/** As `runAction`, for a public call: nobody is signed in, so there is no audit entry. */
export function runPublicAction<T>({ app, now }: Visitor, work: (action: PublicAction) => Promise<T>): Promise<T> {
  return repeatedly(app.db, (tx) => work(publicAction({ app, now }, tx)))
}

/** How often a workflow is begun that PostgreSQL ends because of a deadlock. */
const ATTEMPTS = 3

/**
 * As `inTransaction`, again after a deadlock: of two workflows that wait for each other PostgreSQL undoes one, which then
 * finds what the other has stored. The closing of an account has the account and needs the rows about it, changes of its
 * player have some of those and need the account.
 */
async function repeatedly<T>(db: Db, work: (tx: Tx) => Promise<T>, keys?: readonly string[]): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await inTransaction(db, work, keys)
    } catch (error) {
      if (codeOf(error) !== DEADLOCK || attempt === ATTEMPTS || db.isTransaction) throw error
    }
}

/** PostgreSQL's code: deadlock_detected. */
const DEADLOCK = '40P01'

function publicAction({ app, now }: Visitor, tx: Tx): PublicAction {
  return { app, now, tx, notify: (kind, about, terms) => notify(tx, kind, about, terms) }
}
