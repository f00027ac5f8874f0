import { connect } from 'node:net'

/** What one burst of load saw. Times are milliseconds. */
export type Load = { requests: number; seconds: number; p50: number; p99: number; failed: number }

// node bench/load.ts <port> <path> <token> <connections> <seconds>: asks over kept-alive connections, one question at a time on
// each, and prints a Load. Raw sockets, so that the asking costs the two cores as little as it can.
const [port, path, token, connections, seconds] = process.argv.slice(2)
const question = Buffer.from(
  `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${token}\r\n\r\n`,
)
const times: number[] = []
let failed = 0
const start = performance.now()
const end = start + Number(seconds) * 1000

await Promise.all(Array.from({ length: Number(connections) }, ask))
times.sort((a, b) => a - b)
const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
const load: Load = {
  requests: times.length,
  seconds: (performance.now() - start) / 1000,
  p50: at(0.5),
  p99: at(0.99),
  failed,
}
console.log(JSON.stringify(load))

function ask(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port: Number(port), noDelay: true })
    let asked = 0
    let received = 0
    let expected = 0
    const send = () => {
      received = 0
      expected = 0
      asked = performance.now()
      socket.write(question)
    }
    socket.on('connect', send)
    socket.on('data', (part) => {
      if (expected === 0) {
        // The whole head comes with the first packet from both servers: it is some hundred bytes.
        const head = part.toString('latin1', 0, part.indexOf('\r\n\r\n'))
        if (!head.startsWith('HTTP/1.1 200 ')) failed += 1
        expected = head.length + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1])
      }
      received += part.length
      if (received < expected) return
      const now = performance.now()
      times.push(now - asked)
      if (now < end) return send()
      socket.end(resolve)
    })
    socket.on('error', reject)
  })
}
