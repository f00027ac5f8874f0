import { afterEach, expect, test } from 'vitest'
import { replaceAvailability } from '#/features/availability/queries.ts'
import { getMatch, listMyMatches, reportScore } from '#/features/matches/contract.ts'
import { arrange, makeLeague, scoreBody } from '#/features/matches/score-fixture.ts'
import { storeRatings } from '#/features/ratings/rating-fixture.ts'
import { suspendPlayer } from '#/organizer/players/contract.ts'
import { standardRules, type SeasonRules } from '#/rules/season-rules.ts'
import { startApp } from '#/test/app.ts'
import { mailboxOf } from '#/test/mailbox.ts'
import { makeOrganizer, makePlayer, type TestPlayer } from '#/test/make.ts'
import { listOpenPlayers, offerToPlay, setOpenToPlay } from './contract.ts'

const start = '2026-05-20T16:00:00Z'
const t = await startApp(start)
const { subjectsTo } = mailboxOf(t)
afterEach(() => t.clock.set(start))

let used = 0
async function threePlayers() {
  const division = `womens-singles-${['3-0', '3-5', '4-0', '4-5', '5-0'][used % 5] ?? ''}`
  const area = used < 5 ? ('south-bend' as const) : ('dc' as const)
  used += 1
  const { people, entry_ids, league_id } = await makeLeague(t, 3, { season: 'summer-1', division, area })
  return { people, entry_ids, league_id, division }
}
const list = ({ token }: TestPlayer, league_id: number) => t.call(listOpenPlayers, { token, params: { league_id } })
const mark = ({ token }: TestPlayer, league_id: number, open = true) =>
  t.call(setOpenToPlay, { token, params: { league_id }, body: { open } })
const times = [{ match_date: '2026/05/23', match_time: '10:00' }]
const offer = ({ token }: TestPlayer, league_id: number, entry_id: number) =>
  t.call(offerToPlay, { token, params: { league_id }, body: { entry_id, times, note: '' } as never })
async function setRules(rules: Partial<SeasonRules> | null): Promise<void> {
  const stored = rules && (JSON.stringify({ ...standardRules, ...rules }) as never)
  await t.db.updateTable('seasons').set({ rules: stored }).where('slug', '=', 'summer-1').execute()
}

test('a player who looks for a match is shown to the league with name and times only, and gets an offer', async () => {
  const { people, entry_ids, league_id } = await threePlayers()
  const [ann, bea, cleo] = people
  const weekly = [{ weekday: 6, from: '09:00', to: '12:00' }]
  await t.db.transaction().execute((tx) => replaceAvailability(tx, ann.id, { weekly, away: [] }))
  expect(await mark(ann, league_id)).toMatchObject({ status: 200, body: { until: '2026-05-27T16:00:00.000Z' } })
  expect((await list(ann, league_id)).body).toMatchObject({ allowed: true, until: expect.any(String), players: [] })
  const seen = (await list(bea, league_id)).body
  expect(seen).toMatchObject({
    until: null,
    players: [{ entry_id: entry_ids[0], name: `${ann.first_name} ${ann.last_name}` }],
  })
  const [player] = seen.players
  expect(Object.keys(player ?? {}).toSorted()).toEqual(['entry_id', 'match_id', 'name', 'suggestions'])
  expect(player?.suggestions[0]).toMatchObject({ match_date: '2026/05/23' })
  const made = await offer(bea, league_id, entry_ids[0])
  expect(made).toMatchObject({ status: 201, body: { id: expect.any(Number) } })
  const match = (await t.call(getMatch, { token: ann.token, params: { id: made.body.id } })).body
  expect(match.arranging).toMatchObject({ state: 'offered', owes_answer: 'me' })
  expect(await subjectsTo(ann)).toContain('Times for your match')
  // The match is shown only to the side that made the offer, while the offer is open.
  const shown = async (reader: TestPlayer) => (await list(reader, league_id)).body.players[0]?.match_id
  expect([await shown(bea), await shown(cleo)]).toEqual([made.body.id, null])
  // A second offer is for the same match, not for a new one.
  expect((await offer(bea, league_id, entry_ids[0])).body.id).toBe(made.body.id)
  expect((await t.call(listMyMatches, { token: ann.token })).body.total).toBe(1)
  expect((await list(cleo, league_id)).body.players).toHaveLength(1)
  t.clock.set('2026-05-24T16:00:00Z')
  expect(await shown(bea)).toBeNull()
})

