import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { disputeScore } from '#/features/confirmation/contract.ts'
import { reportScore } from '#/features/matches/contract.ts'
import { makeLeague, scoreBody } from '#/features/matches/score-fixture.ts'
import { startApp } from '#/test/app.ts'
import { countEveryMeeting, makePlayer, makeUnprovedPlayer, type TestPlayer } from '#/test/make.ts'
import { readCrossTable } from './place-contract.ts'

const t = await startApp('2026-05-20T16:00:00Z')
await countEveryMeeting(t)
const { people, entry_ids, league_id } = await makeLeague(t, 3, {
  season: 'summer-1',
  division: 'womens-singles-3-0',
  area: 'dc',
})
const [ann, bea, cho] = people
const [a, b, c] = entry_ids
const read = (token: string, id: number = league_id) => t.call(readCrossTable, { token, params: { id } })

async function report(
  winner: TestPlayer,
  opponent: TestPlayer,
  line: string,
  given: Parameters<typeof scoreBody>[3] = {},
) {
  const answer = await t.call(reportScore, { token: winner.token, body: scoreBody(winner, opponent, line, given) })
  expect(answer).toMatchObject({ status: 201 })
  return answer.body.id
}

test('each result is in the rows of both, with their own games first', async () => {
  const first = await report(ann, bea, '6-4 3-6 10-7', { match_date: '2026/05/16' })
  const second = await report(bea, ann, '6-1 2-0', { match_date: '2026/05/17', match_status: 'Retired' })
  const walkover = await report(cho, bea, '', { match_status: 'Opponent did not show', hour: 0, minute: 0 })
  const tie = await report(ann, cho, '6-4 3-6', { match_status: 'Match ended in a tie' })
  const { status, body } = await read(ann.token)
  expect(status).toBe(200)
  expect(body.entries.map(({ rank }) => rank)).toEqual([1, 2, 3])
  expect(body.entries.filter(({ is_me }) => is_me)).toMatchObject([
    { entry_id: a, name: `${ann.first_name} ${ann.last_name}` },
  ])
  const rows = body.results.map(({ match_id, entry_id, opponent_id, outcome, score_line }) => {
    return [match_id, entry_id, opponent_id, outcome, score_line]
  })
  expect(rows).toHaveLength(8)
  expect(rows).toEqual(
    expect.arrayContaining([
      [first, a, b, 'won', '6-4 3-6 10-7'],
      [first, b, a, 'lost', '4-6 6-3 7-10'],
      [second, b, a, 'won', '6-1 2-0 ret.'],
      [second, a, b, 'lost', '1-6 0-2 ret.'],
      [walkover, c, b, 'won', 'w.o.'],
      [walkover, b, c, 'lost', 'w.o.'],
      [tie, a, c, 'tied', '6-4 3-6 tie'],
      [tie, c, a, 'tied', '4-6 6-3 tie'],
    ]),
  )
})

test('a disputed result, a play-off match and a voided result are not in it', async () => {
  const before = (await read(ann.token)).body.results.length
  const id = await report(ann, bea, '6-0 6-0', { match_date: '2026/05/19' })
  expect((await read(ann.token)).body.results).toHaveLength(before + 2)
  await t.call(disputeScore, { token: bea.token, params: { id }, body: { version: 1, reason: 'No.' } })
  expect((await read(ann.token)).body.results).toHaveLength(before)
  await sql`update matches set score_id = null where id = ${id}`.execute(t.db)
  expect((await read(ann.token)).body.results).toHaveLength(before)
})

test('any player reads it, with an unproved email by public names only, and nobody without a session', async () => {
  const [stranger, unproved] = [await makePlayer(t), await makeUnprovedPlayer(t)]
  expect((await read(stranger.token)).body.entries.map(({ name }) => name)).toContain(
    `${bea.first_name} ${bea.last_name}`,
  )
  const names = (await read(unproved.token)).body.entries.map(({ name }) => name)
  expect(names).toContain(`${bea.first_name} ${bea.last_name[0]}.`)
  expect((await t.call(readCrossTable, { params: { id: league_id } })).status).toBe(401)
  expect((await read(stranger.token, 999_999_999)).status).toBe(404)
})
