import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const folder = join(tmpdir(), `deuce-retry-${process.pid}`)
const reporter = join(import.meta.dirname, 'retry-reporter.ts')

/** Tests that ask `begins`, which is true only in the first run of `name`. */
const files = {
  'passing.test.ts': `test('passes', () => {})`,
  'once.test.ts': `
    test('fails once', () => expect(begins('test')).toBe(false))
    test('passes beside it', () => {})
    describe('a group', () => {
      beforeAll(() => expect(begins('hook')).toBe(false))
      test('passes after its hook has failed once', () => {})
    })`,
  'late.test.ts': `
    test('leaves a promise', async () => {
      if (begins('late')) void Promise.reject(new Error('late'))
      await new Promise((resolve) => setTimeout(resolve, 50))
    })`,
  'killed.test.ts': `test('dies once', () => { if (begins('killed')) process.kill(process.pid, 'SIGKILL') })`,
  'broken.test.ts': `
    test('fails always', () => expect(1).toBe(2))
    test('fails once beside it', () => expect(begins('beside')).toBe(false))`,
}

const setup = `
  import { existsSync, writeFileSync } from 'node:fs'
  globalThis.begins = (name) => {
    if (existsSync(name)) return false
    writeFileSync(name, '')
    return true
  }`

const config = `
  import { RetryReporter } from ${JSON.stringify(reporter)}
  export default { test: { globals: true, isolate: false, setupFiles: 'setup.ts', reporters: [new RetryReporter()] } }`

beforeAll(() => {
  mkdirSync(folder)
  for (const [name, code] of Object.entries({ ...files, 'setup.ts': setup, 'vitest.config.ts': config }))
    writeFileSync(join(folder, name), code)
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function runTests(ci: string, ...names: (keyof typeof files)[]) {
  for (const name of ['test', 'hook', 'late', 'killed', 'beside']) rmSync(join(folder, name), { force: true })
  const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs')
  const { PATH, TMPDIR } = process.env
  const { status, stdout } = spawnSync(process.execPath, [vitest, 'run', ...names], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH, TMPDIR, CI: ci, DEUCE_RUN_FOLDER: folder },
  })
  return { status, flaky: [...stdout.matchAll(/^flaky: .*$/gm)].map(([line]) => line) }
}

test('in CI a test that fails once is run once more and named, and so are a hook, a late rejection and a worker that died', () => {
  const { status, flaky } = runTests('true', 'passing.test.ts', 'once.test.ts', 'late.test.ts', 'killed.test.ts')
  expect(flaky.toSorted()).toEqual([
    'flaky: killed.test.ts',
    'flaky: late.test.ts',
    'flaky: once.test.ts > a group',
    'flaky: once.test.ts > fails once',
  ])
  expect(status).toBe(0)
})

test('in CI a test that fails twice fails the run', () => {
  expect(runTests('true', 'broken.test.ts', 'passing.test.ts')).toEqual({
    status: 1,
    flaky: ['flaky: broken.test.ts > fails once beside it'],
  })
})

test('on the machine of a developer nothing is run again', () => {
  expect(runTests('', 'once.test.ts')).toEqual({ status: 1, flaky: [] })
})
