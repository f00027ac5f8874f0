import type { NetConnectOpts } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { probe, type ClosableClient } from './db-client.ts'
import { DatabaseUnavailable } from './db-errors.ts'

/** The interval at which statements in flight are checked. */
const CHECK_INTERVAL_MS = 100

/** Time without any response after which the database is probed. */
const SILENCE_MS = 200

const PROBE_INTERVAL_MS = 250

/** How long a statement may be in flight while the database is down. */
const DOWN_TIMEOUT_MS = 900

/** A statement whose response has not arrived. */
export type InFlight = { client: ClosableClient; since: number; deadline: number; error: DatabaseUnavailable | null }

/**
 * Watches the statements in flight: ends each at its deadline, probes the database when nothing responds, and is open while
 * the database is down.
 */
export class CircuitBreaker {
  readonly #addresses: readonly NetConnectOpts[]
  readonly #onOpen: () => void
  readonly #inFlight = new Set<InFlight>()
  readonly #timer: NodeJS.Timeout
  #isOpen = false
  /** When a statement last ended, and when the database last responded to one. */
  #endedAt = performance.now()
  #respondedAt = -Infinity
  #probing: Promise<void> | null = null
  #probedAt = 0

  /** The database is down when one of the addresses does not respond. */
  constructor(addresses: readonly NetConnectOpts[], onOpen: () => void) {
    this.#addresses = addresses
    this.#onOpen = onOpen
    this.#timer = setInterval(() => void this.#check(), CHECK_INTERVAL_MS).unref()
  }

  /** Whether the database is down. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  /** The clients whose statements are in flight. */
  get clients(): ReadonlySet<ClosableClient> {
    return new Set([...this.#inFlight].map(({ client }) => client))
  }

  begin(statement: InFlight): void {
    this.#inFlight.add(statement)
  }

  /** `hasResponded`: whether the statement ended with a result, or with the database's refusal. */
  end(statement: InFlight, hasResponded: boolean): void {
    this.#inFlight.delete(statement)
    this.#endedAt = performance.now()
    if (hasResponded) this.#respondedAt = this.#endedAt
  }

  /**
   * Finds out whether the database is available, with one probe at a time. On a busy machine the process that handles a
   * probe may get no time. The completion of any other statement is enough to show that the database is available.
   */
  probe(): Promise<void> {
    const begunAt = performance.now()
    this.#probing ??= Promise.all(this.#addresses.map(probe))
      .then((responses) => {
        const isThere = responses.every(Boolean) || this.#respondedAt > begunAt
        if (!isThere && !this.#isOpen) this.#onOpen()
        this.#isOpen = !isThere
        this.#probedAt = performance.now()
      })
      .finally(() => (this.#probing = null))
    return this.#probing
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#probing
  }

  async #check(): Promise<void> {
    // Handles responses that have already arrived first, because after a blocked event loop the timer runs before them.
    await nextTurn()
    const now = performance.now()
    let oldest = now
    for (const statement of this.#inFlight) {
      const { since, deadline } = statement
      oldest = Math.min(oldest, since)
      if (now >= (this.#isOpen ? Math.min(deadline, since + DOWN_TIMEOUT_MS) : deadline)) timeOut(statement)
    }
    const isSilent = Math.min(now - oldest, now - this.#endedAt) > SILENCE_MS
    if ((isSilent || this.#isOpen) && now - this.#probedAt >= PROBE_INTERVAL_MS) await this.probe()
  }
}

/** Closes the connection of a statement that took too long. The statement fails. */
function timeOut(statement: InFlight): void {
  statement.error = new DatabaseUnavailable('The database did not answer in time.')
  statement.client.socket.destroy()
}
