import type { AreaSlug } from '#/contract/areas.ts'
import { audit, type AuditEntry } from './audit.ts'
import type { App } from './context.ts'
import { inTransaction, type Tx } from './db.ts'
import { queueEmail, type EmailName, type EmailTerms, type Emails } from './queue.ts'
import { refuse } from './refuse.ts'
import type { SignedIn } from './session.ts'

/** Who changes something, and when. A handler's call is one. */
export type Actor = { app: App; player: Pick<SignedIn, 'id' | 'organizer_areas'>; now: Date }

/** What a workflow works with inside its transaction. */
export type Action = Actor & {
  tx: Tx
  /**
   * Writes the change into the audit log. Refuses not_found when the area is not one of the actor's: what an organizer
   * may not see does not exist for them. `area: null` is for what belongs to no area; its endpoint checks the access.
   */
  audit: <V extends object>(entry: AuditDraft<V>) => Promise<void>
  /** Queues an email: it is sent after the commit, and not at all when the transaction fails. */
  email: <N extends EmailName>(name: N, about: Emails[N], terms?: EmailTerms) => Promise<void>
}

/** An audit entry without its author. `before` and `after` hold the values that changed, in one shape. */
export type AuditDraft<V extends object> = Omit<AuditEntry, 'organizer' | 'before' | 'after'> & {
  area: AreaSlug | null
  before?: Partial<V>
  after?: Partial<V>
}

/**
 * Runs a workflow in one transaction: what it stores, its audit entries and its emails happen together or not at all.
 * Workflows live in a feature's `actions.ts` and take the actor first: `voidResult(actor, { match_id, reason })`.
 */
export function runAction<T>(actor: Actor, work: (action: Action) => Promise<T>): Promise<T> {
  const { app, player, now } = actor
  return inTransaction(app.db, (tx) =>
    work({
      app,
      player,
      now,
      tx,
      audit: async (entry) => {
        if (entry.area !== null && !player.organizer_areas.includes(entry.area)) refuse('not_found')
        await audit(tx, { ...entry, organizer: player }, now)
      },
      email: (name, about, terms) => queueEmail(tx, app.config, name, about, terms),
    }),
  )
}