test('players with whom a match is likely to be close come first', async () => {
  const { people, entry_ids, league_id } = await threePlayers()
  const [ann, bea, cleo] = people
  await mark(cleo, league_id)
  t.clock.set('2026-05-20T17:00:00Z')
  await mark(bea, league_id)
  const order = async () => (await list(ann, league_id)).body.players.map(({ entry_id }) => entry_id)
  expect(await order()).toEqual([entry_ids[1], entry_ids[2]])
  await storeRatings(t, [
    [ann.id, 1500],
    [bea.id, 1750],
    [cleo.id, 1450],
  ])
  expect(await order()).toEqual([entry_ids[2], entry_ids[1]])
})

test('two who make offers to each other simultaneously have one match', async () => {
  const { people, entry_ids, league_id } = await threePlayers()
  const [ann, bea] = people
  await mark(ann, league_id)
  await mark(bea, league_id)
  const made = await Promise.all([offer(ann, league_id, entry_ids[1]), offer(bea, league_id, entry_ids[0])])
  expect(made.map(({ status }) => status)).toEqual([201, 201])
  expect(made[0].body.id).toBe(made[1].body.id)
  expect((await t.call(listMyMatches, { token: ann.token })).body.total).toBe(1)
})

test('an offer between two who have an open scheduled match is for that match', async () => {
  const { people, entry_ids, league_id } = await threePlayers()
  const id = await arrange(t, league_id, entry_ids[0], entry_ids[1], null)
  await mark(people[0], league_id)
  expect((await offer(people[1], league_id, entry_ids[0])).body.id).toBe(id)
})

test('being open to play ends after seven days, or when the player turns it off', async () => {
  const { people, entry_ids, league_id } = await threePlayers()
  const [ann, bea] = people
  await mark(ann, league_id)
  await mark(ann, league_id, false)
  expect((await list(bea, league_id)).body.players).toEqual([])
  expect(await offer(bea, league_id, entry_ids[0])).toMatchObject({ status: 409, body: { code: 'not_open_to_play' } })
  await mark(ann, league_id)
  t.clock.set('2026-05-27T16:00:00Z')
  expect((await list(bea, league_id)).body.players).toEqual([])
})

test('if only the first meeting counts, players who have met are not listed, and a scheduled league has no list', async () => {
  const { people, entry_ids, league_id, division } = await threePlayers()
  const [ann, bea, cleo] = people
  await setRules({ meetings: 1 })
  await mark(ann, league_id)
  const body = { ...scoreBody(ann, bea, '6-4 6-4', { match_date: '2026/05/19' }), division }
  expect((await t.call(reportScore, { token: ann.token, body })).status).toBe(201)
  expect((await list(bea, league_id)).body.players).toEqual([])
  expect((await list(cleo, league_id)).body.players).toHaveLength(1)
  const id = await arrange(t, league_id, entry_ids[1], entry_ids[2], null)
  await t.db.updateTable('matches').set({ round: 1 }).where('id', '=', id).execute()
  expect((await list(cleo, league_id)).body).toMatchObject({ allowed: false, players: [] })
  expect(await mark(cleo, league_id)).toMatchObject({ status: 409, body: { code: 'no_second_meeting' } })
  expect(await offer(cleo, league_id, entry_ids[0])).toMatchObject({ status: 409 })
  await setRules(null)
})

test('strangers see nothing, and suspended players are not listed', async () => {
  const { people, entry_ids, league_id } = await threePlayers()
  const [ann, bea] = people
  const stranger = await makePlayer(t)
  await mark(ann, league_id)
  expect((await list(stranger, league_id)).status).toBe(404)
  expect((await mark(stranger, league_id)).status).toBe(404)
  expect((await offer(stranger, league_id, entry_ids[0])).status).toBe(404)
  const { token } = await makeOrganizer(t)
  await t.call(suspendPlayer, { token, params: { id: ann.id }, body: { suspended: true, reason: 'Rude' } })
  expect((await list(bea, league_id)).body.players).toEqual([])
  expect(await offer(bea, league_id, entry_ids[0])).toMatchObject({ status: 409, body: { code: 'not_open_to_play' } })
})
