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

/** Runs an app with a separate demo league while `use` runs. */
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
 * Each of these journeys has a separate demo league, because it changes the sale, the setup or the clock, and must not
 * depend on earlier journeys. `desk` is the token of the league's organizer.
 */
export const test = base.extend<{ ownSite: string; desk: string }>({
  ownSite: async ({ browserName: _browserName }, use) => withDemo(use),
  // The pages open after the app has started and close before it stops: a page without its app logs errors.
  baseURL: ({ ownSite }, use) => use(ownSite),
  desk: async ({ request }, use) => use(await signInDemo(request, 'organizer')),
})

/** A call with a token; fails unless it succeeds. */
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

/** Plays the demo forward to a day (yyyy/MM/dd) as its organizer; the clocks of these pages follow. */
export async function playTo(request: APIRequestContext, desk: string, date: string, pages: Page[]): Promise<void> {
  const { task_id } = await call<{ task_id: number }>(request, desk, 'POST', '/organizer/demo/clock', { date })
  await expect
    .poll(async () => (await call<{ state: string }>(request, desk, 'GET', `/organizer/tasks/${task_id}`)).state, {
      timeout: 120_000,
    })
    .toBe('done')
  for (const page of pages) await setClock(page, new Date(`${date.replaceAll('/', '-')}T16:10:00Z`))
}
