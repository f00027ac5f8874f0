import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import type { DB } from '#/db/types.ts'
import { LimitedPool, type PoolCounts, type PoolLimits } from './db-pool.ts'
import { observePool } from './observe.ts'
import type { Pooler } from './pooler.ts'
import { Turns, type Turn } from './turns.ts'

export type Db = Kysely<DB>
export type Tx = Transaction<DB>

/** The connections of each database, and who may begin a transaction on them; of each transaction, its turn. */
const poolOf = new WeakMap<Db, LimitedPool>()
const turnsOf = new WeakMap<Db, Turns>()
const turnOf = new WeakMap<Tx, Turn>()

/** Of each transaction under way: where it runs, and what follows its commit. */
const underWay = new WeakMap<Tx, { turns: Turns; committed: (() => void)[] }>()

/**
 * Opens a pool; it connects when it is first used. Calendar days and times of day arrive as text, instants as Date,
 * numbers as numbers. `pooler`: what answers at `url`, if that is not the database itself.
 */
export function openDatabase(url: string, limits: PoolLimits, pooler: Pooler | null = null): Db {
  const pool = new LimitedPool(url, limits, pooler)
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: observePool(pool) }) })
  poolOf.set(db, pool)
  turnsOf.set(db, new Turns(limits))
  return db
}

/** Of a database made by `endingWith`: the end of each transaction on it. */
const endOf = new WeakMap<Db, (tx: Tx) => Promise<void>>()

/** The same database; `end` comes last in every transaction that `inTransaction` begins on it, and is committed with it. */
export function endingWith(db: Db, end: (tx: Tx) => Promise<void>): Db {
  const pool = poolOf.get(db)
  const turns = turnsOf.get(db)
  if (!pool || !turns) throw new Error('This database was not opened by openDatabase.')
  const bound = new Kysely<DB>({ dialect: new PostgresDialect({ pool: observePool(pool) }) })
  poolOf.set(bound, pool)
  turnsOf.set(bound, turns)
  endOf.set(bound, end)
  return bound
}

/** The connections of a database that was opened here. */
export function poolCounts(db: Db): PoolCounts {
  return poolOf.get(db)?.counts ?? { in_use: 0, idle: 0, waiting: 0 }
}

/** The database for work that may be aborted: its statements and transactions end then, and later ones throw the reason. */
export function untilAborted(db: Db, signal: AbortSignal): Db {
  const pool = poolOf.get(db)
  if (!pool) throw new Error('This database was not opened by openDatabase.')
  const bound = new Kysely<DB>({ dialect: new PostgresDialect({ pool: observePool(pool.until(signal)) }) })
  const turns = turnsOf.get(db)
  if (turns) turnsOf.set(bound, turns)
  return bound
}

/**
 * Runs the work in a transaction: the caller's own if there is one, otherwise a new one. The work begins again from its
 * start when it meets a lock that too many others want (`takeTurn`), so until then it may change nothing but the database.
 * `keys` are locks that it is known to want.
 */
export function inTransaction<T>(db: Db | Tx, work: (tx: Tx) => Promise<T>, keys: readonly string[] = []): Promise<T> {
  if (isTransaction(db)) return work(db)
  const turns = turnsOf.get(db)
  if (!turns) return db.transaction().execute(work)
  const end = endOf.get(db)
  return turns.run(keys, async (turn, remaining) => {
    const committed: (() => void)[] = []
    const result = await db.transaction().execute(async (tx) => {
      turnOf.set(tx, turn)
      underWay.set(tx, { turns, committed })
      if (remaining !== null) {
        const timeout = Math.max(1, Math.ceil(remaining))
        await sql`select set_config('lock_timeout', ${`${timeout}`}, true)`.execute(tx)
      }
      const done = await work(tx)
      await end?.(tx)
      return done
    })
    for (const run of committed) run()
    return result
  })
}

/** Runs something once the transaction is committed; not at all when it fails. It may not throw. */
export function afterCommit(tx: Tx, run: () => void): void {
  underWay.get(tx)?.committed.push(run)
}

/**
 * What this process keeps in memory of each database, made when it is first asked for. Null for a database that was not
 * opened by `openDatabase`, and a transaction that was not begun by `inTransaction`.
 */
export function perDatabase<T>(make: () => T): (of: Db | Tx) => T | null {
  const kept = new WeakMap<Turns, T>()
  return (of) => {
    const turns = isTransaction(of) ? underWay.get(of)?.turns : turnsOf.get(of)
    if (!turns) return null
    const known = kept.get(turns) ?? make()
    kept.set(turns, known)
    return known
  }
}

/** Reads in one snapshot: a transaction of its own, unless the caller reads in one (a replica's always is). */
export function inSnapshot<T>(db: Db | Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (isTransaction(db)) return work(db)
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)
}

/**
 * Call it before a statement that waits for a lock many may want at once, like a league's. Enough others of this process
 * at the same lock end the transaction: it waits for its turn without a connection, and begins again.
 */
export function takeTurn(tx: Tx, key: string): void {
  turnOf.get(tx)?.take(key)
}

function isTransaction(db: Db | Tx): db is Tx {
  return db.isTransaction
}
