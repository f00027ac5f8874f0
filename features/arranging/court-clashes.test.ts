import { beforeEach, describe, expect, test } from 'vitest'
import { arrange, makeLeague } from '#/features/matches/score-fixture.ts'
import { suggestTimes } from '#/features/availability/contract.ts'
import { addMatch } from '#/features/schedule/contract.ts'
import { getMatch } from '#/features/matches/contract.ts'
import { createCourt } from '#/organizer/courts/contract.ts'
import { getOrganizerMatch, listOrganizerMatches } from '#/organizer/matches/contract.ts'
import { startApp } from '#/test/app.ts'
import { makeOrganizer, type TestPlayer } from '#/test/make.ts'
import { isCourtFull, MATCH_MINUTES } from '#/rules/slots.ts'
import { arrangeMatch, callOffMatch, offerTimes, takeTime } from './contract.ts'
import { findTakenCourt } from './court-clashes.ts'
import { makeOffer, makerOfPairs } from './pair-fixture.ts'

const noon = '2026-05-18T16:00:00Z'
const t = await startApp(noon)
const makePair = makerOfPairs(t)
const organizer = await makeOrganizer(t)

beforeEach(() => void t.clock.set(noon))

let made = 0
/** Adds a place to the area, with a number of courts. */
async function makeCourt(area: string, court_count: number): Promise<{ id: number; name: string }> {
  const name = `Park ${(made += 1)}`
  const body = {
    area,
    name,
    address: '1 Park Street',
    latitude: 41.7,
    longitude: -86.2,
    surface: 'Hard',
    has_lights: true,
  }
  const added = await t.call(createCourt, { token: organizer.token, body: { ...body, court_count } as never })
  expect(added.status).toBe(201)
  return { id: added.body.id, name }
}

/** A pair whose match has no date, in the area of the first pair of a test. */
async function makePairs<N extends number>(count: N) {
  const pairs = [await makePair()]
  while (pairs.length < count) {
    const pair = await makePair()
    if (pair.area === pairs[0]?.area) pairs.push(pair)
  }
  return pairs
}

const time = { match_date: '2026/06/06', match_time: '18:00' }
const set = ({ token }: TestPlayer, id: number, given: object) =>
  t.call(arrangeMatch, { token, params: { id }, body: { ...time, match_location: '', ...given } as never })
const shownTo = async ({ token }: TestPlayer, id: number) =>
  (await t.call(getMatch, { token, params: { id } })).body.arranging.court_taken

