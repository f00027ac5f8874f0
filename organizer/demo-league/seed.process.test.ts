import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { getUser, signIn } from '#/features/accounts/contract.ts'
import { listPurchases } from '#/features/checkout/contract.ts'
import { listMyMatches } from '#/features/matches/contract.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import { rankLeague } from '#/features/standings/queries.ts'
import { scoreProblem, scoreTotals, totalsAgree } from '#/rules/score.ts'
import { countsFor } from '#/rules/season.ts'
import { startApp, type TestApp } from '#/test/app.ts'
import { listMiscounted } from '#/test/counts.ts'
import { tablesOf } from '#/features/matches/records.ts'
import { listMisnamed, listUneven, readLedger, refillLedger } from '#/test/ledger.ts'
import { makePlayer } from '#/test/make.ts'
import { cards, placeOrder, storePastOrders } from './orders.ts'
import { hashPassword } from '#/features/accounts/password.ts'
import { renewDemoPassword, seedDemo } from './seed.ts'
import { listMyLeagues } from '#/features/leagues/contract.ts'
import { standardRules } from '#/rules/season-rules.ts'
import { demoPassword } from '#/test/dev-secrets.ts'

// Winter running over New Year, the gap before summer, two seasons at once, the eve of winter, and a leap day.
const instants = [
  '2026-01-10T17:00:00Z',
  '2026-04-02T12:00:00Z',
  '2026-08-01T03:30:00Z',
  '2026-11-21T17:00:00Z',
  '2028-02-29T23:00:00Z',
]
const leagues = await Promise.all(
  instants.map(async (at) => {
    const t = await startApp(at)
    return { at, t, signIns: await seedDemo(t.app, demoPassword) }
  }),
)
const eve = leagues[3]!

/** The scores of the seasons, without those of the play-offs. */
function listScores({ db }: TestApp) {
  return db
    .selectFrom('scores')
    .innerJoin('matches', 'matches.score_id', 'scores.id')
    .innerJoin('leagues', 'leagues.id', 'matches.league_id')
    .innerJoin('seasons', 'seasons.id', 'leagues.season_id')
    .selectAll('scores')
    .select([
      'matches.league_id',
      'matches.match_date as card_date',
      'matches.created_at as drawn_at',
      'starting_date',
      'ending_date',
      'counts_until',
      'entry_one_id',
      'entry_two_id',
    ])
    .where('playoff_stage', 'is', null)
    .execute()
}

async function leaguesOf({ db }: TestApp, email: string): Promise<number[]> {
  const rows = await db
    .selectFrom('entry_players')
    .innerJoin('players', 'players.id', 'entry_players.player_id')
    .select('league_id')
    .where('email', '=', email)
    .execute()
  return rows.map(({ league_id }) => league_id)
}

/** A hash of every row of every table. */
async function fingerprint({ db }: TestApp): Promise<string[]> {
  const tables = [
    'players',
    'seasons',
    'leagues',
    'orders',
    'purchases',
    'entries',
    'entry_players',
    'matches',
    'match_players',
    'scores',
    'standings',
    'playoffs',
    'playoff_seeds',
    'test_payments',
  ]
  return Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql<{
        word: string
      }>`select count(*) || ' ' || md5(string_agg(t::text, ',' order by t::text)) as word from ${sql.table(table)} t`.execute(
        db,
      )
      return `${table} ${rows[0]?.word}`
    }),
  )
}

