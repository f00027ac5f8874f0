import { DatabaseUnavailable } from './db-errors.ts'
import type { PoolLimits } from './pool-limits.ts'
import { afterRunning } from './running-time.ts'

/**
 * Thrown if too many transactions of this process are at the lock. The transaction ends, waits without a connection,
 * and begins again.
 */
class LockIsFull extends Error {
  readonly key: string

  constructor(key: string) {
    super(`Too many transactions are at the lock of ${key}.`)
    this.key = key
  }
}

/** A number of slots. Waiting callers get one in the order of their arrival. */
class Semaphore {
  readonly #waiting = new Set<() => void>()
  readonly #slots: number
  #free: number

  constructor(slots: number) {
    this.#slots = slots
    this.#free = slots
  }

  get waiting(): number {
    return this.#waiting.size
  }

  get isUnused(): boolean {
    return this.#free === this.#slots
  }

  /** Takes a slot if one is free. */
  tryAcquire(): boolean {
    if (this.#free === 0) return false
    this.#free -= 1
    return true
  }

  /** Throws DatabaseUnavailable, busy, if none becomes free before the timeout. */
  async acquire(timeout: number, message: string): Promise<void> {
    if (this.tryAcquire()) return
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#waiting.add(resolve)
    const giveUp = () => {
      this.#waiting.delete(resolve)
      reject(new DatabaseUnavailable(message, { busy: true }))
    }
    await promise.finally(afterRunning(timeout, giveUp))
  }

  /** Gives the slot to the caller that has waited longest. */
  release(): void {
    const [next] = this.#waiting
    if (!next) return void (this.#free += 1)
    this.#waiting.delete(next)
    next()
  }
}

/** The slots of a transaction at locks, until it ends. */
export type LockSlots = {
  /** Call it before waiting for a lock that many may want at once. It ends the transaction if no slot is free. */
  acquire: (key: string) => void
}

/**
 * Limits the transactions of this process (docs/decisions/051): at most `transactions` at once, so that connections are left
 * for reads, and at most `per_lock` at one lock, so that a lock that is held does not use up all of them.
 */
export class TransactionSlots {
  readonly #limits: PoolLimits
  readonly #transactions: Semaphore
  readonly #locks = new Map<string, Semaphore>()

  constructor(limits: PoolLimits) {
    this.#limits = limits
    this.#transactions = new Semaphore(limits.transactions)
  }

  /**
   * Runs a transaction that wants the locks `keys`, once it has a slot at each. If it meets another lock without a free slot,
   * it waits for one and retries `begin`, passing the remaining time for locks in ms (null on the first try).
   */
  async run<T>(keys: readonly string[], begin: (slots: LockSlots, remaining: number | null) => Promise<T>): Promise<T> {
    const deadline = performance.now() + this.#limits.lock
    const wanted = new Set(keys)
    for (let remaining: number | null = null; ; remaining = deadline - performance.now()) {
      const held = new Map<string, Semaphore>()
      const acquire = (key: string) => {
        if (held.has(key)) return
        const lock = this.#lockOf(key)
        if (!lock.tryAcquire()) throw new LockIsFull(key)
        held.set(key, lock)
      }
      try {
        // Takes the slots in one order, so that two transactions never wait for each other. Nobody waits for a slot
        // inside a transaction.
        for (const key of [...wanted].toSorted()) {
          const lock = this.#lockOf(key)
          await lock.acquire(deadline - performance.now(), `Other transactions were first at the lock of ${key}.`)
          held.set(key, lock)
        }
        await this.#transactions.acquire(this.#limits.acquire, 'All connections for transactions are in use.')
        try {
          return await begin({ acquire }, remaining)
        } finally {
          this.#transactions.release()
        }
      } catch (error) {
        if (!(error instanceof LockIsFull)) throw error
        wanted.add(error.key)
      } finally {
        for (const [key, lock] of held) {
          lock.release()
          if (lock.isUnused) this.#locks.delete(key)
        }
      }
    }
  }

  /** Transactions that wait for a slot, without a connection. */
  get waiting(): number {
    let waiting = this.#transactions.waiting
    for (const lock of this.#locks.values()) waiting += lock.waiting
    return waiting
  }

  #lockOf(key: string): Semaphore {
    const known = this.#locks.get(key)
    if (known) return known
    const lock = new Semaphore(this.#limits.per_lock)
    this.#locks.set(key, lock)
    return lock
  }
}
