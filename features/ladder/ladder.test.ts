import { beforeEach, expect, test } from 'vitest'
import { getActivity } from '#/features/activity/contract.ts'
import { listMyLeagues } from '#/features/leagues/contract.ts'
import { deleteMatch, getMatch, reportScore } from '#/features/matches/contract.ts'
import { makeLeague, scoreBody } from '#/features/matches/score-fixture.ts'
import { addMatch } from '#/features/schedule/contract.ts'
import { drawLeagues } from '#/features/schedule/jobs.ts'
import { listStandings } from '#/features/standings/contract.ts'
import { explainPlace, listFullStandings } from '#/features/standings/place-contract.ts'
import { enterResult } from '#/organizer/matches/contract.ts'
import { withdrawEntry } from '#/organizer/entries/contract.ts'
import { drawLeague, previewDraw } from '#/organizer/schedule/contract.ts'
import { changeLeagues } from '#/organizer/seasons/contract.ts'
import { startSession } from '#/server/session.ts'
import { startApp } from '#/test/app.ts'
import { mailboxOf } from '#/test/mailbox.ts'
import { joinLeague, makeOrganizer, makePlayer, type TestPlayer } from '#/test/make.ts'
import { makeOffer } from '#/features/arranging/pair-fixture.ts'
import { sendMessage } from '#/features/arranging/contract.ts'
import { freezeEntry } from '#/organizer/entries/contract.ts'
import { listUnplayed, settleUnplayed } from '#/organizer/unplayed/contract.ts'
import { challenge, readLadder } from './contract.ts'

const noon = '2026-05-18T16:00:00Z'
const t = await startApp(noon)
const { subjectsTo } = mailboxOf(t)
let owner = ''

beforeEach(() => {
  everybody.length = 0
  return setTime(noon)
})

const everybody: TestPlayer[] = []

/** Sets the clock, and signs an owner and the players in at the new time. */
async function setTime(instant: string) {
  t.clock.set(instant)
  owner = (await makeOrganizer(t)).token
  for (const player of everybody) player.token = await startSession(t.db, player.id, t.clock.now())
}

const ladders = [...['3-0', '3-5', '4-0', '4-5', '5-0'].map((level) => `mens-singles-${level}`), 'womens-singles-5-0']
let used = 0

/** The rules of ladders before migration 134. */
const bare = { swap: 1, answer_days: 0, again_days: 0, idle_weeks: 0, down: 0, enter: 0 }

/** Four players on a drawn ladder, top first. */
async function makeLadder(rules: object = bare) {
  const area = used < ladders.length ? 'south-bend' : 'dc'
  const division = ladders[used % ladders.length] ?? ''
  used += 1
  const league = { season: 'summer-1', division, area } as const
  const { people, entry_ids, league_id } = await makeLeague(t, 4, league)
  const { season_id, division_id } = await t.db
    .selectFrom('leagues')
    .select(['season_id', 'division_id'])
    .where('id', '=', league_id)
    .executeTakeFirstOrThrow()
  const format = { kind: 'ladder' as const, reach: 2, days: 10, ...rules }
  const leagues = [{ area, division_id, offered: true, format }]
  await t.call(changeLeagues, { token: owner, params: { id: season_id }, body: { leagues } })
  const preview = await t.call(previewDraw, { token: owner, params: { id: league_id }, query: {} })
  const drawn = await t.call(drawLeague, {
    token: owner,
    params: { id: league_id },
    body: { digest: preview.body.digest },
  })
  const rungs = (await t.call(readLadder, { token: people[0].token, params: { league_id } })).body.rungs
  const all = rungs.map(({ entry_id }) => ({ entry_id, player: people[entry_ids.indexOf(entry_id)]! }))
  everybody.push(...people)
  const [a, b, c, d] = all as [Rung, Rung, Rung, Rung]
  return { league_id, league, preview: preview.body, drawn, a, b, c, d }
}

type Rung = { entry_id: number; player: TestPlayer }

