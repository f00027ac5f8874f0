import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readDevAccess } from './dev-access.ts'

let DATA_DIR = ''
beforeEach(async () => void (DATA_DIR = await mkdtemp(join(tmpdir(), 'deuce-dev-access-'))))
afterEach(() => rm(DATA_DIR, { recursive: true, force: true }))
const read = (settings: { DEV_TOKEN?: string; DEMO_PASSWORD?: string } = {}) =>
  readDevAccess({ DATA_DIR, DEV_TOKEN: undefined, DEMO_PASSWORD: undefined, ...settings })

test('a data folder gets secrets at its first start, keeps them, and only its owner can read them', async () => {
  const first = await read()
  expect(first.token).toMatch(/^[\w-]{32}$/)
  expect(first.demo_password).toMatch(/^([a-z2-9]{4}-){2}[a-z2-9]{4}$/)
  expect(await read()).toEqual(first)
  expect((await stat(join(DATA_DIR, 'dev-access.json'))).mode & 0o777).toBe(0o600)
  expect(await readdir(DATA_DIR)).toEqual(['dev-access.json'])
})

test('processes that start at the same time agree', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => read()))
  expect(new Set(all.map((each) => JSON.stringify(each))).size).toBe(1)
})

test('settings replace them, and both together need no file', async () => {
  const settings = { DEV_TOKEN: 'a-token-of-a-test', DEMO_PASSWORD: 'a password of a test' }
  expect(await read(settings)).toEqual({ token: 'a-token-of-a-test', demo_password: 'a password of a test' })
  expect(await readdir(DATA_DIR)).toEqual([])
  expect((await read({ DEV_TOKEN: 'a-token-of-a-test' })).token).toBe('a-token-of-a-test')
})

test.each(['', '{', '{"token":"short","demo_password":"x"}'])('a damaged file, %j, is named', async (content) => {
  await writeFile(join(DATA_DIR, 'dev-access.json'), content)
  await expect(read()).rejects.toThrow(/dev-access.json is damaged/)
})
