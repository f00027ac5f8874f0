import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listResults, reportScore } from '#/features/matches/contract.ts'
import { makeLeague, scoreBody } from '#/features/matches/score-fixture.ts'
import { listStandings } from '#/features/standings/contract.ts'
import { listMyLeagues } from '#/features/leagues/contract.ts'
import { getPublicBracket } from '#/features/playoffs/contract.ts'
import { insertInvitation } from '#/features/pairs/queries.ts'
import { inTransaction } from '#/server/db.ts'
import { startSession } from '#/server/session.ts'
import { hashOf } from '#/server/token.ts'
import { freshDatabase, startApp } from '#/test/app.ts'
import { joinLeague, makePlayer } from '#/test/make.ts'

// Cached responses never differ from the stored data (docs/decisions/060).

const now = '2026-05-20T16:00:00Z'
const url = await freshDatabase()
const one = await startApp(now, {}, url)
const two = await startApp(now, {}, url)
const league = { season: 'summer-1', division: 'womens-singles-3-5', area: 'south-bend' } as const
const {
  people: [ann, bea],
  league_id,
} = await makeLeague(one, 2, league)
const query = { area: league.area, season: 'summer-1', division: league.division }

const standings = async (t: typeof one, token = ann.token) => (await t.call(listStandings, { token, query })).body
const report = () =>
  one.call(reportScore, {
    token: ann.token,
    body: scoreBody(ann, bea, '6-4 6-4', { division: league.division }),
  })
const get = (t: typeof one, path: string, headers: Record<string, string> = {}) =>
  t.server.inject({ path: `/api${path}`, headers: { authorization: `Bearer ${ann.token}`, ...headers } })

/** Changes stored data without raising a version: only a cached response does not show the change. */
const changeUnseen = (change: string) =>
  inTransaction(one.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql.raw(change).execute(tx)
  })

test('a response comes from memory until something in its area has changed', async () => {
  expect((await report()).status).toBe(201)
  const first = await standings(one)
  expect(first.players).toMatchObject([{ wins: 1, unconfirmed: 1 }, { wins: 0 }])
  await changeUnseen(`update standings set wins = 41 where league_id = ${league_id}`)
  expect(await standings(one)).toEqual(first)
  // The other process has not cached a response yet.
  expect((await standings(two)).players[0]).toMatchObject({ wins: 41 })
  await changeUnseen(`update standings set wins = 42 where league_id = ${league_id}`)
  expect((await standings(one)).players[0]).toMatchObject({ wins: 1 })

  const left = await makePlayer(one)
  const changes = {
    'a player’s name': () => one.db.updateTable('players').set({ last_name: 'Ng' }).where('id', '=', bea.id).execute(),
    'a season’s name': () =>
      one.db.updateTable('seasons').set({ name: 'Early summer' }).where('slug', '=', 'summer-1').execute(),
    'a player’s level': () =>
      one.db.updateTable('players').set({ singles_level: '4.0' }).where('id', '=', left.id).execute(),
    'a division’s name': () =>
      one.db.updateTable('divisions').set({ name: 'Women 3.5' }).where('slug', '=', league.division).execute(),
    'a purchase that counts no more': () =>
      sql`update purchases set status = 'Refunded' where league_id = ${league_id} and player_id = ${bea.id}`.execute(
        one.db,
      ),
    'a purchase that counts again': () =>
      sql`update purchases set status = 'Paid' where league_id = ${league_id} and player_id = ${bea.id}`.execute(
        one.db,
      ),
    'a score': () => sql`update scores set match_notes = 'Windy'`.execute(one.db),
    'a match': () =>
      sql`update matches set match_location = 'Leeper Park' where league_id = ${league_id}`.execute(one.db),
    'the format': () =>
      sql`update leagues set format = '{"kind": "swiss", "rounds": 4}' where id = ${league_id}`.execute(one.db),
    'the round that was drawn last': () =>
      sql`update leagues set rounds_drawn = 1 where id = ${league_id}`.execute(one.db),
    'the stored table': () => sql`update standings set played = 3 where league_id = ${league_id}`.execute(one.db),
    'the players of a match': () =>
      sql`update match_players set player_id = ${left.id} where player_id = ${bea.id}`.execute(one.db),
    'the name of a player who no longer holds a place': () =>
      one.db.updateTable('players').set({ last_name: 'Oh' }).where('id', '=', left.id).execute(),
    'a league that is removed': () =>
      sql`delete from leagues where id = (
        select min(l.id) from leagues l where l.area = 'south-bend' and not exists (select from purchases p where p.league_id = l.id))`.execute(
        one.db,
      ),
  }
  let wins = 42
  for (const [name, change] of Object.entries(changes)) {
    await change()
    expect([name, (await standings(one)).players[0]?.wins]).toEqual([name, wins])
    wins += 1
    await changeUnseen(`update standings set wins = ${wins} where league_id = ${league_id}`)
    expect([name, (await standings(one)).players[0]?.wins]).toEqual([name, wins - 1])
  }
  // Changes that the table does not show leave the cached response valid.
  await one.db.updateTable('players').set({ phone: '+15745550142' }).where('id', '=', bea.id).execute()
  expect((await standings(one)).players[0]?.wins).toBe(wins - 1)
})

