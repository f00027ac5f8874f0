import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { CommandPalette, type PaletteGroup, type PaletteItem } from './CommandPalette.tsx'

const item = (id: string, title: string, detail = ''): PaletteItem => ({ id, title, detail, path: `/organizer/${id}` })
const ada = item('player 1', 'Ada Moreno', 'ada@example.com')
const adele = item('player 2', 'Adele Nolan')
const league = item('league 1', 'Adults, Summer 2026')
const bea = item('player 3', 'Bea Lind')

const groupsWith = (text: string): PaletteGroup[] => {
  const having = (items: PaletteItem[]) => items.filter(({ title }) => title.toLowerCase().includes(text.toLowerCase()))
  return [
    { key: 'player', heading: 'Players', items: having([ada, adele, bea]) },
    { key: 'league', heading: 'Leagues', items: having([league]) },
  ].filter(({ items }) => items.length > 0)
}

type Search = (text: string, signal: AbortSignal) => Promise<readonly PaletteGroup[]>

/** A button that opens the palette; `typed` was typed while it loaded. */
async function show({
  search = async (text) => groupsWith(text),
  recent = [],
  typed = { text: '', entered: false },
}: { search?: Search; recent?: PaletteItem[]; typed?: { text: string; entered: boolean } } = {}) {
  const onChoose = vi.fn<(chosen: PaletteItem) => void>()
  function Desk() {
    const [open, setOpen] = useState(false)
    const instant = (text: string) => ({
      key: 'recent',
      heading: 'Recent',
      items: recent.filter(({ title }) => title.toLowerCase().includes(text.toLowerCase())),
    })
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {open && (
          <CommandPalette
            label="Search the desk"
            placeholder="Search"
            hint="Type a name."
            takeTyped={() => typed}
            instant={instant}
            search={search}
            onChoose={(chosen) => {
              onChoose(chosen)
              setOpen(false)
            }}
            onClose={() => setOpen(false)}
          />
        )}
      </>
    )
  }
  await render(<Desk />)
  await page.getByRole('button', { name: 'Open' }).click()
  return onChoose
}

const field = page.getByRole('combobox', { name: 'Search the desk' })
const options = page.getByRole('option')
const selected = page.getByRole('option', { selected: true })
const status = page.getByRole('status')
const titles = () => options.elements().map(({ textContent }) => textContent)

test('the field has the focus, results are in groups with headings, and their number is announced', async () => {
  await show()
  await expect.element(field).toHaveFocus()
  await expect.element(status).toHaveTextContent('Type a name.')
  await userEvent.keyboard('ad')
  await expect.element(status).toHaveTextContent('3 results')
  await expect
    .element(page.getByRole('group', { name: 'Players' }).getByRole('option').first())
    .toMatchTextContent(/^Ada Moreno/)
  await expect.element(page.getByRole('group', { name: 'Leagues' })).toBeVisible()
  await expect.element(selected).toMatchTextContent(/^Ada Moreno/)
})

test('the arrows wrap around all groups, Enter chooses, and the focus stays in the field', async () => {
  const chosen = await show()
  await userEvent.keyboard('ad')
  await expect.element(status).toHaveTextContent('3 results')
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(selected).toMatchTextContent(/^Adults/)
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.element(selected).toMatchTextContent(/^Adele/)
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(chosen).toHaveBeenCalledExactlyOnceWith(adele)
  await expect.element(field).not.toBeInTheDocument()
})

test('recent items are there without a search, come first, and are not repeated among the results', async () => {
  const search = vi.fn<Search>(async (text) => groupsWith(text))
  await show({ search, recent: [bea, ada] })
  expect(titles()).toEqual(['Bea Lind', 'Ada Morenoada@example.com'])
  expect(search).not.toHaveBeenCalled()
  await userEvent.keyboard('ad')
  await expect.element(status).toHaveTextContent('3 results')
  expect(titles()).toEqual(['Ada Morenoada@example.com', 'Adele Nolan', 'Adults, Summer 2026'])
})

test('letters and Enter that came before the palette are not lost', async () => {
  const chosen = await show({ typed: { text: 'bea', entered: true } })
  await expect.poll(() => chosen.mock.lastCall).toEqual([bea])
})

test('Enter before the results of the text have come waits for them, and a further letter takes it back', async () => {
  const answers = new Map<string, (groups: readonly PaletteGroup[]) => void>()
  const search: Search = (text) => new Promise((resolve) => answers.set(text, resolve))
  const chosen = await show({ search })
  await userEvent.keyboard('ad{Enter}')
  await userEvent.keyboard('e{Enter}')
  await expect.poll(() => answers.has('ade')).toBe(true)
  answers.get('ad')?.(groupsWith('ad'))
  expect(chosen).not.toHaveBeenCalled()
  answers.get('ade')?.(groupsWith('ade'))
  await expect.poll(() => chosen.mock.calls).toEqual([[adele]])
})

test('an answer that arrives after a later one is ignored', async () => {
  const first = Promise.withResolvers<readonly PaletteGroup[]>()
  const search = vi.fn<Search>(async (text) => groupsWith(text)).mockReturnValueOnce(first.promise)
  await show({ search })
  await field.fill('ad')
  await expect.poll(() => search.mock.calls.length).toBe(1)
  await field.fill('bea')
  await expect.element(status).toHaveTextContent('1 result')
  first.resolve(groupsWith('ad'))
  await first.promise
  expect(titles()).toEqual(['Bea Lind'])
  expect(search.mock.calls[0]?.[1].aborted).toBe(true)
})

test('a slow search says so after 300 ms, a failed one can be tried again by Enter, and nothing found is said', async () => {
  const slow = Promise.withResolvers<readonly PaletteGroup[]>()
  const search = vi.fn<Search>(async (text) => groupsWith(text)).mockReturnValueOnce(slow.promise)
  await show({ search })
  await field.fill('bea')
  await expect.element(status).toHaveTextContent('Searching…')
  slow.reject(new Error('offline'))
  await expect.element(status).toHaveTextContent('The search failed. Press Enter to try again.')
  await userEvent.keyboard('{Enter}')
  await expect.element(status).toHaveTextContent('1 result')
  await field.fill('zzz')
  await expect.element(status).toHaveTextContent('Nothing found for “zzz”.')
})

test('Escape closes the palette and gives the focus back', async () => {
  await show()
  await userEvent.keyboard('ad{Escape}')
  await expect.element(field).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Open' })).toHaveFocus()
})

test('a result is chosen by a press, and fits a narrow phone', async () => {
  await page.viewport(360, 640)
  const long = item('player 9', `Maximiliane ${'Wolfeschlegelsteinhausen'.repeat(3)}`, 'x'.repeat(90))
  const chosen = await show({ recent: [long] })
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
  const { right } = options.element().getBoundingClientRect()
  expect(right).toBeLessThanOrEqual(360)
  await options.click()
  expect(chosen).toHaveBeenCalledExactlyOnceWith(long)
})