describe.each(leagues)('the demo league of $at', ({ at, t, signIns }) => {
  const now = new Date(at)
  const today = saleDay(now)

  test('the demo league has 120 players in three areas, hundreds of results, and leagues of 5 to 10', async () => {
    const { rows } = await sql<{
      area: string
      players: number
    }>`select area, count(*) as players from players where role = 'player' group by area order by area`.execute(t.db)
    expect(rows).toEqual([
      { area: 'dc', players: 40 },
      { area: 'indianapolis', players: 40 },
      { area: 'south-bend', players: 40 },
    ])
    const results = await listScores(t)
    expect(results.length).toBeGreaterThanOrEqual(400)
    expect(results.length).toBeLessThanOrEqual(700)
    const sizes = await sql<{ entries: number }>`
      select (select count(*) from entries e where e.league_id = m.league_id) as entries
      from (select distinct league_id from matches where score_id is not null) m`.execute(t.db)
    expect(sizes.rows.length).toBeGreaterThanOrEqual(30)
    for (const { entries } of sizes.rows) expect(entries).toBeOneOf([5, 6, 7, 8, 9, 10])
    const fields = await sql<{ field: string }>`
      select distinct l.area || ' ' || d.gender as field from matches m join leagues l on l.id = m.league_id join divisions d on d.id = l.division_id
      where d.kind = 'singles' and m.score_id is not null`.execute(t.db)
    expect(fields.rows.length).toBe(6)
  })

  test('every player fits the division', async () => {
    const { rows } = await sql<{ email: string }>`
      select p.email from entry_players ep join players p on p.id = ep.player_id join leagues l on l.id = ep.league_id join divisions d on d.id = l.division_id
      where coalesce(d.level, p.singles_level) <> p.singles_level or coalesce(d.gender, p.gender) <> p.gender or l.area <> p.area`.execute(
      t.db,
    )
    expect(rows).toEqual([])
  })

  test('every score is legal, within its season, and reported by one of its players on the day of the match', async () => {
    const results = await listScores(t)
    const players = await t.db.selectFrom('entry_players').select(['entry_id', 'player_id']).execute()
    for (const score of results) {
      expect(scoreProblem(score.set_games, score.match_status, standardRules)).toBeNull()
      expect(
        totalsAgree(
          scoreTotals(score.set_games, score.match_status, standardRules),
          score.total_winner_score,
          score.total_opponent_score,
        ),
      ).toBe(true)
      expect(countsFor(score.match_date, score)).toBe(true)
      expect(score.card_date).toBe(score.match_date)
      // A correction comes later, and the demo player's newest score was reported just now, so that she can answer it.
      const later = score.kind !== 'report' || score.answer_until > now
      expect(later ? 'later' : saleDay(score.created_at)).toBe(later ? 'later' : score.match_date)
      expect(score.created_at >= score.drawn_at).toBe(true)
      const sides = players.filter(({ entry_id }) => entry_id === score.entry_one_id || entry_id === score.entry_two_id)
      expect(sides.map(({ player_id }) => player_id)).toContain(score.reported_by_id)
    }
    expect(new Set(results.map(({ match_status }) => match_status)).size).toBe(5)
    expect(results.some(({ set_games }) => (set_games[2]?.score_1 ?? 0) > 10)).toBe(true)
  })

  test('nothing is dated in the future', async () => {
    expect((await listScores(t)).filter(({ match_date }) => match_date >= today)).toEqual([])
    for (const table of ['players', 'orders', 'purchases', 'entries', 'matches', 'scores', 'test_payments'] as const) {
      const { rows } = await sql<{ latest: Date }>`select max(created_at) as latest from ${sql.table(table)}`.execute(
        t.db,
      )
      expect(rows[0]?.latest.getTime()).toBeLessThanOrEqual(now.getTime())
    }
    const early =
      await sql`select from purchases pu join players p on p.id = pu.player_id where pu.created_at <= p.created_at`.execute(
        t.db,
      )
    expect(early.rows).toEqual([])
  })

  test('every table matches a rebuild, and the sums agree', async () => {
    const stored = await t.db
      .selectFrom('standings')
      .select(['league_id', 'entry_id', 'rank', 'wins', 'losses', 'ties', 'played'])
      .orderBy('league_id')
      .orderBy('rank')
      .execute()
    const fresh = []
    for (const league_id of new Set(stored.map((row) => row.league_id)))
      for (const { entry_id, rank, wins, losses, ties, played } of await rankLeague(t.db, league_id))
        fresh.push({ league_id, entry_id, rank, wins, losses, ties, played })
    expect(stored).toEqual(fresh)
    expect(await listMiscounted(t.db)).toEqual([])
    const sum = (count: 'wins' | 'losses' | 'ties') => stored.reduce((total, row) => total + row[count], 0)
    const results = (await listScores(t)).filter(({ answer }) => answer !== 'disputed')
    const decided = results.filter(({ winner_entry_id }) => winner_entry_id !== null).length
    expect([sum('wins'), sum('losses'), sum('ties')]).toEqual([decided, decided, 2 * (results.length - decided)])
    const entered = await sql<{ entries: number }>`select count(*) as entries from entries`.execute(t.db)
    expect(stored.length).toBe(entered.rows[0]?.entries)
  })

  test('a database without the ledger gets it, and every player keeps their record', async () => {
    const { rows: records } = await sql<{ player_id: number; before: number[]; after: number[] }>`
      select p.id as player_id, before.counts as before, after.counts as after
      from players p
      cross join lateral (
        select array[sum(s.wins), sum(s.losses), sum(s.ties)]::int[] as counts
        from entry_players ep join standings s on s.entry_id = ep.entry_id where ep.player_id = p.id) before
      cross join lateral (
        select array[sum(wins), sum(losses), sum(ties)]::int[] as counts from (${tablesOf(sql`p.id`)}) own) after`.execute(
      t.db,
    )
    expect(records.filter(({ before }) => before[0] !== null).length).toBeGreaterThan(100)
    expect(records.filter(({ before, after }) => String(before) !== String(after))).toEqual([])
    expect(await listUneven(t.db)).toEqual([])
    expect(await listMisnamed(t.db)).toEqual([])
    const ledger = await readLedger(t.db)
    await refillLedger(t)
    expect(await readLedger(t.db)).toEqual(ledger)
  })

  test('during a season, the demo player has a score to answer, a disputed one, and a corrected one', async () => {
    const mine = await leaguesOf(t, 'player@deuce.example')
    const versions = await t.db
      .selectFrom('scores')
      .innerJoin('matches', 'matches.id', 'scores.match_id')
      .innerJoin('entry_players', (join) =>
        join.on((on) =>
          on.or([on('entry_id', '=', on.ref('entry_one_id')), on('entry_id', '=', on.ref('entry_two_id'))]),
        ),
      )
      .innerJoin('players', 'players.id', 'entry_players.player_id')
      .select(['scores.match_id', 'version', 'answer', 'answer_until', 'scores.kind'])
      .where('email', '=', 'player@deuce.example')
      .where('matches.league_id', 'in', mine)
      .execute()
    const open = versions.filter(({ answer, answer_until }) => answer === null && answer_until > now)
    // In early April no season is in progress.
    const plays = saleDay(now).slice(5, 7) !== '04'
    expect(open.length > 0).toBe(plays)
    expect(versions.some(({ answer }) => answer === 'disputed')).toBe(plays)
    expect(versions.some(({ kind }) => kind === 'correction')).toBe(plays)
  })

  test('three entries of one of the demo player’s leagues are tied in a circle', async () => {
    const mine = await leaguesOf(t, 'player@deuce.example')
    const results = (await listScores(t)).filter(({ league_id }) => mine.includes(league_id))
    const beat = (winner: number, loser: number) =>
      results.some(
        (score) => score.winner_entry_id === winner && (score.entry_one_id === loser || score.entry_two_id === loser),
      )
    const rows = await t.db.selectFrom('standings').selectAll().where('league_id', 'in', mine).execute()
    const circles = rows.flatMap((a) =>
      rows
        .filter((b) => b.league_id === a.league_id && b.wins === a.wins && beat(a.entry_id, b.entry_id))
        .flatMap((b) =>
          rows.filter(
            (c) =>
              c.league_id === a.league_id &&
              c.wins === a.wins &&
              beat(b.entry_id, c.entry_id) &&
              beat(c.entry_id, a.entry_id),
          ),
        ),
    )
    expect(circles.length).toBeGreaterThanOrEqual(3)
  })

  test('the printed sign-ins work; the player has a record, upcoming matches with and without a date, and payments', async () => {
    expect(signIns.map(({ who, email }) => [who, email])).toEqual([
      ['player', 'player@deuce.example'],
      ['organizer', 'organizer@deuce.example'],
    ])
    const [player, organizer] = await Promise.all(
      signIns.map(async ({ email, password }) => (await t.call(signIn, { body: { email, password } })).body),
    )
    expect(player?.user).toMatchObject({ location: 'South Bend', role: 'player', singles_level: '3.5' })
    expect((await t.call(getUser, { token: organizer?.token })).body.user.role).toBe('owner')

    const mine = (await t.call(listMyLeagues, { token: player?.token })).body
    const partners = mine.flatMap(({ year, partner }) => (partner && year === mine[0]?.year ? [partner] : []))
    expect(partners).toContainEqual({
      state: expect.stringMatching(/^(invited|expired)$/),
      name: 'Julian Mercer',
      email: 'julian.mercer@deuce.example',
    })

    const { matchups, record } = (await t.call(listMyMatches, { query: { per_page: 100 }, token: player?.token })).body
    expect(record.wins).toBeGreaterThan(record.losses)
    expect(record.wins + record.losses).toBeGreaterThanOrEqual(20)
    const upcoming = matchups.filter(({ is_upcoming }) => is_upcoming)
    expect(upcoming.some(({ match_date, match_time }) => match_date !== null && match_time !== null)).toBe(true)
    expect(upcoming.some(({ match_date }) => match_date === null)).toBe(true)

    const { purchases } = (await t.call(listPurchases, { query: {}, token: player?.token })).body
    expect(purchases.filter(({ payment_status }) => payment_status === 'Paid').length).toBeGreaterThanOrEqual(4)
    expect(purchases.at(-1)).toMatchObject({ payment_status: 'Failed' })
    const statuses = await t.db.selectFrom('purchases').select('status').distinct().execute()
    expect(statuses.map(({ status }) => status).toSorted()).toEqual(['Failed', 'Paid', 'Pending'])
  })
})

