import { expect, test } from 'vitest'
import { disputeScore } from '#/features/confirmation/contract.ts'
import { reportScore } from '#/features/matches/contract.ts'
import { makeLeague, scoreBody } from '#/features/matches/score-fixture.ts'
import { deleteAccount } from '#/features/settings/contract.ts'
import { startApp } from '#/test/app.ts'
import { countEveryMeeting, makePlayer, makeUnprovedPlayer, password, type TestPlayer } from '#/test/make.ts'
import { listReactions, setReaction, type ReactionKind } from './contract.ts'

const t = await startApp('2026-05-20T16:00:00Z')
await countEveryMeeting(t)
const { people } = await makeLeague(t, 4, { season: 'summer-1', division: 'womens-singles-3-5' })
const [ann, bea, cleo, dora] = people

let made = 0
async function makeResult(): Promise<number> {
  const match_date = `2026/05/${15 + made++}`
  const { body } = await t.call(reportScore, { token: ann.token, body: scoreBody(ann, bea, '6-4 6-4', { match_date }) })
  return body.id
}
const react = ({ token }: TestPlayer, match_id: number, kind: ReactionKind | null = 'well_played') =>
  t.call(setReaction, { token, params: { match_id }, body: { kind } })
async function read({ token }: TestPlayer, match_id: number) {
  const { body } = await t.call(listReactions, { token, query: { match_ids: `${match_id}` } })
  return body.reactions[0]
}
const none = { well_played: 0, great_match: 0, surprise: 0, fair_play: 0 }

test('league-mates react once to a result, change their mind, and take it back', async () => {
  const id = await makeResult()
  expect(await read(cleo, id)).toEqual({ match_id: id, may_react: true, mine: null, counts: none })
  expect(await react(cleo, id)).toMatchObject({ status: 200, body: { mine: 'well_played' } })
  await react(dora, id)
  expect((await read(ann, id))?.counts).toEqual({ ...none, well_played: 2 })
  await react(cleo, id, 'surprise')
  expect(await read(cleo, id)).toMatchObject({ mine: 'surprise', counts: { ...none, well_played: 1, surprise: 1 } })
  await react(cleo, id, null)
  await react(cleo, id, null)
  expect(await read(cleo, id)).toMatchObject({ mine: null, counts: { ...none, well_played: 1 } })
})

test('two reactions of one player at once count as one', async () => {
  const id = await makeResult()
  await Promise.all([react(cleo, id), react(cleo, id, 'surprise'), react(cleo, id)])
  const { well_played = 0, surprise = 0 } = (await read(dora, id))?.counts ?? {}
  expect(well_played + surprise).toBe(1)
})

test('players do not react to their own result, and strangers see the counts only', async () => {
  const [id, stranger] = [await makeResult(), await makePlayer(t)]
  await react(cleo, id)
  for (const who of [ann, bea, stranger]) {
    expect(await react(who, id)).toMatchObject({ status: 403, body: { code: 'not_allowed' } })
    expect(await read(who, id)).toMatchObject({ may_react: false, counts: { ...none, well_played: 1 } })
  }
  expect(await react(await makeUnprovedPlayer(t), id)).toMatchObject({ body: { code: 'email_unproved' } })
})

test('a result that is disputed, missing or turned around shows no reactions', async () => {
  const id = await makeResult()
  await react(cleo, id)
  await t.db
    .updateTable('reactions')
    .set((row) => ({ winner_entry_id: row.selectFrom('matches').select('entry_two_id').where('id', '=', id) }))
    .where('match_id', '=', id)
    .execute()
  expect((await read(dora, id))?.counts).toEqual(none)
  await t.call(disputeScore, { token: bea.token, params: { id }, body: { version: 1, reason: 'It was 6-4 4-6.' } })
  expect(await read(dora, id)).toBeUndefined()
  expect(await react(dora, id)).toMatchObject({ status: 404 })
  expect(await react(dora, 999_999_999)).toMatchObject({ status: 404 })
})

test.each(['', 'x', '1,', '0', '-1', '1;2', '9999999999'])('the ids "%s" are refused', async (match_ids) => {
  expect(await t.call(listReactions, { token: ann.token, query: { match_ids } })).toMatchObject({ status: 422 })
})

test('unknown kinds are refused', async () => {
  const id = await makeResult()
  const body = { kind: 'boo' as ReactionKind }
  expect(await t.call(setReaction, { token: cleo.token, params: { match_id: id }, body })).toMatchObject({
    status: 422,
  })
})

test('the reactions of a deleted account are deleted', async () => {
  const id = await makeResult()
  await react(dora, id)
  expect(await t.call(deleteAccount, { token: dora.token, body: { password } })).toMatchObject({ status: 200 })
  expect((await read(cleo, id))?.counts).toEqual(none)
})
