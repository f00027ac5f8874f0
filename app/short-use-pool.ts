import type { FastifyBaseLogger } from 'fastify'
import { type ClientBase, Pool, type PoolClient } from 'pg'
import { connectionOptions } from '#/db/connection.ts'
import { ClosableClient } from '#/server/db-client.ts'

/** Timeout of one use of a connection. */
export const USE_TIMEOUT_MS = 2_000

/** Time between two checks of a connection that only listens. */
const WATCH_INTERVAL_MS = 1_000

/** Time between two attempts to open a connection. The library's own intervals grow to a minute. */
const CONNECT_INTERVAL_MS = 500

type Connected = (error: Error | undefined, client: PoolClient | undefined, done: (release?: boolean) => void) => void

/**
 * The connections of the job queue's library, which waits for responses without a limit. Here a use that lasts too long ends
 * with its connection, and the library retries. A connection that breaks does not end the process.
 */
export class ShortUsePool extends Pool {
  readonly #limits = new WeakMap<ClientBase, NodeJS.Timeout>()

  constructor(url: string, log: FastifyBaseLogger) {
    super({ ...connectionOptions(url), max: 4, Client: ClosableClient as unknown as new () => ClientBase })
    // A connection that was being opened when the pool was closed is closed by the database.
    const broken = (error: Error) => {
      if (!this.ending) log.warn({ err: error }, 'a connection of the job queue broke')
    }
    this.on('error', broken)
    this.on('connect', (client) => void client.on('error', broken))
    this.on('acquire', (client) => this.#limit(client))
    this.on('release', (_error, client) => clearTimeout(this.#limits.get(client)))
    this.on('remove', (client) => clearTimeout(this.#limits.get(client)))
  }

  /** The library uses a callback for the connection that listens and for scheduled jobs. It gets a connection as soon as there is one. */
  override connect(): Promise<PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<PoolClient> | void {
    if (!callback) return super.connect()
    super.connect((error, client, done) => {
      if (!error || this.ending) return callback(error, client, done)
      setTimeout(() => this.connect(callback), CONNECT_INTERVAL_MS)
    })
  }

  /** Marks a connection that listens. From now on it only has to respond to a check every second. */
  watch(client: ClientBase): void {
    clearTimeout(this.#limits.get(client))
    const check = async () => {
      this.#limit(client)
      await client.query('select 1').catch(() => {})
      clearTimeout(this.#limits.get(client))
    }
    const timer = setInterval(() => void check(), WATCH_INTERVAL_MS)
    client.once('end', () => clearInterval(timer))
  }

  #limit(client: ClientBase): void {
    clearTimeout(this.#limits.get(client))
    const close = () => client instanceof ClosableClient && client.socket.destroy()
    this.#limits.set(client, setTimeout(close, USE_TIMEOUT_MS))
  }
}