const read = ({ player }: Rung, league_id: number) => t.call(readLadder, { token: player.token, params: { league_id } })
const ask = ({ player }: Rung, { entry_id }: Rung, league_id: number) =>
  t.call(challenge, { token: player.token, params: { league_id }, body: { entry_id } })
const win = ({ player }: Rung, { player: loser }: Rung, given: object = {}) =>
  t.call(reportScore, { token: player.token, body: scoreBody(player, loser, '6-1 6-1', given) })
async function ladderOf(league_id: number, { player }: Rung) {
  const { body } = await t.call(readLadder, { token: player.token, params: { league_id } })
  return body.rungs.map(({ entry_id }) => entry_id)
}

test('a ladder is drawn as previewed, by strength and without matches; drawing again does nothing', async () => {
  const { league_id, league, preview, drawn, a, d } = await makeLadder()
  expect(preview).toMatchObject({ added: 0, problem: null, shortage: null })
  expect(preview.ladder).toHaveLength(4)
  expect(drawn).toMatchObject({ status: 200, body: { message: 'Drawn: 4 on the ladder.' } })
  const again = await t.call(previewDraw, { token: owner, params: { id: league_id }, query: {} })
  expect(again.body).toMatchObject({ problem: 'nothing', ladder: [] })
  expect((await read(d, league_id)).body).toMatchObject({
    reach: 2,
    days: 10,
    open: null,
    rungs: [
      { place: 1, problem: 'too_far' },
      { place: 2, problem: null },
      { place: 3, problem: null },
      { place: 4, is_me: true, problem: null },
    ],
  })
  const late = await makePlayer(t)
  const { entry_id } = await joinLeague(t, late, league)
  expect((await read(a, league_id)).body.rungs.at(-1)).toMatchObject({ entry_id, place: null, problem: 'not_drawn' })
  await Promise.all([drawLeagues(t.db, t.clock.now()), drawLeagues(t.db, t.clock.now())])
  expect((await read(a, league_id)).body.rungs.at(-1)).toMatchObject({ entry_id, place: 5, problem: 'below' })
  const { body } = await t.call(listMyLeagues, { token: late.token })
  expect(body).toMatchObject([{ ladder: true, format: expect.stringContaining('A ladder') }])
})

