/** The limits of a pool. Times are in milliseconds. */
export type PoolLimits = {
  connections: number
  /** Connections that transactions may use at once. The others are left for reads. */
  transactions: number
  /** Transactions of this process at one lock: one that has it, and one that waits for it. */
  per_lock: number
  /** The wait for a connection while all are in use. */
  acquire: number
  /** A statement outside a transaction. */
  statement: number
  /** Each statement of a transaction. */
  transaction: number
  /** The wait for a lock that another transaction has. */
  lock: number
}

/** For requests: a person waits for the response. */
export const REQUEST_LIMITS: PoolLimits = {
  connections: 10,
  transactions: 8,
  per_lock: 2,
  acquire: 1_000,
  statement: 5_000,
  transaction: 10_000,
  lock: 2_000,
}

/** For jobs, the start and commands: nobody waits, and some change a whole season. */
export const JOB_LIMITS: PoolLimits = {
  connections: 5,
  // At most three jobs run at once, so two connections always stay free without a lower limit.
  transactions: 5,
  per_lock: 5,
  acquire: 20_000,
  statement: 120_000,
  transaction: 120_000,
  lock: 20_000,
}

/** How long a transaction may do nothing before PostgreSQL ends it, and releases its locks. */
const IDLE_TRANSACTION_TIMEOUT_MS = 30_000

/** PostgreSQL's settings for a connection with these limits. */
export function settingsOf(limits: PoolLimits): Record<string, string | number> {
  return {
    TimeZone: 'UTC',
    // For SSDs. At the default of 4, made for spinning disks, PostgreSQL scans a whole table to find two hundred rows.
    random_page_cost: 1.1,
    statement_timeout: limits.statement,
    lock_timeout: limits.lock,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
  }
}