test('a finished season has its play-offs, played to a champion once their days are over', async () => {
  const at = async (instant: string) => {
    const league = leagues.find((each) => each.at === instant)
    if (!league) throw new Error('no such league')
    const { rows } = await sql<{ made: number; stage: number; matches: number; played: number }>`
      select (select count(*) from playoffs) as made, playoff_stage as stage, count(*) as matches, count(score_id) as played
      from matches where playoff_stage is not null group by playoff_stage order by playoff_stage`.execute(league.t.db)
    return rows
  }
  const midway = await at('2026-04-02T12:00:00Z')
  expect(midway.at(-1)?.stage).toBe(3)
  expect(Math.min(...midway.map(({ made }) => made))).toBeGreaterThanOrEqual(5)
  const unfinished = midway.filter(({ matches, played }) => played < matches)
  expect(unfinished.map(({ stage }) => stage)).toEqual([3])
  const over = await at('2026-08-01T03:30:00Z')
  expect(over.at(-1)).toMatchObject({ stage: 3, matches: over[0]?.made, played: over[0]?.made })
})

test('a second call changes nothing and returns the same', async () => {
  const before = await fingerprint(eve.t)
  expect(await seedDemo(eve.t.app, demoPassword)).toEqual(eve.signIns)
  expect(await fingerprint(eve.t)).toEqual(before)
})

