import { createECDH } from 'node:crypto'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import type { StripeSettings } from './outside/payments-stripe.ts'
import type { S3Settings } from './outside/photos-s3.ts'
import { formatPrivateKey, type PushKeys } from './outside/push.ts'
import { defaultOrganization } from '#/contract/organization.ts'
import { PRODUCT_NAME } from '#/contract/product.ts'

/** A bad setting, which stops the start. Its message is one line that names the setting. */
export class BadSetting extends Error {}

const smtpForm = 'is like smtp://user:password@host:587'
const databaseForm = 'is like postgres://user:password@host:5432/name'

const oneOrZero = z.pipe(
  z.enum(['0', '1'], 'is 0 or 1'),
  z.transform((value) => value === '1'),
)

const proxies = z.pipe(
  z.string(),
  z.transform((value, ctx): TrustedProxies => {
    if (value === '0') return false
    if (/^[1-9]$/.test(value)) return (_address, hop) => hop < Number(value)
    const listed = value.split(',').map((proxy) => proxy.trim())
    if (listed.every(isNetwork)) return listed
    ctx.issues.push({
      code: 'custom',
      message: 'is the number of proxies in front of the app (1 to 9), or their networks, like 10.0.0.0/8, ::1',
      input: value,
    })
    return z.NEVER
  }),
)

/** The proxies whose X-Forwarded-For, -Proto and -Host are trusted: none, those in these networks, or this many hops. */
type TrustedProxies = false | string[] | ((address: string, hop: number) => boolean)

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const most = isIP(address) === 4 ? 32 : isIP(address) === 6 ? 128 : -1
  return more.length === 0 && (bits === undefined ? most > 0 : /^\d{1,3}$/.test(bits) && Number(bits) <= most)
}

const secretKey = z
  .string()
  .check(z.regex(/^[A-Za-z0-9+/]{43}=$/, 'is 32 random bytes in base64, as `openssl rand -base64 32` prints'))

const issuer = z
  .string()
  .check(z.refine(isIssuer, 'is an address like https://accounts.google.com; http only on this machine'))

const portNumber = z.pipe(
  z.string().check(z.refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, 'is a port number')),
  z.transform(Number),
)

const siteAddress = z
  .url({ protocol: /^https?$/, error: 'is the address people type, like https://deuce.example' })
  .check(
    z.refine((text) => !URL.canParse(text) || new URL(text).href === `${new URL(text).origin}/`, {
      error: 'has a scheme, a host and at most a port, like https://deuce.example: no path, no user and no ?',
    }),
  )

const smtp = z.url({ protocol: /^smtps?$/, error: smtpForm }).check(z.refine(isServerAddress, { error: smtpForm }))

const database = z
  .url({ protocol: /^postgres(ql)?$/, error: databaseForm })
  .check(z.refine(isDatabaseAddress, { error: `${databaseForm}; a percent sign in it is written %25` }))

/** Whether an address has a host, and a user and a password that can be decoded. */
function isServerAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { hostname, username, password } = new URL(text)
  return hostname !== '' && isEncoded(username) && isEncoded(password)
}

function isDatabaseAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { username, password, pathname } = new URL(text)
  return [username, password, pathname].every(isEncoded)
}

/** Whether each percent sign begins a character. A percent sign in a password is written as %25. */
function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, search, hash } = new URL(text)
  return (protocol === 'https:' || (protocol === 'http:' && isLoopbackName(hostname))) && search === '' && hash === ''
}

