import { randomBytes, randomInt } from 'node:crypto'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { BadSetting, type Config } from './config.ts'
import { readOrMakeSecretFile } from './secret-file.ts'

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
  const text = await readOrMakeSecretFile(path, () => JSON.stringify(makeAccess()))
  const read = stored.safeParse(parseJson(text))
  if (!read.success) throw new BadSetting(`The file ${path} is damaged. Delete it: the next start makes a new one.`)
  return { token: DEV_TOKEN ?? read.data.token, demo_password: DEMO_PASSWORD ?? read.data.demo_password }
}

function makeAccess(): DevAccess {
  return { token: randomBytes(24).toString('base64url'), demo_password: makePassword() }
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
