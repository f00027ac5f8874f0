import { afterAll, describe, expect, test } from 'vitest'
import { receiveWebhook } from '#/features/checkout/contract.ts'
import { listMyLeagues } from '#/features/leagues/contract.ts'
import { changeRules, changeSeason } from '#/organizer/seasons/contract.ts'
import { refundPurchase } from '#/organizer/payments/contract.ts'
import { standardRules } from '#/rules/season-rules.ts'
import { runJobs, startApp } from '#/test/app.ts'
import { mailboxOf } from '#/test/mailbox.ts'
import { sign, startStripe } from '#/test/stripe/stand-in.ts'
import { getOrganizerEntry, withdrawEntry } from './contract.ts'
import { clubSeasons, readHistory, report, tableOf, type ClubLeague, type Member } from './sealed-fixture.ts'

const stripe = await startStripe()
afterAll(() => stripe.close())
const t = await startApp('2026-06-20T16:00:00Z', stripe.settings)
const { subjectsTo } = mailboxOf(t)
const { makeLeague, goTo } = clubSeasons(t, () => stripe.newToken('pm_card_visa'))
const reason = 'Asked on the phone'

const four = ['Jon', 'Gia', 'Hal', 'Ivy']
const wins = ['Jon b. Gia', 'Hal b. Jon', 'Jon b. Ivy', 'Gia b. Hal', 'Gia b. Ivy', 'Hal b. Ivy']

const paymentOf = ({ order_id }: Member) => stripe.intentOf(order_id)[0]?.id ?? ''
const refunded = (member: Member) =>
  stripe.refunds.filter(({ payment_intent }) => payment_intent === paymentOf(member)).map(({ amount }) => amount)

/** Delivers Stripe's events to the app. */
async function receiveAll(): Promise<void> {
  for (const event of stripe.events.splice(0)) {
    const { payload, signature } = sign(event)
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    await t.server.inject({ method: 'POST', url: `/api${receiveWebhook.path}`, payload, headers })
  }
  await runJobs(t)
}

const takeOut = ({ owner }: ClubLeague, { entry_id }: Member, refund = true) =>
  t.call(withdrawEntry, { token: owner.token, params: { id: entry_id }, body: { refund, reason } })
const refundLine = ({ owner }: ClubLeague, { purchase_id }: Member) =>
  t.call(refundPurchase, {
    token: owner.token,
    params: { id: purchase_id },
    body: { reason, key: crypto.randomUUID() },
  })

/** The ways in which money takes an entry out of its league. */
const entrances: [string, (league: ClubLeague, member: Member) => Promise<unknown>][] = [
  ['the entries', async (league, member) => expect((await takeOut(league, member)).status).toBe(200)],
  ['the payments', async (league, member) => expect((await refundLine(league, member)).status).toBe(200)],
  [
    'a refund made at the provider',
    async (_league, member) => {
      stripe.refundByHand(paymentOf(member))
      await receiveAll()
    },
  ],
  [
    'a dispute lost at the bank',
    async (_league, member) => {
      stripe.dispute(paymentOf(member))
      stripe.closeDispute(paymentOf(member), 'lost')
      await receiveAll()
    },
  ],
]

const stateOf = ({ purchase_id }: Member) =>
  t.db.selectFrom('purchases').select(['status', 'counts']).where('id', '=', purchase_id).executeTakeFirstOrThrow()

