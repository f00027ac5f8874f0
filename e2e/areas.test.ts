import { expect, type Page } from '@playwright/test'
import { expectGoodScreen, withoutComplaint } from './journey.ts'
import { test } from './own-demo.ts'
import { enter } from './people.ts'

/** Everywhere a visitor sees an area: at the front door, among the leagues, and at sign-up. */
async function expectListed(visitor: Page, isListed: boolean): Promise<void> {
  const count = isListed ? 1 : 0
  await visitor.goto('/')
  await expect(visitor.locator('h1')).toHaveText(
    isListed ? 'Tennis leagues in South Bend, Indianapolis, and DC' : 'Tennis leagues in South Bend and DC',
  )
  await expect(visitor.getByRole('link', { name: /^Indianapolis/ })).toHaveCount(count)
  for (const path of ['/leagues', '/signup']) {
    await visitor.goto(path)
    await expect(visitor.getByRole('radio', { name: 'South Bend' })).toBeVisible()
    await expect(visitor.getByRole('radio', { name: 'Indianapolis' })).toHaveCount(count)
  }
}

test('an area is archived although it has running leagues, is restored, and keeps its old links under a new name', async ({
  page: owner,
  browser,
  desk,
}) => {
  await owner.setViewportSize({ width: 1280, height: 900 })
  await enter(owner, desk)
  await owner.goto('/organizer/seasons/areas')
  const area = owner.getByRole('row').filter({ has: owner.getByRole('rowheader', { name: /^Indianapolis/ }) })
  await owner.getByRole('button', { name: 'Archive Indianapolis' }).click()
  const archiving = owner.getByRole('alertdialog', { name: 'Archive Indianapolis?' })
  await expect(archiving.getByRole('listitem').filter({ hasText: /Summer 1 2026: \d+ entries/ })).toBeVisible()
  await archiving.getByRole('button', { name: 'Archive the area' }).click()
  await expect(archiving.getByText('Please confirm that all of this may continue')).toBeVisible()
  await archiving.getByRole('checkbox', { name: 'Archive it anyway' }).check()
  await archiving.getByRole('button', { name: 'Archive the area' }).dblclick()
  await expect(area).toContainText('Archived')

  const phone = await browser.newContext({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' })
  await withoutComplaint(await phone.newPage(), async (visitor) => {
    await expectListed(visitor, false)
    await visitor.goto('/leagues?area=indianapolis')
    await expect(visitor.getByText('No more leagues in Indianapolis')).toBeVisible()
    await expectGoodScreen(visitor)

    await owner.getByRole('button', { name: 'Restore Indianapolis' }).click()
    await expect(area).not.toContainText('Archived')
    await expectListed(visitor, true)

    await owner.getByRole('button', { name: 'Change Indianapolis' }).click()
    const dialog = owner.getByRole('dialog', { name: 'Change Indianapolis' })
    await dialog.getByLabel('Name', { exact: true }).fill('Circle City')
    await expectGoodScreen(owner)
    await dialog.getByRole('button', { name: 'Save the area' }).click()
    await expect(owner.getByRole('row').filter({ hasText: 'Circle City' })).toBeVisible()
    await visitor.goto('/leagues?area=indianapolis&season=fall')
    await expect(visitor).toHaveURL('/leagues?area=circle-city&season=fall')
    await expect(visitor.getByRole('radio', { name: 'Circle City' })).toBeChecked()
  })
  await phone.close()
})

test('a country fills in money and region as suggestions, and a new area has the time zone of the organization', async ({
  page: owner,
  desk,
}) => {
  await enter(owner, desk)
  await owner.goto('/organizer/organization')
  await owner.getByLabel('Country (optional)').selectOption('Australia')
  await expect(owner.getByLabel('Tax (optional)')).toHaveValue('GST')
  await expect(owner.getByLabel('Rate in percent')).toHaveValue('10')
  await expect(owner.getByLabel('Time zone')).toHaveValue('Australia/Sydney')
  await expect(owner.getByLabel('Locale')).toHaveValue('en-AU')
  await expect(owner.getByLabel('The week starts on')).toHaveValue('1')
  await expect(owner.getByLabel('Country for phone numbers')).toHaveValue('AU')
  await expect(owner.getByLabel('Units')).toHaveValue('metric')
  // Money has moved in the demo.
  await expect(owner.getByLabel('Currency')).toHaveValue('USD')
  await expectGoodScreen(owner)
  // Nothing is stored before it is saved.
  await owner.goto('/organizer/seasons/areas')
  await owner.getByRole('button', { name: 'Open an area' }).click()
  await expect(owner.getByRole('dialog').getByLabel('Time zone')).toHaveValue('America/New_York')
})