test('my league comes from memory until something in any area, or about its payment, has changed', async () => {
  const cleo = await makePlayer(one)
  const joined = await joinLeague(one, cleo, { season: 'summer-2', division: 'womens-singles-4-0' })
  const capacity = async (t: typeof one, { token } = cleo) => (await t.call(listMyLeagues, { token })).body[0]?.capacity
  const changeCapacity = (of: number, to: number) =>
    changeUnseen(`update leagues set capacity = ${to} where id = ${of}`)
  expect(await capacity(one)).toBeNull()
  await changeCapacity(joined.league_id, 40)
  expect([await capacity(one), await capacity(two)]).toEqual([null, 40])
  const ofPurchase = sql`where league_id = ${joined.league_id} and player_id = ${cleo.id}`
  const changes = {
    'another area': () =>
      sql`update leagues set capacity = 5 where id = (select min(id) from leagues where area = 'dc')`.execute(one.db),
    'the places of the league': () =>
      sql`update leagues set capacity = capacity + 1 where id = ${joined.league_id}`.execute(one.db),
    'a refund that is asked for': () =>
      sql`update purchases set refund_requested_at = now() ${ofPurchase}`.execute(one.db),
    'a refund in part': () => sql`update purchases set refunded_cents = 100 ${ofPurchase}`.execute(one.db),
    'a dispute': () =>
      sql`update orders set disputed_at = now() where id in (select order_id from purchases ${ofPurchase})`.execute(
        one.db,
      ),
    'the days of the area': () =>
      sql`update areas set time_zone = 'America/Chicago' where slug = 'south-bend'`.execute(one.db),
  }
  let at = 40
  for (const [name, change] of Object.entries(changes)) {
    await change()
    if (name === 'the places of the league') at += 1
    expect([name, await capacity(one)]).toEqual([name, at])
    at += 1
    await changeCapacity(joined.league_id, at)
    expect([name, await capacity(one)]).toEqual([name, at - 1])
  }
  await sql`update areas set time_zone = 'America/Indiana/Indianapolis' where slug = 'south-bend'`.execute(one.db)

  // The day of every area begins on a quarter of an hour.
  expect(await capacity(one)).toBe(at)
  await changeCapacity(joined.league_id, at + 1)
  one.clock.set('2026-05-20T16:14:59Z')
  expect(await capacity(one)).toBe(at)
  one.clock.set('2026-05-20T16:15:00Z')
  expect(await capacity(one)).toBe(at + 1)
  one.clock.set(now)
})

