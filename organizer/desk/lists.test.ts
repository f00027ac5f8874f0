import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { MOST_GATHERED } from '#/features/leagues/league-filter.ts'
import { purchaseStatuses } from '#/contract/choices.ts'
import { listOrganizerEntries, searchEntrants } from '#/organizer/entries/contract.ts'
import { listPayments } from '#/organizer/payments/contract.ts'
import { listOrganizerPlayers } from '#/organizer/players/contract.ts'
import { isInScope } from '#/server/scope.ts'
import { readSeasons } from '#/server/seasons.ts'
import { startApp } from '#/test/app.ts'
import { makeOrganizer, makePlayer, type TestPlayer } from '#/test/make.ts'

// Compares the lists of the desk with everything stored, read row by row.
const t = await startApp('2026-07-15T16:00:00Z')
const owner = await makeOrganizer(t)
const ofTwo = await makeOrganizer(t, ['dc', 'south-bend'])

type Line = {
  id: number
  created_at: Date
  area: string
  season: string
  season_id: number
  year: number
  division: string
  league_id: number
  status: string
  counts: boolean
  taken_cents: number
  refunded_cents: number
  cash_cents: number
  returned_cents: number
  name: string
  entry_id: number | null
}
let lines: Line[] = []

/** Leagues of forty seasons, more than the queries gather, with 900 lines of every status, bought in random order. */
beforeAll(async () => {
  await sql`
    insert into seasons (slug, name, year, starting_date, ending_date)
    select 'past-' || n, 'Past ' || n, 2020 + n % 5, make_date(2020 + n % 5, 3, 1), make_date(2020 + n % 5, 5, 31) from generate_series(1, 40) n`.execute(
    t.db,
  )
  await sql`
    insert into leagues (season_id, division_id, area)
    select se.id, d.id, a.slug from seasons se cross join divisions d cross join areas a
    where se.slug like 'past-%' and not exists (select from leagues l where l.season_id = se.id)`.execute(t.db)
  await sql`
    with chosen as (
      select n, l.id as league_id, l.area, l.season_id
      from generate_series(1, 900) n
      join (select id, area, season_id, row_number() over (order by id) - 1 as place, count(*) over () as leagues from leagues
        where season_id in (select id from seasons where slug like 'past-%')) l on l.place = n * 7919 % l.leagues),
    people as (
      insert into players (email, first_name, last_name, phone, singles_level, gender, area, referral_code, created_at)
      select 'line-' || n || '@example.com', (array['Lora', 'Mina', 'Ines'])[n % 3 + 1], 'Listed' || n, '+1 574 555 0100', '3.5', 'Female',
        (array['dc', 'south-bend', 'indianapolis'])[n * 31 % 3 + 1], 'LINE' || n, now()
      from chosen returning id, substr(email, 6, position('@' in email) - 6)::int as n),
    bought as (
      insert into orders (id, player_id, season_id, area, total_cents, confirmation_token, created_at, settled_at)
      select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, people.id, c.season_id, c.area, 3900,
        case when n % 4 <> 0 then 'ct_' || n end, timestamptz '2020-01-01' + n * 7919 % 1000 * interval '1 day', now()
      from chosen c join people using (n) returning id, player_id, created_at, confirmation_token),
    stored as (
      insert into purchases (order_id, player_id, league_id, price_cents, taken_cents, refunded_cents, status, withdrawn_at, created_at)
      select b.id, b.player_id, c.league_id, 3900,
        case when b.confirmation_token is not null and s.status in ('Paid', 'Refunded') then 3900 else 0 end,
        case when b.confirmation_token is not null then case s.status when 'Refunded' then 3900 when 'Paid' then n % 5 * 100 else 0 end else 0 end,
        s.status, case when s.status = 'Closed' and n % 2 = 0 then now() end, b.created_at
      from chosen c join people using (n) join bought b on b.player_id = people.id
      cross join lateral (select (array['Pending', 'Paid', 'Paid', 'Confirmed', 'Closed', 'Refunded', 'Failed'])[n % 7 + 1] as status) s
      order by n * 31 % 900 returning id, league_id, player_id, status),
    entered as (
      insert into entries (league_id, purchase_id, created_at)
      select league_id, id, now() from stored where status not in ('Pending', 'Failed') order by id * 17 % 701, id returning id, league_id, purchase_id)
    insert into entry_players (entry_id, player_id, league_id, position)
    select e.id, s.player_id, e.league_id, 1 from entered e join stored s on s.id = e.purchase_id`.execute(t.db)
  // The lines were stored as they are today, like those from before the ledger of cash.
  const migration = await readFile('db/migrations/182_book_earlier_cash.sql', 'utf8')
  for (const statement of migration.split(';').filter((each) => each.trim() !== ''))
    // oxlint-disable-next-line no-await-in-loop
    await sql.raw(statement).execute(t.db)
  const { rows } = await sql<Line>`
    select p.id, p.created_at, l.area, se.slug as season, se.id as season_id, se.year, d.slug as division, l.id as league_id, p.status, p.counts,
      p.taken_cents, p.refunded_cents, w.name, e.id as entry_id,
      case when p.taken_cents = 0 and (p.status in ('Confirmed', 'Refunded') or p.status = 'Closed' and p.withdrawn_at is not null) then p.price_cents else 0 end as cash_cents,
      case when p.taken_cents = 0 and p.status = 'Refunded' then p.price_cents else 0 end as returned_cents
    from purchases p join players w on w.id = p.player_id join leagues l on l.id = p.league_id
    join seasons se on se.id = l.season_id join divisions d on d.id = l.division_id left join entries e on e.purchase_id = p.id`.execute(
    t.db,
  )
  lines = rows
  await readSeasons(t.db)
})

