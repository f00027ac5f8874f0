import { createECDH } from 'node:crypto'
import { expect, test } from 'vitest'
import { printFigure } from '#/test/figures.ts'
import { BadSetting, readConfig } from './config.ts'

test('without settings, the app is a demo on this machine only', () => {
  expect(readConfig({})).toMatchObject({
    PORT: 3000,
    HOST: 'localhost',
    NODE_ENV: 'development',
    DEMO: true,
    NOW: null,
    production: false,
  })
})

test('an empty value counts as missing, and an installation with a database is not a demo', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: 'postgres://deuce:x@db/deuce' })).toMatchObject({
    PORT: 3000,
    DEMO: false,
  })
  expect(readConfig({ DATABASE_URL: 'postgres://deuce:x@db/deuce', DEMO: '1' })).toMatchObject({ DEMO: true })
})

const production = {
  NODE_ENV: 'production',
  PAYMENTS: 'test',
  MAIL_TRANSPORT: 'outbox',
  PUBLIC_URL: 'https://play.example/',
  SUPPORT_EMAIL: 'help@play.example',
  MAIL_FROM: 'Play <hello@play.example>',
  SECRET_KEY: `${'A'.repeat(43)}=`,
}
const proxies =
  'The setting TRUST_PROXY is the number of proxies in front of the app (1 to 9), or their networks, like 10.0.0.0/8, ::1.'
const issuer = 'The setting OIDC_ISSUER is an address like https://accounts.google.com; http only on this machine.'

type Broken = [env: Record<string, string>, sentence: string]

test('the keys for push services are set together, and have to match', () => {
  const pair = {
    VAPID_PUBLIC_KEY: 'BAJtkKZs2AZ2S-elNX0nUF6BwtEo4PhuuNt-yYbKR55izznkcY4wPsGxzMDf71oFcsAeZAupjNf9eB_YbyJT4xg',
    VAPID_PRIVATE_KEY: 'vpN5h2nLG9iAZ7ol_xPvc9VLKw4Sk07fgXfSJs0GpYs',
  }
  expect(readConfig({}).push_keys).toBeNull()
  expect(readConfig(pair).push_keys).toEqual({ public_key: pair.VAPID_PUBLIC_KEY, private_key: pair.VAPID_PRIVATE_KEY })
})

test('a private key written without its leading zeros is completed', () => {
  const short = createECDH('prime256v1')
  short.setPrivateKey(Buffer.alloc(31, 7))
  const public_key = short.getPublicKey('base64url')
  const push_keys = readConfig({
    VAPID_PUBLIC_KEY: public_key,
    VAPID_PRIVATE_KEY: short.getPrivateKey('base64url'),
  }).push_keys
  const private_key = Buffer.concat([Buffer.alloc(1), Buffer.alloc(31, 7)]).toString('base64url')
  expect(push_keys).toEqual({ public_key, private_key })
})

