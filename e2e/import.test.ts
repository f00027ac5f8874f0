import { expect, type Page } from '@playwright/test'
import { expectGoodScreen } from './journey.ts'
import { test } from './own-demo.ts'
import { enter, signInDemo } from './people.ts'

/** Uploads a file, and waits until it has been checked. */
async function bring(desk: Page, kind: string, text: string): Promise<void> {
  await desk.goto('/organizer/exchange')
  const file = { name: 'club.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await desk.getByLabel(`File of ${kind}`).setInputFiles(file)
  await expect(desk.getByRole('heading', { name: 'Checked' })).toBeVisible()
}

/** Looks at the open questions on a phone and on a computer. */
async function look(desk: Page, name: string): Promise<void> {
  for (const width of [360, 1280]) {
    await desk.setViewportSize({ width, height: 800 })
    await expectGoodScreen(desk)
    const folder = process.env['LOOK_AT']
    if (folder !== undefined) await desk.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true })
  }
}

test('an organizer answers the questions of a file before it is imported, and sees the columns that are not read', async ({
  page: desk,
  context,
}) => {
  await enter(desk, await signInDemo(context.request, 'organizer'))
  await bring(
    desk,
    'players',
    [
      'Name;E-mail;Mobile number;T-shirt',
      'Ada Moreno;ada@import.example.com;574 555 0100;M',
      'Bob Moreno;ada@import.example.com;574 555 0100;L',
      'Grace Lind;grace@import.example.com;;S',
    ].join('\n'),
  )
  await expect(desk.getByText('1 question about this file')).toBeVisible()
  await expect(desk.getByRole('button', { name: /^Import / })).toHaveCount(0)
  await look(desk, 'names')
  // By keyboard.
  const names = desk.getByRole('group', { name: 'The email ada@import.example.com has two names. Whose is it?' })
  await names.getByRole('radio', { name: /^Ada Moreno/ }).focus()
  await desk.keyboard.press('Space')
  await desk.keyboard.press('ArrowDown')
  await expect(names.getByRole('radio', { name: /^Bob Moreno/ })).toBeChecked()
  await desk.keyboard.press('ArrowUp')
  await desk.getByRole('button', { name: 'Check again' }).press('Enter')
  await expect(desk.getByText('1 column is not read')).toBeVisible()
  await expect(desk.getByText('T-shirt. If it is a field below')).toBeVisible()
  await expect(desk.getByText('2 new players have no complete profile.')).toBeVisible()
  await look(desk, 'ignored')
  await desk.getByRole('button', { name: 'Import 2 players' }).click()
  await expect(desk.getByText('2 players imported')).toBeVisible()

  const league = "Fall;2019;Women's Singles 3.5;South Bend"
  await bring(
    desk,
    'entries',
    `Season;Year;Division;Area;Email\n${league};ada@import.example.com\n;;;;grace@import.example.com\n`,
  )
  await desk.getByRole('button', { name: 'Import 2 entries' }).click()
  await expect(desk.getByText('2 entries imported')).toBeVisible()

  await bring(
    desk,
    'results',
    'Date;Home;Away;Score\n3/10/2019;Ada Moreno;Lind, Grace;4-6 4-6\n5/11/2019;Ada Moreno;Grace Lind;6-4 6-4\n',
  )
  await expect(desk.getByText('4 questions about this file')).toBeVisible()
  await look(desk, 'dates')
  const dates = desk.getByRole('group', { name: 'Which comes first in a date, the day or the month?' })
  await dates.getByRole('radio', { name: 'The day 3/10/2019 is Thu, Oct 3, 2019' }).check()
  // An answer is kept while other questions are still open.
  await desk.getByRole('button', { name: 'Check again' }).click()
  await expect(desk.getByText('3 questions about this file')).toBeVisible()
  await expect(dates.getByRole('radio', { name: /^The day/ })).toBeChecked()
  await desk.getByRole('radio', { name: 'South Bend' }).check()
  await desk.getByLabel('Which season is this file of?').selectOption('Fall 2019')
  await desk.getByLabel('Which division is this file of?').selectOption("Women's Singles 3.5")
  await desk.getByRole('button', { name: 'Check again' }).click()
  await expect(desk.getByRole('row').filter({ hasText: '2019-10-03' })).toContainText('Grace Lind')
  await look(desk, 'results')
  await desk.getByRole('button', { name: 'Import 2 results' }).click()
  await expect(desk.getByText('2 results imported')).toBeVisible()
})
