import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { type Choice, SearchPicker } from './SearchPicker.tsx'

const people: Choice[] = [
  { id: '1', name: 'Ada Moreno', note: 'South Bend' },
  { id: '2', name: 'Ada Nolan' },
  { id: '3', name: 'Bea Lind' },
]
const byName = async (text: string) => people.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))

type Search = (text: string, signal: AbortSignal) => Promise<readonly Choice[]>

/** The picker in a form; `chosen` is the form's current value. */
async function show(search: Search = byName) {
  const onChange = vi.fn<(choice: Choice | null) => void>()
  function Form() {
    const [value, setValue] = useState<Choice | null>(null)
    const choose = (choice: Choice | null) => {
      setValue(choice)
      onChange(choice)
    }
    return <SearchPicker label="Winner" value={value} onChange={choose} search={search} />
  }
  await render(<Form />)
  return { chosen: () => onChange.mock.lastCall?.[0] ?? null }
}

const field = page.getByRole('combobox', { name: 'Winner' })
const options = page.getByRole('option')
const optionTexts = () => options.elements().map(({ textContent }) => textContent)
const status = page.getByRole('status')

test('the picker searches from two letters on, once for the latest text, and says how many results it found', async () => {
  const search = vi.fn<Search>(byName)
  await show(search)
  await userEvent.type(field, 'a')
  await expect.element(status).toHaveTextContent('Type 2 or more letters')
  await userEvent.type(field, 'da')
  await expect.element(status).toHaveTextContent('2 results')
  expect(optionTexts()).toEqual(['Ada MorenoSouth Bend', 'Ada Nolan'])
  expect(search.mock.calls.map(([text]) => text)).toEqual(['ada'])
})

test('the arrows wrap around the results, Enter chooses, and the focus stays in the field', async () => {
  const { chosen } = await show()
  await field.fill('ada')
  await expect.element(status).toHaveTextContent('2 results')
  const active = page.getByRole('option', { selected: true })
  await expect.element(active).toMatchTextContent(/^Ada Moreno/)
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(active).toHaveTextContent('Ada Nolan')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(active).toMatchTextContent(/^Ada Moreno/)
  await userEvent.keyboard('{ArrowUp}{Enter}')
  await expect.element(field).toHaveValue('Ada Nolan')
  expect(chosen()).toEqual(people[1])
  await expect.element(options).not.toBeInTheDocument()
  await expect.element(field).toHaveFocus()
})

test('text without a choice is removed on blur', async () => {
  const { chosen } = await show()
  await field.fill('bea')
  await page.getByRole('option', { name: 'Bea Lind' }).click()
  await field.fill('')
  expect(chosen()).toBeNull()
  await field.fill('bea')
  await page.getByRole('option', { name: 'Bea Lind' }).click()
  await field.fill('Bea the Great')
  await userEvent.tab()
  await expect.element(field).toHaveValue('Bea Lind')
  expect(chosen()).toEqual(people[2])
})

test('Escape closes the list and restores the choice', async () => {
  await show()
  await field.fill('ada')
  await expect.element(status).toHaveTextContent('2 results')
  await userEvent.keyboard('{Escape}')
  await expect.element(options).not.toBeInTheDocument()
  await expect.element(field).toHaveValue('')
  await expect.element(field).toHaveAttribute('aria-expanded', 'false')
})

test('a failed search says so, and the next letter tries again', async () => {
  await show(vi.fn<Search>(byName).mockRejectedValueOnce(new Error('offline')))
  await field.fill('be')
  await expect.element(status).toHaveTextContent('The search failed. Type again to retry.')
  await userEvent.type(field, 'a')
  await expect.element(status).toHaveTextContent('1 result')
})

test('a response that arrives after a later one is ignored', async () => {
  const first = Promise.withResolvers<readonly Choice[]>()
  const search = vi.fn<Search>(byName).mockReturnValueOnce(first.promise)
  await show(search)
  await field.fill('ad')
  await expect.poll(() => search.mock.calls.length).toBe(1)
  await field.fill('bea')
  await expect.element(status).toHaveTextContent('1 result')
  first.resolve(people)
  await first.promise
  expect(optionTexts()).toEqual(['Bea Lind'])
})