/**
 * The rows of a player's orders, in the order in which they were placed, with ids replaced by the name of their type.
 */
async function listOrderRows({ db }: TestApp, player_id: number): Promise<unknown[]> {
  const { rows } = await sql<{ row: string }>`
    select jsonb_build_object('order', o, 'token', token, 'payment', payment, 'line', line, 'entry', e, 'credit', credit,
      'players', (select jsonb_agg(ep order by ep.position) from entry_players ep where ep.entry_id = e.id))::text as row
    from orders o
    join test_confirmation_tokens token on token.id = o.confirmation_token
    join test_payments payment on payment.id = o.provider_payment and payment.idempotency_key = o.id::text and payment.confirmation_token = token.id
    join purchases line on line.order_id = o.id and line.player_id = o.player_id
    left join entries e on e.purchase_id = line.id and e.league_id = line.league_id
    left join free_seasons credit on credit.order_id = o.id and credit.friend_id = o.player_id
    where o.player_id = ${player_id}
    order by o.created_at`.execute(db)
  const random =
    /^(id|lot|client_secret|confirmation_token|provider_payment|idempotency_key|(order|purchase|entry|player|friend)_id)$/
  return rows.map(({ row }) =>
    JSON.parse(row, (key, value: unknown) =>
      random.test(key) && value !== null
        ? JSON.stringify(value).replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{24,}|\d+/g, '#')
        : value,
    ),
  )
}