const settings = z.object({
  NODE_ENV: z._default(
    z.enum(['development', 'test', 'production'], 'is development, test or production'),
    'development',
  ),
  PORT: z.optional(portNumber),
  HOST: z._default(z.string(), 'localhost'),
  PUBLIC_URL: z.optional(siteAddress),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z.optional(database),
  DATABASE_DIRECT_URL: z.optional(database),
  DATABASE_REPLICA_URL: z.optional(database),
  SMTP_URL: z.optional(smtp),
  MAIL_FROM: z.optional(
    z
      .string()
      .check(
        z.regex(/^(?:[^<>\p{Cc}]* )?<?[^\s<>@,;]+@[^\s<>@,;]+>?$/u, `is like ${PRODUCT_NAME} <hello@deuce.example>`),
      ),
  ),
  // The setting is not called MAIL, because login shells set that variable to the user's mailbox.
  MAIL_TRANSPORT: z.optional(z.literal('outbox', 'is outbox, or left out')),
  GOOGLE_CLIENT_ID: z.optional(z.string()),
  GOOGLE_CLIENT_SECRET: z.optional(z.string()),
  OIDC_ISSUER: z._default(issuer, 'https://accounts.google.com'),
  S3_BUCKET: z.optional(z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'is the name of a bucket'))),
  S3_ENDPOINT: z.optional(z.url({ protocol: /^https?$/, error: 'is like https://s3.eu-central-1.amazonaws.com' })),
  S3_REGION: z._default(z.string().check(z.regex(/^[a-z0-9-]+$/, 'is like us-east-1')), 'us-east-1'),
  AWS_ACCESS_KEY_ID: z.optional(z.string()),
  AWS_SECRET_ACCESS_KEY: z.optional(z.string()),
  SECRET_KEY: z.optional(secretKey),
  PREVIOUS_SECRET_KEY: z.optional(secretKey),
  TRUST_PROXY: z._default(proxies, false),
  RATE_LIMITS: z._default(z.enum(['on', 'off'], 'is on or off'), 'on'),
  SUPPORT_EMAIL: z.optional(z.email('is an email address')),
  SUPPORT_PHONE: z.optional(z.string().check(z.regex(/^[^\p{Cc}]*\d[^\p{Cc}]*$/u, 'is a phone number'))),
  BACKUPS: z._default(z.enum(['on', 'off'], 'is on or off'), 'on'),
  ORGANIZER_EMAIL: z.optional(z.email('is an email address')),
  ORGANIZER_NAME: z.optional(z.string().check(z.regex(/^[^<>@\p{Cc}]{1,100}$/u, 'is a name like Ada Moreno'))),
  ORGANIZER_PASSWORD: z.optional(
    z.string().check(z.minLength(8, 'needs at least 8 characters'), z.maxLength(128, 'takes 128 characters at most')),
  ),
  LOG_LEVEL: z.optional(
    z.enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'is fatal, error, warn, info, debug, trace or silent',
    ),
  ),
  METRICS_PORT: z.optional(portNumber),
  METRICS_TOKEN: z.optional(z.string().check(z.regex(/^[\w.~+/=-]{16,}$/, 'has at least 16 letters and digits'))),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(
    z.url({ protocol: /^https?$/, error: 'is the address of an OTLP collector, like http://localhost:4318' }),
  ),
  PAYMENTS: z.optional(z.literal('test', 'is test, or left out')),
  STRIPE_SECRET_KEY: z.optional(z.string().check(z.regex(/^[sr]k_\w+$/, 'is like sk_live_...'))),
  STRIPE_PUBLISHABLE_KEY: z.optional(z.string().check(z.regex(/^pk_\w+$/, 'is like pk_live_...'))),
  STRIPE_WEBHOOK_SECRET: z.optional(z.string().check(z.regex(/^whsec_\w+$/, 'is like whsec_...'))),
  STRIPE_API_URL: z.optional(z.url({ protocol: /^https?$/, error: 'is like https://api.stripe.com' })),
  VAPID_PUBLIC_KEY: z.optional(z.string()),
  VAPID_PRIVATE_KEY: z.optional(z.string()),
  CALLS_TO_LOOPBACK: z._default(oneOrZero, false),
  DEMO: z.optional(oneOrZero),
  DEMO_PASSWORD: z.optional(
    z.string().check(z.minLength(8, 'needs at least 8 characters'), z.maxLength(128, 'takes 128 characters at most')),
  ),
  DEV_TOKEN: z.optional(z.string().check(z.regex(/^[\w-]{16,}$/, 'has at least 16 letters and digits'))),
  NOW: z.optional(z.iso.datetime({ offset: true, error: 'is an instant like 2026-07-01T12:00:00Z' })),
})

type StripeEnv = Pick<
  z.output<typeof settings>,
  'STRIPE_SECRET_KEY' | 'STRIPE_PUBLISHABLE_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_API_URL'
>
type VapidEnv = Pick<z.output<typeof settings>, 'VAPID_PUBLIC_KEY' | 'VAPID_PRIVATE_KEY'>
type S3Env = Pick<
  z.output<typeof settings>,
  'S3_BUCKET' | 'S3_ENDPOINT' | 'S3_REGION' | 'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY'
>

export type Config = Omit<
  z.output<typeof settings>,
  | 'DEMO'
  | 'NOW'
  | 'PORT'
  | 'SMTP_URL'
  | 'MAIL_FROM'
  | 'MAIL_TRANSPORT'
  | 'SUPPORT_EMAIL'
  | 'SUPPORT_PHONE'
  | 'LOG_LEVEL'
  | keyof S3Env
  | keyof StripeEnv
  | keyof VapidEnv
