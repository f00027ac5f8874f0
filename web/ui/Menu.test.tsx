import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Menu } from './Menu.tsx'

/** Two menus, the second at the window's lower edge, and a button that the list may cover. */
async function show() {
  const chosen = vi.fn<(id: string) => void>()
  function Screen() {
    const [beneath, press] = useState(0)
    const entry = (id: string, label: string) => ({ id, label, onSelect: () => chosen(id) })
    const items = [
      entry('submit', 'Submit Score'),
      entry('times', 'Times and messages'),
      { ...entry('reset', 'Reset'), disabled: true },
      entry('delete', 'Delete match'),
    ]
    return (
      <>
        <Menu label="Options" items={items} />
        <button type="button" onClick={() => press(beneath + 1)} style={{ position: 'fixed', left: 0, bottom: 0 }}>
          Beneath, pressed {beneath} times
        </button>
        <div style={{ position: 'fixed', right: 0, bottom: 0 }}>
          <Menu label="Options below" items={items} />
        </div>
      </>
    )
  }
  await render(<Screen />)
  return chosen
}

const button = page.getByRole('button', { name: 'Options', exact: true })
const menu = page.getByRole('menu')
const entry = (name: string) => page.getByRole('menuitem', { name })

test('a press opens the menu with the focus on the first entry, and choosing an entry returns the focus to the button', async () => {
  const chosen = await show()
  await button.click()
  await expect.element(button).toHaveAttribute('aria-expanded', 'true')
  await expect.element(entry('Submit Score')).toHaveFocus()
  await entry('Delete match').click()
  expect(chosen.mock.calls).toEqual([['delete']])
  await expect.element(menu).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
  await expect.element(button).toHaveAttribute('aria-expanded', 'false')
})

test('the arrows wrap around, Home and End go to the ends, a letter to an entry that begins with it, and Enter chooses once', async () => {
  const chosen = await show()
  ;(button.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(entry('Delete match')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(entry('Submit Score')).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  await expect.element(entry('Reset')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(menu).toBeVisible()
  await userEvent.keyboard('{Home}')
  await expect.element(entry('Submit Score')).toHaveFocus()
  await userEvent.keyboard('{End}')
  await expect.element(entry('Delete match')).toHaveFocus()
  await userEvent.keyboard('t')
  await expect.element(entry('Times and messages')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(menu).not.toBeInTheDocument()
  expect(chosen.mock.calls).toEqual([['times']])
})

test('the key that opens the menu chooses nothing while it is held down', async () => {
  const chosen = await show()
  await button.click()
  const first = entry('Submit Score')
  await expect.element(first).toHaveFocus()
  const held = new KeyboardEvent('keydown', { key: 'Enter', repeat: true, bubbles: true, cancelable: true })
  first.element().dispatchEvent(held)
  expect(held.defaultPrevented).toBe(true)
  expect(chosen).not.toHaveBeenCalled()
})

test('Escape closes the menu, and Tab continues from its button', async () => {
  await show()
  await button.click()
  await userEvent.keyboard('{Escape}')
  await expect.element(menu).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
  await button.click()
  await userEvent.keyboard('{Tab}')
  await expect.element(menu).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: /^Beneath/ })).toHaveFocus()
})

test('a press outside closes the menu and presses nothing', async () => {
  await show()
  await button.click()
  const beneath = page.getByRole('button', { name: /^Beneath/ })
  await userEvent.click(document.elementFromPoint(2, innerHeight - 2)!, { position: { x: 2, y: innerHeight - 2 } })
  await expect.element(menu).not.toBeInTheDocument()
  await expect.element(beneath).toHaveTextContent('Beneath, pressed 0 times')
  await expect.element(button).toHaveFocus()
})

test('the menu stays within the window: above its button at the lower edge', async () => {
  await show()
  const low = page.getByRole('button', { name: 'Options below' })
  await low.click()
  const list = menu.element().getBoundingClientRect()
  expect(list.bottom).toBeLessThanOrEqual(low.element().getBoundingClientRect().top)
  expect(list.right).toBeLessThanOrEqual(innerWidth)
  expect(list.top).toBeGreaterThanOrEqual(0)
})
