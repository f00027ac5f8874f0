import { connect, isIP, type NetConnectOpts, Socket } from 'node:net'
import { Client, type ClientConfig } from 'pg'
import { CONNECT_TIMEOUT_MS } from '#/db/connection.ts'

/** A client that connects in time, and whose socket can be closed whatever the client is doing. */
export class ClosableClient extends Client {
  readonly socket: Socket
  /** Identify this client in a request to cancel its statement. Null until it has connected. */
  declare readonly processID: number | null
  declare readonly secretKey: number | null

  constructor(config: ClientConfig) {
    const socket = new Socket()
    super({ ...config, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, stream: () => socket })
    this.socket = socket
    // A connection that breaks fails its statement. Without a listener the event would end the process.
    this.on('error', () => {})
  }
}

export function addressOf(options: ClientConfig): NetConnectOpts {
  const { host, port } = new Client(options)
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
}

/** A request for TLS, which a server answers before anything else (PostgreSQL's documentation, section 54.7). */
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

/** Timeout of a probe once the host's name is resolved. */
const PROBE_TIMEOUT_MS = 600

/**
 * Whether a server at the address responds. Signing in would prove more but costs much more: on a busy machine it would
 * report a database as down that is there.
 */
export function probe(address: NetConnectOpts): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(address)
  let timer = setTimeout(() => resolve(false), CONNECT_TIMEOUT_MS)
  const startTimer = () => {
    clearTimeout(timer)
    // A response that has already arrived takes precedence over the timeout.
    timer = setTimeout(() => setImmediate(() => resolve(false)), PROBE_TIMEOUT_MS)
  }
  // Resolving a name can wait behind the hashing of passwords, which says nothing about the database. An IP address is not
  // resolved, and there is no event.
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

const CANCEL_TIMEOUT_MS = 1_000

/** Asks PostgreSQL to cancel the client's statement (its documentation, section 54.2.9). Waits until it has, or for the timeout. */
export function cancel({ processID, secretKey }: ClosableClient, address: NetConnectOpts): Promise<void> {
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
