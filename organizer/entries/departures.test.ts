import { describe, expect, test } from 'vitest'
import { listNotifications } from '#/features/notifications/contract.ts'
import { listMyLeagues } from '#/features/leagues/contract.ts'
import { refundPurchase } from '#/organizer/payments/contract.ts'
import { startApp } from '#/test/app.ts'
import { mailboxOf } from '#/test/mailbox.ts'
import { makeOrganizer, makeToken } from '#/test/make.ts'
import { arrange } from '#/features/matches/score-fixture.ts'
import { enterPlayer, previewLeaving, withdrawEntry } from './contract.ts'
import { clubSeasons, readPublicTable, readTable, tableOf, type ClubLeague, type Member } from './sealed-fixture.ts'

const t = await startApp('2026-06-20T16:00:00Z')
const { emailsTo } = mailboxOf(t)
const { makeLeague, goTo } = clubSeasons(t, () => makeToken(t))
const reason = 'Moved away'

const six = ['Ann', 'Bea', 'Cat', 'Dot', 'Eve', 'Fay']
const wins = ['Ann b. Eve', 'Eve b. Bea', 'Ann b. Bea', 'Bea b. Cat 6-0 6-0', 'Cat b. Ann 6-0 6-0']

const preview = async ({ owner }: ClubLeague, { purchase_id }: Member) =>
  (await t.call(previewLeaving, { token: owner.token, params: { id: purchase_id } })).body
const takeOut = ({ owner }: ClubLeague, { entry_id }: Member, refund = true) =>
  t.call(withdrawEntry, { token: owner.token, params: { id: entry_id }, body: { refund, reason } })

/** The texts of the news about departures and returns that a player was emailed. */
const newsTo = async (member: Member) =>
  (await emailsTo(member))
    .map(({ text }) => text.replaceAll(/\s+/g, ' '))
    .filter((text) => /do not count|count again/.test(text))

/** Places of the entries that have played, by name. */
async function placesOf(league: ClubLeague) {
  const { players } = await readTable(league)
  return new Map(
    players.map(({ first_name, rank, wins: won, losses, ties }) => [
      first_name,
      { place: won + losses + ties === 0 ? null : rank, wins: won, losses, ties },
    ]),
  )
}