test.each<Broken>([
  [{ VAPID_PUBLIC_KEY: 'x' }, 'The setting VAPID_PUBLIC_KEY needs VAPID_PRIVATE_KEY, and the other way round.'],
  [
    { VAPID_PUBLIC_KEY: 'x', VAPID_PRIVATE_KEY: 'x' },
    'The setting VAPID_PRIVATE_KEY is 32 bytes in base64url, as `npx web-push generate-vapid-keys` prints.',
  ],
  [
    { VAPID_PUBLIC_KEY: 'x', VAPID_PRIVATE_KEY: 'vpN5h2nLG9iAZ7ol_xPvc9VLKw4Sk07fgXfSJs0GpYs' },
    'The setting VAPID_PUBLIC_KEY is not the public key of VAPID_PRIVATE_KEY.',
  ],
  [{ CALLS_TO_LOOPBACK: 'yes' }, 'The setting CALLS_TO_LOOPBACK is 0 or 1.'],
  [{ ...production, CALLS_TO_LOOPBACK: '1' }, 'The setting CALLS_TO_LOOPBACK is refused in production.'],
  [{ PORT: 'abc' }, 'The setting PORT is a port number.'],
  [{ PORT: '70000' }, 'The setting PORT is a port number.'],
  [{ PORT: '-1' }, 'The setting PORT is a port number.'],
  [{ PORT: '3000.5' }, 'The setting PORT is a port number.'],
  [{ PORT: ' ' }, 'The setting PORT is a port number.'],
  [{ PORT: '0x10' }, 'The setting PORT is a port number.'],
  [{ PORT: '1e3' }, 'The setting PORT is a port number.'],
  ...['ftp://deuce.example', 'deuce.example', 'https://', 'javascript:alert(1)'].map((PUBLIC_URL): Broken => [
    { PUBLIC_URL },
    'The setting PUBLIC_URL is the address people type, like https://deuce.example.',
  ]),
  ...[
    'https://deuce.example/app',
    'https://deuce.example/?a=1',
    'https://deuce.example/#a',
    'https://me:x@deuce.example',
  ].map((PUBLIC_URL): Broken => [
    { PUBLIC_URL },
    'The setting PUBLIC_URL has a scheme, a host and at most a port, like https://deuce.example: no path, no user and no ?.',
  ]),
  [{ NODE_ENV: 'prod' }, 'The setting NODE_ENV is development, test or production.'],
  [{ DATABASE_URL: 'mysql://x' }, 'The setting DATABASE_URL is like postgres://user:password@host:5432/name.'],
  [{ DATABASE_URL: 'not an address' }, 'The setting DATABASE_URL is like postgres://user:password@host:5432/name.'],
  [
    { DATABASE_URL: 'postgres://x:x@db:99999/x' },
    'The setting DATABASE_URL is like postgres://user:password@host:5432/name.',
  ],
  ...['postgres://deuce:10%@db/deuce', 'postgres://deuce:x@db/%zz'].map((DATABASE_URL): Broken => [
    { DATABASE_URL },
    'The setting DATABASE_URL is like postgres://user:password@host:5432/name; a percent sign in it is written %25.',
  ]),
  [
    { DATABASE_URL: 'postgres://x:x@db/x', DATABASE_DIRECT_URL: 'db' },
    'The setting DATABASE_DIRECT_URL is like postgres://user:password@host:5432/name.',
  ],
  [
    { DATABASE_DIRECT_URL: 'postgres://x:x@db/x' },
    'The setting DATABASE_DIRECT_URL needs DATABASE_URL: the pooler in front of it.',
  ],
  [
    { DATABASE_URL: 'postgres://x:x@db/x', DATABASE_REPLICA_URL: 'mysql://x' },
    'The setting DATABASE_REPLICA_URL is like postgres://user:password@host:5432/name.',
  ],
  [
    { DATABASE_REPLICA_URL: 'postgres://x:x@db/x' },
    'The setting DATABASE_REPLICA_URL needs DATABASE_URL: the database that it follows.',
  ],
  [{ DEMO: 'yes' }, 'The setting DEMO is 0 or 1.'],
  [{ LOG_LEVEL: 'loud' }, 'The setting LOG_LEVEL is fatal, error, warn, info, debug, trace or silent.'],
  [{ METRICS_PORT: 'x' }, 'The setting METRICS_PORT is a port number.'],
  [{ METRICS_TOKEN: 'short' }, 'The setting METRICS_TOKEN has at least 16 letters and digits.'],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
    'The setting OTEL_EXPORTER_OTLP_ENDPOINT is the address of an OTLP collector, like http://localhost:4318.',
  ],
  [{ PAYMENTS: 'live' }, 'The setting PAYMENTS is test, or left out.'],
  [{ SUPPORT_EMAIL: 'help' }, 'The setting SUPPORT_EMAIL is an email address.'],
  [{ SUPPORT_PHONE: 'call us' }, 'The setting SUPPORT_PHONE is a phone number.'],
  [{ SUPPORT_PHONE: '+1 574\n555 0100' }, 'The setting SUPPORT_PHONE is a phone number.'],
  [{ ORGANIZER_EMAIL: 'o', ORGANIZER_PASSWORD: 'a-long-one' }, 'The setting ORGANIZER_EMAIL is an email address.'],
  [
    { ORGANIZER_EMAIL: 'o@example.com', ORGANIZER_PASSWORD: 'short' },
    'The setting ORGANIZER_PASSWORD needs at least 8 characters.',
  ],
  [
    { ORGANIZER_EMAIL: 'o@example.com', ORGANIZER_PASSWORD: 'x'.repeat(129) },
    'The setting ORGANIZER_PASSWORD takes 128 characters at most.',
  ],
  [{ GOOGLE_CLIENT_SECRET: 'x' }, 'The setting GOOGLE_CLIENT_ID needs GOOGLE_CLIENT_SECRET, and the other way round.'],
  [{ S3_BUCKET: 'Bad Name' }, 'The setting S3_BUCKET is the name of a bucket.'],
  [{ S3_REGION: 'EU Central' }, 'The setting S3_REGION is like us-east-1.'],
  [{ S3_ENDPOINT: 's3.example' }, 'The setting S3_ENDPOINT is like https://s3.eu-central-1.amazonaws.com.'],
  [{ STRIPE_PUBLISHABLE_KEY: 'x' }, 'The setting STRIPE_PUBLISHABLE_KEY is like pk_live_....'],
  [{ STRIPE_WEBHOOK_SECRET: 'x' }, 'The setting STRIPE_WEBHOOK_SECRET is like whsec_....'],
  [{ STRIPE_API_URL: 'https://api.stripe.com' }, 'The setting STRIPE_API_URL needs STRIPE_SECRET_KEY.'],
  ...['mail.example:587', 'smtp://', 'smtp://u:10%@mail.example', 'smtp://mail.example:99999'].map(
    (SMTP_URL): Broken => [{ SMTP_URL }, 'The setting SMTP_URL is like smtp://user:password@host:587.'],
  ),
  [
    { SECRET_KEY: production.SECRET_KEY, PREVIOUS_SECRET_KEY: production.SECRET_KEY },
    'The setting PREVIOUS_SECRET_KEY is the same as SECRET_KEY: it is the key before it.',
  ],
  [{ NOW: 'yesterday' }, 'The setting NOW is an instant like 2026-07-01T12:00:00Z.'],
  [
    { NODE_ENV: 'production', PAYMENTS: 'test', NOW: '2026-07-01T12:00:00Z' },
    'The setting NOW is refused in production.',
  ],
  [
    { NODE_ENV: 'production' },
    'The setting STRIPE_SECRET_KEY is missing: in production the test provider must be set explicitly (PAYMENTS=test).',
  ],
  [
    { NODE_ENV: 'production', PAYMENTS: 'test' },
    'The setting SMTP_URL is missing: in production the outbox must be set explicitly (MAIL_TRANSPORT=outbox).',
  ],
  [{ STRIPE_SECRET_KEY: 'secret' }, 'The setting STRIPE_SECRET_KEY is like sk_live_....'],
  [
    { STRIPE_SECRET_KEY: 'sk_test_1' },
    'The settings STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET must be set together.',
  ],
  [
    { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' },
    'The settings STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY have different modes: one is live, the other test.',
  ],
  [{ STRIPE_API_URL: 'api.stripe.com' }, 'The setting STRIPE_API_URL is like https://api.stripe.com.'],
  [{ SMTP_URL: 'http://mail.example' }, 'The setting SMTP_URL is like smtp://user:password@host:587.'],
  [{ MAIL_FROM: 'Deuce' }, 'The setting MAIL_FROM is like Deuce <hello@deuce.example>.'],
  [
    { MAIL_FROM: 'Deuce\r\nBcc: x@example.com <hello@deuce.example>' },
    'The setting MAIL_FROM is like Deuce <hello@deuce.example>.',
  ],
  [{ MAIL_TRANSPORT: 'smtp' }, 'The setting MAIL_TRANSPORT is outbox, or left out.'],
  [{ BACKUPS: 'daily' }, 'The setting BACKUPS is on or off.'],
  [{ RATE_LIMITS: 'never' }, 'The setting RATE_LIMITS is on or off.'],
  [{ ...production, RATE_LIMITS: 'off' }, 'The setting RATE_LIMITS=off is refused in production.'],
  [{ ...production, DEV_TOKEN: 'a-token-of-a-test' }, 'The setting DEV_TOKEN is refused in production.'],
  [{ ...production, DEMO_PASSWORD: 'a password of a test' }, 'The setting DEMO_PASSWORD is refused in production.'],
  [{ ...production, PUBLIC_URL: '' }, 'The setting PUBLIC_URL is missing: production needs it.'],
  [{ ...production, SUPPORT_EMAIL: '' }, 'The setting SUPPORT_EMAIL is missing: production needs it.'],
  [{ ...production, MAIL_FROM: '' }, 'The setting MAIL_FROM is missing: production needs it.'],
  [{ ...production, SECRET_KEY: '' }, 'The setting SECRET_KEY is missing: production needs it.'],
  [
    { SECRET_KEY: 'too short' },
    'The setting SECRET_KEY is 32 random bytes in base64, as `openssl rand -base64 32` prints.',
  ],
  [
    { PREVIOUS_SECRET_KEY: 'too short' },
    'The setting PREVIOUS_SECRET_KEY is 32 random bytes in base64, as `openssl rand -base64 32` prints.',
  ],
  [{ DEV_TOKEN: 'short' }, 'The setting DEV_TOKEN has at least 16 letters and digits.'],
  [{ DEMO_PASSWORD: 'short' }, 'The setting DEMO_PASSWORD needs at least 8 characters.'],
  [{ TRUST_PROXY: 'true' }, proxies],
  [{ TRUST_PROXY: '10.0.0.0/33' }, proxies],
  [{ TRUST_PROXY: '10.0.0.0/8,proxy.internal' }, proxies],
  [{ OIDC_ISSUER: 'accounts.google.com' }, issuer],
  [{ OIDC_ISSUER: 'http://accounts.google.com' }, issuer],
  [{ OIDC_ISSUER: 'https://id.example/?tenant=1' }, issuer],
  [{ GOOGLE_CLIENT_ID: 'deuce' }, 'The setting GOOGLE_CLIENT_ID needs GOOGLE_CLIENT_SECRET, and the other way round.'],
  [{ S3_BUCKET: 'photos' }, 'The setting S3_BUCKET needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.'],
  [{ S3_ENDPOINT: 'https://s3.example' }, 'The setting S3_ENDPOINT needs S3_BUCKET.'],
  [
    { ORGANIZER_EMAIL: 'o@example.com' },
    'The setting ORGANIZER_EMAIL needs ORGANIZER_PASSWORD, and the other way round.',
  ],
])('%j stops the start: %s', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(new BadSetting(sentence))
  printFigure('settings', 'a broken setting stops the start with one line that names it')
})