describe('after the season', () => {
  test.each(entrances)(
    'a refund from %s moves the money and leaves table, records and exports',
    async (name, refund) => {
      const league = await makeLeague(four, wins)
      const jon = league.of('Jon')
      await goTo('2026-12-10', league)
      const before = await readHistory(league)
      await refund(league, jon)
      await runJobs(t)
      expect(await readHistory(league)).toEqual(before)
      expect(await stateOf(jon)).toEqual({ status: 'Refunded', counts: true })
      expect(refunded(jon)).toEqual(name.startsWith('a dispute') ? [] : [3900])
      for (const { email } of league.members)
        expect((await subjectsTo({ email })).filter((subject) => subject.includes('left'))).toEqual([])
    },
  )

  test('withdrawing without a refund closes the line and nothing else, and a second press changes nothing', async () => {
    const league = await makeLeague(four, wins)
    await goTo('2026-12-10', league)
    const before = await readHistory(league)
    const jon = league.of('Jon')
    expect(await takeOut(league, jon, false)).toMatchObject({
      body: { message: 'The season is over: the table stays, and only the money moves. No money has moved.' },
    })
    expect(await takeOut(league, jon, false)).toMatchObject({ status: 409, body: { code: 'entry_closed' } })
    expect(await readHistory(league)).toEqual(before)
    expect(await stateOf(jon)).toEqual({ status: 'Closed', counts: true })
    expect(await refundLine(league, jon)).toMatchObject({ status: 200 })
    expect(refunded(jon)).toEqual([3900])
    expect(await readHistory(league)).toEqual(before)
  })

  test('the organizer and the player read that the table stays', async () => {
    const league = await makeLeague(four, wins)
    await goTo('2026-12-10', league)
    const jon = league.of('Jon')
    const body = { message: expect.stringContaining('The season is over: the table stays') as string }
    expect((await takeOut(league, jon)).body).toMatchObject(body)
    expect((await refundLine(league, league.of('Gia'))).body).toMatchObject(body)
    await runJobs(t)
    expect(await subjectsTo(jon)).toContain("Your payment for Women's Singles 3.5 is closed")
    expect((await t.call(listMyLeagues, { token: jon.token })).body).toHaveLength(1)
    expect(
      (await t.call(getOrganizerEntry, { token: league.owner.token, params: { id: jon.entry_id } })).body,
    ).toMatchObject({ counts: true, payment_status: 'Refunded' })
  })

  test('two withdrawals at once refund once', async () => {
    const league = await makeLeague(four, wins)
    await goTo('2026-12-10', league)
    const [one, two] = await Promise.all([takeOut(league, league.of('Jon')), takeOut(league, league.of('Jon'))])
    expect([one.status, two.status].toSorted()).toEqual([200, 409])
    expect(refunded(league.of('Jon'))).toEqual([3900])
  })
})

describe('in mid-season', () => {
  test.each(entrances)('a refund from %s takes the entry out', async (_name, refund) => {
    const league = await makeLeague(four, wins)
    await goTo('2026-08-01', league)
    await refund(league, league.of('Jon'))
    expect(await tableOf(league)).toEqual(['Gia 2-0', 'Hal 1-1', 'Ivy 0-2'])
    expect(await stateOf(league.of('Jon'))).toEqual({ status: 'Refunded', counts: false })
  })
})

describe('the day of sealing', () => {
  test('is the second day after the last that counts', async () => {
    const league = await makeLeague(four, wins)
    await goTo('2026-08-28', league)
    expect((await takeOut(league, league.of('Ivy'))).status).toBe(200)
    const three = await tableOf(league)
    expect(three.toSorted()).toEqual(['Gia 1-1', 'Hal 1-1', 'Jon 1-1'])
    await goTo('2026-08-29', league)
    expect((await takeOut(league, league.of('Jon'))).status).toBe(200)
    expect(await tableOf(league)).toEqual(three)
  })

  test('a score reported in the minute of sealing is either counted or refused', async () => {
    const league = await makeLeague(four, wins.slice(1))
    await goTo('2026-08-29', league)
    const [reported] = await Promise.all([
      report(league, league.of('Jon'), league.of('Gia'), '2026/08/19'),
      runJobs(t),
      takeOut(league, league.of('Ivy')),
    ])
    expect(reported).toMatchObject({ status: 409, body: { code: 'league_sealed' } })
    expect(await tableOf(league)).toHaveLength(4)
  })

  test('a player’s late report is refused with the way to the organizer', async () => {
    const league = await makeLeague(four, wins.slice(1))
    await goTo('2026-12-10', league)
    expect(await report(league, league.of('Jon'), league.of('Gia'), '2026/08/19')).toMatchObject({
      status: 409,
      body: {
        code: 'league_sealed',
        message:
          'The season is over and its table is final. If a result is wrong or missing, please contact the organizer.',
      },
    })
  })
})

describe('a sealed season', () => {
  test('keeps its rules and its days', async () => {
    const league = await makeLeague(four, wins)
    await goTo('2026-12-10', league)
    const { owner, season_id } = league
    const before = await readHistory(league)
    const call = { token: owner.token, params: { id: season_id } }
    const rules = { ...standardRules, walkovers: 'nothing', meetings: 1 } as const
    const sealed = { status: 409, body: { code: 'season_sealed' } }
    expect(await t.call(changeRules, { ...call, body: { rules, despite_results: true } })).toMatchObject(sealed)
    expect(await t.call(changeSeason, { ...call, body: { ending_date: '2026/12/31' } })).toMatchObject(sealed)
    expect(await readHistory(league)).toEqual(before)
  })
})