describe('an entry that leaves in mid-season', () => {
  test('shows the table before and after in advance, as it will be', async () => {
    const league = await makeLeague(six, wins)
    const eve = league.of('Eve')
    await arrange(t, league.league_id, eve.entry_id, league.of('Fay').entry_id, '2026-08-10')
    await goTo('2026-08-01', league)
    const before = await placesOf(league)
    const shown = await preview(league, eve)
    expect(shown).toMatchObject({ leaves: true, sealed: false, results: 2, open_matches: 1 })
    expect(await placesOf(league)).toEqual(before)
    await takeOut(league, eve)
    const after = await placesOf(league)
    expect(after.has('Eve')).toBe(false)
    const changed = [...before].filter(([name, line]) => JSON.stringify(line) !== JSON.stringify(after.get(name)))
    expect(
      Object.fromEntries(shown.lines.map(({ name, before: was, after: is }) => [name.split(' ')[0], [was, is]])),
    ).toEqual(Object.fromEntries(changed.map(([name, line]) => [name, [line, after.get(name) ?? null]])))
    expect(before.get('Ann')).toMatchObject({ place: 1, wins: 2, losses: 1 })
    expect(after.get('Bea')).toMatchObject({ place: 1, wins: 1, losses: 1 })
    expect(await preview(league, eve)).toMatchObject({ leaves: false, lines: [] })
  })

  test.each<[string, (league: ClubLeague, eve: Member) => Promise<unknown>]>([
    ['with a refund', (league, eve) => takeOut(league, eve)],
    ['without one', (league, eve) => takeOut(league, eve, false)],
    [
      'by a refund under Payments',
      ({ owner }, { purchase_id: id }) =>
        t.call(refundPurchase, { token: owner.token, params: { id }, body: { reason, key: crypto.randomUUID() } }),
    ],
  ])('notifies everybody whom it touches once, and says so on the table: %s', async (_how, leave) => {
    const league = await makeLeague(six, wins)
    const [ann, bea, cat, dot, eve, fay] = six.map(league.of)
    if (!ann || !bea || !cat || !dot || !eve || !fay) throw new Error('somebody is missing')
    await arrange(t, league.league_id, eve.entry_id, fay.entry_id, '2026-08-10')
    await goTo('2026-08-01', league)
    await leave(league, eve)
    await leave(league, eve)
    expect(await tableOf(league)).toHaveLength(5)
    const matchesOfEve = `Matches against ${eve.name} do not count.`
    const [toAnn] = await newsTo(ann)
    expect(toAnn).toContain(`${eve.name} has left Women's Singles 3.5, ${league.name} 2026. ${matchesOfEve}`)
    expect(toAnn).toContain('You are 3rd now (you were 1st).')
    expect(await newsTo(ann)).toHaveLength(1)
    expect(await newsTo(bea)).toEqual([expect.stringContaining('You are 1st now')])
    expect(await newsTo(fay)).toEqual([expect.stringContaining('Your open match is off.')])
    expect(await newsTo(dot)).toEqual([])
    expect(await newsTo(eve)).toEqual([])

    const token = ann.token
    const inbox = (await t.call(listNotifications, { token, query: {} })).body.notifications
    expect(inbox.filter(({ kind }) => kind === 'player_left')).toHaveLength(1)
    expect((await readTable(league)).left).toEqual([{ name: eve.name, results: 'drop', left_on: '2026/08/01' }])
    const [lastLetter] = eve.last_name
    expect((await readPublicTable(league)).left).toEqual([
      { name: `Eve ${lastLetter}.`, results: 'drop', left_on: '2026/08/01' },
    ])
    const page = await t.server.inject({
      url: `/public/embed/south-bend/womens-singles-3-5/standings?season=${league.slug}&year=2026`,
    })
    expect(page.body).toContain(`Eve ${lastLetter}. left on Aug 1. Matches against Eve ${lastLetter}. do not count.`)
  })

  test('comes back with its results, and everybody whom that touches is notified', async () => {
    const league = await makeLeague(six, wins)
    const [ann, eve] = [league.of('Ann'), league.of('Eve')]
    await goTo('2026-08-01', league)
    const before = await tableOf(league)
    await takeOut(league, eve)
    expect(await newsTo(ann)).toHaveLength(1)
    const { owner, league_id } = league
    const body = { league_id, email: eve.email, amount: 0, reason: 'She stays after all' }
    expect((await t.call(enterPlayer, { token: owner.token, body })).status).toBe(201)
    expect(await tableOf(league)).toEqual(before)
    expect(await newsTo(ann)).toEqual([
      expect.stringContaining('has left'),
      expect.stringContaining(`Matches against ${eve.name} count again. You are 1st now`),
    ])
    expect((await readTable(league)).left).toEqual([])
  })

  test('notifies nobody if it has neither results nor matches', async () => {
    const league = await makeLeague(six, wins)
    await goTo('2026-08-01', league)
    await takeOut(league, league.of('Dot'))
    for (const name of six) expect(await newsTo(league.of(name))).toEqual([])
    expect((await readTable(league)).left).toEqual([])
  })
})

test('the preview belongs to the organizers of the area', async () => {
  const league = await makeLeague(['Ann', 'Bea'], ['Ann b. Bea'])
  const dc = await makeOrganizer(t, ['dc'])
  const params = { id: league.of('Ann').purchase_id }
  expect((await t.call(previewLeaving, { token: dc.token, params })).status).toBe(404)
  expect((await t.call(previewLeaving, { token: league.of('Bea').token, params })).status).toBe(403)
})

test('a player who withdraws before the season sees how many results no longer count', async () => {
  const league = await makeLeague(['Ann', 'Bea'], [])
  const ann = league.of('Ann')
  await goTo('2026-06-25', league)
  const [mine] = (await t.call(listMyLeagues, { token: ann.token })).body
  expect(mine?.withdrawal).toMatchObject({ results: 0, open_matches: 0 })
  await arrange(t, league.league_id, ann.entry_id, league.of('Bea').entry_id, '2026-07-10')
  expect((await t.call(listMyLeagues, { token: ann.token })).body[0]?.withdrawal).toMatchObject({ open_matches: 1 })
})