test('another port may be used only if PORT is not set, and never in production', () => {
  expect(readConfig({}).any_port).toBe(true)
  expect(readConfig({ PORT: '3000' }).any_port).toBe(false)
  expect(readConfig(production).any_port).toBe(false)
})

test('variables that a login shell sets are not settings', () => {
  const shell = { MAIL: '/var/mail/ada', HOME: '/home/ada', LANG: 'de_DE.UTF-8', LOGNAME: 'ada', TERM: 'xterm' }
  expect(readConfig(shell)).toEqual(readConfig({}))
})

test('emails go to the outbox if there is no SMTP server or MAIL_TRANSPORT is outbox; links lead to the app’s own address', () => {
  expect(readConfig({ PORT: '4000' })).toMatchObject({
    SMTP_URL: null,
    MAIL_FROM: 'no-reply@deuce.example',
    site: 'http://localhost:4000',
  })
  expect(readConfig({ SMTP_URL: 'smtp://mail.example', MAIL_TRANSPORT: 'outbox' }).SMTP_URL).toBe(null)
  expect(readConfig({ ...production, MAIL_TRANSPORT: '', SMTP_URL: 'smtps://u:p@mail.example' })).toMatchObject({
    SMTP_URL: 'smtps://u:p@mail.example',
    MAIL_FROM: 'Play <hello@play.example>',
    SUPPORT_EMAIL: 'help@play.example',
    site: 'https://play.example',
  })
})

