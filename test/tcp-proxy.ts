import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Faults that the network or the database can cause on a connection. */
export type Fault =
  | 'none'
  /** Refuses new connections and cuts open ones. */
  | 'refuse'
  /** Passes nothing on in either direction, and closes nothing. Accepts new connections. */
  | 'silence'
  /** Passes requests on to the database, and loses its responses. */
  | 'lose_answers'
  /** Delays everything by 50 ms, in both directions. */
  | 'slow'
  /** Passes nothing on for new connections, as if the machine had no time for another process. Open ones continue. */
  | 'full'

/** The delay of a slow network in milliseconds. */
const LATE_MS = 50

/** A TCP proxy in front of `target`, a URL with host and port. `url` is the same through the proxy. */
export async function startProxy(target: string) {
  const { hostname, port } = new URL(target)
  const pairs = new Set<readonly [Socket, Socket]>()
  let fault: Fault = 'none'

  /** Writes data to a socket in order of arrival. */
  const passOn = (to: Socket) => {
    let waiting = 0
    return (bytes: Buffer) => {
      if (fault !== 'slow' && waiting === 0) return to.write(bytes)
      waiting += 1
      setTimeout(() => {
        waiting -= 1
        to.write(bytes)
      }, LATE_MS)
    }
  }

  const server = createServer((caller) => {
    if (fault === 'refuse') return void caller.destroy()
    const database = connect(Number(port), hostname)
    const pair = [caller, database] as const
    const isShutOut = fault === 'full'
    pairs.add(pair)
    const toDatabase = passOn(database)
    const toCaller = passOn(caller)
    caller.on('data', (bytes) => fault !== 'silence' && !isShutOut && toDatabase(bytes))
    database.on('data', (bytes) => fault !== 'silence' && fault !== 'lose_answers' && toCaller(bytes))
    for (const socket of pair) {
      socket.on('error', () => {})
      socket.on('close', () => {
        pairs.delete(pair)
        // The end of a silent connection is not noticed either.
        if (fault !== 'silence') for (const other of pair) other.destroy()
      })
    }
  })
  const listen = async (at: number) => {
    server.listen(at, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const own = await listen(0)
  const url = new URL(target)
  url.host = `127.0.0.1:${own}`

  const cut = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy()
  }
  return {
    url: url.href,
    /** The number of open connections. */
    count: () => pairs.size,
    /** Cuts every open connection. */
    cut,
    async set(next: Fault) {
      if (fault === 'refuse' && next !== 'refuse') await listen(own)
      const wasSilent = fault === 'silence' || fault === 'lose_answers'
      fault = next
      if (next === 'refuse') {
        server.close()
        cut()
      }
      // Bytes were lost. TCP would have resent them, so such a connection can never continue.
      if (wasSilent && (next === 'none' || next === 'slow')) cut()
    },
    stop() {
      server.close()
      cut()
    },
  }
}