> & {
  PORT: number
  /** Whether to use the next free port if PORT is taken. True only for the default port. */
  any_port: boolean
  /** Null for the test provider. */
  stripe: StripeSettings | null
  /** Null if photos are in DATA_DIR. */
  s3: S3Settings | null
  /** Null if the keys are in the database. */
  push_keys: PushKeys | null
  DEMO: boolean
  /** Null if emails go to the outbox. */
  SMTP_URL: string | null
  MAIL_FROM: string
  SUPPORT_EMAIL: string
  /** Empty if there is none. */
  SUPPORT_PHONE: string
  LOG_LEVEL: NonNullable<z.output<typeof settings>['LOG_LEVEL']>
  /** The app's address for links in emails, without a slash at the end. */
  site: string
  /** The instant at which the app's clock starts. Null for the real time. */
  NOW: Date | null
  production: boolean
}

/**
 * Reads every setting at once (docs/product.md, "Settings"). An empty value counts as missing.
 * Throws BadSetting with one line.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const read = settings.safeParse(given)
  if (!read.success) {
    const issue = read.error.issues[0]
    throw new BadSetting(`The setting ${issue?.path.join('.')} ${issue?.message}.`)
  }
  const {
    DEMO,
    NOW,
    SMTP_URL,
    MAIL_FROM,
    MAIL_TRANSPORT,
    PORT,
    SUPPORT_EMAIL,
    SUPPORT_PHONE,
    S3_BUCKET,
    S3_ENDPOINT,
    S3_REGION,
    AWS_ACCESS_KEY_ID,
    AWS_SECRET_ACCESS_KEY,
    STRIPE_SECRET_KEY,
    STRIPE_PUBLISHABLE_KEY,
    STRIPE_WEBHOOK_SECRET,
    STRIPE_API_URL,
    VAPID_PUBLIC_KEY,
    VAPID_PRIVATE_KEY,
    ...rest
  } = read.data
  const production = rest.NODE_ENV === 'production'
  if (production && NOW) throw new BadSetting('The setting NOW is refused in production.')
  const stripe = stripeOf({ STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_URL })
  if (production && !stripe && rest.PAYMENTS !== 'test')
    throw new BadSetting(
      'The setting STRIPE_SECRET_KEY is missing: in production the test provider must be set explicitly (PAYMENTS=test).',
    )
  if (production && SMTP_URL === undefined && MAIL_TRANSPORT !== 'outbox')
    throw new BadSetting(
      'The setting SMTP_URL is missing: in production the outbox must be set explicitly (MAIL_TRANSPORT=outbox).',
    )
  if (production) {
    const needed = { PUBLIC_URL: rest.PUBLIC_URL, SUPPORT_EMAIL, MAIL_FROM, SECRET_KEY: rest.SECRET_KEY }
    const missing = Object.entries(needed).find(([, value]) => value === undefined)?.[0]
    if (missing) throw new BadSetting(`The setting ${missing} is missing: production needs it.`)
  }
  if (rest.PREVIOUS_SECRET_KEY !== undefined && rest.PREVIOUS_SECRET_KEY === rest.SECRET_KEY)
    throw new BadSetting('The setting PREVIOUS_SECRET_KEY is the same as SECRET_KEY: it is the key before it.')
  if (production && rest.RATE_LIMITS === 'off')
    throw new BadSetting('The setting RATE_LIMITS=off is refused in production.')
  if (production && rest.CALLS_TO_LOOPBACK)
    throw new BadSetting('The setting CALLS_TO_LOOPBACK is refused in production.')
  for (const name of ['DEMO_PASSWORD', 'DEV_TOKEN'] as const)
    if (production && rest[name] !== undefined) throw new BadSetting(`The setting ${name} is refused in production.`)
  if (rest.DATABASE_DIRECT_URL !== undefined && rest.DATABASE_URL === undefined)
    throw new BadSetting('The setting DATABASE_DIRECT_URL needs DATABASE_URL: the pooler in front of it.')
  if (rest.DATABASE_REPLICA_URL !== undefined && rest.DATABASE_URL === undefined)
    throw new BadSetting('The setting DATABASE_REPLICA_URL needs DATABASE_URL: the database that it follows.')
  if ((rest.GOOGLE_CLIENT_ID === undefined) !== (rest.GOOGLE_CLIENT_SECRET === undefined))
    throw new BadSetting('The setting GOOGLE_CLIENT_ID needs GOOGLE_CLIENT_SECRET, and the other way round.')
  if ((rest.ORGANIZER_EMAIL === undefined) !== (rest.ORGANIZER_PASSWORD === undefined))
    throw new BadSetting('The setting ORGANIZER_EMAIL needs ORGANIZER_PASSWORD, and the other way round.')
  return {
    ...rest,
    PORT: PORT ?? 3000,
    any_port: PORT === undefined && !production,
    SUPPORT_EMAIL: SUPPORT_EMAIL ?? defaultOrganization.support_email,
    // A number that belongs to nobody must not be shown as the organizer's.
    SUPPORT_PHONE: SUPPORT_PHONE ?? (production ? '' : defaultOrganization.support_phone),
    LOG_LEVEL: rest.LOG_LEVEL ?? (rest.NODE_ENV === 'test' ? 'error' : 'info'),
    SMTP_URL: MAIL_TRANSPORT === 'outbox' ? null : (SMTP_URL ?? null),
    MAIL_FROM: MAIL_FROM ?? `no-reply@${rest.PUBLIC_URL ? new URL(rest.PUBLIC_URL).hostname : 'deuce.example'}`,
    site: siteOf(rest.PUBLIC_URL, PORT ?? 3000),
    stripe: rest.PAYMENTS === 'test' ? null : stripe,
    s3: s3Of({ S3_BUCKET, S3_ENDPOINT, S3_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY }),
    push_keys: pushKeysOf({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }),
    DATA_DIR: resolve(rest.DATA_DIR),
    DEMO: DEMO ?? (!production && rest.DATABASE_URL === undefined),
    NOW: NOW === undefined ? null : new Date(NOW),
    production,
  }
}

/** The app's address for links in emails, without a slash at the end. */
export function siteOf(publicUrl: string | undefined, port: number): string {
  return (publicUrl ?? `http://localhost:${port}`).replace(/\/+$/, '')
}