test.each(['http://localhost:8080', 'http://127.0.0.1:8080/realm', 'http://[::1]:8080', 'https://id.example/realm'])(
  '%s may be asked who signs in',
  (OIDC_ISSUER) => {
    expect(readConfig({ OIDC_ISSUER }).OIDC_ISSUER).toBe(OIDC_ISSUER)
  },
)

test('no proxy is trusted until one is named', () => {
  expect(readConfig({}).TRUST_PROXY).toBe(false)
  expect(readConfig({ TRUST_PROXY: '0' }).TRUST_PROXY).toBe(false)
  expect(readConfig({ TRUST_PROXY: '10.0.0.0/8, ::1' }).TRUST_PROXY).toEqual(['10.0.0.0/8', '::1'])
})

test('payments go through Stripe if its keys are set, unless PAYMENTS chooses the test provider', () => {
  const stripe = {
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  }
  expect(readConfig(stripe).stripe).toEqual({
    secret_key: 'sk_live_1',
    publishable_key: 'pk_live_1',
    webhook_secret: 'whsec_1',
    api_url: null,
  })
  expect(readConfig({ ...stripe, PAYMENTS: 'test' }).stripe).toBe(null)
  expect(readConfig({ ...production, ...stripe, PAYMENTS: '' }).stripe).not.toBe(null)
  expect(readConfig({}).stripe).toBe(null)
})

test('photos are stored in the configured bucket; AWS keys without a bucket have no effect', () => {
  const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' }
  expect(readConfig(keys).s3).toBe(null)
  expect(readConfig({ ...keys, S3_BUCKET: 'deuce-photos', S3_REGION: 'eu-central-1' }).s3).toEqual({
    endpoint: 'https://s3.eu-central-1.amazonaws.com',
    region: 'eu-central-1',
    bucket: 'deuce-photos',
    access_key_id: 'id',
    secret_access_key: 'secret',
  })
})
