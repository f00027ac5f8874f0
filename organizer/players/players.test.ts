import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#/contract/endpoint.ts'
import type { RefusalBody } from '#/contract/refusals.ts'
import { getUser, logOut, signIn, signUp } from '#/features/accounts/contract.ts'
import { listPurchases, purchase, claimFreeSeason } from '#/features/checkout/contract.ts'
import { listMyMatches, reportScore, searchPlayers } from '#/features/matches/contract.ts'
import { makeLeague, scoreBody } from '#/features/matches/score-fixture.ts'
import { listOrganizerEntries, searchEntrants } from '#/organizer/entries/contract.ts'
import { changePermissions } from '#/organizer/people/contract.ts'
import { comparePlayers, listLeaguePlayers } from '#/features/players/contract.ts'
import { getFreeSeasons, getReferral } from '#/features/referrals/contract.ts'
import { exportData, listSessions, updatePrivacy } from '#/features/settings/contract.ts'
import { startSession } from '#/server/session.ts'
import { startApp } from '#/test/app.ts'
import { mailboxOf } from '#/test/mailbox.ts'
import { joinLeague, makeOrganizer, makePlayer, makeToken, password, type TestPlayer } from '#/test/make.ts'
import {
  changeLevel,
  getOrganizerPlayer,
  giveFreeSeason,
  listOrganizerPlayers,
  mergePlayers,
  previewMerge,
  seeAsPlayer,
  signOutPlayer,
  suspendPlayer,
} from './contract.ts'
import { closeMerged, mergeEffects } from './merge.ts'
import { listMyLeagues } from '#/features/leagues/contract.ts'
import { getOrganizer } from '#/organizer/security/contract.ts'
import { listAuditLog } from '#/organizer/audit/contract.ts'
import { withdraw } from '#/features/refunds/contract.ts'
import { listCards } from '#/features/cards/contract.ts'

const t = await startApp('2026-07-15T16:00:00Z')
const { subjectsTo } = mailboxOf(t)
const owner = await makeOrganizer(t)
const { token } = owner
const reason = 'Asked on the phone'

type Refused = { status: number; body: RefusalBody }
const request = (endpoint: Endpoint, given: object) => t.send(endpoint, given) as Promise<Refused>

async function actsOn({ id }: { id: number }) {
  return (await t.call(listAuditLog, { token, query: { subject: `player ${id}` } })).body.audit_entries
}

const phoned = await makePlayer(t, { phone: '+61 412 345 123' })

describe('the list', () => {
  test.each(['345 123', '345123', '0412345123', '+61 412', '0061412345123', '(0412) 345-123'])(
    'a player is found by the digits %j of their phone',
    async (search) => {
      const { players } = (await t.call(listOrganizerPlayers, { token, query: { search } })).body
      expect(players.map(({ id }) => id)).toEqual([phoned.id])
      const { players: entrants } = (await t.call(searchEntrants, { token, query: { search } })).body
      expect(entrants.map(({ id }) => id)).toContain(phoned.id)
    },
  )

  test('the list of players can be filtered by parts of name and email, by area and state, in order of last name', async () => {
    const made = []
    for (const [first_name, last_name, location] of [
      ['Vera', 'Zuckmayer', 'dc'],
      ['Anna', 'Zuckmayer', 'south-bend'],
    ] as const)
      made.push(await makePlayer(t, { first_name, last_name, location, email: `${first_name}.zuck@example.org` }))
    const idsOf = async (query: Parameters<typeof t.call<typeof listOrganizerPlayers>>[1]['query']) =>
      (await t.call(listOrganizerPlayers, { token, query: query ?? {} })).body.players.map(({ id }) => id)
    const [vera, anna] = made.map(({ id }) => id)
    expect(await idsOf({ search: 'zuckm' })).toEqual([anna, vera])
    expect(await idsOf({ search: 'zuckm', area: 'dc' })).toEqual([vera])
    // A search over everybody is planned for its text; within an area, the plan is reused.
    for (const [search, found] of [
      ['VERA.ZUCK@example', [vera]],
      ['ra.zuck@example.org', [vera]],
      ['zuck@example', [anna, vera]],
      ['vera.zuck@other', []],
      ['vera.z_ck@example', []],
      ['ve zuckm', [vera]],
      ['er zuckm', []],
      ['%zuckm%', []],
    ] as const) {
      expect([search, await idsOf({ search })]).toEqual([search, found])
      expect([search, await idsOf({ search, area: 'dc' })]).toEqual([search, found.filter((id) => id === vera)])
    }
    expect(await idsOf({ search: 'mayer ver' })).toEqual([vera])
    expect(await idsOf({ search: 'zuckm', state: 'suspended' })).toEqual([])
    expect(
      (await t.call(listOrganizerPlayers, { token, query: { search: 'zuckm', per_page: 1, page: 2 } })).body,
    ).toMatchObject({
      total: 2,
      skip: 1,
      players: [{ id: vera }],
    })
  })

  test('an organizer sees players who live in their areas or have entered there', async () => {
    const dc = await makeOrganizer(t, ['dc'])
    const traveler = await makePlayer(t, { last_name: 'Xylander' })
    const search = async () =>
      (await t.call(listOrganizerPlayers, { token: dc.token, query: { search: 'Xylander' } })).body.players.length
    expect(await search()).toBe(0)
    await joinLeague(t, traveler, { season: 'fall', division: 'womens-singles-3-5', area: 'dc' })
    expect(await search()).toBe(1)
  })
})