test('my league is read each time while it has an invitation that can expire, and the answer to it shows at once', async () => {
  const dora = await makePlayer(one)
  const { entry_id, league_id: pair_league } = await joinLeague(one, dora, {
    season: 'summer-2',
    division: 'mixed-doubles',
  })
  const partner = async () => (await one.call(listMyLeagues, { token: dora.token })).body[0]?.partner
  expect(await partner()).toMatchObject({ state: 'missing' })
  const invited = { full_name: 'Ed Low', email: 'ed@example.com' }
  await inTransaction(one.db, (tx) => insertInvitation(tx, entry_id, invited, new Date(now)))
  expect(await partner()).toMatchObject({ state: 'invited', name: 'Ed Low' })
  await changeUnseen(`update pair_invitations set expires_at = '2026-05-20T16:05:00Z' where entry_id = ${entry_id}`)
  one.clock.set('2026-05-20T16:06:00Z')
  expect(await partner()).toMatchObject({ state: 'expired' })
  await changeUnseen(`update leagues set capacity = 7 where id = ${pair_league}`)
  await sql`update pair_invitations set answer = 'declined', answered_at = now() where entry_id = ${entry_id}`.execute(
    one.db,
  )
  expect(await partner()).toMatchObject({ state: 'declined' })
  one.clock.set(now)
})

test('a bracket comes from memory, with and without a session, until something in it has changed', async () => {
  const where = { season: 'summer-1', division: 'mens-singles-4-5', area: 'dc' } as const
  const { league_id: bracket_league, entry_ids } = await makeLeague(one, 2, where)
  await one.db.insertInto('playoffs').values({ league_id: bracket_league, made_at: one.clock.now() }).execute()
  await one.db
    .insertInto('playoff_seeds')
    .values(entry_ids.map((entry_id, index) => ({ league_id: bracket_league, seed: index + 1, entry_id })))
    .execute()
  const asked = { query: { city: where.area, division: where.division } }
  const final = async (t: typeof one, token?: string) => {
    const { status, body } = await t.call(getPublicBracket, { ...asked, ...(token !== undefined && { token }) })
    expect(status).toBe(200)
    return body.stages.find(({ stage }) => stage === 3)?.rows[0]
  }
  let withdrew = false
  const toggle = () => {
    withdrew = !withdrew
    return changeUnseen(
      `update playoff_seeds set withdrawn = ${String(withdrew)} where league_id = ${bracket_league} and seed = 1`,
    )
  }
  expect(await final(one)).toMatchObject({ withdrew_one: false, seed_one: 1 })
  await toggle()
  expect([await final(one), await final(one, ann.token)]).toMatchObject([
    { withdrew_one: false },
    { withdrew_one: false },
  ])
  // The other process has not cached a response yet.
  expect(await final(two)).toMatchObject({ withdrew_one: true })
  const [first, second] = entry_ids
  const changes = {
    'what is said of the cut': () =>
      sql`update playoffs set cut = null where league_id = ${bracket_league}`.execute(one.db),
    'a seed': () =>
      sql`update playoff_seeds set seed = seed where league_id = ${bracket_league} and seed = 2`.execute(one.db),
    'a player’s name': () =>
      sql`update players set last_name = 'Ng' where id in (select player_id from entry_players where entry_id = ${first})`.execute(
        one.db,
      ),
    'the days of the stages': () =>
      sql`update seasons set stage_dates = stage_dates where id = (select season_id from leagues where id = ${bracket_league})`.execute(
        one.db,
      ),
    'a match of it': () =>
      one.db
        .insertInto('matches')
        .values({
          league_id: bracket_league,
          area: where.area,
          entry_one_id: first,
          entry_two_id: second,
          playoff_stage: 3,
          playoff_slot: 1,
          created_at: one.clock.now(),
        })
        .execute(),
  }
  for (const [name, change] of Object.entries(changes)) {
    await change()
    expect([name, (await final(one))?.withdrew_one]).toEqual([name, withdrew])
    await toggle()
    expect([name, (await final(one))?.withdrew_one]).toEqual([name, !withdrew])
  }

  const path = `/public/play-offs/bracket?city=${where.area}&division=${where.division}`
  const ask = (t: typeof one, tag?: string) =>
    t.server.inject({ path: `/api${path}`, headers: tag === undefined ? {} : { 'if-none-match': tag } })
  const answer = await ask(one)
  const tag = String(answer.headers.etag)
  const again = await ask(one, tag)
  expect([again.statusCode, again.body, again.headers['cache-control']]).toEqual([304, '', 'no-store'])
  await sql`update playoffs set cut = null where league_id = ${bracket_league}`.execute(one.db)
  expect([(await ask(one, tag)).statusCode, (await ask(two, tag)).statusCode]).toEqual([200, 200])
  // Invalid input is refused as before, and never cached.
  expect((await ask(one, '"x"')).statusCode).toBe(200)
  expect((await one.call(getPublicBracket, { query: { city: where.area, division: 'chess' } })).status).toBe(422)
})

