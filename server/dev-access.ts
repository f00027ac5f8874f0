import { existsSync } from 'node:fs'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { codeOf } from '#/db/error-code.ts'
import { BadSetting, type Config } from './config.ts'

/** Opens what only the person who started the app may see: the mailbox by `token`, the demo's accounts by `demo_password`. */
export type DevAccess = { token: string; demo_password: string }

const stored = z.object({ token: z.string().check(z.minLength(16)), demo_password: z.string().check(z.minLength(8)) })

/** Letters and digits that look different in every font. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

/**
 * The secrets of a data folder, made at its first start and readable by its owner alone. The settings DEV_TOKEN and
 * DEMO_PASSWORD replace them. Throws BadSetting if the file is damaged.
 */
export async function readDevAccess({
  DATA_DIR,
  DEV_TOKEN,
  DEMO_PASSWORD,
}: Pick<Config, 'DATA_DIR' | 'DEV_TOKEN' | 'DEMO_PASSWORD'>): Promise<DevAccess> {
  if (DEV_TOKEN !== undefined && DEMO_PASSWORD !== undefined) return { token: DEV_TOKEN, demo_password: DEMO_PASSWORD }
  const path = join(DATA_DIR, 'dev-access.json')
  await makeFile(path)
  const read = stored.safeParse(parseJson(await readFile(path, 'utf8')))
  if (!read.success) throw new BadSetting(`The file ${path} is damaged. Delete it: the next start makes a new one.`)
  return { token: DEV_TOKEN ?? read.data.token, demo_password: DEMO_PASSWORD ?? read.data.demo_password }
}

/** Makes the file if it is missing, complete or not at all: another process may start at the same time. */
async function makeFile(path: string): Promise<void> {
  if (existsSync(path)) return
  const half = `${path}.${randomUUID()}.half`
  const access: DevAccess = { token: randomBytes(24).toString('base64url'), demo_password: makePassword() }
  try {
    await writeFile(half, `${JSON.stringify(access)}\n`, { mode: 0o600 })
    await link(half, path).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error
    })
  } finally {
    await rm(half, { force: true })
  }
}

/** Twelve letters and digits in groups of four, about 59 bits. */
function makePassword(): string {
  const group = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return [group(), group(), group()].join('-')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
