import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { collectTyping } from './early-typing.web.ts'
import { listShortcuts, registerShortcuts } from './shortcuts.web.ts'

async function show() {
  const pressed = vi.fn<(keys: string) => void>()
  const keys = ['Mod+k', '/', '?', 'g p', 'g o']
  const shortcuts = keys.map((each) => ({ keys: each, title: each, group: 'Keys', act: () => pressed(each) }))
  onTestFinished(registerShortcuts([...shortcuts, { keys: 'o', title: 'Open', group: 'In a list' }]))
  await render(
    <>
      <button type="button">Button</button>
      <input aria-label="Field" />
    </>,
  )
  return () => pressed.mock.calls.map(([each]) => each)
}

test('one key, two keys after one another, and Ctrl or Cmd with a key', async () => {
  const pressed = await show()
  await userEvent.keyboard('/?gp')
  await userEvent.keyboard('{Control>}k{/Control}{Meta>}k{/Meta}')
  await userEvent.keyboard('go')
  expect(pressed()).toEqual(['/', '?', 'g p', 'Mod+k', 'Mod+k', 'g o'])
})

test('nothing happens while somebody types in a field or has a dialog open, or with other keys held', async () => {
  const pressed = await show()
  await page.getByRole('textbox', { name: 'Field' }).click()
  await userEvent.keyboard('/?gp{Control>}k{/Control}')
  await expect.element(page.getByRole('textbox', { name: 'Field' })).toHaveValue('/?gp')
  await page.getByRole('button', { name: 'Button' }).click()
  await userEvent.keyboard('k{Control>}/{/Control}gxp')
  const dialog = document.createElement('div')
  dialog.role = 'dialog'
  document.body.append(dialog)
  onTestFinished(() => dialog.remove())
  await userEvent.keyboard('/gp')
  expect(pressed()).toEqual([])
})

test('the list has every shortcut of the page, and forgets those that have gone', async () => {
  await show()
  const leave = registerShortcuts([{ keys: 'x', title: 'Select', group: 'In a list' }])
  expect(listShortcuts().map(({ keys }) => keys)).toEqual(['Mod+k', '/', '?', 'g p', 'g o', 'o', 'x'])
  leave()
  expect(listShortcuts().map(({ keys }) => keys)).not.toContain('x')
})

test('letters typed while a field loads are collected, and reach neither the page nor other shortcuts', async () => {
  const pressed = await show()
  await page.getByRole('button', { name: 'Button' }).click()
  const typing = collectTyping(() => undefined)
  await userEvent.keyboard('g/zox{Backspace}e 3{Enter}')
  expect(typing.take()).toEqual({ text: 'g/zoe 3', entered: true })
  await userEvent.keyboard('/')
  expect(pressed()).toEqual(['/'])
})

test('Escape gives up what was typed while a field loads', async () => {
  await show()
  const escaped = vi.fn<() => void>()
  const typing = collectTyping(escaped)
  await userEvent.keyboard('zo{Escape}e')
  expect(escaped).toHaveBeenCalledOnce()
  expect(typing.take().text).toBe('zo')
})
