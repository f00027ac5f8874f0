import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#/server/db.ts'

/** A lock that nothing else takes. */
const KEY = 4711

/**
 * Stops everybody who is about to make a change (`update of status on idempotency_keys`, of a row for which `when` is true)
 * until the test lets go or their process is gone.
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
    /** How many are stopped. */
    waiting: async () => (await sql`select from pg_locks where ${waits}`.execute(db)).rows.length,
    async end() {
      // What a dead process has sent is not done any more: the database would notice too late by itself.
      await sql`select pg_terminate_backend(pid) from pg_locks where ${waits}`.execute(db)
      letGo.resolve()
      await held
      // Waits for the transactions that end.
      await sql`drop function hold cascade`.execute(db)
    },
  }
}
