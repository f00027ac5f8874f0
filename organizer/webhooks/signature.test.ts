import { expect, test } from 'vitest'
import { makeSecret, signedHeaders } from './signature.ts'

test('a signature equals that of the published example', () => {
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', seconds: 1614265330, body: '{"test": 2432232314}' }
  expect(signedHeaders(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], message)).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('a signature follows the text of the specification, as calculated by another program', () => {
  // standardwebhooks.com, "Signature scheme": HMAC-SHA256 of '{id}.{timestamp}.{payload}' with the part after 'whsec_',
  // in base64 after 'v1,'; a secret has 24 to 64 bytes. "Webhook headers": whole seconds; with several secrets,
  // signatures separated by a space. Keys of the bytes 0 to 23 and 100 to 163; computed with Python's hmac, the body as
  // UTF-8.
  const secrets = [
    'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX',
    'whsec_ZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXp7fH1+f4CBgoOEhYaHiImKi4yNjo+QkZKTlJWWl5iZmpucnZ6foKGiow==',
  ]
  const message = {
    id: '0b7c9a52-5d2e-4e58-9a77-3c1f0a1d2e4f',
    seconds: 1779292800,
    body: '{"type":"result.confirmed","timestamp":"2026-05-20T16:00:00.000Z","data":{"winner":"Zoë Ångström","score":"7-6 6-4"}}',
  }
  const [first, second] = [
    'v1,5p3Q/7mjzB/P/wQaGGghzt+dvQZ3YbyabFyojB0I2+E=',
    'v1,3g0QQhhJTM95TqSW4f5Yjpx4J7m9bj925EZchZ4LZ0g=',
  ]
  expect(signedHeaders(secrets, message)).toEqual({
    'webhook-id': message.id,
    'webhook-timestamp': '1779292800',
    'webhook-signature': `${first} ${second}`,
  })
  for (const changed of [
    { id: '0b7c9a52-5d2e-4e58-9a77-3c1f0a1d2e50' },
    { seconds: 1779292801 },
    { body: message.body.replace(',', ', ') },
  ]) {
    const { 'webhook-signature': signatures = '' } = signedHeaders(secrets, { ...message, ...changed })
    expect(signatures.split(' ')).toHaveLength(2)
    expect(signatures.split(' ').some((each) => each === first || each === second)).toBe(false)
  }
})

test('a secret has 256 random bits, and two secrets make two signatures', () => {
  const secrets = [makeSecret(), makeSecret()]
  expect(secrets.map((secret) => Buffer.from(secret.slice('whsec_'.length), 'base64').length)).toEqual([32, 32])
  const { 'webhook-signature': signatures = '' } = signedHeaders(secrets, { id: 'a', seconds: 1, body: '{}' })
  expect(new Set(signatures.split(' ')).size).toBe(2)
})
