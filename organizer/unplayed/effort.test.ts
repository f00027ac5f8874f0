import { afterEach, expect, test } from 'vitest'
import { callOffMatch, declineOffer, takeTime } from '#/features/arranging/contract.ts'
import { makeOffer, makerOfPairs } from '#/features/arranging/pair-fixture.ts'
import { updateAvailability } from '#/features/availability/contract.ts'
import { getMatch } from '#/features/matches/contract.ts'
import { settleUnplayed as settleByClock } from '#/features/unplayed/jobs.ts'
import { standardRules } from '#/rules/season-rules.ts'
import { startApp } from '#/test/app.ts'
import { makeOrganizer, type TestPlayer } from '#/test/make.ts'
import { listUnplayed } from './contract.ts'

// Each pair has a match to be played from May 18 to 31, in Eastern time: noon is 16:00Z.
const start = '2026-05-18T16:00:00Z'
const after = '2026-06-01T16:00:00Z'
const t = await startApp(start)
const owner = await makeOrganizer(t)
afterEach(() => t.clock.set(start))
const makePair = makerOfPairs(t, { play_from: '2026-05-18', play_by: '2026-05-31' })
type Pair = Awaited<ReturnType<typeof makePair>>

const at = (day: number, match_time = '18:00') => ({ match_date: `2026/05/${day}`, match_time })
const offer = (player: TestPlayer, { id }: Pair, days: readonly number[]) =>
  makeOffer(
    t,
    player,
    id,
    days.map((day) => at(day)),
  )
const decline = ({ bea, id }: Pair, offer_id: number) =>
  t.call(declineOffer, { token: bea.token, params: { id, offer_id }, body: { reason: '' } })
async function see({ id }: Pair, { token }: TestPlayer) {
  return (await t.call(getMatch, { token, params: { id } })).body.arranging
}
async function proposalOf({ area, division }: Pair) {
  t.clock.set(after)
  return (await t.call(listUnplayed, { token: owner.token, query: { area, division } })).body.matches[0]
}

test('a sham offer on the last evening saves nobody: 6 days against 0 is a walkover', async () => {
  const pair = await makePair()
  await offer(pair.ann, pair, [20, 22, 23])
  t.clock.set('2026-05-24T16:00:00Z')
  await offer(pair.ann, pair, [26, 28, 30])
  // 23:55 of the evening before, for the last day.
  t.clock.set('2026-05-31T03:55:00Z')
  await makeOffer(t, pair.bea, pair.id, [at(31, '19:00')])
  expect(await proposalOf(pair)).toMatchObject({
    outcome: 'walkover',
    winner: 'one',
    reasons: [
      expect.stringContaining('offered times on 6 days.'),
      expect.stringContaining('offered times on 1 day; none counts.'),
      expect.stringContaining('6 days against 0: '),
    ],
  })
})

test('declining everything without offering is no effort: the side that offered gets a walkover', async () => {
  const pair = await makePair()
  for (const [now, days] of [
    [start, [20, 22]],
    ['2026-05-22T16:00:00Z', [25, 26]],
    ['2026-05-26T16:00:00Z', [30]],
  ] as const) {
    t.clock.set(now)
    const { offer_id } = await offer(pair.ann, pair, days)
    expect((await decline(pair, offer_id)).status).toBe(200)
  }
  expect(await proposalOf(pair)).toMatchObject({
    outcome: 'walkover',
    winner: 'one',
    reasons: [
      expect.stringContaining('offered times on 5 days.'),
      expect.stringContaining('declined and offered no times.'),
      expect.stringContaining('5 days against 0: '),
    ],
  })
})

test('one offer of the night, two days before the end, earns no walkover', async () => {
  const pair = await makePair()
  t.clock.set('2026-05-29T23:00:00Z')
  await makeOffer(t, pair.ann, pair.id, [at(31, '03:30'), at(31, '23:30')])
  expect(await proposalOf(pair)).toMatchObject({
    outcome: 'extended',
    reasons: [
      expect.stringContaining('offered times on 1 day; none counts.'),
      expect.stringContaining('neither offered nor took a time.'),
      expect.stringContaining('0 days against 0: neither side clearly did more'),
    ],
  })
})

