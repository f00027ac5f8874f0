import { test, expect } from '@playwright/test'
import { enter, signInDemo } from './people.ts'
for (const scheme of ['light', 'dark'] as const)
  for (const width of [360, 1280]) {
    test(`shoot ${scheme} ${width}`, async ({ page, request }) => {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme: scheme })
      page.on('console', (m) => {
        if (m.type() === 'error' || m.type() === 'warning') console.log(m.text())
      })
      const token = await signInDemo(request)
      await enter(page, token)
      await page.goto('/dashboard/standings')
      await page.waitForTimeout(800)
      if (scheme === 'light' || width === 360)
        await page.screenshot({ path: `/tmp/shots/standings-${scheme}-${width}.png` })
      await page.getByRole('rowheader').getByRole('link').first().click()
      await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
      await page.waitForTimeout(800)
      await page.screenshot({ path: `/tmp/shots/player-${scheme}-${width}.png`, fullPage: true })
      const me = await request.get('/api/users', { headers: { authorization: `Bearer ${token}` } })
      const { user } = await me.json()
      await page.goto(`/dashboard/players/${user.id}`)
      await page.waitForTimeout(800)
      await page.screenshot({ path: `/tmp/shots/own-${scheme}-${width}.png`, fullPage: true })
      if (scheme === 'light') {
        for (const [name, path] of [
          ['dash', '/dashboard'],
          ['results', '/dashboard/results/r?area=south-bend'],
          ['bracket', '/dashboard/play-offs/index?city=south-bend&division=womens-singles-3-5'],
          ['compare', '/dashboard/players/p?league=summer-1&yr=2026&level=womens-singles-3-5'],
        ] as const) {
          await page.goto(path)
          await page.waitForTimeout(700)
          await page.screenshot({ path: `/tmp/shots/${name}-${width}.png` })
        }
      }
    })
  }
