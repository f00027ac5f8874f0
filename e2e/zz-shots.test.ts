import { test } from '@playwright/test'
import { enter, signInDemo } from './people.ts'
test('shots', async ({ page, request }) => {
  await enter(page, await signInDemo(request, 'organizer'))
  for (const width of [1280, 768, 360])
    for (const scheme of ['light', 'dark'] as const) {
      if (width === 768 && scheme === 'dark') continue
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme: scheme })
      for (const [name, path] of [
        ['players', '/organizer/players'],
        ['entries', '/organizer/entries'],
        ['payments', '/organizer/payments'],
        ['matches', '/organizer/matches?state=overdue'],
        ['played', '/organizer/matches?state=played'],
      ] as const) {
        await page.goto(path)
        await page
          .locator('tr[data-row]')
          .first()
          .waitFor({ timeout: 8000 })
          .catch(() => {})
        if (name === 'players' || name === 'matches')
          for (const n of [0, 1])
            await page
              .locator('tr[data-row] input')
              .nth(n)
              .click({ timeout: 1000 })
              .catch(() => {})
        await page.screenshot({
          path: `/tmp/shots/${name}-${width}-${scheme}.png`,
          fullPage: width === 1280 || name === 'players',
        })
      }
    }
})