/** Whether a host, with or without brackets, is this machine and nobody else can reach it. */
export function isLoopbackName(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|::1|\[::1\])$/i.test(host)
}

function stripeOf({
  STRIPE_SECRET_KEY,
  STRIPE_PUBLISHABLE_KEY,
  STRIPE_WEBHOOK_SECRET,
  STRIPE_API_URL,
}: StripeEnv): StripeSettings | null {
  if (
    [STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_URL].every(
      (setting) => setting === undefined,
    )
  )
    return null
  if (STRIPE_API_URL !== undefined && STRIPE_SECRET_KEY === undefined)
    throw new BadSetting('The setting STRIPE_API_URL needs STRIPE_SECRET_KEY.')
  if (STRIPE_SECRET_KEY === undefined || STRIPE_PUBLISHABLE_KEY === undefined || STRIPE_WEBHOOK_SECRET === undefined)
    throw new BadSetting(
      'The settings STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET must be set together.',
    )
  const [secret, publishable] = [/_live_/.test(STRIPE_SECRET_KEY), /_live_/.test(STRIPE_PUBLISHABLE_KEY)]
  if (secret !== publishable)
    throw new BadSetting(
      'The settings STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY have different modes: one is live, the other test.',
    )
  return {
    secret_key: STRIPE_SECRET_KEY,
    publishable_key: STRIPE_PUBLISHABLE_KEY,
    webhook_secret: STRIPE_WEBHOOK_SECRET,
    api_url: STRIPE_API_URL ?? null,
  }
}

/** The keys for push services, in the format of the usual tools: base64url of the point and of the number. */
function pushKeysOf({ VAPID_PUBLIC_KEY: public_key, VAPID_PRIVATE_KEY: private_key }: VapidEnv): PushKeys | null {
  if (public_key === undefined && private_key === undefined) return null
  if (public_key === undefined || private_key === undefined)
    throw new BadSetting('The setting VAPID_PUBLIC_KEY needs VAPID_PRIVATE_KEY, and the other way round.')
  const pair = createECDH('prime256v1')
  try {
    pair.setPrivateKey(private_key, 'base64url')
  } catch {
    throw new BadSetting(
      'The setting VAPID_PRIVATE_KEY is 32 bytes in base64url, as `npx web-push generate-vapid-keys` prints.',
    )
  }
  if (pair.getPublicKey('base64url') !== public_key)
    throw new BadSetting('The setting VAPID_PUBLIC_KEY is not the public key of VAPID_PRIVATE_KEY.')
  return { public_key, private_key: formatPrivateKey(pair.getPrivateKey()) }
}

/** The store for photos. AWS keys are not enough to choose it, because a machine may have them for other reasons. */
function s3Of({
  S3_BUCKET,
  S3_ENDPOINT,
  S3_REGION,
  AWS_ACCESS_KEY_ID,
  AWS_SECRET_ACCESS_KEY,
}: S3Env): S3Settings | null {
  if (S3_BUCKET === undefined) {
    if (S3_ENDPOINT !== undefined) throw new BadSetting('The setting S3_ENDPOINT needs S3_BUCKET.')
    return null
  }
  if (AWS_ACCESS_KEY_ID === undefined || AWS_SECRET_ACCESS_KEY === undefined)
    throw new BadSetting('The setting S3_BUCKET needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.')
  return {
    endpoint: S3_ENDPOINT ?? `https://s3.${S3_REGION}.amazonaws.com`,
    region: S3_REGION,
    bucket: S3_BUCKET,
    access_key_id: AWS_ACCESS_KEY_ID,
    secret_access_key: AWS_SECRET_ACCESS_KEY,
  }
}
