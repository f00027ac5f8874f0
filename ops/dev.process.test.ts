import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const dataDir = await mkdtemp(join(tmpdir(), 'deuce-dev-'))
afterAll(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))

async function freePort(): Promise<number> {
  const holder = createServer().listen(0, 'localhost')
  await once(holder, 'listening')
  const { port } = holder.address() as AddressInfo
  holder.close()
  await once(holder, 'close')
  return port
}

/** Starts development like `npm run dev`, on free ports. `written` resolves once it has printed the text. */
async function startDev(settings: Record<string, string>) {
  const { DATABASE_URL: _, ...env } = process.env
  const dev = spawn(process.execPath, ['--import', './ops/node-24.mjs', 'ops/dev.ts'], {
    env: {
      ...env,
      NODE_ENV: 'development',
      PORT: '0',
      PAGE_PORT: String(await freePort()),
      DEMO: '0',
      DATA_DIR: dataDir,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const waiting = new Set<() => void>()
  for (const stream of [dev.stdout, dev.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk
      for (const look of waiting) look()
    })
  const ended = once(dev, 'exit').then(([code]) => code as number | null)
  const written = (words: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => output.includes(words) && resolve()
      waiting.add(look)
      look()
      void ended.then(() => reject(new Error(output)))
    })
  return { dev, ended, written }
}

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'one %s stops the page, the app and its database',
  async (signal) => {
    const { dev, ended, written } = await startDev({})
    await written('Deuce is at ')
    expect(existsSync(join(dataDir, 'postgres/pid'))).toBe(true)
    dev.kill(signal)
    expect(await ended).toBe(0)
    expect(existsSync(join(dataDir, 'postgres/pid'))).toBe(false)
  },
)

test('one SIGTERM is enough if the app has exited and waits for a change', async () => {
  const { dev, ended, written } = await startDev({ HOST: '192.0.2.1' })
  await written('Failed running')
  dev.kill('SIGTERM')
  expect(await ended).toBe(0)
})
