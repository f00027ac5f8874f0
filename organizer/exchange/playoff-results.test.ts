import { expect, test } from 'vitest'
import { playoffSeasons } from '#/features/playoffs/season-fixture.ts'
import { startSession } from '#/server/session.ts'
import { countEveryMeeting } from '#/test/make.ts'
import { startApp } from '#/test/app.ts'
import { csv, openExchange } from './exchange-fixture.ts'

// Summer 1 2026 ends on August 2; its last results count on the 9th.
const t = await startApp('2026-05-20T16:00:00Z')
await countEveryMeeting(t)
const { owner, check, importAll } = await openExchange(t)
const { makeBracketOf, board } = playoffSeasons(t, { joining: '2026-05-20T16:00:00Z', closed: '2026-08-10T16:00:00Z' })

test('a result of two who meet in the play-offs is imported into their bracket, as by hand', async () => {
  const { division, ranked } = await makeBracketOf(4, 'womens-singles-4-0')
  t.clock.set('2026-08-15T16:00:00Z')
  owner.token = await startSession(t.db, owner.id, t.clock.now())
  const [one, two, three] = ranked
  expect(await board(division, 3)).toEqual([`${one.name} - ${two.name}`])
  const head = ['Season', 'Year', 'Division', 'Area', 'Date', 'Winner', 'Opponent', 'Score']
  const league = ['Summer 1', '2026', "Women's Singles 4.0", 'South Bend']
  const wrong = csv([head, [...league, '2026-08-14', one.email, three.email, '6-4 6-4']])
  expect((await check('results', wrong)).check?.errors).toMatchObject([
    { column: 'Date', problem: expect.stringContaining('is played from') },
  ])
  const text = csv([head, [...league, '2026-08-14', two.email, one.email, '6-4 6-4']])
  expect(await importAll('results', text)).toMatchObject({ task: { stored: { new: 1 } } })
  expect(await board(division, 3)).toEqual([`${one.name} 4-6 4-6 ${two.name}`])
  expect((await check('results', text)).check?.counts).toMatchObject({ new: 0, existing: 1 })
})
