import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { scoreLine, type MatchStatus, type SetScore } from '#/rules/outcome.ts'
import type { ScoreProblem } from '#/rules/score.ts'
import { standardRules } from '#/rules/season-rules.ts'
import type { MatchFormat } from '#/rules/sports/formats.ts'
import { SetsField } from './SetsField.tsx'

type Given = {
  sets?: readonly SetScore[]
  problem?: ScoreProblem | null
  sentence?: string | null
  formats?: MatchFormat[]
}

/** The field in a form; `line` prints the form's current sets. */
async function show({
  sets: initial = [blank, blank],
  problem = null,
  sentence = null,
  formats = standardRules.formats,
}: Given = {}) {
  const onChange = vi.fn<(sets: readonly SetScore[]) => void>()
  const onStatus = vi.fn<(status: MatchStatus) => void>()
  function Form() {
    const [sets, setSets] = useState(initial)
    const change = (next: readonly SetScore[]) => {
      setSets(next)
      onChange(next)
    }
    return (
      <SetsField
        id="sets"
        sets={sets}
        onChange={change}
        onStatus={onStatus}
        names={['Ada', 'Bea']}
        problem={problem}
        sentence={sentence}
        rules={{ ...standardRules, formats }}
      />
    )
  }
  await render(<Form />)
  return { line: () => scoreLine(onChange.mock.lastCall?.[0] ?? initial, null), onStatus }
}

const blank = { score_1: 0, score_2: 0 }
const row = (player: string, set: number) => page.getByRole('group', { name: `${player}, set ${set}`, exact: true })
const games = (player: string, set: number, n: number) =>
  row(player, set).getByRole('radio', { name: String(n), exact: true })
const boards = page.getByRole('group', { name: /^Set \d$/ })
const removeButtons = page.getByRole('button', { name: /^Remove set/ })
const scoreText = page.getByRole('textbox', { name: /^Score line/ })

test('sets 1 and 2 offer 0 to 7 games, later ones 0 to 10, and there are five at most', async () => {
  await show()
  const add = page.getByRole('button', { name: 'Add a set' })
  for (const count of [3, 4, 5]) {
    await add.click()
    await expect.element(boards).toHaveLength(count)
  }
  for (const player of ['Ada', 'Bea'])
    expect([1, 2, 3, 4, 5].map((set) => row(player, set).getByRole('radio').elements().length)).toEqual([
      8, 8, 11, 11, 11,
    ])
  await expect.element(add).toHaveAttribute('aria-disabled', 'true')
})

test('the choices are those of the season’s formats', async () => {
  const { line } = await show({ sets: [blank], formats: ['pro_set'] })
  expect(row('Ada', 1).getByRole('radio').elements()).toHaveLength(10)
  await expect.element(page.getByRole('checkbox', { name: /^Went past/ })).not.toBeInTheDocument()
  await games('Ada', 1, 9).click()
  await games('Bea', 1, 8).click()
  expect(line()).toBe('9-8')
})

test('the games of a timed set are typed', async () => {
  const { line } = await show({ sets: [blank], formats: ['timed'] })
  await page.getByRole('textbox', { name: 'Ada, set 1' }).fill('13')
  await page.getByRole('textbox', { name: 'Bea, set 1' }).fill('11')
  expect(line()).toBe('13-11')
})

test('a tap changes the tapped side and set', async () => {
  const { line } = await show()
  await games('Ada', 1, 6).click()
  await games('Bea', 1, 4).click()
  await games('Bea', 2, 7).click()
  await games('Ada', 2, 5).click()
  await expect.element(games('Ada', 2, 5)).toBeChecked()
  expect(line()).toBe('6-4 5-7')
})

test('removing a set removes that one, not the last; the first cannot be removed', async () => {
  const { line } = await show({
    sets: [
      { score_1: 6, score_2: 4 },
      { score_1: 3, score_2: 6 },
      { score_1: 12, score_2: 10 },
    ],
  })
  expect(removeButtons.elements().map(({ textContent }) => textContent)).toEqual(['Remove set 2', 'Remove set 3'])
  await page.getByRole('button', { name: 'Remove set 2' }).click()
  await expect.element(removeButtons).toHaveLength(1)
  expect(line()).toBe('6-4 12-10')
})

test('a later set can exceed 10; reduced again it offers up to 10', async () => {
  const { line } = await show({ sets: [blank, blank, blank] })
  const past10 = page.getByRole('checkbox', { name: 'Went past 10' })
  await expect.element(past10).toHaveLength(1)
  await past10.click()
  await page.getByRole('textbox', { name: 'Ada, set 3' }).fill('1a2')
  await page.getByRole('textbox', { name: 'Bea, set 3' }).fill('10')
  await expect.element(page.getByRole('textbox', { name: 'Ada, set 3' })).toHaveValue('12')
  expect(line()).toBe('0-0 0-0 12-10')
  await past10.click()
  await expect.element(games('Ada', 3, 10)).toBeChecked()
  expect(line()).toBe('0-0 0-0 10-10')
})

test.each([
  ['64 46 108', '6-4 4-6 10-8'],
  ['7-6(5) 3:6 12-10', '7-6 3-6 12-10'],
])('the line %s fills in the sets, and is rewritten on blur', async (typed, read) => {
  const { line } = await show()
  await scoreText.fill(typed)
  await expect.element(boards).toHaveLength(3)
  expect(line()).toBe(read)
  await userEvent.tab()
  await expect.element(scoreText).toHaveValue(read)
})

test('an invalid line does not change the sets, and an example is shown', async () => {
  const { line } = await show({ sets: [{ score_1: 6, score_2: 1 }] })
  await scoreText.fill('six love')
  await expect.element(scoreText).toHaveAttribute('aria-invalid', 'true')
  await expect.element(page.getByText(/Please write it like 6-4 4-6 10-8, or 64 46 108\./)).toBeVisible()
  expect(line()).toBe('6-1')
})

test('a problem of one set is shown at its board, a problem of the whole score below all sets', async () => {
  const sentence = 'That cannot be.'
  await show({ problem: { code: 'set_not_played', set: 2 }, sentence })
  await expect
    .element(page.getByRole('group', { name: 'Set 2', exact: true }).getByText(/That cannot be\./))
    .toBeVisible()
  await expect.element(page.getByText(/That cannot be\./)).toHaveLength(1)
})

test('a typed ending sets the status on blur, and a date that a spreadsheet made of a score is recognized', async () => {
  const { line, onStatus } = await show()
  await scoreText.fill('6-4 2-1 ret.')
  expect(onStatus).not.toHaveBeenCalled()
  await userEvent.tab()
  expect(line()).toBe('6-4 2-1')
  expect(onStatus).toHaveBeenCalledExactlyOnceWith('Retired')
  await scoreText.fill('4-Jun')
  await expect.element(page.getByText(/This is a date\. Was the score 6-4\?/)).toBeVisible()
})
