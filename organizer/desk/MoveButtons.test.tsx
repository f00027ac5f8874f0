import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { MoveButtons } from './MoveButtons.tsx'

function List() {
  const [names, setNames] = useState(['Ada', 'Bea', 'Cleo'])
  return (
    <ol>
      {names.map((name, index) => (
        <li key={name}>
          <b>{name}</b> <MoveButtons name={name} keys={names} index={index} onMove={setNames} />
        </li>
      ))}
    </ol>
  )
}

test('each button names what it moves and the direction, and the first and the last row have one button each', async () => {
  const { container } = await render(<List />)
  const names = () => [...container.querySelectorAll('b')].map(({ textContent }) => textContent)
  expect([...container.querySelectorAll('button')].map((button) => button.ariaLabel)).toEqual([
    'Move Ada down',
    'Move Bea up',
    'Move Bea down',
    'Move Cleo up',
  ])
  await page.getByRole('button', { name: 'Move Cleo up', exact: true }).click()
  expect(names()).toEqual(['Ada', 'Cleo', 'Bea'])
  await page.getByRole('button', { name: 'Move Ada down', exact: true }).click()
  expect(names()).toEqual(['Cleo', 'Ada', 'Bea'])
})
