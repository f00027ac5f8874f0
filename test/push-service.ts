import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, randomUUID, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PushPayload } from '#/contract/push.ts'

/** A push as the browser decrypts it. */
export type ReceivedPush = PushPayload & { ttl_s: number; urgency: string; topic: string; bytes: number }

/** `hangs`: it has accepted the message, but does not respond. */
type Answer = { status: number; headers?: Record<string, string>; hangs?: boolean }

/**
 * A push service on this machine. It accepts a message as a browser's service does: signed with the key of the
 * subscription (RFC 8292), encrypted for the browser (RFC 8291), with the headers of RFC 8030. It responds to anything
 * else with 400, and names the problem in `problems`.
 */
export async function startPushService() {
  const browsers = new Map<string, { key: () => string; open: (body: Buffer) => string; received: ReceivedPush[] }>()
  const problems: string[] = []
  const answers: Answer[] = []
  let asked = 0
  const server = createServer((request, response) => void take(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    asked += 1
    const body = Buffer.concat(await request.toArray())
    const { status, headers = {}, hangs = false } = answers.shift() ?? { status: 201 }
    const browser = browsers.get((request.url ?? '').slice(1))
    if (!browser) return void response.writeHead(404).end()
    try {
      checkSignature(request.headers.authorization ?? '', { origin, key: browser.key() })
      const { ttl, urgency, topic, 'content-encoding': encoding } = request.headers
      if (encoding !== 'aes128gcm') throw new Error(`The encoding is ${encoding}.`)
      if (!/^\d+$/.test(String(ttl))) throw new Error(`The TTL is ${String(ttl)}.`)
      if (!/^[A-Za-z0-9_-]{1,32}$/.test(String(topic))) throw new Error(`The topic is ${String(topic)}.`)
      if (body.length > 4096) throw new Error(`It has ${body.length} bytes.`)
      const payload = JSON.parse(browser.open(body)) as PushPayload
      if (status < 300)
        browser.received.push({
          ...payload,
          ttl_s: Number(ttl),
          urgency: String(urgency),
          topic: String(topic),
          bytes: body.length,
        })
      if (!hangs) response.writeHead(status, headers).end()
    } catch (error) {
      problems.push(String(error))
      response.writeHead(400).end()
    }
  }

  /** Subscribes a browser with the installation's key. Returns what it has received. */
  function subscribe(key: string | (() => string)) {
    const pair = createECDH('prime256v1')
    const p256dh = pair.generateKeys('base64url')
    const secret = randomBytes(16)
    const name = randomUUID()
    const received: ReceivedPush[] = []
    browsers.set(name, {
      key: typeof key === 'string' ? () => key : key,
      open: (body) => decrypt(body, { private_key: pair.getPrivateKey(), p256dh, secret }),
      received,
    })
    const keys = { p256dh, auth: secret.toString('base64url') }
    const subscription = { endpoint: `${origin}/${name}`, expirationTime: null, keys }
    return {
      subscription,
      received,
      forget: () => void browsers.delete(name),
    }
  }

  return {
    origin,
    subscribe,
    problems,
    /** Throws if a message was invalid. */
    check() {
      if (problems.length > 0) throw new Error(problems.splice(0).join(' '))
    },
    /** Responses for the next messages, one each, instead of accepting them. */
    answer: (...next: Answer[]) => void answers.push(...next),
    forgetAnswers: () => void (answers.length = 0),
    asked: () => asked,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/**
 * Checks the JWT of RFC 8292: signed with this key, for this origin, valid for at most a day, and with a contact
 * address.
 */
function checkSignature(authorization: string, { origin, key }: { origin: string; key: string }): void {
  const [, token = '', given] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  if (given !== key) throw new Error('The message is of another key.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const jwk = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }
  const [head = '', claims = '', signature = ''] = token.split('.')
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ format: 'jwk', key: jwk }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw new Error('The signature is wrong.')
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>
  const left = Number(exp) - Date.now() / 1000
  if (aud !== origin) throw new Error(`It is for ${String(aud)}.`)
  if (!(left > 0 && left <= 86_400)) throw new Error(`It holds for ${left} seconds.`)
  if (!/^(mailto:\S+@|https:\/\/)\S+$/.test(String(sub))) throw new Error(`The contact is ${String(sub)}.`)
}

/** RFC 8291, with one record of RFC 8188. */
function decrypt(
  body: Buffer,
  { private_key, p256dh, secret }: { private_key: Buffer; p256dh: string; secret: Buffer },
): string {
  const salt = body.subarray(0, 16)
  const length = body[20] ?? 0
  const theirs = body.subarray(21, 21 + length)
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(private_key)
  const derive = (from: Buffer, with_salt: Buffer, info: string | Buffer, bytes: number) =>
    Buffer.from(hkdfSync('sha256', from, with_salt, info, bytes))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), Buffer.from(p256dh, 'base64url'), theirs])
  const input = derive(pair.computeSecret(theirs), secret, info, 32)
  const record = body.subarray(21 + length)
  const cipher = createDecipheriv(
    'aes-128-gcm',
    derive(input, salt, 'Content-Encoding: aes128gcm\0', 16),
    derive(input, salt, 'Content-Encoding: nonce\0', 12),
  ).setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()])
  const end = padded.lastIndexOf(2)
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('The padding is wrong.')
  return padded.subarray(0, end).toString()
}
