import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { BadSetting, type Config } from './config.ts'
import { readOrMakeSecretFile } from './secret-file.ts'

const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts stored secrets with AES-256-GCM. `context` names the row of the secret, which cannot be opened in another row.
 * `key_name` is stored beside it, so that the key can be replaced.
 */
export type SecretBox = {
  key_name: string
  /** Opens secrets that the previous key has sealed. */
  previous: Omit<SecretBox, 'previous'> | null
  seal(plain: Uint8Array, context: string): Buffer
  /** Throws if the key or the context is wrong, or a bit has changed. */
  open(sealed: Uint8Array, context: string): Buffer
}

/** The stored bytes are the initialization vector, the tag, and the ciphertext. */
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

/** The key from SECRET_KEY, or from DATA_DIR/secret-key, which is made at the first start. Throws BadSetting. */
export async function readSecretKey({
  SECRET_KEY,
  DATA_DIR,
}: Pick<Config, 'SECRET_KEY' | 'DATA_DIR'>): Promise<Buffer> {
  if (SECRET_KEY !== undefined) return Buffer.from(SECRET_KEY, 'base64')
  const path = join(DATA_DIR, 'secret-key')
  const text = await readOrMakeSecretFile(path, () => randomBytes(KEY_BYTES).toString('base64'))
  const key = Buffer.from(text, 'base64')
  if (key.length !== KEY_BYTES) throw new BadSetting(`The file ${path} does not hold a key. Restore it from a backup.`)
  return key
}