test('calling off twice after taking is a default', async () => {
  const pair = await makePair()
  for (const [now, day] of [
    [start, 22],
    ['2026-05-22T12:00:00Z', 28],
  ] as const) {
    t.clock.set(now)
    const { offer_id, times } = await offer(pair.ann, pair, [day])
    const { bea, id } = pair
    const taken = { token: bea.token, params: { id, offer_id }, body: { time_id: times[0]! } }
    expect((await t.call(takeTime, taken)).status).toBe(200)
    await t.call(callOffMatch, { token: bea.token, params: { id }, body: { reason: 'Busy.' } })
  }
  expect(await proposalOf(pair)).toMatchObject({
    outcome: 'walkover',
    winner: 'one',
    reasons: [
      expect.any(String),
      expect.stringContaining('called off 2 times.'),
      'Calling off twice after a time was taken counts as a default.',
    ],
  })
})

test('an offer counts at hours when the other side can, as they were when it was made, and nobody reads these hours', async () => {
  const pair = await makePair()
  const { ann, bea, id } = pair
  const weekdays = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '06:00', to: '09:00' }))
  const keep = (weekly: object[], away: object[]) =>
    t.call(updateAvailability, { token: bea.token, body: { weekly, away } as never })
  expect((await keep(weekdays, [{ from: '2026/05/22', to: '2026/05/23' }])).status).toBe(200)
  // Tuesday and Wednesday morning suit. Wednesday evening, a day away and a Sunday do not.
  await makeOffer(t, ann, id, [at(21, '07:00'), at(20, '18:00'), at(22, '07:00'), at(24, '07:00'), at(26, '07:00')])
  await keep([], [{ from: '2026/05/18', to: '2026/05/31' }])
  const mine = await see(pair, ann)
  expect(mine.effort).toEqual({
    sides: [
      { days: 2, text: 'You offered times on 5 days; 2 count.' },
      { days: 0, text: expect.stringContaining('neither offered nor took a time.') },
    ],
    advice: 'If nothing changes, the match is a walkover for you.',
  })
  expect(JSON.stringify(mine)).not.toMatch(/weekly|away|suits|06:00/)
  expect(await proposalOf(pair)).toMatchObject({ outcome: 'walkover', winner: 'one' })
})

test('while there is time both sides see the record, and the one behind reads how many days make it safe', async () => {
  const pair = await makePair()
  expect((await see(pair, pair.bea)).effort).toBeNull()
  await offer(pair.ann, pair, [20, 23, 25])
  expect((await see(pair, pair.bea)).effort).toEqual({
    sides: [
      { days: 0, text: 'You neither offered nor took a time.' },
      { days: 3, text: expect.stringContaining('offered times on 3 days.') },
    ],
    advice: 'If nothing changes, the match is a walkover for the other side. Offer two more days to be safe.',
  })
  await offer(pair.bea, pair, [21, 27])
  for (const player of [pair.ann, pair.bea]) expect((await see(pair, player)).effort?.advice).toBeNull()
  expect((await see(pair, owner)).effort).toMatchObject({ sides: [{ days: 3 }, { days: 2 }], advice: null })
  expect(await proposalOf(pair)).toMatchObject({ outcome: 'extended' })
  expect((await see(pair, pair.ann)).effort).toBeNull()
})

test('an outcome that was announced before the rule changed is applied as announced', async () => {
  const pair = await makePair()
  const rules = JSON.stringify({ ...standardRules, unplayed: 'clock' })
  await t.db
    .updateTable('seasons')
    .set({ rules: rules as never })
    .where('slug', '=', 'summer-1')
    .execute()
  const { offer_id } = await offer(pair.ann, pair, [20, 25])
  await decline(pair, offer_id)
  const announced = {
    match_id: pair.id,
    outcome: 'not_played' as const,
    last_day: '2026-05-31',
    reasons: ['Both tried.'],
    noticed_at: '2026-06-01T08:00:00Z',
  }
  await t.db.insertInto('match_settlements').values(announced).execute()
  expect(await proposalOf(pair)).toMatchObject({ outcome: 'not_played', reasons: ['Both tried.'] })
  t.clock.set('2026-06-04T16:00:00Z')
  await settleByClock(t.app)
  const { not_played } = (await t.call(getMatch, { token: pair.ann.token, params: { id: pair.id } })).body
  expect(not_played).toBe(true)
})
