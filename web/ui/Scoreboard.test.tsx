import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Scoreboard } from './Scoreboard.tsx'

const sides = [{ name: 'Ada Moreno' }, { name: 'Bea Lind' }] as const

test('a screen reader gets the two sides of a match without a score, not a table of empty cells', async () => {
  const { container } = await render(
    <Scoreboard sides={sides} wells={3} word="set" caption="Ada Moreno against Bea Lind" />,
  )
  await expect.element(page.getByText('Ada Moreno against')).toBeInTheDocument()
  expect(page.getByRole('table').elements()).toHaveLength(0)
  expect(page.getByRole('cell').elements()).toHaveLength(0)
  expect(page.getByRole('columnheader').elements()).toHaveLength(0)
  expect(container.textContent).not.toContain('not played')
})

test('a score is a table: a row for each side, with the word "winner"', async () => {
  await render(<Scoreboard sides={sides} sets={[{ score_1: 6, score_2: 4 }]} winner={0} word="set" caption="Final" />)
  await expect.element(page.getByRole('table', { name: 'Final' })).toBeInTheDocument()
  await expect.element(page.getByRole('rowheader', { name: /^Ada Moreno.*winner$/ })).toBeInTheDocument()
  expect(
    page
      .getByRole('cell')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['6', '4'])
})
