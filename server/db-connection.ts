import type { NetConnectOpts } from 'node:net'
import type { PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { PoolClient, QueryArrayResult } from 'pg'
import type { CircuitBreaker, InFlight } from './circuit-breaker.ts'
import { cancel, type ClosableClient } from './db-client.ts'
import { DatabaseUnavailable, isResponse, retryDeadlocks, unavailableOf } from './db-errors.ts'
import { isNameLost } from './old-pgbouncer.ts'
import type { PoolLimits } from './pool-limits.ts'
import type { PoolMode } from './pooler.ts'
import { isPlanOutdated, type StatementNames } from './statement-names.ts'

/** How long we wait for a response after PostgreSQL's own limit. */
const RESPONSE_TIMEOUT_MS = 1_000

/** The parts that the connections of a pool share. */
export type PoolParts = { limits: PoolLimits; mode: PoolMode; names: StatementNames; breaker: CircuitBreaker }

type Result = Pick<QueryArrayResult, 'command'>

/** A connection of the pool as Kysely uses it. */
export class Connection implements PostgresPoolClient {
  readonly #client: PoolClient & ClosableClient
  readonly #pool: PoolParts
  /** The start of a transaction, which is sent together with its first statement. */
  #begun: Promise<unknown> | null = null
  #inTransaction = false
  #isOutdated = false
  #abort: { reason: unknown } | null = null
  onRelease: (() => void) | null = null

  constructor(client: PoolClient & ClosableClient, pool: PoolParts) {
    this.#client = client
    this.#pool = pool
  }

  query<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query(): never
  async query<R>(text = '', parameters: readonly unknown[] = []): Promise<PostgresQueryResult<R>> {
    this.#throwIfAborted()
    const { limits, breaker } = this.#pool
    if (/^(begin|start transaction)\b/.test(text)) {
      this.#inTransaction = true
      this.#begun = this.#begin(text, limits.transaction)
      this.#begun.catch(() => {})
      return { command: 'SELECT', rowCount: 0, rows: [] }
    }
    const since = performance.now()
    const limit = this.#inTransaction ? limits.transaction : limits.statement
    const deadline = since + limit + RESPONSE_TIMEOUT_MS
    const statement: InFlight = { client: this.#client, since, deadline, error: null }
    breaker.begin(statement)
    let hasResponded = false
    try {
      const begun = this.#begun
      this.#begun = null
      const isEnd = text === 'commit' || text === 'rollback'
      const sent: Promise<Result> = isEnd ? this.#client.query(text) : this.#send(text, parameters)
      // A transaction that is rolled back may have failed at its start.
      const [result] = await Promise.all([sent, text === 'rollback' ? null : begun])
      const done = completed(result)
      hasResponded = true
      if (isEnd) this.#inTransaction = false
      return done as PostgresQueryResult<R>
    } catch (error) {
      hasResponded = isResponse(error)
      this.#throwIfAborted()
      throw statement.error ?? unavailableOf(error) ?? error
    } finally {
      breaker.end(statement, hasResponded)
    }
  }

  #begin(text: string, statement_timeout: number): Promise<unknown> {
    const settings = Object.entries({ ...this.#pool.mode.transactionSettings, statement_timeout })
    return this.#client.query(text + settings.map(([name, value]) => `; set local ${name} = '${value}'`).join(''))
  }

  async #send(text: string, parameters: readonly unknown[]): Promise<QueryArrayResult> {
    const { limits, mode, names } = this.#pool
    const values = [...parameters]
    const send = (name: string | undefined) =>
      this.#inTransaction
        ? (this.#client.query({ name, text, values }) as Promise<never>)
        : mode.sendAlone(this.#client, { name, text, values }, () => this.#begin('begin', limits.statement))
    try {
      return await (this.#inTransaction ? send(names.of(text)) : retryDeadlocks(() => send(names.of(text))))
    } catch (error) {
      if (!isPlanOutdated(error) && !isNameLost(error)) throw error
      this.#isOutdated = true
      if (isNameLost(error)) mode.onNameLost(names)
      if (this.#inTransaction) throw new DatabaseUnavailable('The schema has changed.', { cause: error, busy: true })
      return send(undefined)
    }
  }

  /** Ends the statement in flight and the transaction, and closes the connection. */
  async abort(reason: unknown, address: NetConnectOpts): Promise<void> {
    this.#abort = { reason }
    // PostgreSQL does not look at the connection while it works or waits for a lock.
    await cancel(this.#client, address)
    this.#client.socket.destroy()
  }

  release(destroy = false): void {
    const isUsable = !destroy && !this.#inTransaction && !this.#isOutdated && !this.#abort
    this.#inTransaction = false
    this.#begun = null
    this.onRelease?.()
    this.onRelease = null
    this.#client.release(!isUsable)
  }

  #throwIfAborted(): void {
    if (this.#abort) throw this.#abort.reason
  }
}

/** A result without its last message is a broken connection, never an empty result. */
function completed(result: Result): Result {
  if (!result.command) throw new DatabaseUnavailable('The result from the database is incomplete.')
  return result
}
