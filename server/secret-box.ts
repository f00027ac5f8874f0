import { createCipheriv, createDecipheriv, hash, randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BadSetting, type Config } from './config.ts'
import { codeOf } from '#/db/error-code.ts'

const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts what is stored with AES-256-GCM. `context` names the row that it belongs to: moved to another row, it does not
 * open. `key_name` is stored beside it, so that another key can take over.
 */
export type SecretBox = {
  key_name: string
  /** Opens what the key before has sealed. */
  previous: Omit<SecretBox, 'previous'> | null
  seal(plain: Uint8Array, context: string): Buffer
  /** Throws when the key or the context is another one, or a bit has changed. */
  open(sealed: Uint8Array, context: string): Buffer
}

/** What is stored is the initialization vector, the tag, and the ciphertext. */
export function openSecretBox(key: Buffer, previous_key: Buffer | null = null): SecretBox {
  return {
    previous: previous_key && openSecretBox(previous_key),
    key_name: hash('sha256', Buffer.concat([Buffer.from('name of the key '), key])).slice(0, 16),
    seal(plain, context) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(context))
      const text = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), text])
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed)
      const iv = bytes.subarray(0, IV_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
    },
  }
}

/** The key of SECRET_KEY; without it the one in DATA_DIR/secret-key, which is made at the first start. Throws BadSetting. */
export async function readSecretKey({
  SECRET_KEY,
  DATA_DIR,
}: Pick<Config, 'SECRET_KEY' | 'DATA_DIR'>): Promise<Buffer> {
  if (SECRET_KEY !== undefined) return Buffer.from(SECRET_KEY, 'base64')
  const path = join(DATA_DIR, 'secret-key')
  await mkdir(DATA_DIR, { recursive: true })
  await makeKey(path)
  // A copy of the folder may have come with other rights.
  await chmod(path, 0o600)
  const key = Buffer.from(await readFile(path, 'utf8'), 'base64')
  if (key.length !== KEY_BYTES) throw new BadSetting(`The file ${path} does not hold a key. Restore it from a backup.`)
  return key
}

/** Makes the file if it is missing. It appears whole: another process may start at the same time, and a disk may be full. */
async function makeKey(path: string): Promise<void> {
  if (existsSync(path)) return
  const half = `${path}.${randomUUID()}.half`
  try {
    await writeFile(half, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600 })
    // Unlike a rename, a link never replaces the key of another process; some file systems have none.
    await link(half, path).catch(async (error: unknown) => {
      const code = codeOf(error)
      if (code === 'EEXIST') return
      if (code !== 'EPERM' && code !== 'ENOTSUP') throw error
      await rename(half, path)
    })
  } finally {
    await rm(half, { force: true })
  }
}
