import { afterEach, describe, expect, test } from 'vitest'
import type { NotificationKind } from '#/contract/notification-kinds.ts'
import { arrangeMatch, callOffMatch, declineOffer, takeTime } from '#/features/arranging/contract.ts'
import { makeOffer, makerOfPairs } from '#/features/arranging/pair-fixture.ts'
import { reportScore } from '#/features/matches/contract.ts'
import { scoreBody } from '#/features/matches/score-fixture.ts'
import { getPreferences, updatePreferences } from '#/features/notifications/contract.ts'
import { startApp } from '#/test/app.ts'
import { mailboxOf } from '#/test/mailbox.ts'
import type { TestPlayer } from '#/test/make.ts'
import { sendReminders } from './jobs.ts'

const start = '2026-05-18T16:00:00Z'
const t = await startApp(start)
const { subjectsTo } = mailboxOf(t)
afterEach(() => t.clock.set(start))

const makePair = makerOfPairs(t, { play_from: '2026-05-18', play_by: '2026-05-31' })
/** Two players in a separate league, with a match to be played from May 18 to 31. */
function twoPlayers() {
  t.clock.set(start)
  return makePair()
}
const offer = (player: TestPlayer, id: number, times: object[]) => makeOffer(t, player, id, times)

const friday = { match_date: '2026/05/22', match_time: '18:00' }
const late = { match_date: '2026/05/29', match_time: '18:00' }

const take = ({ token }: TestPlayer, id: number, { offer_id, times }: Awaited<ReturnType<typeof offer>>) =>
  t.call(takeTime, { token, params: { id, offer_id }, body: { time_id: times[0] ?? 0 } })
/** Sets the clock and runs the job. */
async function at(iso: string): Promise<void> {
  t.clock.set(iso)
  await sendReminders(t.app)
}
/** The reminders that a player has received. */
async function remindersTo(player: TestPlayer): Promise<string[]> {
  await subjectsTo(player)
  const rows = await t.db
    .selectFrom('notifications')
    .select('kind')
    .where('player_id', '=', player.id)
    .where('kind', 'in', [
      'offer_waiting',
      'nothing_offered',
      'match_tomorrow',
      'match_soon',
      'window_ending',
      'window_over',
    ])
    .orderBy('id')
    .execute()
  return rows.map(({ kind }) => kind)
}

