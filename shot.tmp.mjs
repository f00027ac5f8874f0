import { chromium } from '@playwright/test'
import { chromiumPath } from '/work/wt/activity/e2e/chromium.ts'
const [, , email, password, name] = process.argv
const { executablePath, env, args } = await chromiumPath()
const browser = await chromium.launch({ executablePath, args, env: { ...process.env, ...env } })
const site = 'http://127.0.0.1:4210'
const r = await fetch(site + '/api/users/signin', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ email, password }),
})
const { token } = await r.json()
if (process.env.DUMP)
  console.log(
    JSON.stringify(
      await (await fetch(site + '/api/users/activity', { headers: { authorization: `Bearer ${token}` } })).json(),
      null,
      1,
    ).slice(0, 6000),
  )
for (const [w, scheme] of (process.env.SIZES ?? '360 light,1280 light,320 dark,768 dark,1280 dark')
  .split(',')
  .map((x) => x.split(' '))) {
  const ctx = await browser.newContext({
    viewport: { width: Number(w), height: w < 700 ? 780 : 900 },
    colorScheme: scheme,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  await ctx.addInitScript(([t]) => localStorage.setItem('deuce.token', JSON.stringify(t)), [token])
  const page = await ctx.newPage()
  await page.goto(site + '/dashboard')
  await page.getByRole('heading', { name: 'Overall League Record' }).waitFor()
  await page.waitForTimeout(800)
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  await page.screenshot({
    path: `/tmp/activity/${name}-${w}-${scheme}.png`,
    fullPage: true,
    clip: { x: 0, y: 0, width: Number(w), height: w < 700 ? 2300 : 1400 },
  })
  console.log(w, scheme, 'overflow', over)
  await ctx.close()
}
await browser.close()
