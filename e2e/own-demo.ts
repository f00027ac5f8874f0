import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeData } from './data.ts'
import { test as base } from './journey.ts'
import { freeSite, startOwnApp } from './own-app.ts'

/** Journeys on a demo league of their own, because they change what is on sale for everybody. */
export const test = base.extend<object, { ownSite: string }>({
  ownSite: [
    async ({ browserName: _browserName }, use) => {
      const dataDir = join(tmpdir(), `deuce-own-demo-${randomUUID()}`)
      await makeData(dataDir, 'demo')
      const { port, site } = await freeSite()
      const stopApp = await startOwnApp(port, {
        DATA_DIR: dataDir,
        DEMO: '1',
        NOW: '2026-07-15T16:00:00Z',
        LOG_LEVEL: 'error',
        RATE_LIMITS: 'off',
      })
      await use(site)
      await stopApp()
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: ({ ownSite }, use) => use(ownSite),
})
