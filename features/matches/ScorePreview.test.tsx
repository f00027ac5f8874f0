import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { MatchStatus, SetScore } from '#/rules/outcome.ts'
import { ScorePreview } from './ScorePreview.tsx'

const sets: SetScore[] = [
  { score_1: 6, score_2: 4 },
  { score_1: 3, score_2: 6 },
  { score_1: 10, score_2: 8 },
]

/** Renders the preview. Returns its sentence and the winner's side of the board. */
async function show(status: MatchStatus, of: SetScore[], sentence: string | null = null) {
  await render(
    <ScorePreview sides={['Ada Moreno', 'Bea Lind']} sets={of} status={status} word="set" sentence={sentence} />,
  )
  // Without a set there is no table.
  const winners = page.getByText(/^[A-Z][\w ]+, winner$/)
  return {
    says: page.getByRole('status').element().textContent,
    winner: winners.elements().map(({ textContent }) => textContent),
  }
}

test.each<[MatchStatus, SetScore[], string, boolean]>([
  [null, sets, 'Ada Moreno d. Bea Lind 6-4 3-6 10-8', true],
  ['Retired', sets.slice(0, 2), 'Ada Moreno d. Bea Lind 6-4 3-6 ret.', true],
  ['Opponent did not show', [], 'Ada Moreno d. Bea Lind w.o.', true],
  ['Match ended in a tie', sets.slice(0, 2), 'Ada Moreno and Bea Lind 6-4 3-6 tie', false],
])('with the status %s the result reads as players write it', async (status, of, says, hasWinner) => {
  expect(await show(status, of)).toEqual({ says, winner: hasWinner ? ['Ada Moreno, winner'] : [] })
})

test('an incomplete score shows the reason and no winner', async () => {
  const sentence = 'Set 1 is not finished.'
  expect(await show(null, sets, sentence)).toEqual({ says: sentence, winner: [] })
})