test('players whose names look the same are listed and distinguished, also with letters of another script and in another composition', async () => {
  const latin = await makePlayer(t, { first_name: 'Zoé', last_name: 'Kovac', email: 'zoe-latin@example.com' })
  const cyrillic = await makePlayer(t, { first_name: 'Zоé', last_name: 'Коvас', email: 'zoe-cyrillic@example.com' })
  const decomposed = await makePlayer(t, { first_name: 'Zoe\u0301', last_name: 'Kovac', location: 'dc' })
  const other = await makePlayer(t, { first_name: 'Zoé', last_name: 'Kovacs' })
  const alike = async (id: number) =>
    (await t.call(getOrganizerPlayer, { token, params: { id } })).body.look_alikes.map((each) => each.id)
  expect(await alike(latin.id)).toEqual([cyrillic.id, decomposed.id])
  expect(await alike(cyrillic.id)).toEqual([latin.id, decomposed.id])
  expect(await alike(other.id)).toEqual([])
  const { token: elsewhere } = await makeOrganizer(t, ['south-bend'])
  const { body } = await t.call(getOrganizerPlayer, { token: elsewhere, params: { id: latin.id } })
  expect(body.look_alikes.map(({ email, area }) => [email, area])).toEqual([['zoe-cyrillic@example.com', 'south-bend']])

  for (const player of [latin, other]) await joinLeague(t, player, { season: 'fall', division: 'womens-singles-3-5' })
  const { entries } = (await t.call(listOrganizerEntries, { token, query: { search: 'zoe kovac' } })).body
  expect(entries.flatMap(({ players }) => players.map((player) => [player.id, player.distinguished_by]))).toEqual([
    [other.id, null],
    [latin.id, latin.email],
  ])
})

test('a player’s page shows all their data, and nothing that lets anybody sign in', async () => {
  const { people, entry_ids } = await makeLeague(t, 2, { season: 'summer-1', division: 'womens-singles-3-5' })
  const body = scoreBody(people[0], people[1], '6-4 6-3', { division: 'womens-singles-3-5', match_date: '2026/07/15' })
  expect((await t.call(reportScore, { token: people[0].token, body })).status).toBe(201)
  const shown = (await t.call(getOrganizerPlayer, { token, params: { id: people[0].id } })).body
  expect(shown).toMatchObject({
    name: `${people[0].first_name} ${people[0].last_name}`,
    has_password: true,
    entries: [{ id: entry_ids[0], level_name: "Women's Singles 3.5", counts: true }],
    record: { wins: 1, losses: 0, ties: 0 },
    matches: [{ score_line: '6-4 6-3' }],
    purchases: [{ price: 39, payment_status: 'Paid' }],
    sessions: [{ id: expect.any(String) }],
    free_seasons: [],
    audit_entries: [],
  })
  expect(JSON.stringify(shown)).not.toMatch(/hash|\$argon/)
})