test('orders stored in bulk match the rows that the checkout leaves', async () => {
  const t = await startApp('2026-07-15T16:00:00Z')
  const { id: referrer_id } = await makePlayer(t)
  const [one, two] = [await makePlayer(t), await makePlayer(t)]
  await t.db.updateTable('players').set({ referred_by_id: referrer_id }).where('id', 'in', [one.id, two.id]).execute()
  const { season_id, ...line } = await t.db
    .selectFrom('leagues')
    .innerJoin('seasons', 'seasons.id', 'leagues.season_id')
    .innerJoin('divisions', 'divisions.id', 'leagues.division_id')
    .select(['leagues.id as league_id', 'leagues.season_id', 'divisions.price_cents'])
    .where('seasons.slug', '=', 'fall')
    .where('divisions.slug', '=', 'womens-singles-3-5')
    .where('leagues.area', '=', 'south-bend')
    .executeTakeFirstOrThrow()
  const order = { season_id, area: 'south-bend' as const }
  const [first, second] = [new Date('2026-07-14T16:00:00Z'), new Date('2026-07-14T16:04:00Z')]
  await t.db.transaction().execute(async (tx) => {
    await placeOrder(tx, { ...order, player_id: one.id, lines: [line] }, cards.declined, first)
    await placeOrder(tx, { ...order, player_id: one.id, lines: [line] }, cards.paid, second)
    const together = { ...order, player_id: two.id, line }
    await storePastOrders(tx, [
      { ...together, card: 'declined', at: first },
      { ...together, card: 'paid', at: second },
    ])
  })
  const [placed, stored] = [await listOrderRows(t, one.id), await listOrderRows(t, two.id)]
  expect(placed).toHaveLength(2)
  expect(placed[1]).toMatchObject({ line: { status: 'Paid' }, entry: {}, credit: {}, players: [{}] })
  expect(stored).toEqual(placed)
})

test('a demo order for a second division costs what the season’s rules say, even if that is nothing', async () => {
  const t = await startApp('2026-07-15T16:00:00Z')
  const { id: player_id } = await makePlayer(t)
  const three = await t.db
    .selectFrom('leagues')
    .innerJoin('seasons', 'seasons.id', 'leagues.season_id')
    .innerJoin('divisions', 'divisions.id', 'leagues.division_id')
    .select(['leagues.id as league_id', 'leagues.season_id', 'divisions.price_cents'])
    .where('seasons.slug', '=', 'fall')
    .where('divisions.slug', 'in', ['womens-singles-3-0', 'womens-singles-3-5', 'womens-singles-4-0'])
    .where('leagues.area', '=', 'south-bend')
    .execute()
  for (const [index, { season_id, ...line }] of three.entries()) {
    const second_division_percent = index === 2 ? 100 : 50
    await t.db.updateTable('seasons').set({ second_division_percent }).where('id', '=', season_id).execute()
    const order = { player_id, season_id, area: 'south-bend' as const, lines: [line] }
    await t.db.transaction().execute((tx) => placeOrder(tx, order, cards.paid, new Date('2026-07-14T16:00:00Z')))
  }
  const stored = await t.db.selectFrom('purchases').select(['price_cents', 'status']).orderBy('id').execute()
  expect(stored).toEqual([
    { price_cents: 3900, status: 'Paid' },
    { price_cents: 1950, status: 'Paid' },
    { price_cents: 0, status: 'Confirmed' },
  ])
})

