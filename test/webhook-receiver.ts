import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A delivery as the receiver got it, from its headers and body. */
export type ReceivedHook = { id: string; type: string; timestamp: string; data: Record<string, unknown> }

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown

/** Seconds that the time of a message may be off. */
const TOLERANCE_S = 300

/**
 * A receiver on this machine. It checks messages by the text of standardwebhooks.com, independently of the signing
 * code, and names problems in `problems`.
 */
export async function startWebhookReceiver() {
  const received: ReceivedHook[] = []
  const problems: string[] = []
  const answers: Answer[] = []
  let secret = ''
  const server = createServer((request, response) => void take(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray())
    try {
      const id = check(request, body, secret)
      const { type, timestamp, data, ...rest } = JSON.parse(body.toString()) as ReceivedHook
      if (Object.keys(rest).length > 0) throw new Error(`The body also has ${Object.keys(rest).join(', ')}.`)
      if (new Date(timestamp).toISOString() !== timestamp) throw new Error(`The timestamp is ${timestamp}.`)
      received.push({ id, type, timestamp, data })
    } catch (error) {
      problems.push(String(error))
    }
    const answer = answers.shift()
    if (answer) await answer(request, response)
    else response.writeHead(204).end()
  }

  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    problems,
    /** The secret that signatures are checked with. */
    trust: (given: string) => void (secret = given),
    /** Responses for the next messages, one each. */
    answer: (...next: Answer[]) => void answers.push(...next),
    answerWith: (status: number, headers: Record<string, string> = {}, body = '') =>
      void answers.push((_request, response) => response.writeHead(status, headers).end(body)),
    /** Throws if a message was invalid. */
    check() {
      if (problems.length > 0) throw new Error(problems.splice(0).join(' '))
    },
    forget() {
      received.length = 0
      problems.length = 0
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The id of a message. Throws if its signature does not match this secret, or if its time is off. */
function check({ headers, method }: IncomingMessage, body: Buffer, secret: string): string {
  const [id, at, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headers[name])
  if (typeof id !== 'string' || typeof at !== 'string' || typeof signatures !== 'string')
    throw new Error('A header is missing.')
  if (method !== 'POST' || !headers['content-type']?.startsWith('application/json'))
    throw new Error('It is no POST of JSON.')
  if (Math.abs(Date.now() / 1000 - Number(at)) > TOLERANCE_S) throw new Error(`Its time is ${at}.`)
  const signed = Buffer.concat([Buffer.from(`${id}.${at}.`), body])
  const mac = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(signed)
    .digest()
  const isRight = signatures.split(' ').some((each) => {
    const [version, given = ''] = each.split(',')
    const bytes = Buffer.from(given, 'base64')
    return version === 'v1' && bytes.length === mac.length && timingSafeEqual(bytes, mac)
  })
  if (!isRight) throw new Error('The signature is of another secret.')
  return id
}
