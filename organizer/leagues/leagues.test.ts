import { beforeEach, expect, test } from 'vitest'
import { reportScore } from '#/features/matches/contract.ts'
import { arrange, makeLeague, scoreBody } from '#/features/matches/score-fixture.ts'
import { listAuditLog } from '#/organizer/audit/contract.ts'
import { listOrganizerEntries } from '#/organizer/entries/contract.ts'
import { listOrganizerMatches } from '#/organizer/matches/contract.ts'
import { listPayments } from '#/organizer/payments/contract.ts'
import { setCapacity } from '#/organizer/seasons/contract.ts'
import { startApp } from '#/test/app.ts'
import { countEveryMeeting, makeOrganizer, makePlayer } from '#/test/make.ts'
import { getOrganizerLeague, listLeagueSchedule, listLeagueWaitList } from './contract.ts'

const t = await startApp('2026-05-20T16:00:00Z')
await countEveryMeeting(t)
let token = ''
beforeEach(async () => {
  token = (await makeOrganizer(t)).token
})

const season = 'summer-1'
const look = (id: number, given = token) => t.call(getOrganizerLeague, { token: given, params: { id } })

async function idOf(division: string, area: string) {
  const league = await t.db
    .selectFrom('leagues')
    .innerJoin('divisions', 'divisions.id', 'leagues.division_id')
    .innerJoin('seasons', 'seasons.id', 'leagues.season_id')
    .select('leagues.id')
    .where('divisions.slug', '=', division)
    .where('leagues.area', '=', area as 'dc')
    .where('seasons.slug', '=', season)
    .where('seasons.year', '=', 2026)
    .executeTakeFirstOrThrow()
  return league.id
}

test('a league belongs to its area’s organizers: elsewhere each call finds nothing', async () => {
  const id = await idOf('womens-singles-3-5', 'dc')
  const own = await makeOrganizer(t, ['dc'])
  const other = await makeOrganizer(t, ['south-bend'])
  const player = await makePlayer(t)
  for (const call of [getOrganizerLeague, listLeagueSchedule, listLeagueWaitList] as const) {
    const as = (given?: string) => t.call(call as never, { params: { id }, ...(given && { token: given }) } as never)
    expect((await as(own.token)).status).toBe(200)
    expect((await as(other.token)).status).toBe(404)
    expect((await as(player.token)).status).toBe(403)
    expect((await as()).status).toBe(401)
  }
  for (const [call, name] of [
    [listOrganizerMatches, 'matches'],
    [listOrganizerEntries, 'entries'],
    [listPayments, 'lines'],
  ] as const)
    expect((await t.call(call as never, { token: other.token, query: { league_id: id } } as never)).body).toMatchObject(
      {
        [name]: [],
        total: 0,
      },
    )
  expect((await look(999_999)).status).toBe(404)
})

test('an empty league says so, with its rules in words and its next days', async () => {
  const id = await idOf('mens-singles-5-0', 'dc')
  const { body } = await look(id)
  expect(body).toMatchObject({
    area: 'dc',
    time_zone: 'America/New_York',
    season_slug: season,
    state: 'playing',
    on_sale: true,
    taken: 0,
    entries: 0,
    paid: 0,
    free: 0,
    waiting: 0,
    invited: 0,
    drawn: false,
    money: { taken: 0, refunded: 0, net: 0, cash: { taken: 0 } },
    matches: { played: 0, planned: 0, overdue: 0, arranged: 0, disputed: 0, unconfirmed: 0 },
    playoffs: { state: 'running', qualified: 0, champion: null },
    next: [
      { kind: 'sale_ends', day: '2026/05/29', detail: null, match_id: null },
      { kind: 'last_day', day: '2026/08/02', detail: null, match_id: null },
      { kind: 'counts_until', day: '2026/08/09', detail: null, match_id: null },
    ],
  })
  expect(body.rules.length).toBeGreaterThan(3)
  expect(body.rules[0]).toMatch(/^Everybody/)
  expect((await t.call(listLeagueSchedule, { token, params: { id } })).body).toEqual({
    has_rounds: false,
    word: 'round',
    entries: [],
    rounds: [],
    total: 0,
  })
})