test('a level change is audited, and entries stay', async () => {
  const player = await makePlayer(t)
  const params = { id: player.id }
  const body = { singles_level: '4.0' as const, reason }
  const answers = await Promise.all([1, 2, 3].map(() => t.call(changeLevel, { token, params, body })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await t.call(getUser, { token: player.token })).body.user.singles_level).toBe('4.0')
  expect(await actsOn(player)).toMatchObject([
    { kind: 'change_level', area: 'south-bend', before: { singles_level: '3.5' }, after: { singles_level: '4.0' } },
  ])
  const path = `/organizer/players/${player.id}/level`
  expect((await request(changeLevel, { path, token, body: { singles_level: '9', reason: '' } })).body.fields).toEqual({
    singles_level: expect.any(String),
    reason: expect.any(String),
  })
})

describe('suspension', () => {
  test('a suspension ends every session and refuses to sign the player in until it is lifted; the player’s past stays', async () => {
    const { people, entry_ids } = await makeLeague(t, 2, { season: 'fall', division: 'womens-singles-4-0' })
    const [player] = people
    const params = { id: player.id }
    const both = await Promise.all(
      [1, 2].map(() => t.call(suspendPlayer, { token, params, body: { suspended: true, reason } })),
    )
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect((await t.call(getUser, { token: player.token })).status).toBe(401)
    const credentials = { email: player.email, password }
    expect(await request(signIn, { body: credentials })).toMatchObject({ status: 403, body: { code: 'suspended' } })
    const shown = (await t.call(getOrganizerPlayer, { token, params })).body
    expect(shown).toMatchObject({ suspended: true, sessions: [], entries: [{ id: entry_ids[0], counts: true }] })
    await t.call(suspendPlayer, { token, params, body: { suspended: false, reason } })
    expect((await t.call(signIn, { body: credentials })).status).toBe(200)
    expect((await actsOn(player)).map(({ kind }) => kind)).toEqual(['end_suspension', 'suspend'])
  })

  test('somebody who runs leagues cannot be suspended', async () => {
    const other = await makeOrganizer(t, ['dc'])
    const path = `/organizer/players/${other.id}/suspension`
    expect(await request(suspendPlayer, { path, token, body: { suspended: true, reason } })).toMatchObject({
      status: 409,
      body: { code: 'runs_leagues' },
    })
  })
})

test('signing out everywhere ends all sessions; only an owner can do so to somebody who runs leagues', async () => {
  const player = await makePlayer(t)
  const params = { id: player.id }
  expect((await t.call(signOutPlayer, { token, params })).status).toBe(200)
  expect((await t.call(getUser, { token: player.token })).status).toBe(401)
  const local = await makeOrganizer(t, ['south-bend'])
  const peer = await makeOrganizer(t, ['south-bend'])
  expect((await t.call(signOutPlayer, { token: local.token, params: { id: peer.id } })).status).toBe(403)
  expect((await t.call(signOutPlayer, { token, params: { id: peer.id } })).status).toBe(200)
})