test('a response that changes with time is cached only until then', async () => {
  expect((await standings(one)).players[0]).toMatchObject({ unconfirmed: 1 })
  const results = async () => (await one.call(listResults, { token: ann.token, query })).body.results
  expect(await results()).toMatchObject([{ state: 'unconfirmed' }])
  try {
    one.clock.set('2026-05-21T15:59:59Z')
    expect((await standings(one)).players[0]).toMatchObject({ unconfirmed: 1 })
    one.clock.set('2026-05-21T16:00:00Z')
    expect((await standings(one)).players[0]).toMatchObject({ unconfirmed: 0 })
    expect(await results()).toMatchObject([{ state: 'confirmed' }])
  } finally {
    one.clock.set(now)
  }
  // The demo's clock can be set back.
  expect((await standings(one)).players[0]).toMatchObject({ unconfirmed: 1 })
  expect(await results()).toMatchObject([{ state: 'unconfirmed' }])
})

test('a conditional request gets 304 from any process while nothing has changed', async () => {
  const path = `/users/standings?page=1&per_page=10&area=south-bend&season=summer-1&division=${league.division}`
  const first = await get(one, path)
  const tag = String(first.headers.etag)
  expect(first.statusCode).toBe(200)
  const again = await get(one, path, { 'if-none-match': tag })
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', tag])
  expect((await get(two, path, { 'if-none-match': tag })).statusCode).toBe(304)
  expect(again.headers['cache-control']).toBe('no-store')
  // Another player gets a table with another row highlighted.
  expect((await get(one, path, { authorization: `Bearer ${bea.token}` })).headers.etag).not.toBe(tag)
  await sql`update standings set wins = 7 where league_id = ${league_id}`.execute(one.db)
  expect((await get(one, path, { 'if-none-match': tag })).statusCode).toBe(200)
})

test('a match that a page reads again is sent only if the match has changed', async () => {
  const day = '2026/05/19'
  const body = scoreBody(ann, bea, '6-4 6-4', { division: league.division, match_date: day })
  const { id } = (await one.call(reportScore, { token: ann.token, body })).body
  for (const path of ['/users/league-history', `/users/scores/${id}`, `/users/matchups/${id}`]) {
    const tag = String((await get(one, path)).headers.etag)
    expect([path, (await get(two, path, { 'if-none-match': tag })).statusCode]).toEqual([path, 304])
    await sql`update matches set match_location = match_location || '!' where id = ${id}`.execute(one.db)
    await sql`update scores set match_location = match_location || '!' where match_id = ${id}`.execute(one.db)
    const other = await get(one, path, { 'if-none-match': tag })
    expect([path, other.statusCode, other.headers.etag !== tag]).toEqual([path, 200, true])
  }
})

test('an ended session gets no cached response', async () => {
  const token = await startSession(one.db, ann.id, new Date(now))
  expect((await one.call(listStandings, { token, query })).status).toBe(200)
  await sql`delete from sessions where token_hash = ${hashOf(token)}`.execute(one.db)
  expect((await one.call(listStandings, { token, query })).status).toBe(401)
})