describe('two matches on one court', () => {
  test('are warned of when a time is set, offered and accepted, without names, and on both matches’ pages', async () => {
    const [first, second] = await makePairs(2)
    if (!first || !second) throw new Error('two pairs are needed')
    const court = await makeCourt(first.area, 1)
    const warning = `${court.name} has one court, and another match is set there then.`
    // A typed place names the court as well.
    const alone = await set(first.ann, first.id, { match_location: `${court.name}, court 1` })
    expect(alone.body).toMatchObject({ message: 'The match is set.', warnings: [] })
    expect(await shownTo(first.ann, first.id)).toBeNull()
    const offered = await t.call(offerTimes, {
      token: second.ann.token,
      params: { id: second.id },
      body: { times: [{ ...time, match_time: '19:00', court_id: court.id }] },
    })
    const day = 'Sat, Jun 6, 2026'
    expect(offered.body.warnings).toEqual([`${day}, 7:00 PM: ${warning}`])
    expect(offered.body.message).toContain(warning)
    const { body: seen } = await t.call(getMatch, { token: second.bea.token, params: { id: second.id } })
    const params = { id: second.id, offer_id: offered.body.id }
    const time_id = seen.arranging.offers[0]?.times[0]?.id ?? 0
    const taken = await t.call(takeTime, { token: second.bea.token, params, body: { time_id } })
    expect(taken.body).toMatchObject({ warnings: [warning] })
    for (const { ann, bea, id } of [first, second])
      for (const player of [ann, bea]) expect(await shownTo(player, id)).toBe(warning)
    expect((await set(second.ann, second.id, { match_time: '19:15', court_id: court.id })).body.warnings).toEqual([
      warning,
    ])
    // One match after the other, on another day, elsewhere, and called off.
    expect((await set(second.ann, second.id, { match_time: '19:30', court_id: court.id })).body.warnings).toEqual([])
    expect((await set(second.ann, second.id, { match_date: '2026/06/07', court_id: court.id })).body.warnings).toEqual(
      [],
    )
    expect((await set(second.ann, second.id, {})).body.warnings).toEqual([])
    expect((await set(second.ann, second.id, { court_id: court.id })).body.warnings).toEqual([warning])
    await t.call(callOffMatch, { token: first.bea.token, params: { id: first.id }, body: { reason: 'My knee hurts.' } })
    expect(await shownTo(second.ann, second.id)).toBeNull()
  })

  test('are warned of when a match is added, unless the place has a court left', async () => {
    const { people, entry_ids, league_id } = await makeLeague(t, 4, {
      season: 'summer-1',
      division: 'mens-singles-5-0',
    })
    const court = await makeCourt('South Bend', 2)
    for (const [one, two] of [
      [entry_ids[0], entry_ids[1]],
      [entry_ids[0], entry_ids[2]],
    ] as const) {
      const id = await arrange(t, league_id, one, two, '2026-06-06', '18:00')
      await t.db.updateTable('matches').set({ court_id: court.id }).where('id', '=', id).execute()
      const body = {
        season: 'summer-1',
        opponent: { id: people[3].id },
        ...time,
        match_time: '19:00',
        court_id: court.id,
      }
      const added = await t.call(addMatch, { token: people[2].token, body: { ...body, match_location: '' } })
      const isSecond = two === entry_ids[2]
      expect(added.body.warnings.filter((text) => text.startsWith(court.name))).toEqual(
        isSecond ? [`${court.name} has 2 courts, and other matches are set on all of them then.`] : [],
      )
      await t.db.deleteFrom('match_events').where('match_id', '=', added.body.id).execute()
      await t.db.deleteFrom('matches').where('id', '=', added.body.id).execute()
    }
  })

  test('agreed at the same moment are warned of at least once', async () => {
    const pairs = await makePairs(2)
    const court = await makeCourt(pairs[0]?.area ?? '', 1)
    const offers = await Promise.all(
      pairs.map(({ ann, id }) => makeOffer(t, ann, id, [{ ...time, court_id: court.id }])),
    )
    const answers = await Promise.all(
      pairs.map(({ bea, id }, n) =>
        t.call(takeTime, {
          token: bea.token,
          params: { id, offer_id: offers[n]?.offer_id ?? 0 },
          body: { time_id: offers[n]?.times[0] ?? 0 },
        }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers.flatMap(({ body }) => body.warnings)).toHaveLength(1)
    for (const { ann, id } of pairs) expect(await shownTo(ann, id)).not.toBeNull()
  })

  test('are not suggested', async () => {
    const [first, second] = await makePairs(2)
    if (!first || !second) throw new Error('two pairs are needed')
    await t.db.updateTable('courts').set({ retired_at: t.clock.now() }).execute()
    const court = await makeCourt(first.area, 1)
    const days = { play_from: '2026-06-01', play_by: '2026-06-01' }
    await t.db.updateTable('matches').set(days).where('id', '=', second.id).execute()
    const suggested = async () => {
      const { body } = await t.call(suggestTimes, { token: second.ann.token, params: { id: second.id } })
      return body.suggestions.map(({ match_time }) => match_time)
    }
    expect(await suggested()).toContain('18:00')
    await set(first.ann, first.id, { match_date: '2026/06/01', court_id: court.id })
    const left = await suggested()
    expect(left.length).toBeGreaterThan(0)
    for (const each of left) expect(each <= '16:30' || each >= '19:30').toBe(true)
    await t.db.updateTable('courts').set({ court_count: 2 }).where('id', '=', court.id).execute()
    expect(await suggested()).toContain('18:00')
  })

  test('are listed at the desk, one after the other, with who, when and a count', async () => {
    const [first, second, third] = await makePairs(3)
    if (!first || !second || !third) throw new Error('three pairs are needed')
    const court = await makeCourt(first.area, 1)
    for (const pair of [first, second]) await set(pair.ann, pair.id, { court_id: court.id })
    await set(third.ann, third.id, { match_time: '19:30', court_id: court.id })
    const list = async (token: string) =>
      (await t.call(listOrganizerMatches, { token, query: { state: 'clashing' } })).body
    const ofCourt = ({ matches }: Awaited<ReturnType<typeof list>>) =>
      matches.filter(({ match_location }) => match_location === court.name)
    const listed = await list(organizer.token)
    const ours = ofCourt(listed)
    expect(ours.map(({ id, match_time }) => [id, match_time])).toEqual([
      [first.id, '18:00'],
      [second.id, '18:00'],
    ])
    expect(listed.waiting.clashing).toBe(listed.total)
    expect(ours[0]?.one.name).toContain(first.ann.first_name)
    const match = await t.call(getOrganizerMatch, { token: organizer.token, params: { id: first.id } })
    expect(match.body.court_taken).toContain(court.name)
    // Other areas do not exist for other organizers, and a day that is over is no clash.
    const elsewhere = await makeOrganizer(t, [first.area === 'dc' ? 'south-bend' : 'dc'])
    expect(ofCourt(await list(elsewhere.token))).toEqual([])
    t.clock.set('2026-06-08T16:00:00Z')
    expect(ofCourt(await list((await makeOrganizer(t)).token))).toEqual([])
  })

  test('are the same for the database as for the suggestions', async () => {
    const { entry_ids, league_id } = await makeLeague(t, 2, { season: 'summer-1', division: 'womens-singles-5-0' })
    const court = await makeCourt('South Bend', 2)
    const clock = ['17:00', '17:30', '18:00', '18:15', '18:30', '19:15', '19:30', '20:00', '20:45', '21:00']
    const ids: number[] = []
    for (const each of clock) ids.push(await arrange(t, league_id, entry_ids[0], entry_ids[1], '2026-06-06', each))
    await t.db.updateTable('matches').set({ court_id: court.id }).where('id', 'in', ids).execute()
    const startOf = (each: string) => Date.parse(`2026-06-06T${each}:00Z`)
    const compare = async (court_count: number) => {
      await t.db.updateTable('courts').set({ court_count }).where('id', '=', court.id).execute()
      for (const [n, id] of ids.entries()) {
        const taken = clock.filter((_, other) => other !== n).map(startOf)
        const expected = isCourtFull(startOf(clock[n] ?? ''), { court_count, taken })
        expect((await findTakenCourt(t.db, id, t.clock.now())) !== null, `${clock[n]} on ${court_count}`).toBe(expected)
      }
    }
    for (const court_count of [1, 2, 3, 4, 5, 6]) await compare(court_count)
    expect(MATCH_MINUTES).toBe(90)
  })
})
