import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromiumPath } from '#/e2e/chromium.ts'

const { executablePath, env, args } = await chromiumPath()

// The config is read by every worker; the folder and the port belong to the run.
const dataDir = (process.env['E2E_DATA_DIR'] ??= mkdtempSync(join(tmpdir(), 'deuce-e2e-')))
const port = (process.env['E2E_PORT'] ??= String(20_000 + (process.pid % 10_000)))

export default defineConfig({
  testDir: 'e2e',
  globalTeardown: './e2e/clean-up.ts',
  fullyParallel: true,
  forbidOnly: true,
  // On a machine with more to do a journey may miss its moment: it is run once more, and told as flaky.
  retries: 1,
  workers: 2,
  reporter: 'list',
  timeout: 60_000,
  use: {
    baseURL: `http://localhost:${port}`,
    launchOptions: { executablePath, args, env: { ...(process.env as Record<string, string>), ...env } },
    actionTimeout: 10_000,
    trace: 'retain-on-failure',
    locale: 'en-US',
  },
  webServer: {
    command: 'node --import ./ops/node-24.mjs app/main.ts',
    url: `http://localhost:${port}/api/public/config`,
    env: {
      PORT: port,
      DATA_DIR: dataDir,
      NODE_ENV: 'test',
      DEMO: '1',
      NOW: '2026-07-15T16:00:00Z',
      LOG_LEVEL: 'error',
      RATE_LIMITS: 'off',
    },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    timeout: 180_000,
  },
})
