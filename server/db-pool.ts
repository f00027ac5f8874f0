import { hash } from 'node:crypto'
import { connect, isIP, type NetConnectOpts, Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { type PostgresPool, type PostgresPoolClient, type PostgresQueryResult } from 'kysely'
import { Client, type ClientConfig, DatabaseError, Pool, type PoolClient, type QueryArrayResult, types } from 'pg'
import { CONNECT_TIMEOUT_MS, connectionOptions } from '#/db/connection.ts'
import type { Pooler } from './pooler.ts'

/** The limits of a pool; times in milliseconds. */
export type PoolLimits = {
  connections: number
  /** Connections that transactions may have at once: the others are left for reads. */
  transactions: number
  /** Transactions of this process at one lock: one that has it, and one that waits for it. */
  sharers: number
  /** The wait for a connection while all are in use. */
  free: number
  /** A statement on its own. */
  statement: number
  /** Each statement of a transaction. */
  transaction: number
  /** The wait for a lock that another transaction holds. */
  lock: number
}

/** The connections of a pool, and who waits for one. */
export type PoolCounts = { in_use: number; idle: number; waiting: number }

/** For the requests of people, who wait for the answer. */
export const REQUEST_LIMITS: PoolLimits = {
  connections: 10,
  transactions: 8,
  sharers: 2,
  free: 1_000,
  statement: 5_000,
  transaction: 10_000,
  lock: 2_000,
}

/** For jobs, the start and commands: nobody waits, and some change a whole season. */
export const JOB_LIMITS: PoolLimits = {
  connections: 5,
  // Three jobs run at once, so they never take all connections.
  transactions: 5,
  sharers: 5,
  free: 20_000,
  statement: 120_000,
  transaction: 120_000,
  lock: 20_000,
}

/** A transaction may do nothing for this long, in milliseconds, before PostgreSQL ends it and its locks. */
const IDLE_TRANSACTION_TIMEOUT_MS = 30_000

/** Milliseconds after PostgreSQL's own limit until we stop waiting for its answer. */
const ANSWER_TIMEOUT_MS = 1_000

/** Milliseconds between two checks of what is under way. */
const CHECK_INTERVAL_MS = 100

/** Milliseconds without any answer after which the database must show that it is there. */
const SILENCE_MS = 200

/** Milliseconds for that, and between two attempts to reach a database that is away. */
const KNOCK_TIMEOUT_MS = 600
const KNOCK_INTERVAL_MS = 250

/** Milliseconds that a statement may be under way while the database is away. */
const AWAY_TIMEOUT_MS = 900

/** Milliseconds for a request to cancel a statement. */
const CANCEL_TIMEOUT_MS = 1_000

/** Statements that keep a name, and so a plan, on each connection. The app has some 600; lists with filters make more. */
const NAMES = 2_000

/**
 * The database does not answer, or has no free connection. A statement that was under way may have been done or not.
 * `busy`: it is there, but others were first.
 */
export class DatabaseUnavailable extends Error {
  readonly busy: boolean

  constructor(message: string, { cause, busy = false }: { cause?: unknown; busy?: boolean } = {}) {
    super(message, { cause })
    this.busy = busy
  }
}

/** The result types that differ from the driver's own: days and intervals as text, int8 as number; instants read faster. */
const parsers: Record<number, (text: string) => unknown> = {
  1184: parseInstant,
  // date; a JavaScript Date would be an instant.
  1082: (text) => text,
  1182: parserOf(1009),
  1186: (text) => text,
  // count(*) and sum() are int8; none of ours comes near 2^53.
  20: Number,
  1016: (text) => (parserOf(1009)(text) as string[]).map(Number),
}

/** The driver's parser of a type by its number in pg_type: 1009 is text[]. */
function parserOf(oid: number): (text: string) => unknown {
  return types.getTypeParser(oid)
}

/** An instant as every connection writes it, in UTC: '2026-07-15 16:00:00.5+00'. The driver reads what is far away, which Date does not. */
function parseInstant(text: string): unknown {
  return /^[1-9]\d{3}-.+\+00$/.test(text) ? new Date(text) : parserOf(1184)(text)
}

function getTypeParser(oid: number, format?: string): (text: string) => unknown {
  return (
    (format !== 'binary' && parsers[oid]) || (types.getTypeParser(oid, format as 'text') as (text: string) => unknown)
  )
}

/** A client that connects in time, and whose socket can be closed whatever the client is doing. */
export class ClosableClient extends Client {
  readonly socket: Socket
  /** What PostgreSQL wants to see in a request to cancel this client's statement; null before it has connected. */
  declare readonly processID: number | null
  declare readonly secretKey: number | null

  constructor(config: ClientConfig) {
    const socket = new Socket()
    super({ ...config, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, stream: () => socket })
    this.socket = socket
    // A connection that breaks fails its statement; without a listener the event would end the process.
    this.on('error', () => {})
  }
}

/** A statement whose answer has not arrived. */
type UnderWay = { client: ClosableClient; since: number; deadline: number; error: DatabaseUnavailable | null }

/**
 * A pool of connections in which every wait ends. The library's pool makes and keeps the connections; this adds what it
 * lacks: a limit for each wait, closing a connection that misses its limit, and refusing at once while the database is away.
 */
export class LimitedPool implements PostgresPool {
  readonly options: ClientConfig
  readonly #limits: PoolLimits
  readonly #connections = new WeakMap<PoolClient, Connection>()
  readonly #underWay = new Set<UnderWay>()
  /** Who waits for a connection: how each is refused. */
  readonly #waiting = new Set<(error: DatabaseUnavailable) => void>()
  readonly #clients = new Set<ClosableClient>()
  readonly #names = new Map<string, string>()
  readonly #timer: NodeJS.Timeout
  readonly #address: NetConnectOpts
  readonly #knockAt: readonly NetConnectOpts[]
  readonly #isPooled: boolean
  #keepsNames: boolean
  #pool: Pool
  /** When a statement last ended, and when one was last answered by the database. */
  #endedAt = performance.now()
  #answeredAt = -Infinity
  #away = false
  #knocking: Promise<void> | null = null
  #knockedAt = 0

  /** `pooler`: what answers at `url`; null when that is the database itself. */
  constructor(url: string, limits: PoolLimits, pooler: Pooler | null = null) {
    this.#limits = limits
    this.#isPooled = pooler !== null
    this.#keepsNames = pooler?.keeps_names ?? true
    this.options = {
      ...connectionOptions(url, this.#isPooled ? {} : settingsOf(limits)),
      types: { getTypeParser },
      // A statement may be sent before the one before it is answered.
      pipeline: true,
    }
    this.#address = addressOf(this.options)
    // A pooler answers also while its database is away.
    this.#knockAt = pooler ? [this.#address, addressOf(connectionOptions(pooler.direct))] : [this.#address]
    this.#pool = this.#openPool()
    this.#timer = setInterval(() => void this.#check(), CHECK_INTERVAL_MS).unref()
  }

  /** Throws DatabaseUnavailable: at once while the database is away, and when none gets free in time. */
  async connect(): Promise<Connection> {
    if (this.#away) throw new DatabaseUnavailable('The database is away.')
    const pool = this.#pool
    const unopened = this.#limits.connections - pool.totalCount
    const isFull = pool.idleCount + unopened <= pool.waitingCount
    try {
      return this.#connectionOf(await this.#waitFor(pool.connect(), isFull ? this.#limits.free : null))
    } catch (error) {
      const unavailable = unavailableOf(error)
      if (unavailable && !unavailable.busy) void this.#knock()
      throw unavailable ?? error
    }
  }

  /**
   * The connection, unless it takes too long to be free or the database goes away meanwhile: then it goes back when it
   * comes. `timeout`: null for one that is idle or is being opened.
   */
  #waitFor(connecting: Promise<PoolClient>, timeout: number | null): Promise<PoolClient> {
    const { promise, resolve, reject } = Promise.withResolvers<PoolClient>()
    /** Whether it was still waiting. */
    const end = (): boolean => {
      clearTimeout(timer)
      return this.#waiting.delete(refuse)
    }
    const refuse = (error: DatabaseUnavailable) => {
      if (end()) reject(error)
    }
    const isLate = () => refuse(new DatabaseUnavailable('All connections to the database are in use.', { busy: true }))
    const timer = timeout === null ? undefined : setTimeout(isLate, timeout)
    this.#waiting.add(refuse)
    connecting.then(
      (client) => (end() ? resolve(client) : client.release()),
      (error: unknown) => end() && reject(error as Error),
    )
    return promise
  }

  /** Nobody gets a connection of the pool any more. */
  #refuseWaiting(): void {
    for (const refuse of this.#waiting) refuse(new DatabaseUnavailable('The database is away.'))
  }

  /**
   * The same connections for work that may be aborted: from then on it gets none, and those that it has are closed, with
   * their statements and transactions.
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

  get counts(): PoolCounts {
    const { totalCount, idleCount, waitingCount } = this.#pool
    return { in_use: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
  }

  /** Waits for the statements under way, then closes all connections. Who waits for one is refused. */
  async end(): Promise<void> {
    clearInterval(this.#timer)
    await this.#knocking
    this.#refuseWaiting()
    await this.#pool.end()
  }

  #openPool(): Pool {
    const pool = new Pool({
      ...this.options,
      max: this.#limits.connections,
      // Of the library's pool it would limit the wait for a connection that others use, too: `connect` does that.
      connectionTimeoutMillis: 0,
      idleTimeoutMillis: 60_000,
      Client: ClosableClient as unknown as new () => Client,
    })
    // A connection that breaks while nobody uses it; the pool has removed it.
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
      isPooled: this.#isPooled,
      nameOf: (text) => this.#nameOf(text),
      loseNames: () => (this.#keepsNames = !this.#isPooled),
      begin: (underWay) => this.#underWay.add(underWay),
      end: (underWay, isAnswered) => {
        this.#underWay.delete(underWay)
        this.#endedAt = performance.now()
        if (isAnswered) this.#answeredAt = this.#endedAt
      },
    })
    this.#connections.set(client, connection)
    return connection
  }

  #nameOf(text: string): string | undefined {
    if (!this.#keepsNames) return undefined
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= NAMES) return known
    // The same in every process: behind a pooler that nobody has named as one it cannot be another statement's.
    const name = hash('sha1', text, 'base64url')
    this.#names.set(text, name)
    return name
  }

  async #check(): Promise<void> {
    // Answers that have arrived come first: after a blocked event loop the timer would run before them.
    await turn()
    const now = performance.now()
    let oldest = now
    for (const underWay of this.#underWay) {
      oldest = Math.min(oldest, underWay.since)
      const deadline = this.#away ? Math.min(underWay.deadline, underWay.since + AWAY_TIMEOUT_MS) : underWay.deadline
      if (now >= deadline) giveUp(underWay)
    }
    const isSilent = Math.min(now - oldest, now - this.#endedAt) > SILENCE_MS
    if ((isSilent || this.#away) && now - this.#knockedAt >= KNOCK_INTERVAL_MS) await this.#knock()
  }

  /**
   * Finds out whether the database is there; one attempt at a time. A machine may have no time for the process that answers
   * a knock: a statement that is answered meanwhile says the same.
   */
  #knock(): Promise<void> {
    const begunAt = performance.now()
    this.#knocking ??= Promise.all(this.#knockAt.map(knock))
      .then((answers) => {
        const isThere = answers.every(Boolean) || this.#answeredAt > begunAt
        if (!isThere && !this.#away) this.#leave()
        this.#away = !isThere
        this.#knockedAt = performance.now()
      })
      .finally(() => (this.#knocking = null))
    return this.#knocking
  }

  /**
   * The database is away: its connections are not used again, since a silent one would swallow the next statement. Those
   * with a statement under way keep their time.
   */
  #leave(): void {
    const old = this.#pool
    this.#pool = this.#openPool()
    this.#refuseWaiting()
    const waiting = new Set([...this.#underWay].map(({ client }) => client))
    for (const client of this.#clients) if (!waiting.has(client)) client.socket.destroy()
    old.end().catch(() => {})
  }
}

/** PostgreSQL's settings for a connection; behind a pooler, for each transaction. */
function settingsOf(limits: PoolLimits): Record<string, string | number> {
  return {
    TimeZone: 'UTC',
    // For SSDs. At the default of 4, made for spinning disks, PostgreSQL scans a whole table to find two hundred rows.
    random_page_cost: 1.1,
    statement_timeout: limits.statement,
    lock_timeout: limits.lock,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
  }
}

function addressOf(options: ClientConfig): NetConnectOpts {
  const { host, port } = new Client(options)
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
}

/** Closes the connection of a statement that took too long; the statement fails. */
function giveUp(underWay: UnderWay): void {
  underWay.error = new DatabaseUnavailable('The database did not answer in time.')
  underWay.client.socket.destroy()
}

/** A request for TLS, which a server answers before anything else (PostgreSQL's documentation, section 54.7). */
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

/**
 * Whether a server at the address answers. Signing in would say more but costs much more: on a machine that has a lot to
 * do it would call a database away that is there.
 */
function knock(address: NetConnectOpts): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(address)
  let timer = setTimeout(() => resolve(false), CONNECT_TIMEOUT_MS)
  const startTimer = () => {
    clearTimeout(timer)
    // An answer that has arrived comes first.
    timer = setTimeout(() => setImmediate(() => resolve(false)), KNOCK_TIMEOUT_MS)
  }
  // Looking up a name can wait behind the hashing of passwords, which says nothing about the database. An IP address is
  // not looked up, and there is no event.
  if ('host' in address && isIP(address.host ?? '') === 0) socket.once('lookup', startTimer)
  else startTimer()
  socket.once('connect', () => socket.write(sslRequest))
  socket.once('data', () => resolve(true))
  socket.once('error', () => resolve(false))
  socket.once('close', () => resolve(false))
  return promise.finally(() => {
    clearTimeout(timer)
    socket.destroy()
  })
}

/** Asks PostgreSQL to cancel what a client is doing (its documentation, section 54.2.9); waits until it has done so, or for a second. */
function cancel({ processID, secretKey }: ClosableClient, address: NetConnectOpts): Promise<void> {
  if (processID === null || secretKey === null) return Promise.resolve()
  const request = Buffer.alloc(16)
  for (const [index, value] of [16, 80_877_102, processID, secretKey].entries()) request.writeInt32BE(value, index * 4)
  const { promise, resolve } = Promise.withResolvers<void>()
  const socket = connect(address, () => socket.end(request))
  socket.setTimeout(CANCEL_TIMEOUT_MS, () => socket.destroy())
  socket.once('error', () => {})
  socket.once('close', () => resolve())
  socket.resume()
  return promise
}

/** SQLSTATE classes (PostgreSQL's documentation, appendix A) of a server that is away: broken connections, sign-in, shutdown. */
const away = /^(08|28|57P)/

/** And of one that has too much to do: out of resources, a statement's limit, a lock's limit, an idle transaction's limit. */
const busy = /^(53|57014|55P03|25P0[34])/

/** What an error means for the database; null when the statement itself is wrong, or the work around it. */
export function unavailableOf(error: unknown): DatabaseUnavailable | null {
  if (error instanceof DatabaseUnavailable) return error
  if (!(error instanceof DatabaseError))
    return new DatabaseUnavailable('The database connection broke.', { cause: error })
  const { code = '' } = error
  if (away.test(code)) return new DatabaseUnavailable('The database is away.', { cause: error })
  if (busy.test(code)) return new DatabaseUnavailable('The database is busy.', { cause: error, busy: true })
  return null
}

type Watch = {
  limits: PoolLimits
  isPooled: boolean
  nameOf: (text: string) => string | undefined
  /** The pooler does not keep the names of statements. */
  loseNames: () => void
  begin: (underWay: UnderWay) => void
  /** `isAnswered`: by the database, with a result or a refusal. */
  end: (underWay: UnderWay, isAnswered: boolean) => void
}

/** A connection of the pool as Kysely uses it. */
class Connection implements PostgresPoolClient {
  readonly #client: PoolClient & ClosableClient
  readonly #watch: Watch
  /** Sent, and waited for with the next statement. */
  #sent: Promise<unknown>[] = []
  #inTransaction = false
  #isOutdated = false
  #abort: { reason: unknown } | null = null
  onRelease: (() => void) | null = null

  constructor(client: PoolClient & ClosableClient, watch: Watch) {
    this.#client = client
    this.#watch = watch
  }

  query<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query(): never
  async query<R>(text = '', parameters: readonly unknown[] = []): Promise<PostgresQueryResult<R>> {
    this.#throwIfAborted()
    const { limits, isPooled, begin, end } = this.#watch
    if (/^(begin|start transaction)\b/.test(text)) {
      this.#inTransaction = true
      return this.#sendAhead(this.#begin(text, limits.transaction))
    }
    const since = performance.now()
    const limit = this.#inTransaction ? limits.transaction : limits.statement
    const underWay: UnderWay = { client: this.#client, since, deadline: since + limit + ANSWER_TIMEOUT_MS, error: null }
    begin(underWay)
    let isAnswered = false
    try {
      // A transaction that is rolled back may have failed in any of its statements.
      const before = text === 'rollback' ? [] : this.#sent
      this.#sent = []
      const ends = text === 'commit' || text === 'rollback'
      const answer = ends
        ? this.#client.query(text)
        : isPooled && !this.#inTransaction
          ? this.#sendInTransaction(text, parameters)
          : this.#send(text, parameters)
      const [result] = before.length > 0 ? await Promise.all([answer, ...before]) : [await answer]
      const done = completed(result)
      isAnswered = true
      if (ends) this.#inTransaction = false
      return done as PostgresQueryResult<R>
    } catch (error) {
      isAnswered = error instanceof DatabaseError && !away.test(error.code ?? '')
      this.#throwIfAborted()
      throw underWay.error ?? unavailableOf(error) ?? error
    } finally {
      end(underWay, isAnswered)
    }
  }

  /** A pooler may use another connection for the next transaction, so a statement alone is one, with its settings. */
  async #sendInTransaction(
    text: string,
    parameters: readonly unknown[],
    name = this.#watch.nameOf(text),
  ): Promise<QueryArrayResult> {
    const begun = this.#begin('begin', this.#watch.limits.statement)
    const answer = this.#client.query({ name, text, values: [...parameters] }) as Promise<QueryArrayResult>
    const ended = this.#client.query('commit')
    // Also when it fails: the connection is free for the next one when the transaction has ended.
    const outcomes = await Promise.allSettled([answer, begun, ended])
    const outdated = outcomes.some((outcome) => outcome.status === 'rejected' && this.#isOutdatedBy(outcome.reason))
    if (outdated && name !== undefined) return this.#sendInTransaction(text, parameters, undefined)
    const [result] = await Promise.all([answer, begun, ended])
    return result
  }

  /** Whether a statement failed because of its name; the connection, or the whole pool, then goes on without. */
  #isOutdatedBy(error: unknown): boolean {
    if (!isPlanOutdated(error)) return false
    this.#isOutdated = true
    if (error.code !== '0A000') this.#watch.loseNames()
    return true
  }

  #begin(text: string, statementTimeout: number): Promise<unknown> {
    const { limits, isPooled } = this.#watch
    const settings = { ...(isPooled && settingsOf(limits)), statement_timeout: statementTimeout }
    const setting = Object.entries(settings).map(([name, value]) => `; set local ${name} = '${value}'`)
    return this.#client.query(text + setting.join(''))
  }

  async #send(text: string, parameters: readonly unknown[]): Promise<QueryArrayResult> {
    const values = [...parameters]
    try {
      return await this.#client.query({ name: this.#watch.nameOf(text), text, values })
    } catch (error) {
      if (!this.#isOutdatedBy(error)) throw error
      if (this.#inTransaction) throw new DatabaseUnavailable('The schema has changed.', { cause: error, busy: true })
      return this.#client.query({ text, values })
    }
  }

  #sendAhead<R>(answer: Promise<unknown>): PostgresQueryResult<R> {
    answer.catch(() => {})
    this.#sent.push(answer)
    return { command: 'SELECT', rowCount: 0, rows: [] }
  }

  /** Ends the statement under way and the transaction, and closes the connection. */
  async abort(reason: unknown, address: NetConnectOpts): Promise<void> {
    this.#abort = { reason }
    // PostgreSQL does not look at the connection while it works or waits for a lock.
    await cancel(this.#client, address)
    this.#client.socket.destroy()
  }

  release(destroy = false): void {
    const isUsable = !destroy && !this.#inTransaction && !this.#isOutdated && !this.#abort
    this.#inTransaction = false
    this.#sent = []
    this.onRelease?.()
    this.onRelease = null
    this.#client.release(!isUsable)
  }

  #throwIfAborted(): void {
    if (this.#abort) throw this.#abort.reason
  }
}

/**
 * A migration has changed what a named statement returns (0A000), or a pooler has forgotten its name (26000) or knows it from
 * another process (42P05).
 */
function isPlanOutdated(error: unknown): error is DatabaseError {
  if (!(error instanceof DatabaseError)) return false
  return (
    error.code === '26000' ||
    error.code === '42P05' ||
    (error.code === '0A000' && error.routine === 'RevalidateCachedQuery')
  )
}

/** An answer without its last message is a broken connection, never an empty result. */
function completed<T extends Pick<QueryArrayResult, 'command'>>(result: T): T {
  if (!result.command) throw new DatabaseUnavailable('The answer of the database is not complete.')
  return result
}
