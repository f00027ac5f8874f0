import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromiumPath } from '#/e2e/chromium.ts'
import { retries } from '#/test/flaky.ts'
import { runFolder } from '#/test/run-folder.ts'
import { devSettings } from '#/test/dev-secrets.ts'

const { executablePath, env, args } = await chromiumPath()

// Every worker reads this config, but the folder and the port are the same for the whole run.
const dataDir = join(runFolder(), 'e2e')
const port = (process.env['E2E_PORT'] ??= String(20_000 + (process.pid % 10_000)))

export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  forbidOnly: true,
  retries,
  // One more than cores, because some journeys wait for a response, a debounce or a paint.
  workers: availableParallelism() + 1,
  reporter: [['list'], ['./e2e/flaky-reporter.ts']],
  // Only stops journeys that never end. A busy machine needs ten times as long as an idle one, so no journey has its own limit.
  timeout: 600_000,
  // The longest wait for an assertion on a busy machine. It costs nothing if the assertion already holds.
  expect: { timeout: 20_000, toPass: { timeout: 60_000 } },
  use: {
    baseURL: `http://localhost:${port}`,
    launchOptions: { executablePath, args, env: { ...(process.env as Record<string, string>), ...env } },
    actionTimeout: 20_000,
    // Recording slows down every step. To record a failure, run `npm run e2e -- --trace on`.
    trace: 'on-first-retry',
    locale: 'en-US',
    // A journey's `page.route` does not affect service workers. Journeys about the service worker allow it.
    serviceWorkers: 'block',
    contextOptions: { reducedMotion: 'reduce' },
  },
  webServer: {
    command: 'node --import ./ops/node-24.mjs e2e/serve.ts',
    url: `http://localhost:${port}/api/public/config`,
    env: {
      PORT: port,
      DATA_DIR: dataDir,
      NODE_ENV: 'test',
      DEMO: '1',
      ...devSettings,
      NOW: '2026-07-15T16:00:00Z',
      LOG_LEVEL: 'error',
      CALLS_TO_LOOPBACK: '1',
      RATE_LIMITS: 'off',
    },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    timeout: 600_000,
  },
})
