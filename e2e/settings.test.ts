import { randomFillSync } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { expectGoodScreen, test } from './journey.ts'
import { leaveToken, signUpAndIn } from './people.ts'

test.use({ viewport: { width: 360, height: 740 } })

async function enter(page: Page, first_name: string, path: string): Promise<void> {
  const token = await signUpAndIn(page.request, first_name, 'Castellane')
  await leaveToken(page, token)
  await page.goto(path)
}

test('a player moves abroad: a new phone number, found by its country', async ({ page }) => {
  await enter(page, 'Ines', '/dashboard/settings')
  await page.getByRole('button', { name: 'Country code: United States +1' }).first().press('Enter')
  const search = page.getByRole('searchbox', { name: 'Search countries' })
  await expect(search).toBeFocused()
  await expectGoodScreen(page)
  await page.keyboard.press('End')
  for (let step = 0; step < 20; step += 1) await page.keyboard.press('ArrowUp')
  await expect(page.locator('[role=option][data-focused]')).toBeInViewport()
  await search.fill('zzz')
  await expect(page.getByText('No results found')).toBeVisible()
  await search.fill('port')
  await expectGoodScreen(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Country code: Portugal +351' })).toBeFocused()
  const number = page.getByRole('textbox', { name: 'Phone', exact: true })
  await number.fill('212345678')
  await page.getByLabel('First name').fill(' ')
  await expect(number).toHaveValue('21 234 5678')
  await page.getByLabel('First name').press('Enter')
  await expect(page.locator('*:focus')).toContainText('Please check the form')

  await page.getByLabel('First name').fill('Inês')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Your profile is saved.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Country code: Portugal +351' })).toBeVisible()
  await expect(number).toHaveValue('21 234 5678')

  await number.fill('+44 20 7946 0958')
  await expect(page.getByRole('button', { name: 'Country code: United Kingdom +44' })).toBeVisible()
})

test('letters typed at once after opening the dial codes are all in the search', async ({ page }) => {
  await enter(page, 'Ivo', '/dashboard/settings')
  // The code of the list arrives late.
  await page.route(/CountryList/, async (route) => {
    await new Promise((done) => setTimeout(done, 500))
    await route.continue()
  })
  await page.getByRole('button', { name: 'Country code: United States +1' }).first().press('Enter')
  await page.keyboard.type('braz')
  await expect(page.getByRole('searchbox', { name: 'Search countries' })).toHaveValue('braz')
  await expect(page.getByRole('listbox', { name: 'Countries' }).getByRole('option')).toHaveCount(2)
  await page.keyboard.type('il')
  await expect(page.getByRole('searchbox', { name: 'Search countries' })).toHaveValue('brazil')
})

/** Leaves the year of birth half typed. Returns the button below it. */
async function leaveHalfTyped(page: Page, first_name: string) {
  await enter(page, first_name, '/dashboard/settings')
  const year = page.getByLabel('Year of birth')
  await year.fill('19')
  const save = page.getByRole('button', { name: 'Save profile' })
  await save.scrollIntoViewIfNeeded()
  await expect(year).toBeInViewport()
  await expect(year).toBeFocused()
  return { year, save }
}

test('the button below an invalid field stays under the mouse until it is pressed', async ({ page }) => {
  const { year, save } = await leaveHalfTyped(page, 'Nora')
  const place = await save.boundingBox()
  if (!place) throw new Error('The button is not shown')
  await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2)
  await page.mouse.down()
  await expect(year).not.toBeFocused()
  // A pressed button is drawn a pixel lower.
  expect(Math.abs(((await save.boundingBox())?.y ?? 0) - place.y)).toBeLessThanOrEqual(1)
  await page.mouse.up()
  await expect(page.locator('*:focus')).toContainText('Please check the form')
  await expect(year).toHaveAttribute('aria-invalid', 'true')
})

test('releasing the mouse elsewhere shows the error, and sends nothing', async ({ page }) => {
  const { year, save } = await leaveHalfTyped(page, 'Nadia')
  await save.hover()
  await page.mouse.down()
  await expect(year).not.toBeFocused()
  await page.mouse.move(2, 400)
  await page.mouse.up()
  await expect(year).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('Please check the form')).toHaveCount(0)
})

