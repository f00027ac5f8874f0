import { createECDH, type ECDH } from 'node:crypto'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { startPushService } from '#/test/push-service.ts'
import { formatPrivateKey, type PushKeys } from './push.ts'
import { openPush } from './push-http.ts'
import type { Resolve } from './public-http.ts'

const pair = createECDH('prime256v1')
pair.generateKeys()
const keys = keysOf(pair)
const service = await startPushService()
const { port } = new URL(service.origin)
afterAll(() => service.stop())

const openWith = (resolve: Resolve, allows_loopback = false) =>
  openPush({ keys, contact: () => 'mailto:help@play.example', allows_loopback, resolve })
const resolveTo =
  (...addresses: string[]): Resolve =>
  () =>
    Promise.resolve(addresses)
const message = { payload: '{}', ttl_s: 60, urgency: 'normal', topic: 'a' } as const
const { p256dh, auth } = service.subscribe(keys.public_key).subscription.keys

describe('without the setting for tests', () => {
  const push = openWith((host) =>
    host === 'push.example' ? Promise.resolve(['8.8.8.8', '2606:4700::1111']) : Promise.reject(new Error('ENOTFOUND')),
  )

  test.each([
    'https://push.example/a',
    'https://push.example:8443/a',
    'https://8.8.8.8/a',
    'https://[2606:4700::1111]/a',
  ])('%s may be reached', async (endpoint) => expect(await push.mayReach(endpoint)).toBe(true))

  test.each([
    'http://push.example/a',
    'http://8.8.8.8/a',
    'ftp://push.example/a',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'push.example/a',
    '',
    'https://',
    'https://user:password@push.example/a',
    'https://user@push.example/a',
    'https://:password@push.example/a',
    'https://unknown.example/a',
    'https://localhost/a',
    'https://127.0.0.1/a',
    'https://127.1/a',
    'https://0/a',
    'https://2130706433/a',
    'https://0x7f000001/a',
    'https://0177.0.0.1/a',
    'https://[::1]/a',
    'https://[::]/a',
    'https://[::ffff:127.0.0.1]/a',
    'https://[::ffff:a9fe:a9fe]/a',
    'https://10.0.0.1/a',
    'https://192.168.1.1/a',
    'https://169.254.169.254/latest/meta-data/',
    'https://[fe80::1]/a',
    'https://[fd00::1]/a',
    'https://[64:ff9b::7f00:1]/a',
  ])('%s may not be reached', async (endpoint) => expect(await push.mayReach(endpoint)).toBe(false))

  test.each([
    ['a private address', ['10.0.0.1']],
    ['a public and a private one', ['8.8.8.8', '127.0.0.1']],
    ['an IPv4 address inside an IPv6 one', ['::ffff:127.0.0.1']],
    ['no address', []],
  ])('a name with %s may not be reached', async (_, addresses) => {
    expect(await openWith(resolveTo(...addresses)).mayReach('https://push.example/a')).toBe(false)
  })
})

test('a name that is public when it is checked and private when it is called is not called', async () => {
  const answers = [['8.8.8.8'], ['127.0.0.1']]
  const push = openWith(() => Promise.resolve(answers.shift() ?? []))
  const endpoint = `https://push.example:${port}/a`
  expect(await push.mayReach(endpoint)).toBe(true)
  expect(await push.send({ endpoint, p256dh, auth }, message)).toMatchObject({ kind: 'refused' })
  expect(answers).toEqual([])
  expect(service.asked()).toBe(0)
})

test('a stored address that is private is not called either', async () => {
  for (const endpoint of [`http://127.0.0.1:${port}/a`, `https://127.0.0.1:${port}/a`, `https://[::1]:${port}/a`])
    expect(await openWith(resolveTo()).send({ endpoint, p256dh, auth }, message)).toMatchObject({ kind: 'refused' })
  expect(service.asked()).toBe(0)
})

test('the connection goes to the address that was checked, and the name is looked up once', async () => {
  let asked = 0
  const push = openWith(() => {
    asked += 1
    return Promise.resolve(['127.0.0.1'])
  }, true)
  const seen: (string | undefined)[] = []
  const server = createServer((request, response) => {
    seen.push(request.headers.host)
    response.writeHead(201).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `push.example:${(server.address() as AddressInfo).port}`
  expect(await push.send({ endpoint: `http://${host}/a`, p256dh, auth }, message)).toEqual({ kind: 'sent' })
  expect(seen).toEqual([host])
  expect(asked).toBe(1)
  server.close()
})

test('with the setting for tests only this machine may be reached without TLS', async () => {
  const push = openWith(resolveTo('8.8.8.8'), true)
  expect(await push.mayReach(`http://127.0.0.1:${port}/a`)).toBe(true)
  for (const endpoint of ['http://push.example/a', 'http://10.0.0.1/a', 'https://10.0.0.1/a', 'https://192.168.0.1/a'])
    expect({ endpoint, may: await push.mayReach(endpoint) }).toEqual({ endpoint, may: false })
})

test('a push service that is unreachable or cuts the connection may be called again', async () => {
  const server = createServer((request) => request.socket.destroy()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a`
  const push = openWith(resolveTo(), true)
  expect(await push.send({ endpoint, p256dh, auth }, message)).toMatchObject({ kind: 'later', retry_after_s: null })
  server.close()
  await once(server, 'close')
  expect(await push.send({ endpoint, p256dh, auth }, message)).toMatchObject({ kind: 'later', retry_after_s: null })
})

test('a call to a push service that never responds ends at the timeout', { tags: 'slow' }, async () => {
  service.answer({ status: 201, hangs: true })
  const { endpoint, keys: own } = service.subscribe(keys.public_key).subscription
  const push = openPush({ keys, contact: () => 'mailto:a@b.example', allows_loopback: true, timeout_ms: 300 })
  expect(await push.send({ endpoint, ...own }, message)).toMatchObject({ kind: 'later' })
})

test('a key whose number begins with zeros signs like any other', async () => {
  const short = createECDH('prime256v1')
  short.setPrivateKey(Buffer.alloc(30, 7))
  expect(short.getPrivateKey()).toHaveLength(30)
  const browser = service.subscribe(short.getPublicKey('base64url'))
  const push = openPush({ keys: keysOf(short), contact: () => 'mailto:help@play.example', allows_loopback: true })
  const { endpoint, keys: own } = browser.subscription
  expect(await push.send({ endpoint, ...own }, message)).toEqual({ kind: 'sent' })
  expect(service.problems).toEqual([])
})

function keysOf(made: ECDH): PushKeys {
  return { public_key: made.getPublicKey('base64url'), private_key: formatPrivateKey(made.getPrivateKey()) }
}
