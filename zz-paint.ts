import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { chromiumPath } from '#/e2e/chromium.ts'
import { makeData } from '#/e2e/data.ts'
import { freeSite, startOwnApp } from '#/e2e/own-app.ts'
import { bringCookies } from '#/e2e/people.ts'
const runs = Number(process.argv[2] ?? 5)
const dataDir = join(tmpdir(), `deuce-paint-${randomUUID()}`)
await makeData(join(dataDir, 'new'), 'demo')
const stops: (() => Promise<void>)[] = []
async function start(name: string, folder?: string) {
  const { port, site } = await freeSite()
  stops.push(
    await startOwnApp(
      port,
      { DATA_DIR: join(dataDir, name), DEMO: '1', LOG_LEVEL: 'error', RATE_LIMITS: 'off', NOW: '2026-07-15T16:00:00Z' },
      undefined,
      folder,
    ),
  )
  const r = await fetch(`${site}/api/users/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'player@deuce.example', password: 'advantage-deuce' }),
  })
  const { token } = (await r.json()) as { token: string }
  const read = await fetch(`${site}/api/users/league-history?per_page=100`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { matchups } = (await read.json()) as { matchups: { id: number; played: boolean }[] }
  return { site, token, match: matchups.find(({ played }) => !played)?.id }
}
try {
  const demos = { new: await start('new'), old: await start('old', '/work/base/tree') }
  const { executablePath, args, env } = await chromiumPath()
  const browser = await chromium.launch({
    executablePath,
    args,
    env: { ...(process.env as Record<string, string>), ...env },
  })
  const found: Record<string, number[]> = {}
  for (let run = 0; run < runs; run++)
    for (const screen of ['/', '/dashboard', '/dashboard/standings', 'score'])
      for (const [name, { site, token, match }] of Object.entries(demos)) {
        const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true })
        const page = await context.newPage()
        if (screen !== '/') {
          await page.addInitScript((value) => localStorage.setItem('deuce.token', JSON.stringify(value)), token)
          if (name === 'new') await bringCookies(context, token)
        }
        const cdp = await context.newCDPSession(page)
        await cdp.send('Emulation.setCPUThrottlingRate', { rate: 2 })
        await cdp.send('Network.emulateNetworkConditions', {
          offline: false,
          latency: 150,
          downloadThroughput: 200_000,
          uploadThroughput: 90_000,
        })
        await page.addInitScript(() => {
          const at = { lcp: 0, fcp: 0, cls: 0 }
          Object.assign(globalThis, { at })
          new PerformanceObserver((l) => {
            for (const e of l.getEntries()) at.lcp = e.startTime
          }).observe({ type: 'largest-contentful-paint', buffered: true })
          new PerformanceObserver((l) => {
            for (const e of l.getEntries() as any[]) at.cls += e.value
          }).observe({ type: 'layout-shift', buffered: true })
        })
        const answer = await page.goto(site + (screen === 'score' ? `/dashboard/${match}/score-submission` : screen))
        const html = (await answer?.text()) ?? ''
        await page.waitForFunction(() => (globalThis as any).early?.stop.signal.aborted ?? true)
        await page.waitForTimeout(1500)
        const at = await page.evaluate(() => ({ ...(globalThis as any).at, hydrated: 0 }))
        ;(found[`${screen} ${name} lcp`] ??= []).push(Math.round(at.lcp))
        ;(found[`${screen} ${name} cls`] ??= []).push(at.cls)
        if (name === 'new' && screen !== '/' && !html.includes('data-reader')) console.log('shell', screen)
        await context.close()
      }
  for (const [key, all] of Object.entries(found)) {
    const s = all.toSorted((a, b) => a - b)
    console.log(key, s[Math.floor(s.length / 2)], JSON.stringify(s))
  }
  await browser.close()
} finally {
  for (const stop of stops) await stop()
}