describe('a reminder', () => {
  test('a reminder of an offer is sent after 48 hours, to the side that owes the answer', async () => {
    const { ann, bea, id } = await twoPlayers()
    await offer(ann, id, [late])
    await at('2026-05-20T15:59:00Z')
    expect(await remindersTo(bea)).toEqual([])
    await at('2026-05-20T16:00:00Z')
    await at('2026-05-20T16:05:00Z')
    expect(await remindersTo(bea)).toEqual(['offer_waiting'])
    expect(await subjectsTo(bea)).toContain('An offer is waiting for your answer')
    expect(await remindersTo(ann)).toEqual([])
  })

  test('a reminder of an offer is not sent once the offer is answered, and is sent again for the next offer', async () => {
    const { ann, bea, id } = await twoPlayers()
    const { offer_id } = await offer(ann, id, [late])
    await t.call(declineOffer, { token: bea.token, params: { id, offer_id }, body: { reason: '' } })
    await at('2026-05-20T17:00:00Z')
    expect(await remindersTo(bea)).toEqual([])
    await offer(ann, id, [late])
    await at('2026-05-22T17:00:00Z')
    expect(await remindersTo(bea)).toEqual(['offer_waiting'])
  })

  test('a reminder of a match without offers is sent after a third of its window', async () => {
    const { ann, bea, id } = await twoPlayers()
    const { ann: eve, id: other } = await twoPlayers()
    await offer(eve, other, [friday])
    await at('2026-05-22T16:00:00Z')
    expect(await remindersTo(ann)).toEqual([])
    await at('2026-05-23T16:00:00Z')
    await at('2026-05-24T16:00:00Z')
    expect(await remindersTo(ann)).toEqual(['nothing_offered'])
    expect(await remindersTo(bea)).toEqual(['nothing_offered'])
    expect(await remindersTo(eve)).toEqual([])
    expect(id).not.toBe(other)
  })

  test('a reminder of an agreed match is sent the evening before and three hours before', async () => {
    const { ann, bea, id } = await twoPlayers()
    const made = await offer(ann, id, [friday])
    await take(bea, id, made)
    await at('2026-05-21T21:59:00Z')
    expect(await remindersTo(ann)).toEqual([])
    // It is 18:00 in South Bend and Washington.
    await at('2026-05-21T22:00:00Z')
    await at('2026-05-22T01:00:00Z')
    expect(await remindersTo(ann)).toEqual(['match_tomorrow'])
    await at('2026-05-22T18:59:00Z')
    expect(await remindersTo(bea)).toEqual(['match_tomorrow'])
    await at('2026-05-22T19:00:00Z')
    await at('2026-05-22T20:00:00Z')
    for (const player of [ann, bea]) expect(await remindersTo(player)).toEqual(['match_tomorrow', 'match_soon'])
  })

  test('a reminder of a match is not sent if the match was just agreed, called off, or played', async () => {
    const { ann, bea, id } = await twoPlayers()
    t.clock.set('2026-05-21T23:00:00Z')
    const made = await offer(ann, id, [friday])
    await take(bea, id, made)
    await at('2026-05-21T23:30:00Z')
    expect(await remindersTo(ann)).toEqual([])
    await t.call(callOffMatch, { token: ann.token, params: { id }, body: { reason: 'My knee hurts.' } })
    await at('2026-05-22T19:30:00Z')
    expect(await remindersTo(bea)).toEqual([])
    const played = await twoPlayers()
    const body = { match_date: '2026/05/19', match_time: '18:00', match_location: '' }
    await t.call(arrangeMatch, { token: played.ann.token, params: { id: played.id }, body })
    const score = scoreBody(played.ann, played.bea, '6-4 6-4', { matchup_id: played.id })
    expect((await t.call(reportScore, { token: played.ann.token, body: score })).status).toBe(201)
    await at('2026-05-18T23:00:00Z')
    expect(await remindersTo(played.bea)).toEqual([])
  })

  test('a reminder of a moved match is sent again for its new date', async () => {
    const { ann, bea, id } = await twoPlayers()
    const date = (match_date: string) =>
      t.call(arrangeMatch, {
        token: ann.token,
        params: { id },
        body: { match_date, match_time: '18:00', match_location: '' },
      })
    await date('2026/05/22')
    await at('2026-05-21T22:30:00Z')
    expect(await remindersTo(bea)).toEqual(['match_tomorrow'])
    await date('2026/05/27')
    await at('2026-05-26T22:30:00Z')
    expect(await remindersTo(bea)).toEqual(['match_tomorrow', 'match_tomorrow'])
  })

  test('a reminder is sent three days before the window ends, and when it is over', async () => {
    const { ann, bea, id } = await twoPlayers()
    // Prevents the reminder about missing offers.
    const { offer_id } = await offer(ann, id, [friday])
    await t.call(declineOffer, { token: bea.token, params: { id, offer_id }, body: { reason: '' } })
    await at('2026-05-27T16:00:00Z')
    expect(await remindersTo(ann)).toEqual([])
    await at('2026-05-28T16:00:00Z')
    await at('2026-05-30T16:00:00Z')
    expect(await remindersTo(ann)).toEqual(['window_ending'])
    await at('2026-06-01T16:00:00Z')
    await at('2026-06-02T16:00:00Z')
    for (const player of [ann, bea]) expect(await remindersTo(player)).toEqual(['window_ending', 'window_over'])
  })

  test('a reminder is sent only once when several processes run at the same moment', async () => {
    const { ann, bea, id } = await twoPlayers()
    await offer(ann, id, [late])
    t.clock.set('2026-05-20T16:00:00Z')
    await Promise.all(Array.from({ length: 4 }, () => sendReminders(t.app)))
    expect((await subjectsTo(bea)).filter((subject) => subject.includes('waiting'))).toHaveLength(1)
  })

  test('a reminder that failed midway is sent by the next run, once', async () => {
    const { ann, bea, id } = await twoPlayers()
    await offer(ann, id, [late])
    t.clock.set('2026-05-20T16:00:00Z')
    // The notification cannot be queued, so the whole run is rolled back.
    const failing = t.db.transaction().execute(async (tx) => {
      await sendReminders({ ...t.app, db: tx })
      throw new Error('killed')
    })
    await expect(failing).rejects.toThrow('killed')
    expect(await remindersTo(bea)).toEqual([])
    await sendReminders(t.app)
    await sendReminders(t.app)
    expect(await remindersTo(bea)).toEqual(['offer_waiting'])
  })

  test('a reminder that a player has turned off is not sent; others are', async () => {
    const { ann, bea, id } = await twoPlayers()
    const kind: NotificationKind = 'offer_waiting'
    const { quiet, kinds } = (await t.call(getPreferences, { token: bea.token })).body
    const chosen = kinds.map(({ kind: each, app, mail, push }) =>
      each === kind ? { kind: each, app: false, mail: false, push: false } : { kind: each, app, mail, push },
    )
    const changed = await t.call(updatePreferences, { token: bea.token, body: { quiet, kinds: chosen } })
    expect(changed.status).toBe(200)
    await offer(ann, id, [late])
    await at('2026-05-20T16:00:00Z')
    expect((await subjectsTo(bea)).filter((subject) => subject.includes('waiting'))).toEqual([])
    await at('2026-05-28T16:00:00Z')
    expect(await subjectsTo(bea)).toContainEqual(expect.stringContaining('Only a few days left'))
  })
})