test('the demo also exists in the weeks after a new season goes on sale', async () => {
  const t = await startApp('2026-06-05T12:00:00Z')
  expect(await seedDemo(t.app, demoPassword)).toHaveLength(2)
})

const twice = await startApp('2026-07-15T16:00:00Z')
const broken = await startApp('2026-07-15T16:00:00Z')
const used = await startApp('2026-07-15T16:00:00Z')

test('two simultaneous calls create one demo league', async () => {
  const [one, two] = await Promise.all([seedDemo(twice.app, demoPassword), seedDemo(twice.app, demoPassword)])
  expect(one).toEqual(two)
  expect(one.length).toBe(2)
  const { rows } = await sql<{ players: number; entries: number; lines: number }>`
    select (select count(*) from players) as players, (select count(*) from entries) as entries,
      (select count(*) from purchases where status = 'Paid') as lines`.execute(twice.db)
  expect(rows[0]?.players).toBe(121)
  expect(rows[0]?.entries).toBe(rows[0]?.lines)
})

test('a call that fails half-way leaves nothing behind', async () => {
  const before = await fingerprint(broken)
  await sql`create function break_off() returns trigger language plpgsql as $$ begin
    if (select count(*) from scores) >= 20 then raise exception 'the power went out'; end if; return new; end $$`.execute(
    broken.db,
  )
  await sql`create trigger break_off before insert on scores for each row execute function break_off()`.execute(
    broken.db,
  )
  await expect(seedDemo(broken.app, demoPassword)).rejects.toThrow('the power went out')
  expect(await fingerprint(broken)).toEqual(before)
})

test('a database with its own players is left alone and has no demo sign-ins', async () => {
  await makePlayer(used)
  const before = await fingerprint(used)
  expect(await seedDemo(used.app, demoPassword)).toEqual([])
  expect(await fingerprint(used)).toEqual(before)
})

test('the demo’s people get the password of the data folder in place of an earlier one, and one that somebody has chosen stays', async () => {
  const t = eve.t
  const [player, organizer] = eve.signIns
  const session = (await t.call(signIn, { body: { email: player?.email ?? '', password: demoPassword } })).body.token
  const own_hash = await hashPassword('a password that was chosen')
  await t.db
    .updateTable('players')
    .set({ password_hash: own_hash })
    .where('email', '=', organizer?.email ?? '')
    .execute()
  const tryBoth = (password: string) =>
    Promise.all(eve.signIns.map(async ({ email }) => (await t.call(signIn, { body: { email, password } })).status))
  await renewDemoPassword(t.db, 'a password of another folder')
  expect(await tryBoth(demoPassword)).toEqual([401, 401])
  expect(await tryBoth('a password of another folder')).toEqual([200, 401])
  expect(await tryBoth('a password that was chosen')).toEqual([401, 200])
  expect((await t.call(getUser, { token: session })).status).toBe(401)
  await renewDemoPassword(t.db, demoPassword)
  const { password_hash } = await t.db
    .selectFrom('players')
    .select('password_hash')
    .where('email', '=', player?.email ?? '')
    .executeTakeFirstOrThrow()
  await t.db
    .updateTable('players')
    .set({ password_hash })
    .where('email', '=', organizer?.email ?? '')
    .execute()
})

test('a demo account with a changed password is no longer offered as a sign-in', async () => {
  const change = (password_hash: string | null) =>
    eve.t.db.updateTable('players').set({ password_hash }).where('email', '=', 'organizer@deuce.example').execute()
  const { password_hash } = await eve.t.db
    .selectFrom('players')
    .select('password_hash')
    .where('email', '=', 'organizer@deuce.example')
    .executeTakeFirstOrThrow()
  await change(null)
  expect((await seedDemo(eve.t.app, demoPassword)).map(({ who }) => who)).toEqual(['player'])
  await change(password_hash)
})
