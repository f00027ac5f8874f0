import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import type { DB } from '#/db/types.ts'
import { retryDeadlocks } from './db-errors.ts'
import { LimitedPool, type PoolCounts } from './db-pool.ts'
import { observePool } from './observe.ts'
import type { PoolLimits } from './pool-limits.ts'
import type { Pooler } from './pooler.ts'
import { TransactionSlots, type LockSlots } from './transaction-slots.ts'

/** A database that takes writes outside a transaction. Only this file and the tests have it. */
export type WritableDb = Kysely<DB>
/** A database for reads. What writes has a turn: `inTransaction`, `inTurn`, or by exception `withoutTurn`. */
export type Db = Omit<WritableDb, 'insertInto' | 'updateTable' | 'deleteFrom' | 'mergeInto' | 'replaceInto'>
export type Tx = Transaction<DB>

/** The parts of a database that was opened here. */
type Opened = {
  pool: LimitedPool
  slots: TransactionSlots
  /** Runs last in each transaction of a database made by `endingWith`. */
  end?: (tx: Tx) => Promise<void>
}
const opened = new WeakMap<Db, Opened>()

/** The parts of a transaction in progress: its slots, and what runs after its commit. */
type InProgress = { of: Opened; lockSlots: LockSlots; committed: (() => void)[] }
const inProgress = new WeakMap<Tx, InProgress>()

/**
 * Opens a pool, which connects when it is first used. Days and times of day arrive as text, instants as Date, numbers as
 * numbers. `pooler`: the pooler at `url`, or null for the database itself.
 */
export function openDatabase(url: string, limits: PoolLimits, pooler: Pooler | null = null): WritableDb {
  const pool = new LimitedPool(url, limits, pooler)
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: observePool(pool) }) })
  opened.set(db, { pool, slots: new TransactionSlots(limits) })
  return db
}

/** The same database, but `end` runs last in every transaction that `inTransaction` begins on it, and is committed with it. */
export function endingWith(db: Db, end: (tx: Tx) => Promise<void>): Db {
  const of = partsOf(db)
  const bound = new Kysely<DB>({ dialect: new PostgresDialect({ pool: observePool(of.pool) }) })
  opened.set(bound, { ...of, end })
  return bound
}

/** The same database for work that may be aborted. An abort ends its statements and transactions, and later ones throw the reason. */
export function untilAborted(db: Db, signal: AbortSignal): Db {
  const { pool, slots } = partsOf(db)
  const bound = new Kysely<DB>({ dialect: new PostgresDialect({ pool: observePool(pool.until(signal)) }) })
  opened.set(bound, { pool, slots })
  return bound
}

function partsOf(db: Db): Opened {
  const parts = opened.get(db)
  if (!parts) throw new Error('This database was not opened by openDatabase.')
  return parts
}

export function poolCounts(db: Db): PoolCounts {
  return opened.get(db)?.pool.counts ?? { in_use: 0, idle: 0, waiting: 0 }
}

/** Transactions that wait for others at their locks, without a connection. */
export function waitingTransactions(db: Db): number {
  return opened.get(db)?.slots.waiting ?? 0
}

/** Milliseconds for which the first caller in the queue for a connection has waited. */
export function oldestWaitMs(db: Db): number {
  return opened.get(db)?.pool.oldestWaitMs ?? 0
}

/**
 * Runs the work in the caller's transaction if there is one, otherwise in a new one. `keys` are locks that the work is known
 * to want. The work starts again when it meets a lock at which too many transactions are (`acquireLockSlot`), so until then it
 * may change only the database.
 */
export function inTransaction<T>(db: Db | Tx, work: (tx: Tx) => Promise<T>, keys: readonly string[] = []): Promise<T> {
  if (isTransaction(db)) return work(db)
  const of = opened.get(db)
  if (!of) return db.transaction().execute(work)
  return of.slots.run(keys, async (lockSlots, remaining) => {
    const committed: (() => void)[] = []
    const result = await db.transaction().execute(async (tx) => {
      inProgress.set(tx, { of, lockSlots, committed })
      if (remaining !== null) {
        const timeout = Math.max(1, Math.ceil(remaining))
        await sql`select set_config('lock_timeout', ${`${timeout}`}, true)`.execute(tx)
      }
      const done = await work(tx)
      await of.end?.(tx)
      return done
    })
    for (const run of committed) run()
    return result
  })
}

/**
 * Runs a single statement that writes: in the caller's transaction if there is one, otherwise in a turn like a transaction's,
 * so that a locked row never takes the connections of everybody. `keys`: the rows that many calls may want at once.
 */
export function inTurn<T>(
  db: Db | Tx,
  keys: readonly string[],
  write: (writable: WritableDb) => Promise<T>,
): Promise<T> {
  const of = isTransaction(db) ? undefined : opened.get(db)
  return of ? of.slots.run(keys, () => write(db as WritableDb)) : write(db as WritableDb)
}

/**
 * The same database for a statement that waits for no row that others hold long. test/writes.test.ts lists its uses, with
 * the reasons.
 */
export function withoutTurn(db: Db): WritableDb {
  return db as WritableDb
}

/** Runs something after the transaction is committed, and not at all if it fails. It may not throw. */
export function afterCommit(tx: Tx, run: () => void): void {
  inProgress.get(tx)?.committed.push(run)
}

/**
 * A value that this process keeps for each database, made when it is first needed. Null for a database that was not opened by
 * `openDatabase`, and for a transaction that was not begun by `inTransaction`.
 */
export function perDatabase<T>(make: () => T): (of: Db | Tx) => T | null {
  const values = new WeakMap<TransactionSlots, T>()
  return (db) => {
    const of = isTransaction(db) ? inProgress.get(db)?.of : opened.get(db)
    if (!of) return null
    const value = values.get(of.slots) ?? make()
    values.set(of.slots, value)
    return value
  }
}

/** Reads in one snapshot: in the caller's transaction if there is one (a replica's always is one), otherwise in a new one. `work` runs again after a deadlock. */
export function inSnapshot<T>(db: Db | Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (isTransaction(db)) return work(db)
  const reading = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return retryDeadlocks(() => reading.execute(work))
}

/**
 * Call it before a statement that waits for a lock many may want at once, like a league's. If enough others of this process
 * are at the lock, it ends the transaction, which waits for a slot without a connection and begins again.
 */
export function acquireLockSlot(tx: Tx, key: string): void {
  inProgress.get(tx)?.lockSlots.acquire(key)
}

function isTransaction(db: Db | Tx): db is Tx {
  return db.isTransaction
}
