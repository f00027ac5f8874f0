import type { NetConnectOpts } from 'node:net'
import type { PostgresPool } from 'kysely'
import { type Client, type ClientConfig, Pool, type PoolClient } from 'pg'
import { connectionOptions } from '#/db/connection.ts'
import { CircuitBreaker } from './circuit-breaker.ts'
import { addressOf, ClosableClient } from './db-client.ts'
import { Connection } from './db-connection.ts'
import { DatabaseUnavailable, unavailableOf } from './db-errors.ts'
import { getTypeParser } from './db-parsers.ts'
import type { PoolLimits } from './pool-limits.ts'
import { poolModeOf, type Pooler, type PoolMode } from './pooler.ts'
import { StatementNames } from './statement-names.ts'
import { afterRunning } from './running-time.ts'

/** The number of connections in each state, and of callers that wait for a connection. */
export type PoolCounts = { in_use: number; idle: number; waiting: number }

/**
 * A pool of connections in which every wait ends (docs/decisions/050). The library's pool makes and keeps the connections.
 * This adds what it lacks: a limit for each wait, closing a connection that exceeds its limit, and refusing at once while
 * the database is down.
 */
export class LimitedPool implements PostgresPool {
  readonly options: ClientConfig
  readonly #limits: PoolLimits
  readonly #mode: PoolMode
  readonly #names: StatementNames
  readonly #breaker: CircuitBreaker
  readonly #address: NetConnectOpts
  readonly #connections = new WeakMap<PoolClient, Connection>()
  readonly #clients = new Set<ClosableClient>()
  /**
   * Functions that refuse the callers that wait for a connection, and since when: Infinity for a connection that is idle or
   * is being opened.
   */
  readonly #waiting = new Map<(error: DatabaseUnavailable) => void, number>()
  #pool: Pool

  /** `pooler`: the pooler at `url`, or null for the database itself. */
  constructor(url: string, limits: PoolLimits, pooler: Pooler | null = null) {
    this.#limits = limits
    this.#mode = poolModeOf(limits, pooler)
    this.#names = new StatementNames(pooler?.keeps_names ?? true)
    this.options = {
      ...connectionOptions(url, this.#mode.connectionSettings),
      types: { getTypeParser },
      // A statement may be sent before the response to the one before it.
      pipeline: true,
    }
    this.#address = addressOf(this.options)
    this.#breaker = new CircuitBreaker(this.#mode.probeAddresses(this.#address), () => this.#replace())
    this.#pool = this.#openPool()
  }

  /** Throws DatabaseUnavailable: at once while the database is down, and when no connection becomes free before the timeout. */
  async connect(): Promise<Connection> {
    if (this.#breaker.isOpen) throw new DatabaseUnavailable('The database is unavailable.')
    const pool = this.#pool
    const unopened = this.#limits.connections - pool.totalCount
    const isFull = pool.idleCount + unopened <= pool.waitingCount
    try {
      return this.#connectionOf(await this.#waitFor(pool.connect(), isFull ? this.#limits.acquire : null))
    } catch (error) {
      const unavailable = unavailableOf(error)
      if (unavailable && !unavailable.busy) void this.#breaker.probe()
      throw unavailable ?? error
    }
  }

  /**
   * Waits for a connection. After the timeout, or if the database goes down first, the connection is released as soon
   * as it arrives. `timeout` is null for a connection that is idle or is being opened.
   */
  #waitFor(connecting: Promise<PoolClient>, timeout: number | null): Promise<PoolClient> {
    const { promise, resolve, reject } = Promise.withResolvers<PoolClient>()
    /** Returns whether it was still waiting. */
    const end = (): boolean => {
      stop?.()
      return this.#waiting.delete(refuse)
    }
    const refuse = (error: DatabaseUnavailable) => {
      if (end()) reject(error)
    }
    const isLate = () => refuse(new DatabaseUnavailable('All connections to the database are in use.', { busy: true }))
    const stop = timeout === null ? undefined : afterRunning(timeout, isLate)
    this.#waiting.set(refuse, timeout === null ? Infinity : performance.now())
    connecting.then(
      (client) => (end() ? resolve(client) : client.release()),
      (error: unknown) => end() && reject(error as Error),
    )
    return promise
  }

  #refuseWaiting(): void {
    for (const refuse of this.#waiting.keys()) refuse(new DatabaseUnavailable('The database is unavailable.'))
  }

  /**
   * Uses the same connections for work that may be aborted. An abort closes the connections that the work uses, with
   * their statements and transactions, and the work gets no others.
   */
  until(signal: AbortSignal): PostgresPool {
    const held = new Set<Connection>()
    signal.addEventListener('abort', () => {
      for (const connection of held) void connection.abort(signal.reason, this.#address)
    })
    const connectUntil = async () => {
      signal.throwIfAborted()
      const connection = await this.connect()
      if (signal.aborted) {
        connection.release()
        throw signal.reason
      }
      held.add(connection)
      connection.onRelease = () => held.delete(connection)
      return connection
    }
    return { options: this.options, connect: connectUntil, end: async () => {} }
  }

  /** Milliseconds for which the first caller in the queue for a connection has waited. */
  get oldestWaitMs(): number {
    for (const since of this.#waiting.values()) if (since < Infinity) return performance.now() - since
    return 0
  }

  get counts(): PoolCounts {
    const { totalCount, idleCount, waitingCount } = this.#pool
    return { in_use: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
  }

  /** Waits for the statements in flight, then closes all connections. Callers that wait for a connection are refused. */
  async end(): Promise<void> {
    await this.#breaker.stop()
    this.#refuseWaiting()
    await this.#pool.end()
  }

  #openPool(): Pool {
    const pool = new Pool({
      ...this.options,
      max: this.#limits.connections,
      // The library would also limit the wait for a connection that others use. `connect` does that.
      connectionTimeoutMillis: 0,
      idleTimeoutMillis: 60_000,
      Client: ClosableClient as unknown as new () => Client,
    })
    // The pool has already removed a connection that breaks while nobody uses it, so there is nothing to do.
    pool.on('error', () => {})
    pool.on('connect', (client) => this.#clients.add(client as unknown as ClosableClient))
    pool.on('remove', (client) => this.#clients.delete(client as unknown as ClosableClient))
    return pool
  }

  #connectionOf(client: PoolClient): Connection {
    const known = this.#connections.get(client)
    if (known) return known
    const connection = new Connection(client as PoolClient & ClosableClient, {
      limits: this.#limits,
      mode: this.#mode,
      names: this.#names,
      breaker: this.#breaker,
    })
    this.#connections.set(client, connection)
    return connection
  }

  /**
   * Replaces the connections when the database goes down, because a silent one would swallow the next statement. A
   * connection with a statement in flight stays open until the statement ends or reaches its deadline.
   */
  #replace(): void {
    const old = this.#pool
    this.#pool = this.#openPool()
    this.#refuseWaiting()
    const inFlight = this.#breaker.clients
    for (const client of this.#clients) if (!inFlight.has(client)) client.socket.destroy()
    old.end().catch(() => {})
  }
}
