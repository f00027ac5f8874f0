import { resolve } from 'node:path'
import * as z from 'zod/mini'

/** A setting that stops the start; its message is one line that names the setting. */
export class BadSetting extends Error {}

const oneOrZero = z.pipe(z.enum(['0', '1'], 'is 0 or 1'), z.transform((value) => value === '1'))

const settings = z.object({
  NODE_ENV: z._default(z.enum(['development', 'test', 'production'], 'is development, test or production'), 'development'),
  PORT: z._default(z.coerce.number('is a port number').check(z.int('is a port number'), z.minimum(0, 'is a port number'), z.maximum(65_535, 'is a port number')), 3000),
  HOST: z._default(z.string(), 'localhost'),
  PUBLIC_URL: z.optional(z.url('is the address people type, like https://deuce.example')),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z.optional(z.url({ protocol: /^postgres(ql)?$/, error: 'is like postgres://user:password@host:5432/name' })),
  SUPPORT_EMAIL: z._default(z.email('is an e-mail address'), 'help@deuce.example'),
  SUPPORT_PHONE: z._default(z.string(), '+1 574 555 0100'),
  ORGANIZER_EMAIL: z.optional(z.email('is an e-mail address')),
  ORGANIZER_PASSWORD: z.optional(z.string().check(z.minLength(8, 'needs at least 8 characters'), z.maxLength(128, 'takes 128 characters at most'))),
  LOG_LEVEL: z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'is fatal, error, warn, info, debug, trace or silent'), 'info'),
  PAYMENTS: z.optional(z.literal('test', 'is test, or left out')),
  DEMO: z.optional(oneOrZero),
  NOW: z.optional(z.iso.datetime({ offset: true, error: 'is an instant like 2026-07-01T12:00:00Z' })),
})

export type Config = Omit<z.output<typeof settings>, 'DEMO' | 'NOW'> & {
  DEMO: boolean
  /** The instant at which the app's clock starts; null: the real time. */
  NOW: Date | null
  production: boolean
}

/**
 * Reads every setting at once (decisions: "Settings"). An empty value counts as left out.
 * Throws BadSetting with one line.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const read = settings.safeParse(given)
  if (!read.success) {
    const issue = read.error.issues[0]
    throw new BadSetting(`The setting ${issue?.path.join('.')} ${issue?.message}.`)
  }
  const { DEMO, NOW, ...rest } = read.data
  const production = rest.NODE_ENV === 'production'
  if (production && NOW) throw new BadSetting('The setting NOW is refused in production.')
  if (production && rest.PAYMENTS !== 'test')
    throw new BadSetting('The setting PAYMENTS is missing: in production the test provider has to be asked for aloud (PAYMENTS=test).')
  if ((rest.ORGANIZER_EMAIL === undefined) !== (rest.ORGANIZER_PASSWORD === undefined))
    throw new BadSetting('The setting ORGANIZER_EMAIL goes together with ORGANIZER_PASSWORD.')
  return {
    ...rest,
    DATA_DIR: resolve(rest.DATA_DIR),
    DEMO: DEMO ?? (!production && rest.DATABASE_URL === undefined),
    NOW: NOW === undefined ? null : new Date(NOW),
    production,
  }
}