describe('a free season as a gift', () => {
  test('a gift of a free season is given once even if the request is repeated, is announced by email, is spent like any other, and comes back after a withdrawal', async () => {
    const player = await makePlayer(t)
    const params = { id: player.id }
    const body = { gift: randomUUID(), reason: 'Helped at the finals' }
    const answers = await Promise.all([1, 2, 3].map(() => t.call(giveFreeSeason, { token, params, body })))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    const count = async () => (await t.call(getFreeSeasons, { token: player.token })).body.count
    expect(await count()).toBe(1)
    expect((await actsOn(player)).map(({ kind }) => kind)).toEqual(['give_free_season'])
    expect(await subjectsTo(player)).toEqual(['A free season for you'])
    const claimed = await t.call(claimFreeSeason, {
      token: player.token,
      body: { league_slug: 'fall', cart: [{ slug: 'womens-singles-3-5' }], price: 39 },
    })
    expect(claimed.status).toBe(201)
    expect(await count()).toBe(0)
    const [line] = (await t.call(listPurchases, { token: player.token, query: {} })).body.purchases
    expect((await t.call(withdraw, { token: player.token, params: { id: line?.id ?? 0 } })).status).toBe(200)
    expect(await count()).toBe(1)
    expect((await t.call(getOrganizerPlayer, { token, params })).body.free_seasons).toMatchObject([
      { why: expect.stringContaining('Helped at the finals'), state: 'left' },
    ])
  })

  test('the id of one player’s gift cannot be used for another player', async () => {
    const [one, two] = [await makePlayer(t), await makePlayer(t)]
    const body = { gift: randomUUID(), reason }
    await t.call(giveFreeSeason, { token, params: { id: one.id }, body })
    expect((await t.call(giveFreeSeason, { token, params: { id: two.id }, body })).status).toBe(409)
  })
})

describe('seeing the site as a player', () => {
  test('an organizer who sees the site as a player reads what the player reads and changes nothing, and the audit log records it', async () => {
    const { people } = await makeLeague(t, 2, { season: 'fall', division: 'womens-singles-5-0' })
    const [player] = people
    const seen = (await t.call(seeAsPlayer, { token, params: { id: player.id } })).body
    expect(seen).toMatchObject({
      name: `${player.first_name} ${player.last_name}`,
      expires_at: '2026-07-15T16:30:00.000Z',
    })
    const { token: looking } = seen
    expect((await t.call(getUser, { token: looking })).body.user).toMatchObject({ id: player.id, impersonated: true })
    expect((await t.call(listMyLeagues, { token: looking })).body).toHaveLength(1)
    const body = { league: 'fall', yr: 2026, level: 'womens-singles-5-0' }
    expect((await t.call(listLeaguePlayers, { token: looking, body, query: {} })).body.total).toBe(2)
    for (const [endpoint, sent] of [
      [updatePrivacy, { shows_email: false, shows_phone: false }],
      [reportScore, {}],
      [purchase, {}],
      [exportData, { password }],
      [listCards, undefined],
    ] as const)
      expect(await request(endpoint, { token: looking, body: sent })).toMatchObject({
        status: 403,
        body: { code: 'read_only' },
      })
    expect((await t.call(getOrganizer, { token: looking })).body.areas).toEqual([])
    // The impersonation is not listed among the player's devices.
    expect((await t.call(listSessions, { token: player.token })).body.items).toHaveLength(1)
    expect((await actsOn(player)).map(({ kind }) => kind)).toEqual(['see_as'])
    expect((await t.call(logOut, { token: looking })).status).toBe(200)
    expect((await t.call(getUser, { token: looking })).status).toBe(401)
    expect((await t.call(getUser, { token: player.token })).status).toBe(200)
  })

  test('seeing the site as a player is refused for oneself, for suspended players, and for anybody who runs leagues unless an owner asks', async () => {
    const local = await makeOrganizer(t, ['south-bend'])
    const see = (by: TestPlayer, id: number) =>
      request(seeAsPlayer, { path: `/organizer/players/${id}/see`, token: by.token })
    expect((await see(owner, owner.id)).status).toBe(403)
    expect((await see(local, owner.id)).status).toBe(403)
    expect((await see(owner, local.id)).status).toBe(201)
    const player = await makePlayer(t)
    await t.db.updateTable('players').set({ suspended_at: t.clock.now() }).where('id', '=', player.id).execute()
    expect(await see(owner, player.id)).toMatchObject({ body: { code: 'suspended' } })
  })

  test('seeing the site as a player ends immediately if the organizer no longer runs these leagues, or is signed out', async () => {
    const { id } = await makePlayer(t)
    const organizer = await makeOrganizer(t, ['south-bend'])
    const look = async () => (await t.call(seeAsPlayer, { token: organizer.token, params: { id } })).body.token
    const statusOf = async (looking: string) => (await t.call(getUser, { token: looking })).status
    const params = { id: organizer.id }
    const first = await look()
    expect(await statusOf(first)).toBe(200)
    await t.call(changePermissions, { token, params, body: { role: 'organizer', areas: ['dc', 'south-bend'] } })
    expect(await statusOf(first)).toBe(401)

    const second = await look()
    await t.call(signOutPlayer, { token, params })
    expect(await statusOf(second)).toBe(401)

    organizer.token = await startSession(t.db, organizer.id, t.clock.now())
    const third = await look()
    await t.db.updateTable('players').set({ role: 'player' }).where('id', '=', organizer.id).execute()
    expect(await statusOf(third)).toBe(401)
  })

  test('seeing the site as a player needs a recent sign-in', async () => {
    const { id } = await makePlayer(t)
    const organizer = await makeOrganizer(t)
    await t.db
      .updateTable('sessions')
      .set({ reauthenticated_at: new Date(0) })
      .where('player_id', '=', organizer.id)
      .execute()
    const path = `/organizer/players/${id}/see`
    expect(await request(seeAsPlayer, { path, token: organizer.token })).toMatchObject({
      body: { code: 'sign_in_again' },
    })
  })
})