test('a league shows its money, its matches by round with the winner marked, and its lists', async () => {
  const { people, entry_ids, league_id: id } = await makeLeague(t, 3, { season, division: 'womens-singles-4-0' })
  const [ada, bea] = people
  const set = (match_id: number, values: object) =>
    t.db.updateTable('matches').set(values).where('id', '=', match_id).execute()
  const first = { play_from: '2026-05-15', play_by: '2026-05-24' }
  const played = await arrange(t, id, entry_ids[0], entry_ids[1], null)
  const open = await arrange(t, id, entry_ids[0], entry_ids[2], '2026-05-28', '18:30')
  const late = await arrange(t, id, entry_ids[1], entry_ids[2], null)
  await set(played, { round: 1, ...first })
  await set(open, { round: 2, play_from: '2026-05-25', play_by: '2026-06-07' })
  await set(late, { round: 1, play_from: '2026-05-15', play_by: '2026-05-19' })
  const form = scoreBody(bea, ada, '6-4 3-6 7-5', { match_date: '2026/05/19' })
  expect((await t.call(reportScore, { token: bea.token, body: form })).status).toBe(201)
  const { body } = await look(id)
  expect(body).toMatchObject({
    taken: 3,
    entries: 3,
    paid: 3,
    money: { taken: 117, net: 117, cash: { taken: 0 }, together: { net: 117 } },
    matches: { played: 1, planned: 3, overdue: 1, arranged: 1, disputed: 0, unconfirmed: 1 },
  })
  expect(body.next).toContainEqual({ kind: 'round_ends', day: '2026/05/24', detail: '1', match_id: null })
  expect(body.next).toContainEqual(expect.objectContaining({ kind: 'match', day: '2026/05/28', match_id: open }))
  const { rounds, has_rounds, entries } = (await t.call(listLeagueSchedule, { token, params: { id } })).body
  expect(has_rounds).toBe(true)
  expect(entries).toHaveLength(3)
  expect(rounds.map(({ round, matches }) => [round, matches.map(({ match_id }) => match_id).toSorted()])).toEqual([
    [1, [played, late].toSorted()],
    [2, [open]],
  ])
  expect(rounds[0]?.matches.find(({ match_id }) => match_id === played)).toMatchObject({
    state: 'unconfirmed',
    winner: 'two',
    score_line: '6-4 3-6 7-5',
    match_date: '2026/05/19',
  })
  expect(rounds[0]?.matches.find(({ match_id }) => match_id === late)).toMatchObject({ state: 'overdue', winner: null })
  expect(rounds[1]?.matches[0]).toMatchObject({ state: 'arranged', match_time: '18:30' })
  const query = { league_id: id }
  const matches = (state?: 'played' | 'overdue' | 'voided' | 'arranged') =>
    t.call(listOrganizerMatches, { token, query: { ...query, ...(state && { state }) } })
  expect((await matches()).body).toMatchObject({ state: 'any', total: 3 })
  expect((await matches('played')).body).toMatchObject({ total: 1, matches: [{ id: played, winner: 'two' }] })
  expect((await matches('overdue')).body).toMatchObject({ total: 1, matches: [{ id: late }] })
  expect((await matches('voided')).body).toMatchObject({ total: 0 })
  const payments = (await t.call(listPayments, { token, query })).body
  expect(payments).toMatchObject({ total: 3, sums: body.money })
  expect((await t.call(listOrganizerEntries, { token, query })).body.total).toBe(3)
})

test('the wait-list is in its order, and the audit log of a league has its own acts', async () => {
  const { entry_ids, league_id: id } = await makeLeague(t, 2, { season, division: 'womens-singles-4-5' })
  const waiting = [await makePlayer(t), await makePlayer(t)]
  for (const { id: player_id } of waiting)
    await t.db.insertInto('wait_list').values({ league_id: id, player_id, created_at: t.clock.now() }).execute()
  const list = (await t.call(listLeagueWaitList, { token, params: { id } })).body
  expect(list).toMatchObject({ total: 2, skip: 0 })
  expect(list.waiting.map(({ player_id, place }) => [player_id, place])).toEqual([
    [waiting[0]?.id, 1],
    [waiting[1]?.id, 2],
  ])
  const second = await t.call(listLeagueWaitList, { token, params: { id }, query: { per_page: 1, page: 2 } })
  expect(second.body).toMatchObject({ total: 2, waiting: [{ place: 2 }] })
  expect((await t.call(setCapacity, { token, params: { id }, body: { capacity: 2 } })).status).toBe(200)
  await t.call(setCapacity, {
    token,
    params: { id: await idOf('womens-singles-5-0', 'south-bend') },
    body: { capacity: 9 },
  })
  const audit = (await t.call(listAuditLog, { token, query: { league_id: id } })).body
  expect(audit.audit_entries.map(({ subject }) => subject)).toEqual([`league ${id}`])
  expect((await look(id)).body).toMatchObject({ waiting: 2, capacity: 2, taken: 2 })
  expect(entry_ids).toHaveLength(2)
})