type Filter = Partial<{ area: string; season: string; year: number; division: string; search: string }>
const filters: Filter[] = [
  {},
  { area: 'dc' },
  { division: 'womens-singles-3-5' },
  { area: 'indianapolis', division: 'mixed-doubles' },
  { season: 'past-7', year: 2022 },
  { season: 'past-9', year: 2024, area: 'south-bend' },
  { search: 'lora' },
  { search: 'lora', area: 'dc', division: 'womens-singles-3-5' },
  { search: 'Mina', season: 'past-7', year: 2022 },
  { search: 'nobody at all' },
]

const isMatch =
  ({ area, season, year, division, search }: Filter, areas: readonly string[]) =>
  (line: Line) =>
    areas.includes(line.area) &&
    (area === undefined || line.area === area) &&
    (season === undefined || line.season === season) &&
    (year === undefined || line.year === year) &&
    (division === undefined || line.division === division) &&
    (search === undefined || line.name.toLowerCase().includes(search.toLowerCase()))

const callers: [string, TestPlayer, readonly string[]][] = [
  ['an owner', owner, ['dc', 'south-bend', 'indianapolis']],
  ['an organizer of two areas', ofTwo, ['dc', 'south-bend']],
]
const allowed = (areas: readonly string[]) => filters.filter(({ area }) => area === undefined || areas.includes(area))

test('the test has more leagues than the queries gather', async () => {
  const { rows } = await sql<{ leagues: number }>`
    select count(*) as leagues from leagues where area in ('dc', 'south-bend')`.execute(t.db)
  expect(rows[0]?.leagues).toBeGreaterThan(MOST_GATHERED)
})

describe.each(callers)('%s', (_, { token }, areas) => {
  test('payments: each page, the total and the sums match the stored lines', async () => {
    for (const filter of allowed(areas))
      for (const status of [undefined, ...purchaseStatuses]) {
        const matching = lines
          .filter(isMatch(filter, areas))
          .filter((line) => status === undefined || line.status === status)
          .toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime() || b.id - a.id)
        const sum = (of: (line: Line) => number) => matching.reduce((cents, line) => cents + of(line), 0) / 100
        for (const page of [1, 2, 30]) {
          const query = { ...filter, page, ...(status !== undefined && { status }) }
          const { status: answered, body } = await t.call(listPayments, { token, query: query as never })
          expect([query, answered, answered === 200 ? null : body]).toEqual([query, 200, null])
          expect([filter, body.lines.map(({ id }) => id)]).toEqual([
            filter,
            matching.slice((page - 1) * 20, page * 20).map(({ id }) => id),
          ])
          expect(body).toMatchObject({
            total: matching.length,
            sums: {
              taken: sum(({ taken_cents }) => taken_cents),
              refunded: sum(({ refunded_cents }) => refunded_cents),
              cash: {
                taken: sum(({ cash_cents }) => cash_cents),
                refunded: sum(({ returned_cents }) => returned_cents),
              },
            },
          })
        }
      }
  })

  test('entries: each page and the total match the stored entries', async () => {
    const states = { standing: true, left: false, all: undefined } as const
    for (const { season, year: _year, ...filter } of allowed(areas))
      for (const [state, counts] of Object.entries(states)) {
        const season_id = lines.find((line) => line.season === season)?.season_id
        const matching = lines
          .filter(isMatch({ ...filter, ...(season !== undefined && { season }) }, areas))
          .filter((line) => line.entry_id !== null && (counts === undefined || line.counts === counts))
          .toSorted((a, b) => (b.entry_id ?? 0) - (a.entry_id ?? 0))
        for (const page of [1, 2, 25]) {
          const query = { ...filter, state, page, ...(season_id !== undefined && { season_id }) }
          const { body } = await t.call(listOrganizerEntries, { token, query: query as never })
          expect([query, body.total, body.entries.map(({ id }) => id)]).toEqual([
            query,
            matching.length,
            matching.slice((page - 1) * 20, page * 20).map(({ entry_id }) => entry_id),
          ])
        }
      }
  })
})

