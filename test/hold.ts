import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#/server/db.ts'

/** The key of a lock that nothing else takes. */
const KEY = 4711

/**
 * Blocks every process that is about to make a change (`update of status on idempotency_keys`, to a row for which
 * `when` is true) until the test releases it or the process is gone.
 */
export async function holdChanges(db: Db, change: RawBuilder<unknown>, when: RawBuilder<unknown> = sql`true`) {
  await sql`create function hold() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(${sql.lit(KEY)}); return new; end $$`.execute(db)
  await sql`create trigger holds before ${change} for each row when (${when}) execute function hold()`.execute(db)
  const letGo = Promise.withResolvers<void>()
  const holding = Promise.withResolvers<void>()
  const held = db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${KEY})`.execute(tx)
    holding.resolve()
    await letGo.promise
  })
  await holding.promise
  const waits = sql`locktype = 'advisory' and objid = ${KEY} and not granted
    and database = (select oid from pg_database where datname = current_database())`
  return {
    /** The number of blocked statements. */
    waiting: async () => (await sql`select from pg_locks where ${waits}`.execute(db)).rows.length,
    async end() {
      // Discards the statements of dead processes: the database would notice their death too late.
      await sql`select pg_terminate_backend(pid) from pg_locks where ${waits}`.execute(db)
      letGo.resolve()
      await held
      // Waits for transactions that are ending.
      await sql`drop function hold cascade`.execute(db)
    },
  }
}
