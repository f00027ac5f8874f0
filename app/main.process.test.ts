import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const dataDir = await mkdtemp(join(tmpdir(), 'deuce-main-'))
const started: ChildProcess[] = []
afterAll(async () => {
  for (const app of started) app.kill('SIGKILL')
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

/** The app as `npm start` runs it, on an empty demo-less folder at a free port. */
function startApp(settings: Record<string, string> = {}) {
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    PORT: '0',
    DEMO: '0',
    LOG_LEVEL: 'error',
    DATA_DIR: dataDir,
    ...settings,
  }
  const app = spawn(process.execPath, ['--import', './ops/node-24.mjs', 'app/main.ts'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(app)
  let output = ''
  let errors = ''
  const ready = new Promise<string>((resolve) => {
    app.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const address = /^Deuce is at (\S+)$/m.exec(output)?.[1]
      if (address) resolve(address)
    })
  })
  app.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const ended = once(app, 'exit').then(([code]) => ({ code: code as number | null, errors }))
  return { app, ready, ended }
}

test('it serves, a second one on the same data says so in one line, and it stops with its database', async () => {
  const first = startApp()
  const address = await first.ready
  expect((await fetch(`${address}/api/public/seasons`)).status).toBe(200)

  const second = await startApp().ended
  expect(second.code).toBe(1)
  expect(second.errors).toMatch(/^Deuce is already running on this data folder \(process \d+\)\.\n$/)
  expect((await fetch(`${address}/api/public/seasons`)).status).toBe(200)

  // Twice, as Ctrl-C under npm does.
  first.app.kill('SIGINT')
  first.app.kill('SIGINT')
  expect(await first.ended).toEqual({ code: 0, errors: '' })

  // The folder is free again.
  const again = startApp()
  await again.ready
  again.app.kill('SIGTERM')
  expect(await again.ended).toEqual({ code: 0, errors: '' })
})

test('a bad setting stops the start with one line that names it', async () => {
  const { code, errors } = await startApp({ NODE_ENV: 'bananas' }).ended
  expect(code).toBe(1)
  expect(errors).toBe('The setting NODE_ENV is development, test or production.\n')
})
