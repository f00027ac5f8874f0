import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { BadSetting } from './config.ts'
import { openSecretBox, readSecretKey } from './secret-box.ts'

const folder = await mkdtemp(join(tmpdir(), 'deuce secret '))
afterAll(() => rm(folder, { recursive: true, force: true }))

test('sealing the same text twice gives different results, and only the key and the context open them', () => {
  const [box, other] = [openSecretBox(randomBytes(32)), openSecretBox(randomBytes(32))]
  const plain = Buffer.from('a secret of a phone')
  const sealed = box.seal(plain, 'row 1')
  expect(box.seal(plain, 'row 1')).not.toEqual(sealed)
  expect(box.open(sealed, 'row 1')).toEqual(plain)
  expect(() => box.open(sealed, 'row 2')).toThrow(/authenticat/)
  expect(() => other.open(sealed, 'row 1')).toThrow(/authenticat/)
  expect(box.key_name).not.toBe(other.key_name)
})

test('a sealed secret with any bit changed cannot be opened', () => {
  const box = openSecretBox(randomBytes(32))
  const sealed = box.seal(Buffer.from('secret'), '')
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Buffer.from(sealed)
    changed[index] = (changed[index] ?? 0) ^ 1
    expect(() => box.open(changed, '')).toThrow(/authenticat/)
  }
  expect(() => box.open(sealed.subarray(0, 20), '')).toThrow(/authenticat/)
})

test('without SECRET_KEY, a key is made once and stored in DATA_DIR, in a file that only its owner may read', async () => {
  const DATA_DIR = join(folder, 'new')
  const keys = await Promise.all([1, 2, 3].map(() => readSecretKey({ SECRET_KEY: undefined, DATA_DIR })))
  expect(keys[0]).toHaveLength(32)
  expect(new Set(keys.map(String)).size).toBe(1)
  await chmod(join(DATA_DIR, 'secret-key'), 0o644)
  expect(await readSecretKey({ SECRET_KEY: undefined, DATA_DIR })).toEqual(keys[0])
  expect((await stat(join(DATA_DIR, 'secret-key'))).mode & 0o777).toBe(0o600)
})

test('a file without a valid key stops the start and is not overwritten', async () => {
  const path = join(folder, 'secret-key')
  await writeFile(path, 'cut off')
  await expect(readSecretKey({ SECRET_KEY: undefined, DATA_DIR: folder })).rejects.toThrow(BadSetting)
  expect(await readFile(path, 'utf8')).toBe('cut off')
})

test('SECRET_KEY is used as the key if it is set', async () => {
  const key = randomBytes(32)
  expect(await readSecretKey({ SECRET_KEY: key.toString('base64'), DATA_DIR: folder })).toEqual(key)
})
