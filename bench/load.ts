import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { loadOf, type Load } from './figures.ts'

/** One call, and the caller's token. A call with a body is a POST. */
export type Question = { path: string; token: string; body?: unknown }

/**
 * A server and the calls to send to it. `beside`: the port of its second process, which takes half of the connections.
 */
export type Subject = { port: number; beside?: number; questions: Question[] }

/**
 * Loads the subjects alternately, with `bursts` bursts each. In a burst, each connection sends one call at a time, for a
 * given time or for a given number of calls from the list, each once. `pause`: milliseconds between a response and the
 * next call.
 */
export type Order = {
  subjects: Subject[]
  bursts: number
  connections: number
  pause?: number
  each: { milliseconds: number } | { questions: number }
}

// Reads an Order from stdin and prints a Load[][]: of each subject, of each burst. Raw sockets, so that the client takes as
// little of the two cores as possible.
const { subjects, bursts, connections, pause = 0, each }: Order = JSON.parse(await text(process.stdin))
const targets = subjects.map(({ port, beside = port, questions }) => ({
  ports: [port, beside],
  written: questions.map((question) => write(port, question)),
  next: 0,
  loads: [] as Load[],
}))
for (let round = 0; round < bursts; round += 1)
  // The subjects take turns going first, so that neither always has the warmer machine.
  for (const subject of round % 2 === 0 ? targets : targets.toReversed()) subject.loads.push(await burst(subject))
console.log(JSON.stringify(targets.map(({ loads }) => loads)))

function write(port: number, { path, token, body }: Question): Buffer {
  const head = `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${token}\r\n`
  if (body === undefined) return Buffer.from(`${head}\r\n`)
  const json = JSON.stringify(body)
  return Buffer.from(
    `${head}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(json)}\r\n\r\n${json}`,
  )
}

async function burst(subject: (typeof targets)[number]): Promise<Load> {
  const times: number[] = []
  let failed = 0
  const start = performance.now()
  const end = 'milliseconds' in each ? start + each.milliseconds : Infinity
  const last = 'questions' in each ? subject.next + each.questions : Infinity
  const take = () => {
    if (subject.next >= last || performance.now() >= end) return undefined
    subject.next += 1
    return subject.written[(subject.next - 1) % subject.written.length]
  }
  const onAnswer = (succeeded: boolean, time: number) => {
    if (!succeeded) failed += 1
    times.push(time)
  }
  await Promise.all(
    Array.from({ length: connections }, (_, number) => ask(subject.ports[number % 2] ?? 0, take, onAnswer)),
  )
  return loadOf(times, start, failed)
}

function ask(
  port: number,
  take: () => Buffer | undefined,
  onAnswer: (succeeded: boolean, time: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true })
    let sent = 0
    let received = 0
    let expected = 0
    let succeeded = true
    const send = () => {
      const question = take()
      if (!question) return socket.end(resolve)
      received = 0
      expected = 0
      sent = performance.now()
      socket.write(question)
    }
    socket.on('connect', send)
    socket.on('data', (part) => {
      if (expected === 0) {
        // Both servers send the whole head in the first packet: it is a few hundred bytes.
        const head = part.toString('latin1', 0, part.indexOf('\r\n\r\n'))
        succeeded = /^HTTP\/1\.1 20[01] /.test(head)
        expected = head.length + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1])
      }
      received += part.length
      if (received < expected) return
      onAnswer(succeeded, performance.now() - sent)
      if (pause > 0) setTimeout(send, pause)
      else send()
    })
    socket.on('error', reject)
  })
}