describe('the order', () => {
  const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
  const past = () => lines.find((line) => line.season === 'past-7')?.season_id ?? 0

  test('payments: oldest first is newest first in reverse', async () => {
    const expected = lines
      .toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime() || a.id - b.id)
      .slice(20, 40)
    const { body } = await t.call(listPayments, { token: owner.token, query: { sort: 'date', page: 2 } })
    expect(idsOf(body.lines)).toEqual(idsOf(expected))
  })

  test('entries: by day both ways, and by name within a season', async () => {
    const list = async (query: object) =>
      (await t.call(listOrganizerEntries, { token: owner.token, query: { state: 'all', ...query } })).body.entries
    const entered = lines.flatMap(({ entry_id, name, season_id }) =>
      entry_id === null ? [] : [{ id: entry_id, name, season_id }],
    )
    const oldest = entered.toSorted((a, b) => a.id - b.id)
    expect(idsOf(await list({ sort: 'created' }))).toEqual(idsOf(oldest.slice(0, 20)))
    expect(idsOf(await list({ sort: '-created', page: 2 }))).toEqual(idsOf(oldest.toReversed().slice(20, 40)))
    const season_id = past()
    const last = ({ name }: { name: string }) => name.replace(/^\w+ /, '').toLowerCase()
    const byName = oldest
      .filter((entry) => entry.season_id === season_id)
      .toSorted((a, b) => (last(a) < last(b) ? -1 : last(a) > last(b) ? 1 : a.id - b.id))
    expect(byName.length).toBeGreaterThan(10)
    expect(idsOf(await list({ season_id, sort: 'name', per_page: 100 }))).toEqual(idsOf(byName))
    expect(idsOf(await list({ season_id, sort: '-name', per_page: 100 }))).toEqual(idsOf(byName.toReversed()))
    // Everybody's entries have no order by name.
    expect(idsOf(await list({ sort: 'name' }))).toEqual(idsOf(oldest.toReversed().slice(0, 20)))
    expect((await t.send(listOrganizerEntries, { token: owner.token, query: { sort: 'price' } })).status).toBe(422)
  })

  test('players: by name and by sign-up, for an owner, an organizer and an area', async () => {
    for (const [caller, area] of [[owner], [ofTwo], [ofTwo, 'dc']] as const) {
      const list = async (sort: 'name' | '-name' | 'joined' | '-joined', page: number, per_page = 20) => {
        const query = { search: 'listed', sort, page, per_page, ...(area && { area }) }
        return idsOf((await t.call(listOrganizerPlayers, { token: caller.token, query })).body.players)
      }
      const named: number[] = []
      for (let page = 1; named.length === (page - 1) * 100; page += 1) named.push(...(await list('name', page, 100)))
      expect(await list('-name', 3)).toEqual(named.toReversed().slice(40, 60))
      const joined = named.toSorted((a, b) => a - b)
      expect(await list('joined', 2)).toEqual(joined.slice(20, 40))
      expect(await list('-joined', 1)).toEqual(joined.toReversed().slice(0, 20))
    }
  })
})

/** The players with a name in the caller's scope, each checked separately. */
async function inScope(organizer_areas: readonly string[], { id, role }: { id: number; role: 'organizer' | 'owner' }) {
  const caller = { id, role, organizer_areas }
  const { rows } = await sql<{ id: number }>`
    select p.id from players p where ${isInScope(caller)} and p.deleted_at is null and p.last_name like 'Listed%'
    order by lower(p.last_name), lower(p.first_name), p.id`.execute(t.db)
  return rows.map(({ id: player }) => player)
}

