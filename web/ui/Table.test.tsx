import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Table, type Column } from './Table.tsx'

type Row = { id: number; name: string; wins: number }
const rows: Row[] = [
  { id: 7, name: 'Ada Moreno', wins: 5 },
  { id: 8, name: 'Bea Lind', wins: 3 },
  { id: 9, name: 'Cleo Hart', wins: 1 },
]
const columns: Column<Row>[] = [
  { key: 'rank', header: 'Rank', align: 'right', cell: (_, index) => index + 1 },
  { key: 'name', header: 'Player', rowHeader: true, cell: ({ name }) => name },
  { key: 'wins', header: 'Wins', align: 'right', cell: ({ wins }) => wins },
]
const show = (props: Partial<Parameters<typeof Table<Row>>[0]> = {}) =>
  render(<Table caption="3 players" columns={columns} rows={rows} rowKey={({ id }) => id} {...props} />)

const textsOf = (role: 'cell' | 'rowheader') =>
  page
    .getByRole(role)
    .elements()
    .map((element) => (element as HTMLElement).innerText)
const beas = page.getByRole('row', { name: /Bea Lind/ })

for (const { width, face } of [
  { width: 360, face: 'cards' },
  { width: 1280, face: 'a table' },
])
  test(`as ${face} a table keeps its roles: a caption, columns, rows by their names`, async () => {
    await page.viewport(width, 800)
    await show()
    await expect.element(page.getByRole('table', { name: '3 players' })).toBeVisible()
    await expect.element(page.getByRole('columnheader', { name: 'Rank' })).toBeInTheDocument()
    await expect.element(page.getByRole('columnheader')).toHaveLength(3)
    expect(textsOf('rowheader')).toEqual(['Ada Moreno', 'Bea Lind', 'Cleo Hart'])
    await expect.element(beas.getByRole('rowheader', { name: 'Bea Lind' })).toBeVisible()
    // The column's name is not part of a cell's accessible name, even on a card.
    await expect.element(beas.getByRole('cell', { name: '2', exact: true })).toBeVisible()
    await expect.element(beas.getByRole('cell', { name: '3', exact: true })).toBeVisible()
  })

test('as cards, figures are stacked beside their columns’ names; in a table they are side by side', async () => {
  const cells = beas.getByRole('cell')
  const tops = () => cells.elements().map((cell) => cell.getBoundingClientRect().top)
  await page.viewport(360, 800)
  await show()
  await expect.element(beas.getByText('Wins')).toBeVisible()
  const [rank = 0, wins = 0] = tops()
  expect(wins).toBeGreaterThan(rank)
  await page.viewport(1280, 800)
  await expect.element(beas.getByText('Wins')).not.toBeVisible()
  const [first, second] = tops()
  expect(second).toBe(first)
})

test('a table that stays a table on a phone has no column names in its cells', async () => {
  await page.viewport(360, 800)
  await show({ phone: 'table' })
  expect(textsOf('cell')).toEqual(['1', '5', '2', '3', '3', '1'])
  await expect.element(page.getByRole('columnheader', { name: 'Rank' })).toBeVisible()
})

test('words in a cell are not broken: a table that is too wide scrolls by itself, and the page does not', async () => {
  await page.viewport(700, 800)
  const words: Column<Row>[] = Array.from({ length: 9 }, (_, index) => ({
    key: String(index),
    header: 'Played',
    cell: () => 'Indianapolis South',
  }))
  await show({ columns: [...columns, ...words] })
  const word = page.getByText('Indianapolis South').first().element()
  const linesOf = (text: string) => {
    const node = word.firstChild!
    const range = document.createRange()
    range.setStart(node, word.textContent.indexOf(text))
    range.setEnd(node, word.textContent.indexOf(text) + text.length)
    return range.getClientRects().length
  }
  expect(linesOf('Indianapolis')).toBe(1)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(700)
  const frame = page.getByRole('table').element().parentElement!
  expect(frame.scrollWidth).toBeGreaterThan(frame.clientWidth)
})
