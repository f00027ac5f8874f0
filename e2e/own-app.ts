import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeData } from './data.ts'
import { devSettings } from '#/test/dev-secrets.ts'

/** A free port and the address of an app that will listen there. */
export async function freeSite(): Promise<{ port: number; site: string }> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return { port, site: `http://localhost:${port}` }
}

/**
 * Starts a separate app with settings that the common app lacks; in an empty folder, or in the one in `settings`, which
 * is left behind. `hear` receives its first output; `folder` contains another version of the app. Returns a function
 * that stops it.
 */
export async function startOwnApp(
  port: number,
  settings: Record<string, string>,
  hear: (words: string) => void = () => {},
  folder = process.cwd(),
): Promise<() => Promise<void>> {
  const dataDir = settings['DATA_DIR'] ?? join(tmpdir(), `deuce-own-${randomUUID()}`)
  if (settings['DATA_DIR'] === undefined) await makeData(dataDir, 'empty')
  const app = spawn(process.execPath, ['--import', './ops/node-24.mjs', 'app/main.ts'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      NODE_ENV: 'test',
      DEMO: '0',
      ...(settings['NODE_ENV'] !== 'production' && devSettings),
      ...settings,
    },
  })
  // The first output of the app means that it listens.
  if (app.stdout) hear(String((await once(app.stdout, 'data'))[0]))
  return async () => {
    if (app.exitCode === null && app.signalCode === null) {
      const ended = once(app, 'exit')
      app.kill('SIGTERM')
      await ended
    }
    if (settings['DATA_DIR'] === undefined) await rm(dataDir, { recursive: true, force: true })
  }
}
