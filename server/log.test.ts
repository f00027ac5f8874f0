import { afterEach, expect, test, vi } from 'vitest'
import type { IncomingMessage } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { readConfig } from './config.ts'
import { logSecurity, networkAround } from './log-security.ts'
import { formatShort } from './log-short.ts'
import { describeError, requestIdOf, scrub, timestamp } from './log.ts'

afterEach(() => vi.useRealTimers())

const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/

function idOf(TRUST_PROXY: string, remoteAddress: string, sent: string | undefined): string {
  const headers = sent === undefined ? {} : { 'x-request-id': sent }
  return requestIdOf(readConfig({ TRUST_PROXY }))({ headers, socket: { remoteAddress } } as unknown as IncomingMessage)
}

test.each([
  ['1', '203.0.113.9', 'a1b2c3d4-proxy'],
  ['10.0.0.0/8', '10.1.2.3', 'Root=1-67891233-abcdef012345678912345678'],
  ['10.0.0.0/8', '::ffff:10.1.2.3', 'a1b2c3d4-proxy'],
  ['::1, 10.0.0.0/8', '::1', 'a1b2c3d4-proxy'],
])('with TRUST_PROXY=%s the id that %s sends is used', (proxies, address, sent) => {
  expect(idOf(proxies, address, sent)).toBe(sent)
})

test.each([
  ['0', '127.0.0.1', 'a1b2c3d4-proxy'],
  ['10.0.0.0/8', '203.0.113.9', 'a1b2c3d4-proxy'],
  ['1', '10.0.0.1', undefined],
  ['1', '10.0.0.1', ''],
  ['1', '10.0.0.1', 'short'],
  ['1', '10.0.0.1', 'a'.repeat(129)],
  ['1', '10.0.0.1', 'with"quote-and-more'],
  ['1', '10.0.0.1', 'ada@example.com'],
  ['1', '10.0.0.1', 'with space here'],
])('with TRUST_PROXY=%s, from %s, the id %j is replaced', (proxies, address, sent) => {
  expect(idOf(proxies, address, sent)).toMatch(uuid)
})

test.each([
  ['550 <ada.lovelace+x@example.co.uk> is unknown', '550 <[email]> is unknown'],
  ['no mailbox "ada@example.com"', 'no mailbox "[email]"'],
  ['card 4242 4242 4242 4242 was', 'card [number] was'],
  ['authorization: Bearer abc.DEF-123', 'authorization: Bearer [secret]'],
  ['the key sk_live_abc123 and pi_1_secret_x', 'the key [secret] and [secret]'],
  ['pi_3Nabc, order 0198f2a4-6c1b-7d3e-8f90-a1b2c3d4e5f6', 'pi_3Nabc, order 0198f2a4-6c1b-7d3e-8f90-a1b2c3d4e5f6'],
  ['"time":"2026-07-15T16:00:00.000Z","id":1234567', '"time":"2026-07-15T16:00:00.000Z","id":1234567'],
])('%s is logged as %s', (text, clean) => {
  expect(scrub(text)).toBe(clean)
})

test('an error is logged with its cause and without its other fields', () => {
  const cause = Object.assign(new Error('to ada@example.com'), { detail: 'Key (email)=(ada@example.com)', code: 'X1' })
  const error = Object.assign(new TypeError('broken', { cause }), { request: { password: 'secret' } })
  const described = describeError(error)
  expect(described).toMatchObject({
    type: 'TypeError',
    message: 'broken',
    cause: { type: 'Error', message: 'to [email]', code: 'X1' },
  })
  expect(described.stack).toContain('log.test.ts')
  expect(JSON.stringify(described)).not.toMatch(/ada@|secret/)
  expect(describeError('a string with ada@example.com')).toEqual({ type: 'string', message: 'not an error', stack: '' })
})

test.each([
  ['POST', '/api/users/signin', 'signed_in'],
  ['POST', '/api/google/user-oauth', 'signed_in'],
  ['POST', '/api/users/identities/link', 'signed_in'],
  ['POST', '/api/users/signup', 'signed_up'],
  ['POST', '/api/users/signup/purchase', 'signed_up'],
  ['POST', '/api/public/partner-invitations/signup', 'signed_up'],
  ['POST', '/api/users/logout', 'signed_out'],
  ['PUT', '/api/users/password', 'password_changed'],
  ['POST', '/api/users/email/confirm', 'email_changed'],
  ['DELETE', '/api/users/sessions', 'sessions_ended'],
  ['DELETE', '/api/users/sessions/:id', 'sessions_ended'],
  ['POST', '/api/users/delete', 'account_deleted'],
])('%s %s is the event %s', (method, route, event) => {
  const line = vi.fn<(about: object) => void>()
  const log = { info: line } as unknown as FastifyBaseLogger
  logSecurity(log, { request_id: 'one', method, route, status: 200, player_id: 7 }, () => '203.0.113.9')
  expect(line).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ kind: 'security', event, player_id: 7 }))
})

test.each(['not_allowed', 'not_your_area', 'not_your_league', 'not_your_match', 'read_only'] as const)(
  'a call refused as %s is the event power_refused',
  (refusal) => {
    const line = vi.fn<(about: object) => void>()
    const log = { warn: line } as unknown as FastifyBaseLogger
    const about = { request_id: 'one', method: 'GET', route: '/api/users', status: 403, player_id: 7, refusal }
    logSecurity(log, about, () => '203.0.113.9')
    expect(line).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ event: 'power_refused', refusal }))
  },
)

test('an address is logged as its network, which does not identify a household', () => {
  expect(networkAround('203.0.113.9')).toBe('203.0.113.0/24')
  expect(networkAround('::ffff:203.0.113.9')).toBe('203.0.113.0/24')
  expect(networkAround('2001:db8:7:1::9')).toBe('2001:db8:7::/48')
})

test('in development a line is short', () => {
  const line = { time: '2026-07-15T16:00:00.000Z', level: 'info', release: '1', kind: 'request', method: 'GET' }
  expect(formatShort(JSON.stringify({ ...line, route: '/api/users', status: 200, ms: 3.1, player_id: 12 }))).toBe(
    '16:00:00 GET /api/users 200 3.1 ms player 12\n',
  )
  const warning = { time: line.time, level: 'warn', release: '1', job: 'send_mail', msg: 'a job failed' }
  expect(formatShort(JSON.stringify(warning))).toBe('16:00:00 WARN a job failed {"job":"send_mail"}\n')
})

test('the time of a line is the instant, to the millisecond', () => {
  vi.useFakeTimers()
  const instants = [
    '2026-07-15T16:00:00.000Z',
    '2026-07-15T16:00:00.007Z',
    '2026-07-15T16:00:59.999Z',
    '2027-01-01T00:00:00.070Z',
  ]
  for (const instant of instants) {
    vi.setSystemTime(new Date(instant))
    expect(timestamp()).toBe(`,"time":"${instant}"`)
  }
})