describe('players', () => {
  /** Combines the conditions that decide the scope in every way, as far as 900 rows allow. */
  beforeAll(async () => {
    await sql`
      update players p set area = case when id % 5 > 0 then area end, phone = case when id % 5 > 0 then phone end,
        singles_level = case when id % 5 > 0 then singles_level end, gender = case when id % 5 > 0 then gender end,
        opened_by_id = case id % 6 when 0 then ${ofTwo.id}::int when 1 then ${owner.id}::int end,
        email_verified_at = case when id % 4 < 2 then now() end,
        claims_ended_at = case when id % 7 = 0 then timestamptz '2021-06-01' end
      where last_name like 'Listed%'`.execute(t.db)
    await sql`
      update entry_players ep set agreed_at = case when player_id % 3 = 0 then timestamptz '2021-01-01' end, former = player_id % 11 = 0
      from players p where p.id = ep.player_id and p.last_name like 'Listed%'`.execute(t.db)
    await sql`
      update orders o set entered_by_id = case when player_id % 2 = 0 then ${owner.id}::int end
      from players p where p.id = o.player_id and p.last_name like 'Listed%'`.execute(t.db)
  })

  test.each([
    ['an owner', owner, 'owner', ['dc', 'south-bend', 'indianapolis']],
    ['an organizer of two areas', ofTwo, 'organizer', ['dc', 'south-bend']],
  ] as const)('%s finds exactly those in scope, page by page', async (_, { id, token }, role, areas) => {
    const expected = await inScope(areas, { id, role })
    expect(expected.length).toBeGreaterThan(300)
    expect(expected.length < 900).toBe(role === 'organizer')
    const listed: number[] = []
    for (let page = 1; listed.length < expected.length; page += 1) {
      const query = { search: 'listed', page, per_page: 100 }
      const { body } = await t.call(listOrganizerPlayers, { token, query })
      expect(body.total).toBe(expected.length)
      expect(body.players.length).toBeGreaterThan(0)
      listed.push(...body.players.map((player) => player.id))
    }
    expect(listed).toEqual(expected)
    const beyond = await t.call(listOrganizerPlayers, { token, query: { search: 'listed', page: 50 } })
    expect([beyond.body.players, beyond.body.total]).toEqual([[], expected.length])
    const { body } = await t.call(searchEntrants, { token, query: { search: 'listed' } })
    expect(body.players.map((player) => player.id)).toEqual(expected.slice(0, 20))
  })

  test('beyond a thousand, the total is not counted, and each page is still in order', async () => {
    await sql`
      insert into players (email, first_name, last_name, phone, singles_level, gender, area, referral_code, created_at)
      select 'many-' || n || '@example.com', 'Ola', 'Many' || n * 7919 % 1300, '+1 574 555 0100', '3.5', 'Female',
        case when n % 2 = 0 then 'dc' else 'south-bend' end, 'MANY' || n, now()
      from generate_series(1, 1300) n`.execute(t.db)
    const { rows } = await sql<{ id: number }>`
      select id from players where last_name like 'Many%' order by lower(last_name), lower(first_name), id`.execute(
      t.db,
    )
    for (const { token } of [owner, ofTwo])
      for (const page of [1, 2, 11, 13, 14]) {
        const { body } = await t.call(listOrganizerPlayers, { token, query: { search: 'many', page, per_page: 100 } })
        expect(body.total).toBe(1001)
        expect(body.players.map(({ id }) => id)).toEqual(rows.slice((page - 1) * 100, page * 100).map(({ id }) => id))
      }
    const area = { area: 'dc' as const, search: 'many' }
    expect((await t.call(listOrganizerPlayers, { token: owner.token, query: area })).body.total).toBe(650)
  })

  test('a player who has just signed up can be found', async () => {
    const { id } = await makePlayer(t, { last_name: 'Freshwater', location: 'dc' })
    for (const { token } of [owner, ofTwo])
      for (const query of [{ search: 'freshw' }, { search: 'freshw', area: 'dc' as const }])
        expect((await t.call(listOrganizerPlayers, { token, query })).body.players.map((one) => one.id)).toEqual([id])
  })
})
