import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { makeBracket } from '#/rules/playoffs.ts'
import { matchStagesOf } from '#/rules/playoff-stages.ts'
import { openMemoryHistory } from '#/web/history.ts'
import { Router } from '#/web/router.tsx'
import { BracketDrawing } from './BracketDrawing.tsx'
import { emptyRow, type StageOfPlayoffs } from './contract.ts'

const open = { ...emptyRow, player_one: 'Alexandra Montgomery', seed_one: 1 }

function stagesWith(size: number): StageOfPlayoffs[] {
  const seeds = Array.from({ length: size }, (_, index) => index + 1)
  const bracket = makeBracket(seeds, { third_place: true })
  return matchStagesOf(size).map(({ stage, name }) => ({
    stage,
    name,
    date: '2026/08/12',
    rows: bracket.filter((match) => match.stage === stage).map(({ slot }) => ({ ...open, slot })),
  }))
}

test.each([
  [8, 360],
  [64, 360],
  [8, 1280],
  [64, 1280],
])('a bracket of %i fits into a page of %i pixels, each name in a readable width', async (size, width) => {
  await page.viewport(width, 800)
  await render(
    <Router history={openMemoryHistory('/')}>
      <BracketDrawing stages={stagesWith(size)} stageHref={(stage) => `?stage=${stage}`} />
    </Router>,
  )
  const box = page.getByRole('region', { name: 'Drawn bracket' })
  await expect.element(box).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  const columns = [...box.element().children].map((column) => column.getBoundingClientRect().width)
  expect(columns).toHaveLength(size === 64 ? 6 : 3)
  expect(Math.min(...columns)).toBeGreaterThan(200)
  await expect.element(page.getByRole('heading', { name: 'Match for third place' })).toBeInTheDocument()
  expect(page.getByText('Not played yet').elements()).toHaveLength(size)
})

test('in a bracket of 64 a button leads to a round', async () => {
  await page.viewport(1280, 800)
  await render(
    <Router history={openMemoryHistory('/')}>
      <BracketDrawing stages={stagesWith(64)} stageHref={(stage) => `?stage=${stage}`} />
    </Router>,
  )
  await page.getByRole('button', { name: 'Finals' }).click()
  await expect.element(page.getByRole('button', { name: 'Finals' })).toHaveAttribute('aria-pressed', 'true')
  const { right } = page.getByRole('heading', { name: 'Match for third place' }).element().getBoundingClientRect()
  expect(right).toBeLessThan(1280)
})

test('on a phone the drawing of a consolation fits, links to no stage, and names who waits', async () => {
  await page.viewport(360, 800)
  const semi = { ...open, slot: 1, player_two: 'Bea Long', seed_two: 5 }
  const final = { ...emptyRow, player_two: 'Cora Short', seed_two: 6 }
  await render(
    <Router history={openMemoryHistory('/')}>
      <BracketDrawing
        stages={[
          { stage: 2, name: 'Semi-finals', date: '2026/09/07', rows: [semi] },
          { stage: 3, name: 'Finals', date: '2026/09/17', rows: [final] },
          { stage: 4, name: 'Winner', date: null, rows: [emptyRow] },
        ]}
        label="Drawn consolation"
        stageHref={null}
      />
    </Router>,
  )
  const box = page.getByRole('region', { name: 'Drawn consolation' })
  await expect.element(box).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
  expect(box.getByRole('link').elements()).toEqual([])
  await expect.element(box.getByText('Bye')).toBeInTheDocument()
  expect(box.getByText('Cora Short').elements()).toHaveLength(2)
})