describe('two accounts of one person', () => {
  const merge = (id: number, from_id: number) =>
    request(mergePlayers, { path: `/organizer/players/${id}/merge`, token, body: { from_id, reason } })

  test('every column that names a player has a defined effect in a merge', async () => {
    const { rows } = await sql<{ column: string }>`
      select k.conrelid::regclass || '.' || a.attname as column
      from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
      where k.contype = 'f' and k.confrelid = 'players'::regclass and k.connamespace = 'public'::regnamespace`.execute(
      t.db,
    )
    expect(rows.map(({ column }) => column).toSorted()).toEqual(Object.keys(mergeEffects).toSorted())
  })

  test('two accounts of one person become one: leagues, results, payments, credits and friends move to the kept account', async () => {
    const keep = await makePlayer(t)
    const from = await makePlayer(t)
    const rival = await makePlayer(t)
    const division = 'womens-singles-3-0'
    await joinLeague(t, keep, { season: 'fall', division })
    // One account has left the league, and the other is entered in it.
    const { entry_id: left } = await joinLeague(t, keep, { season: 'summer-2', division })
    const [newest] = (await t.call(listPurchases, { token: keep.token, query: {} })).body.purchases
    await t.call(withdraw, { token: keep.token, params: { id: newest?.id ?? 0 } })
    const { entry_id: stands } = await joinLeague(t, from, { season: 'summer-2', division })
    await joinLeague(t, from, { season: 'summer-1', division })
    await joinLeague(t, rival, { season: 'summer-1', division })
    const body = scoreBody(from, rival, '6-4 6-3', { division, match_date: '2026/07/15' })
    expect((await t.call(reportScore, { token: from.token, body })).status).toBe(201)
    const { referral_code } = (await t.call(getReferral, { token: from.token })).body
    const friend = await makePlayer(t, { referral_code })
    await joinLeague(t, friend, { season: 'fall', division })
    await t.db
      .insertInto('social_identities')
      .values({ issuer: 'https://id.example', subject: 'from', player_id: from.id, created_at: t.clock.now() })
      .execute()

    const params = { id: keep.id }
    const preview = (await t.call(previewMerge, { token, params, query: { from_id: from.id } })).body
    expect(preview).toMatchObject({ problem: null, keeps: { id: keep.id }, closes: { id: from.id, email: from.email } })
    expect(Object.fromEntries(preview.moves.map(({ what, count }) => [what, count]))).toEqual({
      entries: 2,
      orders: 2,
      'reported scores': 1,
      'free seasons': 1,
      'referred friends': 1,
    })

    const answers = await Promise.all([merge(keep.id, from.id), merge(keep.id, from.id), merge(from.id, keep.id)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const [kept, gone] = answers[2]?.status === 200 ? [from, keep] : [keep, from]
    for (const [column] of Object.entries(mergeEffects).filter(([, effect]) => effect !== 'stays')) {
      const [table = '', name = ''] = column.split('.')
      const { rows } = await sql`select from ${sql.table(table)} where ${sql.ref(name)} = ${gone.id}`.execute(t.db)
      expect([column, rows.length]).toEqual([column, 0])
    }
    const fresh = await startSession(t.db, kept.id, t.clock.now())
    expect(
      (await t.call(listMyLeagues, { token: fresh })).body.map(({ league_slug }) => league_slug).toSorted(),
    ).toEqual(['fall', 'summer-1', 'summer-2'])
    expect((await t.call(listMyMatches, { token: fresh, query: {} })).body).toMatchObject({
      total: 1,
      record: { wins: 1 },
    })
    expect((await t.call(listPurchases, { token: fresh, query: {} })).body.total).toBe(4)
    expect((await t.call(getFreeSeasons, { token: fresh })).body.count).toBe(1)
    expect((await t.call(getUser, { token: gone.token })).status).toBe(401)
    const players = await t.db
      .selectFrom('entry_players')
      .select(['entry_id', 'player_id', 'former'])
      .where('entry_id', 'in', [left, stands])
      .orderBy('entry_id')
      .execute()
    expect(players).toEqual([
      { entry_id: left, player_id: kept.id, former: true },
      { entry_id: stands, player_id: kept.id, former: false },
    ])
    // The page of the closed account names the kept one, and the closed account's email can be used again.
    const closed = (await t.call(getOrganizerPlayer, { token, params: { id: gone.id } })).body
    expect(closed).toMatchObject({ closed: true, merged_into: { id: kept.id } })
    expect(await actsOn(kept)).toMatchObject([{ kind: 'merge_players', before: { email: gone.email }, reason }])
    const again = {
      first_name: 'New',
      last_name: 'Owner',
      email: gone.email,
      phone: '+1 574 555 0100',
      singles_level: '3.5',
      gender: 'Female',
      location: 'dc',
      password,
      // A player who signs up with the closed account's code was referred by the same person.
      referral_code,
    } as const
    expect((await t.call(signUp, { body: again })).status).toBe(201)
    expect((await t.call(getReferral, { token: fresh })).body.referral_count).toBe(2)
  })

  test('one friend earns one credit, and nobody earns one by referring themselves', async () => {
    const referrer = await makePlayer(t)
    const code = async (player: TestPlayer) => (await t.call(getReferral, { token: player.token })).body.referral_code
    const made: TestPlayer[] = []
    for (const season of ['fall', 'winter']) {
      const friend = await makePlayer(t, { referral_code: await code(referrer) })
      await joinLeague(t, friend, { season, division: 'womens-singles-4-5' })
      made.push(friend)
    }
    const [keep, from] = made as [TestPlayer, TestPlayer]
    expect((await merge(keep.id, from.id)).status).toBe(200)
    expect((await t.call(getFreeSeasons, { token: referrer.token })).body.count).toBe(2)

    const self = await makePlayer(t, { referral_code: await code(keep) })
    await joinLeague(t, self, { season: 'summer-2', division: 'womens-singles-4-5' })
    expect((await t.call(getFreeSeasons, { token: keep.token })).body.count).toBe(1)
    expect((await merge(keep.id, self.id)).status).toBe(200)
    expect((await t.call(getFreeSeasons, { token: keep.token })).body.count).toBe(0)
  })

  test('an account with a part of a profile keeps it in a merge, and gets the rest', async () => {
    const none = { phone: null, singles_level: null, gender: null, location: null }
    const keep = await makePlayer(t, { ...none, phone: '+1 574 555 0177' })
    const profileOf = async ({ id }: TestPlayer) =>
      t.db.selectFrom('players').select(['phone', 'singles_level', 'area']).where('id', '=', id).executeTakeFirst()
    expect((await merge(keep.id, (await makePlayer(t, { ...none, singles_level: '4.0' })).id)).status).toBe(200)
    expect(await profileOf(keep)).toEqual({ phone: '+1 574 555 0177', singles_level: '4.0', area: null })
    expect((await merge(keep.id, (await makePlayer(t, { location: 'dc' })).id)).status).toBe(200)
    expect(await profileOf(keep)).toEqual({ phone: '+1 574 555 0177', singles_level: '4.0', area: 'dc' })
  })

  test('a merge is refused with the reason if the accounts cannot be one person’s, or cannot be merged at the moment', async () => {
    const { people } = await makeLeague(t, 3, { season: 'summer-1', division: 'mens-singles-4-5' })
    const [one, two, three] = people
    const played = scoreBody(one, two, '6-4 6-3', { division: 'mens-singles-4-5', match_date: '2026/07/15' })
    expect((await t.call(reportScore, { token: one.token, body: played })).status).toBe(201)
    expect(await merge(one.id, two.id)).toMatchObject({
      status: 409,
      body: { code: 'not_mergeable', message: expect.stringContaining("Men's Singles 4.5, Summer 1 2027") },
    })
    const paying = await makePlayer(t)
    const body = {
      league_slug: 'fall',
      cart: [{ slug: 'womens-singles-3-5' }],
      price: 39,
      confirmationToken: await makeToken(t, '4000 0025 0000 3155'),
    }
    await t.call(purchase, { token: paying.token, body })
    const local = await makeOrganizer(t, ['south-bend'])
    for (const [keep, from, sentence] of [
      [three, three, 'same account'],
      [three, paying, 'being paid'],
      [three, local, 'runs leagues'],
    ] as const)
      expect((await merge(keep.id, from.id)).body).toMatchObject({ message: expect.stringContaining(sentence) })
    // A merge would otherwise let an organizer add a way to sign in to an owner's account.
    const path = `/organizer/players/${owner.id}/merge`
    const from_id = (await makePlayer(t)).id
    expect(await request(mergePlayers, { path, token: local.token, body: { from_id, reason } })).toMatchObject({
      body: { message: expect.stringContaining('Ask an owner') },
    })
    expect((await t.call(listMyLeagues, { token: one.token })).body).toHaveLength(1)
  })

  test('a merge across areas needs an owner: an organizer moves nothing in leagues that others run', async () => {
    const local = await makeOrganizer(t, ['south-bend'])
    const [keep, from] = [await makePlayer(t), await makePlayer(t)]
    await joinLeague(t, keep, { season: 'fall', division: 'womens-singles-3-5' })
    await joinLeague(t, from, { season: 'winter', division: 'womens-singles-3-5', area: 'dc' })
    const path = `/organizer/players/${keep.id}/merge`
    const given = { path, token: local.token }
    const ask = () => request(previewMerge, { ...given, query: { from_id: from.id } })
    expect(await ask()).toMatchObject({ body: { problem: expect.stringContaining('Ask an owner') } })
    expect(await request(mergePlayers, { ...given, body: { from_id: from.id, reason } })).toMatchObject({
      status: 409,
      body: { code: 'not_mergeable', message: expect.stringContaining('other areas') },
    })
    expect((await merge(keep.id, from.id)).status).toBe(200)
  })

  test('an order that arrives while its account is being closed is neither stored nor charged', async () => {
    const [keep, from] = [await makePlayer(t), await makePlayer(t)]
    const body = {
      league_slug: 'fall',
      cart: [{ slug: 'womens-singles-3-5' }],
      price: 39,
      confirmationToken: await makeToken(t),
    }
    const [closed, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const closing = t.db.transaction().execute(async (tx) => {
      await tx.selectFrom('players').select('id').where('id', 'in', [keep.id, from.id]).forUpdate().execute()
      await closeMerged(tx, { keep_id: keep.id, from_id: from.id, confirmed: false, now: t.clock.now() })
      closed.resolve()
      await released.promise
    })
    await Promise.race([closed.promise, closing])
    const buying = t.call(purchase, { token: from.token, body })
    const waiting = sql<{ n: number }>`
      select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await waiting.execute(t.db)).rows[0]?.n).toBe(1)
    released.resolve()
    await closing
    expect(await buying).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
    const charged = t.db
      .selectFrom('test_payments')
      .select('id')
      .where('confirmation_token', '=', body.confirmationToken)
    expect(await charged.execute()).toEqual([])
  })

  test('both accounts are emailed, because sign-in methods have moved', async () => {
    const [keep, from] = [await makePlayer(t), await makePlayer(t)]
    expect((await merge(keep.id, from.id)).status).toBe(200)
    expect(await subjectsTo(keep)).toEqual(['We merged your two Deuce accounts'])
    expect(await subjectsTo(from)).toEqual(['We merged your two Deuce accounts'])
    expect(t.emails.find(({ to }) => to.email === from.email)?.text).not.toContain(keep.email)
  })

  test('a merge that fails half-way leaves both as they were', async () => {
    const [keep, from] = [await makePlayer(t), await makePlayer(t)]
    await joinLeague(t, from, { season: 'fall', division: 'womens-singles-3-5' })
    await sql`alter table audit_log add constraint no_merge check (kind <> 'merge_players') not valid`.execute(t.db)
    expect((await merge(keep.id, from.id)).status).toBe(500)
    await sql`alter table audit_log drop constraint no_merge`.execute(t.db)
    expect((await t.call(listMyLeagues, { token: from.token })).body).toHaveLength(1)
    expect((await t.call(listMyLeagues, { token: keep.token })).body).toEqual([])
  })
})

test('every call is refused outside the organizer’s areas', async () => {
  const dc = await makeOrganizer(t, ['dc'])
  const [player, other] = [await makePlayer(t), await makePlayer(t)]
  const at = `/organizer/players/${player.id}`
  const calls: [Endpoint, string, unknown?][] = [
    [getOrganizerPlayer, at],
    [changeLevel, `${at}/level`, { singles_level: '4.0', reason }],
    [suspendPlayer, `${at}/suspension`, { suspended: true, reason }],
    [signOutPlayer, `${at}/sessions`],
    [giveFreeSeason, `${at}/free-seasons`, { gift: randomUUID(), reason }],
    [seeAsPlayer, `${at}/see`],
    [mergePlayers, `${at}/merge`, { from_id: other.id, reason }],
  ]
  for (const [endpoint, path, body] of calls)
    expect([path, await request(endpoint, { path, body, token: dc.token })]).toMatchObject([path, { status: 404 }])
  const preview = { path: `${at}/merge`, query: { from_id: other.id }, token: dc.token }
  expect(await request(previewMerge, preview)).toMatchObject({ status: 404 })
  expect(await request(listOrganizerPlayers, { token: dc.token, query: { area: 'south-bend' } })).toMatchObject({
    status: 403,
  })
  expect((await t.call(getUser, { token: player.token })).status).toBe(200)
})

test('an organizer who plays can be found like any player, one who only organizes cannot', async () => {
  const plays = await makeOrganizer(t, ['dc'])
  const organizes = await makeOrganizer(t, ['dc'])
  await t.db
    .updateTable('players')
    .set({ first_name: 'Orga', last_name: 'Nizerova' })
    .where('id', 'in', [plays.id, organizes.id])
    .execute()
  await joinLeague(t, plays, { season: 'fall', division: 'womens-singles-3-5' })
  const found = (await t.call(searchPlayers, { token, body: { search: 'Nizerova' } })).body
  expect(found.map(({ id }) => id)).toEqual([plays.id])
  const compare = (player_two: number) => t.call(comparePlayers, { token, query: { player_one: plays.id, player_two } })
  expect((await compare((await makePlayer(t)).id)).status).toBe(200)
  expect((await compare(organizes.id)).status).toBe(404)
})
