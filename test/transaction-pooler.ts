import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { ClosableClient } from '#/server/db-client.ts'

/** A typed message: the type, four bytes of length, the rest. */
function splitMessages(onMessage: (type: string, message: Buffer) => void): (bytes: Buffer) => void {
  let waiting = Buffer.alloc(0)
  return (bytes) => {
    waiting = Buffer.concat([waiting, bytes])
    while (waiting.length >= 5) {
      const length = 1 + waiting.readInt32BE(1)
      if (waiting.length < length) return
      const message = waiting.subarray(0, length)
      waiting = waiting.subarray(length)
      onMessage(String.fromCharCode(message[0] ?? 0), message)
    }
  }
}

function messageOf(type: string, ...parts: (number | string)[]): Buffer {
  const bytes = parts.map((part) => {
    if (typeof part === 'string') return Buffer.from(part)
    const number = Buffer.alloc(4)
    number.writeInt32BE(part)
    return number
  })
  const body = Buffer.concat(bytes)
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

const SSL_REQUEST = 80_877_103
const CANCEL_REQUEST = 80_877_102

type Server = { socket: Socket; user: Socket | null }

/**
 * A pooler in transaction mode in front of the database at `url`, as strict as PgBouncer 1.18 (PostgreSQL's
 * documentation, chapter 55): it refuses settings at the start of a connection, does not support named statements, and
 * gives each transaction the connection that was used longest ago.
 */
export async function startTransactionPooler(url: string, connections: number) {
  const free: Server[] = []
  const all: ClosableClient[] = []
  const waiting: (() => void)[] = []
  for (let n = 0; n < connections; n += 1) {
    const client = new ClosableClient({ connectionString: url })
    await client.connect()
    all.push(client)
    const server: Server = { socket: client.socket, user: null }
    client.socket.removeAllListeners('data')
    client.socket.on(
      'data',
      splitMessages((type, message) => {
        server.user?.write(message)
        // ReadyForQuery, outside a transaction.
        if (type !== 'Z' || message[5] !== 'I'.charCodeAt(0)) return
        server.user = null
        free.push(server)
        waiting.shift()?.()
      }),
    )
    free.push(server)
  }

  const users = new Set<Socket>()
  const listener = createServer((user) => {
    users.add(user)
    let own: Server | null = null
    let unsent: Buffer[] = []
    let isGreeted = false
    const link = () => {
      own = free.shift() ?? null
      if (!own) return void waiting.push(link)
      own.user = user
      for (const message of unsent.splice(0)) own.socket.write(message)
    }
    const onMessage = splitMessages((type, message) => {
      if (type === 'X') return void user.end()
      if (own?.user === user) return void own.socket.write(message)
      unsent.push(message)
      if (unsent.length === 1) link()
    })
    user.on('error', () => {})
    user.on('close', () => {
      users.delete(user)
      unsent = []
    })
    user.on('data', (bytes) => {
      if (isGreeted) return onMessage(bytes)
      // The goodbye of a client that was refused.
      if (bytes.length < 8) return
      const code = bytes.readInt32BE(4)
      if (code === SSL_REQUEST) return void user.write('N')
      if (code === CANCEL_REQUEST) return void user.end()
      if (bytes.includes('\0options\0'))
        return void user.end(messageOf('E', 'SFATAL\0', 'C08P01\0', 'Munsupported startup parameter: options\0', '\0'))
      isGreeted = true
      user.write(Buffer.concat([messageOf('R', 0), messageOf('K', 1, 2), messageOf('Z', 'I')]))
    })
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = new URL(url)
  address.host = `127.0.0.1:${(listener.address() as AddressInfo).port}`
  return {
    url: address.href,
    stop() {
      listener.close()
      for (const user of users) user.destroy()
      for (const { socket } of all) socket.destroy()
    },
  }
}
