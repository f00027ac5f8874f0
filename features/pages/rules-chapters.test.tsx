import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import type { Sport } from '#/rules/sports/formats.ts'
import { chaptersOf } from './rules-chapters.tsx'

/** The text of the chapter about the scores of a sport. */
async function textOf(sport: Sport): Promise<string> {
  const { container } = await render(<>{chaptersOf([sport]).find(({ id }) => id === 'score')?.text}</>)
  return container.textContent
}

test.each<[Sport, RegExp[], RegExp]>([
  [
    'tennis',
    [/match tie-break/, /in Fast4 with 5, and at 4-4 the next point decides/],
    /golden point|Star Point|rally/i,
  ],
  ['padel', [/golden point/, /Star Point/, /match tie-break/], /Fast4|no-ad|rally/i],
  ['badminton', [/in force from January 4, 2027/, /21-20/, /8 of 15/], /deuce|tie-break|no-ad|golden|server’s gender/i],
  ['pickleball', [/rally scoring/, /in force from January 1, 2026/], /deuce|tie-break|no-ad|golden/i],
  ['squash', [/at 15 points, two ahead/], /deuce|tie-break|no-ad|golden|change ends/i],
  ['table_tennis', [/Sides change ends/], /deuce|tie-break|no-ad|golden/i],
])('the rules of %s say what is true of it, and nothing of other sports', async (sport, said, foreign) => {
  const text = await textOf(sport)
  for (const each of said) expect(text).toMatch(each)
  expect(text).not.toMatch(foreign)
})
