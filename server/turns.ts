import { DatabaseUnavailable, type PoolLimits } from './db-pool.ts'

/** A transaction cannot go on now: too many of this process are at the lock. It ends, waits without a connection, and begins again. */
class MustWait extends Error {
  readonly key: string

  constructor(key: string) {
    super(`Too many transactions are at the lock of ${key}.`)
    this.key = key
  }
}

/** Places for a number of holders; the others wait in the order in which they came. */
class Places {
  readonly #waiting = new Set<() => void>()
  readonly #places: number
  #free: number

  constructor(places: number) {
    this.#places = places
    this.#free = places
  }

  get isUnused(): boolean {
    return this.#free === this.#places
  }

  /** Takes a place if one is free and nobody waits for it. */
  tryTake(): boolean {
    if (this.#free === 0) return false
    this.#free -= 1
    return true
  }

  /** Throws DatabaseUnavailable, busy, when none gets free within so many milliseconds. */
  async take(timeout: number, message: string): Promise<void> {
    if (this.tryTake()) return
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#waiting.add(resolve)
    const giveUp = () => {
      this.#waiting.delete(resolve)
      reject(new DatabaseUnavailable(message, { busy: true }))
    }
    const timer = setTimeout(giveUp, timeout)
    await promise.finally(() => clearTimeout(timer))
  }

  /** Hands the place to the one who has waited longest. */
  leave(): void {
    const [next] = this.#waiting
    if (!next) return void (this.#free += 1)
    this.#waiting.delete(next)
    next()
  }
}

/** What a transaction holds among the transactions of its process, until it ends. */
export type Turn = {
  /** Call it before waiting for a lock that many may want at once: it ends the transaction when enough are there. */
  take: (key: string) => void
}

/**
 * Who of this process may have a connection for a transaction (docs/decisions/051): at most `transactions` at once, so that
 * some are left for reads, and at most `sharers` that want one lock, so that a lock that is held does not take all of them.
 */
export class Turns {
  readonly #limits: PoolLimits
  readonly #transactions: Places
  readonly #places = new Map<string, Places>()

  constructor(limits: PoolLimits) {
    this.#limits = limits
    this.#transactions = new Places(limits.transactions)
  }

  /**
   * Runs a transaction that wants the locks `keys`, once it has a turn at each. When it meets another one whose places
   * are taken, `begin` is called again after a wait: with the milliseconds that are left for waiting, else with null.
   */
  async run<T>(keys: readonly string[], begin: (turn: Turn, remaining: number | null) => Promise<T>): Promise<T> {
    const deadline = performance.now() + this.#limits.lock
    const wanted = new Set(keys)
    for (let remaining: number | null = null; ; remaining = deadline - performance.now()) {
      const held = new Map<string, Places>()
      const take = (key: string) => {
        if (held.has(key)) return
        const places = this.#placesOf(key)
        if (!places.tryTake()) throw new MustWait(key)
        held.set(key, places)
      }
      try {
        // In one order, so that two never wait for each other; nobody waits for a lock's place inside a transaction.
        for (const key of [...wanted].toSorted()) {
          const places = this.#placesOf(key)
          await places.take(deadline - performance.now(), `Others were first at the lock of ${key}.`)
          held.set(key, places)
        }
        await this.#transactions.take(this.#limits.free, 'All connections for transactions are in use.')
        try {
          return await begin({ take }, remaining)
        } finally {
          this.#transactions.leave()
        }
      } catch (error) {
        if (!(error instanceof MustWait)) throw error
        wanted.add(error.key)
      } finally {
        for (const [key, places] of held) {
          places.leave()
          if (places.isUnused) this.#places.delete(key)
        }
      }
    }
  }

  #placesOf(key: string): Places {
    const known = this.#places.get(key)
    if (known) return known
    const places = new Places(this.#limits.sharers)
    this.#places.set(key, places)
    return places
  }
}
