import { expect, test } from 'vitest'
import { makeSecret, signedHeaders } from './signature.ts'

test('a signature is that of the published example', () => {
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', seconds: 1614265330, body: '{"test": 2432232314}' }
  expect(signedHeaders(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], message)).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('a secret has 256 random bits, and two secrets make two signatures', () => {
  const secrets = [makeSecret(), makeSecret()]
  expect(secrets.map((secret) => Buffer.from(secret.slice('whsec_'.length), 'base64').length)).toEqual([32, 32])
  const { 'webhook-signature': signatures = '' } = signedHeaders(secrets, { id: 'a', seconds: 1, body: '{}' })
  expect(new Set(signatures.split(' ')).size).toBe(2)
})