test('a challenge adds one match with a deadline and notifies the other side; if two are made at once, one is refused', async () => {
  const { league_id, a, b, c, d } = await makeLadder()
  const answers = await Promise.all([ask(d, b, league_id), ask(d, b, league_id), ask(c, b, league_id)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  const [made] = answers.filter(({ status }) => status === 201)
  const matches = await t.db.selectFrom('matches').selectAll().where('league_id', '=', league_id).execute()
  expect(matches).toMatchObject([
    { id: made?.body.id, entry_two_id: b.entry_id, play_from: '2026-05-18', play_by: '2026-05-28', match_date: null },
  ])
  expect(await subjectsTo(b.player.email)).toContain('You are challenged')
  const challenger = matches[0]?.entry_one_id === d.entry_id ? d : c
  expect((await read(challenger, league_id)).body.open).toMatchObject({ is_mine: true, play_by: '2026/05/28' })
  expect((await read(b, league_id)).body.open).toMatchObject({ is_mine: false })
  expect((await ask(challenger, challenger === d ? c : a, league_id)).body).toMatchObject({
    code: 'challenge_refused',
    message: 'You have an open challenge. Play it first.',
  })
  // Only the challenger can withdraw a challenge.
  const id = made?.body.id ?? 0
  expect((await t.call(deleteMatch, { token: b.player.token, params: { id } })).body.code).toBe('challenge_stays')
  expect((await t.call(getMatch, { token: b.player.token, params: { id } })).status).toBe(200)
  expect((await t.call(deleteMatch, { token: challenger.player.token, params: { id } })).status).toBe(200)
  expect((await read(b, league_id)).body.open).toBeNull()
})

test('a player cannot challenge entries below or too far above, themselves, after the season, or while not on the ladder', async () => {
  const { league_id, a, b, d } = await makeLadder()
  expect((await ask(a, b, league_id)).body.message).toBe('You can challenge only those above you.')
  expect((await ask(d, a, league_id)).body.message).toBe('This place is too far above yours.')
  expect((await ask(d, d, league_id)).status).toBe(404)
  expect((await ask(d, { ...a, entry_id: 999_999_999 }, league_id)).status).toBe(404)
  const stranger = await makePlayer(t)
  const call = { token: stranger.token, params: { league_id } }
  expect((await t.call(readLadder, call)).status).toBe(404)
  expect((await t.call(challenge, { ...call, body: { entry_id: a.entry_id } })).status).toBe(404)
  const { league_id: plain, people } = await makeLeague(t, 2, {
    season: 'summer-1',
    division: 'womens-singles-3-0',
    area: 'south-bend',
  })
  expect((await t.call(readLadder, { token: people[0].token, params: { league_id: plain } })).status).toBe(404)
  await t.db
    .updateTable('seasons')
    .set({ ending_date: '2026-05-17', sale_until: '2026-05-16' })
    .where('id', '=', (eb) => eb.selectFrom('leagues').select('season_id').where('id', '=', league_id))
    .execute()
  expect((await ask(d, b, league_id)).body.message).toBe('The season is over.')
  await t.db
    .updateTable('seasons')
    .set({ ending_date: '2026-08-02', sale_until: null })
    .where('id', '=', (eb) => eb.selectFrom('leagues').select('season_id').where('id', '=', league_id))
    .execute()
})

test('a winning challenger swaps places in every table; a losing one stays; a result without a challenge is refused', async () => {
  const { league_id, league, a, b, c, d } = await makeLadder()
  expect((await win(d, a)).status).toBe(409)
  expect(await ladderOf(league_id, a)).toEqual([a, b, c, d].map(({ entry_id }) => entry_id))
  expect((await ask(d, b, league_id)).status).toBe(201)
  const activity = await t.call(getActivity, { token: d.player.token })
  expect(activity.body.next?.meaning).toEqual({
    rank: 4,
    is_first: false,
    total: 4,
    won: { first: 2, last: 2 },
    lost: { first: 4, last: 4 },
  })
  expect((await win(d, b)).status).toBe(201)
  const climbed = [a, d, c, b].map(({ entry_id }) => entry_id)
  expect(await ladderOf(league_id, a)).toEqual(climbed)
  const query = { area: league.area, season: 'summer-1', year: 2026, division: league.division } as const
  const table = (await t.call(listStandings, { token: a.player.token, query })).body
  expect(table.players.map(({ entry_id }) => entry_id)).toEqual(climbed)
  const full = (await t.call(listFullStandings, { token: a.player.token, query })).body
  expect(full.players.map(({ entry_id, rank }) => [entry_id, rank])).toEqual(
    climbed.map((id, index) => [id, index + 1]),
  )
  const place = { league_id, entry_id: d.entry_id }
  expect((await t.call(explainPlace, { token: a.player.token, query: place })).body).toMatchObject({
    rank: 2,
    ladder: true,
    steps: [],
    needs: { next: null, matches_left: 0, may_add_matches: true },
  })
  expect((await ask(c, a, league_id)).status).toBe(201)
  expect((await win(a, c)).status).toBe(201)
  expect(await ladderOf(league_id, a)).toEqual(climbed)
})

test('a place that was won stays when the loser leaves; a leaving player’s open challenge ends; after a challenge’s last day both players are free', async () => {
  const { league_id, a, b, c, d } = await makeLadder()
  await ask(c, a, league_id)
  await win(c, a)
  expect(await ladderOf(league_id, b)).toEqual([c, b, a, d].map(({ entry_id }) => entry_id))
  await ask(a, b, league_id)
  const out = { token: owner, params: { id: a.entry_id }, body: { reason: 'Injured', refund: false } }
  expect((await t.call(withdrawEntry, out)).status).toBe(200)
  expect(await ladderOf(league_id, b)).toEqual([c, b, d].map(({ entry_id }) => entry_id))
  expect((await read(b, league_id)).body.open).toBeNull()
  expect((await ask(d, b, league_id)).status).toBe(201)
  await setTime('2026-05-28T16:00:00Z')
  expect((await read(d, league_id)).body.open).not.toBeNull()
  await setTime('2026-05-29T16:00:00Z')
  expect((await read(d, league_id)).body.open).toBeNull()
  expect((await ask(d, b, league_id)).status).toBe(201)
})

test('a result without a challenge is refused, to players and organizers, and so is a match without one', async () => {
  const { league_id, league, a, d } = await makeLadder()
  const refused = { status: 409, body: { code: 'challenge_first' } }
  expect(await win(d, a, { division: league.division })).toMatchObject(refused)
  const body = { ...scoreBody(d.player, a.player, '6-1 6-1', { division: league.division }), reason: 'Phoned in' }
  expect(await t.call(enterResult, { token: owner, body })).toMatchObject(refused)
  const added = await t.call(addMatch, {
    token: d.player.token,
    body: { season: league.season, opponent: { id: a.player.id }, division: league.division, match_date: null },
  })
  expect(added).toMatchObject(refused)
  const { waiting } = (await t.call(getActivity, { token: a.player.token })).body
  expect(waiting).toEqual([])
  expect((await ladderOf(league_id, a)).indexOf(a.entry_id)).toBe(0)
})

const refusalOf = async (one: Rung, other: Rung, league_id: number) => (await ask(one, other, league_id)).body.message
const runClock = () => drawLeagues(t.db, t.clock.now())
const standard = { reach: 3, days: 30 }

test('one friend cannot keep the first place for the leader', async () => {
  const { league_id, a, b, c, d } = await makeLadder(standard)
  const { id } = (await ask(d, a, league_id)).body
  // The leader answers, so that the challenge is not lost, and the friend never takes a time.
  await makeOffer(t, a.player, id, [{ match_date: '2026/05/23', match_time: '10:00' }])
  await ask(c, b, league_id)
  await setTime('2026-05-25T16:00:00Z')
  expect((await win(b, c, { match_date: '2026/05/25' })).status).toBe(201)
  await setTime('2026-06-14T16:00:00Z')
  await runClock()
  expect(await ladderOf(league_id, a)).toEqual([a, b, c, d].map(({ entry_id }) => entry_id))
  // Four weeks without a match: the leader drops a place, once.
  await setTime('2026-06-15T16:00:00Z')
  await Promise.all([runClock(), runClock()])
  await runClock()
  expect(await ladderOf(league_id, a)).toEqual([b, a, c, d].map(({ entry_id }) => entry_id))
  // The challenge is over, and the friend has to let others go first.
  await setTime('2026-06-18T16:00:00Z')
  expect(await refusalOf(d, a, league_id)).toContain('had a challenge a short time ago')
  expect((await ask(c, a, league_id)).status).toBe(201)
  await setTime('2026-07-01T16:00:00Z')
  expect((await ask(d, b, league_id)).status).toBe(201)
})

test('a challenge that nobody answers is lost: the challenger takes the place, and those between move down', async () => {
  const { league_id, a, b, c, d } = await makeLadder(standard)
  const answered = (await ask(c, a, league_id)).body.id
  const silent = (await ask(d, b, league_id)).body.id
  const text = 'I am back on Friday.'
  await t.call(sendMessage, { token: a.player.token, params: { id: answered }, body: { text } })
  await setTime('2026-05-22T15:59:00Z')
  await runClock()
  expect(await ladderOf(league_id, a)).toEqual([a, b, c, d].map(({ entry_id }) => entry_id))
  await setTime('2026-05-22T16:00:00Z')
  await Promise.all([runClock(), runClock()])
  expect(await ladderOf(league_id, a)).toEqual([a, d, b, c].map(({ entry_id }) => entry_id))
  const { played, arranging } = (await t.call(getMatch, { token: b.player.token, params: { id: silent } })).body
  expect([played, arranging.timeline.at(-1)?.kind]).toEqual([true, 'walkover'])
  expect((await subjectsTo(b.player)).filter((subject) => subject.includes('walkover'))).toHaveLength(1)
  expect((await read(c, league_id)).body.open).toMatchObject({ match_id: answered })
})

test('an unplayed challenge is decided by the effort record, as in any league', async () => {
  const { league_id, league, a, b, c, d } = await makeLadder({ ...standard, days: 10 })
  const { id } = (await ask(d, b, league_id)).body
  await t.call(sendMessage, { token: b.player.token, params: { id }, body: { text: 'Maybe.' } })
  await makeOffer(t, d.player, id, [
    { match_date: '2026/05/21', match_time: '18:00' },
    { match_date: '2026/05/24', match_time: '10:00' },
  ])
  await setTime('2026-05-29T16:00:00Z')
  const query = { area: league.area, division: league.division }
  const { matches } = (await t.call(listUnplayed, { token: owner, query })).body
  expect(matches).toMatchObject([{ match_id: id, outcome: 'walkover', winner: 'one', messages: { one: 0, two: 1 } }])
  const body = { match_ids: [id], reason: 'The days are over.' }
  expect((await t.call(settleUnplayed, { token: owner, body })).status).toBe(200)
  expect(await ladderOf(league_id, a)).toEqual([a, d, b, c].map(({ entry_id }) => entry_id))
})

test('an organizer freezes a place for an injury, with a reason: nobody challenges it, and it does not drop', async () => {
  const { league_id, a, b, c, d } = await makeLadder({ ...standard, down: 1 })
  const freeze = (frozen: boolean, token = owner) =>
    t.call(freezeEntry, { token, params: { id: a.entry_id }, body: { frozen, reason: 'Injured' } })
  expect((await freeze(true, b.player.token)).status).toBe(403)
  expect((await freeze(true)).status).toBe(200)
  expect(await refusalOf(b, a, league_id)).toBe('This place is frozen by the organizer, so nobody can challenge it.')
  expect(await refusalOf(a, b, league_id)).toBe('Your place is frozen by the organizer.')
  expect((await read(b, league_id)).body.rungs[0]).toMatchObject({ frozen: true, problem: 'frozen' })
  // A challenge may go one place down here.
  expect(await refusalOf(b, d, league_id)).toBe('This place is too far below yours.')
  expect((await ask(b, c, league_id)).status).toBe(201)
  expect((await win(b, c)).status).toBe(201)
  await setTime('2026-06-14T16:00:00Z')
  expect((await ask(c, b, league_id)).status).toBe(201)
  expect((await win(b, c, { match_date: '2026/06/14' })).status).toBe(201)
  await setTime('2026-06-16T16:00:00Z')
  await runClock()
  expect((await ladderOf(league_id, a))[0]).toBe(a.entry_id)
  expect((await freeze(false)).status).toBe(200)
  await runClock()
  expect((await ladderOf(league_id, a))[0]).toBe(a.entry_id)
  expect((await ask(b, a, league_id)).status).toBe(201)
})

test('a challenge that was withdrawn counts for the wait before the next one', async () => {
  const { league_id, a, c } = await makeLadder(standard)
  const { id } = (await ask(c, a, league_id)).body
  expect((await t.call(deleteMatch, { token: c.player.token, params: { id } })).status).toBe(200)
  expect((await t.call(deleteMatch, { token: c.player.token, params: { id } })).status).toBe(404)
  expect(await refusalOf(c, a, league_id)).toContain('had a challenge a short time ago')
  await setTime('2026-06-01T16:00:00Z')
  expect((await ask(c, a, league_id)).status).toBe(201)
})
