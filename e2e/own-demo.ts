import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { now, setClock } from './clock.ts'
import { makeData } from './data.ts'
import { test as base } from './journey.ts'
import { freeSite, startOwnApp } from './own-app.ts'
import { signInDemo } from './people.ts'

/** Runs an app on a demo league of its own, while it is used at its address. */
async function withDemo(use: (site: string) => Promise<void>): Promise<void> {
  const dataDir = join(tmpdir(), `deuce-own-demo-${randomUUID()}`)
  await makeData(dataDir, 'demo')
  const { port, site } = await freeSite()
  const stopApp = await startOwnApp(port, {
    DATA_DIR: dataDir,
    DEMO: '1',
    NOW: now.toISOString(),
    LOG_LEVEL: 'error',
    RATE_LIMITS: 'off',
  })
  await use(site)
  await stopApp()
  await rm(dataDir, { recursive: true, force: true })
}

/**
 * Journeys on a demo league of their own, one for each, because they change what is on sale or set up, or move its
 * clock: which journeys ran before on the same worker must not matter. `desk`: its organizer's token.
 */
export const test = base.extend<{ ownSite: string; desk: string }>({
  ownSite: async ({ browserName: _browserName }, use) => withDemo(use),
  // The pages open after the app has started and close before it stops: one whose app is gone complains.
  baseURL: ({ ownSite }, use) => use(ownSite),
  desk: async ({ request }, use) => use(await signInDemo(request, 'organizer')),
})

/** A call as somebody; fails unless it succeeds. */
export async function call<T>(
  request: APIRequestContext,
  token: string,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  data?: object,
): Promise<T> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await request.fetch(`/api${path}`, { method, headers, ...(data && { data }) })
  expect(answer.status(), `${path}: ${await answer.text()}`).toBeLessThan(300)
  return (await answer.json()) as T
}

/** Plays the demo forward to a day (yyyy/MM/dd), as its organizer; these pages' clocks move along. */
export async function playTo(request: APIRequestContext, desk: string, date: string, pages: Page[]): Promise<void> {
  const { task_id } = await call<{ task_id: number }>(request, desk, 'POST', '/organizer/demo/clock', { date })
  await expect
    .poll(async () => (await call<{ state: string }>(request, desk, 'GET', `/organizer/tasks/${task_id}`)).state, {
      timeout: 120_000,
    })
    .toBe('done')
  for (const page of pages) await setClock(page, new Date(`${date.replaceAll('/', '-')}T16:10:00Z`))
}
