import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { keyOf } from '#/ops/inputs.ts'
import { makePrepared } from '#/test/prepared.ts'
import { devSettings } from '#/test/dev-secrets.ts'

/**
 * Fills the folder like an app that was started once, with or without the demo league. The same code produces the same
 * data, so it is cached between runs.
 */
export async function makeData(folder: string, kind: 'demo' | 'empty'): Promise<void> {
  const key = keyOf(['{app,contract,db,features,organizer,rules,server}/**/*.{ts,sql}'])
  await makePrepared(`e2e-${kind}`, key, folder, (dataDir) => startOnce(dataDir, kind === 'demo'))
}

async function startOnce(dataDir: string, demo: boolean): Promise<void> {
  const app = spawn(process.execPath, ['--import', './ops/node-24.mjs', 'app/main.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      NODE_ENV: 'test',
      LOG_LEVEL: 'error',
      DEMO: demo ? '1' : '0',
      ...devSettings,
      // Earlier than any test's clock, so that no data is in the future.
      NOW: '2026-07-15T15:50:00Z',
    },
  })
  const ended = once(app, 'exit')
  for await (const line of createInterface({ input: app.stdout })) if (line.startsWith('Deuce is at')) break
  app.kill('SIGTERM')
  const [code] = await ended
  if (code !== 0) throw new Error(`The app that prepares the data for the journeys ended with ${code}.`)
}
