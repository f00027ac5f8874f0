import { describe, expect, test } from 'vitest'
import { reportScore } from '#/features/matches/contract.ts'
import { makeLeague, scoreBody } from '#/features/matches/score-fixture.ts'
import { updatePrivacy } from '#/features/settings/contract.ts'
import { startApp } from '#/test/app.ts'
import { countEveryMeeting, joinLeague, makePlayer, type TestPlayer } from '#/test/make.ts'
import { comparePlayers, listLeaguePlayers } from './contract.ts'
import { inTransaction } from '#/server/db.ts'
import { rebuildLeague } from '#/features/playoffs/rebuild.ts'

const t = await startApp('2026-05-20T16:00:00Z')
await countEveryMeeting(t)
const summer = { season: 'summer-1', area: 'south-bend' } as const
const bodyOf = (level: string) => ({ league: 'summer-1', yr: 2026, level }) as const

async function report(
  winner: TestPlayer,
  opponent: TestPlayer,
  line: string,
  given: Parameters<typeof scoreBody>[3] = {},
) {
  const { status, body } = await t.call(reportScore, {
    token: winner.token,
    body: scoreBody(winner, opponent, line, given),
  })
  expect({ status, body }).toMatchObject({ status: 201 })
  return body.id
}

describe('the players of a league', () => {
  test('all players of the league are listed by name, with email and phone', async () => {
    const level = 'womens-singles-3-0'
    const names = [
      ['Zoe', 'Abbott'],
      ['Ann', 'zimmer'],
      ['Ann', 'Abbott'],
    ] as const
    const people: TestPlayer[] = []
    for (const [first_name, last_name] of names) {
      const player = await makePlayer(t, { first_name, last_name })
      await joinLeague(t, player, { ...summer, division: level })
      people.push(player)
    }
    const { status, body } = await t.call(listLeaguePlayers, { token: people[0]!.token, body: bodyOf(level) })
    expect(status).toBe(200)
    expect(body).toMatchObject({ total: 3, skip: 0 })
    expect(body.players.map(({ user }) => `${user.first_name} ${user.last_name}`)).toEqual([
      'Ann Abbott',
      'Zoe Abbott',
      'Ann zimmer',
    ])
    expect(body.players[1]).toEqual({
      id: people[0]!.id,
      user: { first_name: 'Zoe', last_name: 'Abbott', email: people[0]!.email, phone: '+1 574 555 0100' },
      partner: null,
      is_me: true,
    })
  })

  test('fields that a player hides are null for everybody', async () => {
    const level = 'womens-singles-3-5'
    const { people } = await makeLeague(t, 2, { ...summer, division: level })
    const [ann, bea] = people
    const readContact = async () => {
      const { body } = await t.call(listLeaguePlayers, { token: ann.token, body: bodyOf(level) })
      return body.players.find(({ id }) => id === bea.id)?.user
    }
    await t.call(updatePrivacy, { token: bea.token, body: { shows_email: false, shows_phone: true } })
    expect(await readContact()).toMatchObject({ email: null, phone: '+1 574 555 0100' })
    await t.call(updatePrivacy, { token: bea.token, body: { shows_email: true, shows_phone: false } })
    expect(await readContact()).toMatchObject({ email: bea.email, phone: null })
  })

  test('both players of a pair are listed, each with the other, and both see the list', async () => {
    const level = 'womens-doubles'
    const { people, entry_ids, league_id } = await makeLeague(t, 2, { ...summer, division: level })
    const partner = await makePlayer(t, { first_name: 'Pia', last_name: 'Partner' })
    await t.db
      .insertInto('entry_players')
      .values({ entry_id: entry_ids[0], player_id: partner.id, league_id, position: 2 })
      .execute()
    const { body } = await t.call(listLeaguePlayers, { token: partner.token, body: bodyOf(level) })
    expect(body.total).toBe(3)
    const of = (id: number) => body.players.find((player) => player.id === id)
    expect(of(partner.id)).toMatchObject({ partner: `${people[0].first_name} ${people[0].last_name}`, is_me: true })
    expect(of(people[0].id)).toMatchObject({ partner: 'Pia Partner', is_me: false })
    expect(of(people[1].id)).toMatchObject({ partner: null })
  })

  test('a page is a slice of the whole list', async () => {
    const level = 'womens-singles-4-0'
    const { people } = await makeLeague(t, 4, { ...summer, division: level })
    const whole = (await t.call(listLeaguePlayers, { token: people[0].token, body: bodyOf(level) })).body
    const second = (
      await t.call(listLeaguePlayers, { token: people[0].token, body: bodyOf(level), query: { page: 2, per_page: 3 } })
    ).body
    expect(second).toEqual({ players: whole.players.slice(3), total: 4, skip: 3 })
  })

  test('the players are shown only to players in the league: not to strangers, other divisions, areas or years, nor after a refund', async () => {
    const level = 'womens-singles-4-5'
    const { people } = await makeLeague(t, 2, { ...summer, division: level })
    const neighbor = (await makeLeague(t, 2, { season: 'summer-1', area: 'dc', division: level })).people[0]
    const stranger = await makePlayer(t)
    const refused = { status: 403, body: { code: 'not_your_league' } }
    expect(await t.send(listLeaguePlayers, { body: bodyOf(level) })).toMatchObject({ status: 401 })
    expect(await t.call(listLeaguePlayers, { token: stranger.token, body: bodyOf(level) })).toMatchObject(refused)
    expect(
      await t.call(listLeaguePlayers, { token: people[0].token, body: bodyOf('womens-singles-5-0') }),
    ).toMatchObject(refused)
    expect(
      await t.call(listLeaguePlayers, { token: people[0].token, body: { ...bodyOf(level), yr: 2025 } }),
    ).toMatchObject(refused)
    expect(
      await t.call(listLeaguePlayers, { token: people[0].token, body: { ...bodyOf(level), league: 'fall' } }),
    ).toMatchObject(refused)
    const reply = (await t.call(listLeaguePlayers, { token: neighbor.token, body: bodyOf(level) })).body
    expect(reply.total).toBe(2)
    expect(JSON.stringify(reply)).not.toContain(people[0].email)

    await t.db.updateTable('purchases').set({ status: 'Refunded' }).where('player_id', '=', people[1].id).execute()
    expect(await t.call(listLeaguePlayers, { token: people[1].token, body: bodyOf(level) })).toMatchObject(refused)
    const left = (await t.call(listLeaguePlayers, { token: people[0].token, body: bodyOf(level) })).body
    expect(left.players.map(({ id }) => id)).toEqual([people[0].id])
  })

  test('an invalid query is refused with an error at its field', async () => {
    const { token } = await makePlayer(t)
    const list = (body: unknown, query = {}) => t.send(listLeaguePlayers, { token, body, query })
    expect(await list({ ...bodyOf('x'), league: 'monsoon' })).toMatchObject({
      status: 422,
      body: { fields: { league: expect.any(String) } },
    })
    expect(await list({ ...bodyOf('x'), yr: 'soon' })).toMatchObject({
      status: 422,
      body: { fields: { yr: 'Please give a year, like 2026.' } },
    })
    expect(await list({ ...bodyOf('x'), level: ' ' })).toMatchObject({
      status: 422,
      body: { fields: { level: 'Please choose a division.' } },
    })
    expect(await list(bodyOf('x'), { page: 0 })).toMatchObject({
      status: 422,
      body: { fields: { page: 'Pages start at 1.' } },
    })
  })
})