test.describe('with a finger', () => {
  test.use({ hasTouch: true, isMobile: true })

  test('a tap on the button below an invalid field presses it', async ({ page }) => {
    const { year, save } = await leaveHalfTyped(page, 'Nils')
    await save.tap()
    await expect(page.locator('*:focus')).toContainText('Please check the form')
    await expect(year).toHaveAttribute('aria-invalid', 'true')
  })
})

test('a photo is cropped with the keyboard, shown in the top bar, and removed', async ({ page }) => {
  await enter(page, 'Bruno', '/dashboard/settings')
  // Noise, so that it is large and the page shrinks it before sending; only the left is red.
  const noise = randomFillSync(Buffer.alloc(3000 * 2000))
  const red = await sharp({ create: { width: 1000, height: 2000, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const picture = await sharp(noise, { raw: { width: 3000, height: 2000, channels: 1 } })
    .toColourspace('srgb')
    .composite([{ input: red, left: 0, top: 0 }])
    .jpeg({ quality: 80 })
    .toBuffer()
  expect(picture.length).toBeGreaterThan(1_500_000)

  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload a photo' }).click()
  await (await chooser).setFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: picture })
  const dialog = page.getByRole('dialog', { name: 'Your photo' })
  await dialog.getByRole('slider', { name: 'Zoom' }).press('End')
  await dialog.getByRole('slider', { name: 'Left to right' }).press('Home')
  await expectGoodScreen(page)
  const sent = page.waitForRequest('**/api/users/photo')
  await dialog.getByRole('button', { name: 'Save photo' }).click()
  await expect(page.getByText('Your photo is saved.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change photo' })).toBeFocused()
  expect((await (await sent).sizes()).requestBodySize).toBeLessThan(picture.length)

  const avatar = page.locator('header img[src^="/photos/"]')
  await expect(avatar).toBeVisible()
  const stored = await page.request.get((await avatar.getAttribute('src')) ?? '')
  const { dominant } = await sharp(await stored.body()).stats()
  expect(dominant.r).toBeGreaterThan(200)
  expect(dominant.b).toBeLessThan(60)

  await page.getByRole('button', { name: 'Remove photo' }).click()
  await expect(avatar).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Photo' })).toBeFocused()
})

test('a GIF named .jpg is refused with a message', async ({ page }) => {
  await enter(page, 'Otto', '/dashboard/settings')
  const gif = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
    .gif()
    .toBuffer()
  await page.getByLabel('Picture').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: gif })
  await page.getByRole('button', { name: 'Save photo' }).click()
  await expect(page.getByText('This is a GIF.')).toBeVisible()
  await expectGoodScreen(page)
})

test('a player changes what league-mates see, changes the password, downloads the data, and deletes the account', async ({
  page,
}) => {
  await enter(page, 'Vera', '/dashboard/settings/privacy')
  // The setting is saved at once. The box changes when the response arrives.
  await page.getByLabel('My phone number').click()
  await expect(page.getByText('Players in your leagues see the change right away.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('My phone number')).not.toBeChecked()

  await page.getByRole('link', { name: 'Password' }).click()
  await page.getByLabel('Current password').fill('a lob into the sun')
  await page.getByLabel('New password', { exact: true }).fill('a volley at the net')
  await expect(page.getByText('Strong')).toBeVisible()
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Your password is changed.')).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).last().click()

  await page.getByRole('link', { name: 'Account' }).click()
  await page.getByRole('button', { name: 'Download my data' }).click()
  await page.getByRole('dialog').getByLabel('Your password').fill('a volley at the net')
  const download = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('deuce-data.json')

  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete my account' })
  await dialog.getByLabel('Your password').fill('a lob into the sun')
  await dialog.getByRole('button', { name: 'Delete my account permanently' }).click()
  await expect(dialog.getByText('This is not your current password.').first()).toBeVisible()
  await expectGoodScreen(page)
  await dialog.getByLabel('Your password').fill('a volley at the net')
  await dialog.getByRole('button', { name: 'Delete my account permanently' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})
