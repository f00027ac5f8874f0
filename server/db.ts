import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import type { DB } from '#/db/types.ts'
import { LimitedPool, type PoolLimits } from './db-pool.ts'

export type Db = Kysely<DB>
export type Tx = Transaction<DB>

/**
 * Opens a pool; it connects when it is first used. Calendar days and times of day arrive as text, instants as Date,
 * numbers as numbers.
 */
export function openDatabase(url: string, limits: PoolLimits): Db {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: new LimitedPool(url, limits) }) })
}

/** Runs the work in a transaction: the caller's own if there is one, otherwise a new one. */
export function inTransaction<T>(db: Db | Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  return isTransaction(db) ? work(db) : db.transaction().execute(work)
}

function isTransaction(db: Db | Tx): db is Tx {
  return db.isTransaction
}
