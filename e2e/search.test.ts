import { expect, type Page } from '@playwright/test'
import { expectGoodScreen, test } from './journey.ts'
import { leaveToken, signInDemo, signUpAndIn, uniqueName } from './people.ts'

const palette = (page: Page) => page.getByRole('combobox', { name: 'Search the desk' })
const selected = (page: Page) => page.getByRole('dialog').getByRole('option', { selected: true })

test('an organizer finds a player by a part of the phone number, by keyboard alone', async ({ page, request }) => {
  const [first_name, last_name] = [uniqueName('Zoe'), uniqueName('Nolan')]
  const player = await signUpAndIn(request, first_name, last_name)
  const digits = String(Date.now()).slice(-7)
  const profile = (await (
    await request.get('/api/users', { headers: { authorization: `Bearer ${player}` } })
  ).json()) as { user: Record<string, unknown> }
  const { phone: _, ...user } = profile.user
  const changed = await request.put('/api/users', {
    headers: { authorization: `Bearer ${player}` },
    data: { ...user, location: 'South Bend', phone: `+61 41${digits}` },
  })
  expect(changed.status(), await changed.text()).toBe(200)

  await leaveToken(page, await signInDemo(request, 'organizer'))
  await page.goto('/organizer')
  await expect(page.getByRole('button', { name: 'Find anything' })).toBeVisible()
  // The letters follow the keys at once, while the code of the palette loads.
  await page.keyboard.press('Control+k')
  await page.keyboard.type(`041${digits}`)
  await expect(palette(page)).toBeFocused()
  await expect(palette(page)).toHaveValue(`041${digits}`)
  await expect(selected(page)).toContainText(`${first_name} ${last_name}`)
  await expectGoodScreen(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: `${first_name} ${last_name}` })).toBeFocused()

  // Somebody who is quicker than the server: slash, name, Enter.
  await page.keyboard.press('g')
  await page.keyboard.press('m')
  await expect(page.getByRole('heading', { level: 1, name: 'Matches' })).toBeFocused()
  await page.keyboard.press('/')
  await page.keyboard.type('coupons')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Coupons' })).toBeFocused()

  // Recent ones first, without a letter.
  await page.keyboard.press('Control+k')
  const recent = page.getByRole('group', { name: 'Recent' }).getByRole('option')
  await expect(recent).toHaveText([/^Coupons/, new RegExp(`^${first_name} ${last_name}`)])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: `${first_name} ${last_name}` })).toBeFocused()

  // Escape gives the focus back; no key acts below a dialog or in a field.
  const button = page.getByRole('button', { name: 'Find anything' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(palette(page)).toBeFocused()
  await page.keyboard.type('?gp')
  await expect(palette(page)).toHaveValue('?gp')
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)
  await expect(button).toBeFocused()

  await page.keyboard.press('?')
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(shortcuts.getByText('Next row')).toBeVisible()
  await expectGoodScreen(page)
  await page.keyboard.press('/')
  await expect(palette(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(shortcuts).toHaveCount(0)

  // On a phone, by the button.
  await page.setViewportSize({ width: 360, height: 740 })
  await button.click()
  await page.keyboard.type('singles 3.5 summer 2026')
  await expect(page.getByRole('group', { name: 'Leagues' }).getByRole('option').first()).toBeVisible()
  await expectGoodScreen(page)
  await page.getByRole('group', { name: 'Leagues' }).getByRole('option').first().click()
  await expect(page).toHaveURL(/\/organizer\//)
  await expect(palette(page)).toHaveCount(0)

  // Signing out deletes what was opened.
  expect(await page.evaluate(() => localStorage.getItem('deuce.recent'))).toContain(first_name)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/$/)
  expect(await page.evaluate(() => localStorage.getItem('deuce.recent'))).toBeNull()
})

test('a failed search says so and is tried again', async ({ page, request }) => {
  await leaveToken(page, await signInDemo(request, 'organizer'))
  await page.goto('/organizer/players')
  await page.route('**/api/organizer/search?*', (route) => route.fulfill({ status: 503, json: {} }), { times: 1 })
  await page.getByRole('button', { name: 'Find anything' }).click()
  await page.keyboard.type('audit log')
  await expect(page.getByText('The search failed. Press Enter to try again.').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(selected(page)).toContainText('Audit log')
})