describe('two players side by side', () => {
  test('a comparison has record, sets, games, form, the matches between the two and common opponents', async () => {
    const { people } = await makeLeague(t, 3, { ...summer, division: 'mens-singles-3-0' })
    const [ann, bea, cleo] = people
    const first = await report(ann, bea, '6-4 3-6 10-7', { match_date: '2026/05/16' })
    const second = await report(bea, ann, '6-0 6-0', { match_date: '2026/05/17' })
    await report(cleo, ann, '6-4 6-4', { match_date: '2026/05/18' })
    await report(bea, cleo, '', { match_date: '2026/05/19', match_status: 'Opponent did not show' })

    const { status, body } = await t.call(comparePlayers, { token: ann.token, query: { player_two: bea.id } })
    expect(status).toBe(200)
    expect(body.player_one).toMatchObject({
      id: ann.id,
      name: `${ann.first_name} ${ann.last_name}`,
      record: { wins: 1, losses: 2, ties: 0 },
      sets_won: 2,
      sets_lost: 5,
      games_won: 18,
      games_lost: 34,
    })
    expect(body.player_one.form.map(({ outcome }) => outcome)).toEqual(['lost', 'lost', 'won'])
    expect(body.player_two).toMatchObject({
      id: bea.id,
      record: { wins: 2, losses: 1, ties: 0 },
      form: [{ outcome: 'won', score_line: 'w.o.' }, {}, {}],
    })
    expect(body.head_to_head).toMatchObject({ wins: 1, losses: 1, ties: 0 })
    expect(body.head_to_head.results).toMatchObject([
      { match_id: second, outcome: 'lost', score_line: '0-6 0-6', match_date: '2026/05/17' },
      { match_id: first, outcome: 'won', score_line: '6-4 3-6 10-7', league_name: 'Summer 1', year: 2026 },
    ])
    expect(body.common_opponents).toEqual([
      {
        id: cleo.id,
        name: `${cleo.first_name} ${cleo.last_name}`,
        player_one: { wins: 0, losses: 1, ties: 0 },
        player_two: { wins: 1, losses: 0, ties: 0 },
      },
    ])
    expect(JSON.stringify(body)).not.toMatch(/@|574 555/)

    const reply = (
      await t.call(comparePlayers, { token: cleo.token, query: { player_one: bea.id, player_two: ann.id } })
    ).body
    expect(reply.player_one).toEqual(body.player_two)
    expect(reply.head_to_head.results.map(({ outcome }) => outcome)).toEqual(['won', 'lost'])
  })

  test('a tie is shown from each player’s side', async () => {
    const { people } = await makeLeague(t, 2, { ...summer, division: 'mens-singles-3-5' })
    await report(people[1], people[0], '6-4 4-6 3-2', { match_status: 'Match ended in a tie' })
    const seenBy = async (one: TestPlayer, two: TestPlayer) =>
      (await t.call(comparePlayers, { token: one.token, query: { player_two: two.id } })).body.head_to_head
    expect(await seenBy(people[1], people[0])).toMatchObject({
      ties: 1,
      results: [{ outcome: 'tied', score_line: '6-4 4-6 3-2 tie' }],
    })
    expect(await seenBy(people[0], people[1])).toMatchObject({ ties: 1, results: [{ score_line: '4-6 6-4 2-3 tie' }] })
  })

  test('results against players who have left the league count for nobody', async () => {
    const { people, league_id } = await makeLeague(t, 2, { ...summer, division: 'mens-singles-4-0' })
    await report(people[0], people[1], '6-0 6-0')
    await t.db.updateTable('purchases').set({ status: 'Refunded' }).where('player_id', '=', people[1].id).execute()
    await inTransaction(t.db, (tx) => rebuildLeague(tx, league_id))
    const { body } = await t.call(comparePlayers, { token: people[0].token, query: { player_two: people[1].id } })
    expect(body).toMatchObject({
      player_one: { record: { wins: 0 }, form: [] },
      head_to_head: { wins: 0, results: [] },
    })
  })

  test('two players who never played are still compared', async () => {
    const [ann, bea] = [await makePlayer(t), await makePlayer(t)]
    const { status, body } = await t.call(comparePlayers, { token: ann.token, query: { player_two: bea.id } })
    expect(status).toBe(200)
    expect(body).toMatchObject({ head_to_head: { wins: 0, losses: 0, ties: 0, results: [] }, common_opponents: [] })
  })

  test('strangers, signed-out visitors, the player themselves, organizers and closed accounts are refused', async () => {
    const [ann, gone, organizer] = [await makePlayer(t), await makePlayer(t), await makePlayer(t)]
    await t.db.updateTable('players').set({ deleted_at: t.clock.now() }).where('id', '=', gone.id).execute()
    await t.db.updateTable('players').set({ role: 'owner' }).where('id', '=', organizer.id).execute()
    expect(await t.send(comparePlayers, { query: { player_two: ann.id } })).toMatchObject({ status: 401 })
    expect(await t.send(comparePlayers, { token: ann.token })).toMatchObject({
      status: 422,
      body: { fields: { player_two: expect.any(String) } },
    })
    expect(await t.call(comparePlayers, { token: ann.token, query: { player_two: ann.id } })).toMatchObject({
      status: 422,
      body: { fields: { player_two: 'Please choose two different players.' } },
    })
    for (const id of [gone.id, organizer.id, 2_000_000])
      expect(await t.call(comparePlayers, { token: ann.token, query: { player_two: id } })).toMatchObject({
        status: 404,
      })
  })
})
