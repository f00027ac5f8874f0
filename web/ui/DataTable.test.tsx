import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { openMemoryHistory } from '#/web/history.ts'
import { Router, useLocation } from '#/web/router.tsx'
import { DataTable, type DataColumn } from './DataTable.tsx'
import { useSelection } from './selection.ts'

type Player = { id: number; name: string; wins: number }
const players: Player[] = ['Ada', 'Bea', 'Cleo', 'Dot', 'Eve'].map((name, index) => ({
  id: index + 1,
  name,
  wins: 9 - index,
}))
const columns: DataColumn<Player>[] = [
  { key: 'name', title: 'Player', sort: 'name', cell: ({ name }) => name },
  { key: 'wins', title: 'Wins', sort: 'wins', numeric: true, cell: ({ wins }) => wins },
  { key: 'club', title: 'Club', cell: () => 'Fitzroy' },
]

function Players() {
  const { pathname, search } = useLocation()
  const selection = useSelection<Player>('', ({ id }) => id)
  return (
    <>
      <p data-testid="address">{pathname + search}</p>
      <p data-testid="chosen">
        {selection.all
          ? 'all'
          : [...selection.rows.keys()]
              .map(Number)
              .toSorted((a, b) => a - b)
              .join(' ')}
      </p>
      <input aria-label="Search" />
      <DataTable
        caption="12 players"
        columns={columns}
        rows={players}
        rowKey={({ id }) => id}
        openPath={({ id }) => `/players/${id}`}
        selection={selection}
        matching="12"
        acts={<button type="button">Move</button>}
        sorting={{
          value: new URLSearchParams(search).get('sort') ?? 'name',
          values: ['name', '-name', '-wins'],
          hrefOf: (sort) => `?sort=${sort}`,
        }}
      />
    </>
  )
}

async function show(width = 1280) {
  await page.viewport(width, 800)
  await render(
    <Router history={openMemoryHistory('/players')}>
      <Players />
    </Router>,
  )
}

const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
const tick = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` })
const chosen = page.getByTestId('chosen')
const address = page.getByTestId('address')
const press = (keys: string) => userEvent.keyboard(keys)

test('a press selects a row, a press with Shift all rows in between', async () => {
  await show()
  await tick('Bea').click()
  await expect.element(chosen).toHaveTextContent('2')
  await expect.element(row('Bea')).toHaveAttribute('aria-selected', 'true')
  await expect.element(row('Ada')).toHaveAttribute('aria-selected', 'false')
  await tick('Eve').click({ modifiers: ['Shift'] })
  await expect.element(chosen).toHaveTextContent('2 3 4 5')
  // The range becomes shorter; its beginning stays.
  await tick('Cleo').click({ modifiers: ['Shift'] })
  await expect.element(chosen).toHaveTextContent('2 3')
  await expect.element(page.getByText('2 selected')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Move' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect.element(page.getByRole('region', { name: 'Selection' })).not.toBeInTheDocument()
})

test('the whole page, then all that match the filter', async () => {
  await show()
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).click()
  await expect.element(page.getByText('5 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Select all 12 that match' }).click()
  await expect.element(chosen).toHaveTextContent('all')
  await expect.element(page.getByText('All 12 selected')).toBeVisible()
  // Without one row, the selection is the page again.
  await tick('Ada').click()
  await expect.element(chosen).toHaveTextContent('2 3 4 5')
})

test('by keyboard: j and k from anywhere, arrows on a row, x selects, Shift extends, Enter opens', async () => {
  await show()
  await press('j')
  await expect.element(row('Ada')).toHaveFocus()
  await press('jj')
  await expect.element(row('Cleo')).toHaveFocus()
  await press('k')
  await press('x')
  await expect.element(chosen).toHaveTextContent('2')
  await press('{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
  await expect.element(chosen).toHaveTextContent('2 3 4')
  await press('{Shift>}{ArrowUp}{/Shift}')
  await expect.element(chosen).toHaveTextContent('2 3')
  await press('{Escape}')
  await expect.element(chosen).toHaveTextContent('')
  // From a row that is not selected, the range begins there.
  await press('{Shift>}{ArrowDown}{/Shift}')
  await expect.element(chosen).toHaveTextContent('3 4')
  await press('{End}{Enter}')
  await expect.element(address).toHaveTextContent('/players/5')
})

test('letters typed into a field move nothing', async () => {
  await show()
  await page.getByLabelText('Search').click()
  await press('jjx')
  await expect.element(page.getByLabelText('Search')).toHaveValue('jjx')
  await expect.element(chosen).toHaveTextContent('')
})

test('a head sorts by the offered keys, and says how the rows are sorted', async () => {
  await show()
  const head = (name: string) => page.getByRole('columnheader', { name })
  await expect.element(head('Player')).toHaveAttribute('aria-sort', 'ascending')
  await expect.element(head('Wins')).toHaveAttribute('aria-sort', 'none')
  await expect.element(head('Club')).not.toHaveAttribute('aria-sort')
  await page.getByRole('link', { name: 'Wins' }).click()
  await expect.element(address).toHaveTextContent('/players?sort=-wins')
  await expect.element(head('Wins')).toHaveAttribute('aria-sort', 'descending')
  await page.getByRole('link', { name: 'Player' }).click()
  await page.getByRole('link', { name: 'Player' }).click()
  await expect.element(address).toHaveTextContent('/players?sort=-name')
})

test('a press on a row opens it; one on its checkbox does not', async () => {
  await show()
  await tick('Dot').click()
  await expect.element(address).toHaveTextContent('/players')
  await row('Dot').getByText('Fitzroy').click()
  await expect.element(address).toHaveTextContent('/players/4')
})

test('on a phone, rows are cards that can be sorted and selected', async () => {
  await show(360)
  await page.getByLabelText('Select page').click()
  await expect.element(page.getByText('5 selected')).toBeVisible()
  await tick('Ada').click()
  await expect.element(page.getByText('4 selected')).toBeVisible()
  await page.getByLabelText('Sort by').selectOptions('-wins')
  await expect.element(address).toHaveTextContent('/players?sort=-wins')
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
})
