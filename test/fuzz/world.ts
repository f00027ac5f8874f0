import { sql } from 'kysely'
import { listedAreas } from '#/contract/areas.ts'
import { doublesLevels } from '#/contract/choices.ts'
import { listedLevels } from '#/contract/levels.ts'
import type { Chance } from '#/organizer/demo-league/chance.ts'
import { seasonTemplates } from '#/rules/season.ts'
import type { TestApp } from '#/test/app.ts'
import { cards, makeToken, password } from '#/test/make.ts'

/** Existing values that a request can refer to, by kind: some of each table. */
export type World = Record<string, readonly (string | number)[]>

/**
 * A word in the name of a field, its parent or the path, and the table that its ids belong to. The first match applies.
 */
const tables: readonly (readonly [RegExp, string])[] = [
  [/merge-requests/, 'merge_requests'],
  [/entry-invitations/, 'entry_invitations'],
  [/wait-list/, 'wait_list'],
  [/partner-offers/, 'partner_offers'],
  [/matchups|matches|draw|reactions/, 'matches'],
  [/scores|results/, 'scores'],
  [/refunds/, 'refunds'],
  [/purchase|lines/, 'purchases'],
  [/task|imports|exchange/, 'tasks'],
  [/division|cart/, 'divisions'],
  [/season/, 'seasons'],
  [/league|play-offs/, 'leagues'],
  [/entry|entries/, 'entries'],
  [/player|people|winner|opponent|from_|partner/, 'players'],
]

/** The location of a value: the name of its field, that of the parent field, and the path of the call. */
export type Place = { name: string; around: string; path: string }

/** The table whose id a whole number at this place is. Null if none. */
function tableOf({ name, around, path }: Place): string | null {
  if (!/(^|_)ids?$|^(player_(one|two)|entries)$/.test(name)) return null
  for (const text of [name, around, path]) {
    const found = tables.find(([word]) => word.test(text))
    if (found) return found[1]
  }
  return 'players'
}

/** An existing value that fits this place. Undefined if none is known. */
export function pickKnown(world: World, chance: Chance, place: Place, type: unknown): string | number | undefined {
  const table = type === 'string' ? null : tableOf(place)
  const own = table === 'players' && chance.percent(40) ? world['own.id'] : undefined
  const values = own ?? world[table === null ? place.name : `${table}.id`]
  return values === undefined || values.length === 0 ? undefined : chance.pick(values)
}

/** Reads existing values: a few of each kind, and those that belong to these players. */
export async function readWorld(
  t: TestApp,
  players: readonly number[],
  signIn: { email: string; password: string },
): Promise<World> {
  const world: Record<string, readonly (string | number)[]> = {}
  for (const [, table] of tables) {
    const { rows } = await sql<{ id: number }>`
      select id from (select id, row_number() over (order by id desc) as at, count(*) over () as total
        from ${sql.table(table)}) counted
      where at <= 8 or at % greatest(1, total / 6) = 0 order by id`.execute(t.db)
    world[`${table}.id`] = rows.map(({ id }) => id)
  }
  for (const [name, ids] of Object.entries(await listOwn(t, players)))
    world[`${name}.id`] = [...(world[`${name}.id`] ?? []), ...ids]
  const textsOf = async (from: string, column: string) => {
    const { rows } = await sql<{ value: string }>`
      select distinct ${sql.ref(column)} as value from ${sql.table(from)}
      where ${sql.ref(column)} is not null order by 1 desc limit 20`.execute(t.db)
    return rows.map(({ value }) => value)
  }
  const areas = listedAreas().flatMap(({ slug, name }) => [slug, name])
  const divisions = await textsOf('divisions', 'name')
  const levels = listedLevels().map(({ key }) => key)
  const emails = await textsOf('players', 'email')
  const seasons = seasonTemplates.map(({ slug }) => slug)
  // The tokens of links in the newest emails.
  const tokens = t.emails
    .slice(-60)
    .flatMap(({ text }) => [...text.matchAll(/#token=([\w-]+)/g)].map(([, token = '']) => token))
  const confirmationToken = [await makeToken(t, cards.declined), await makeToken(t, cards.authenticate)]
  for (let n = 0; n < 6; n += 1) confirmationToken.push(await makeToken(t))
  return Object.assign(world, {
    order_id: await textsOf('orders', 'id'),
    slug: [...(await textsOf('divisions', 'slug')), ...areas],
    slugs: areas,
    area: areas,
    areas,
    location: areas,
    match_area: areas,
    city: areas,
    division: divisions,
    level: [...divisions, ...levels, ...doublesLevels],
    singles_level: levels,
    season: [...seasons, 'summer-1', 'summer-2', 'summer-1', 'summer-2'],
    league: seasons,
    league_slug: seasons,
    year: [2025, 2026, 2026, 2026, 2027],
    yr: [2025, 2026, 2026],
    email: [
      signIn.email,
      signIn.email,
      ...emails.slice(0, 10),
      ...Array.from({ length: 10 }, (_, n) => `fuzz-${n}@example.com`),
    ],
    password: [signIn.password, password],
    current_password: [signIn.password, password],
    token: tokens,
    confirmationToken,
    card: await textsOf('test_cards', 'id'),
    price: ['39.00', '78.00', 39, '0'],
    amount: ['1.00', 5, '39.00'],
    month: ['2026-06', '2026-07'],
    time_zone: ['America/Chicago', 'Europe/Paris'],
    match_time: ['18:30', '', '07:00'],
    number: Object.values(cards),
    search: ['a', 'mo', 'example', '%', '_'],
    key: ['6f1f7d1e-2f0e-4f63-9b2c-9d6ee0a9be10'],
    version: [1, 1, 2],
    phone: ['+1 574 555 0100'],
  })
}

/** Days around today, as the API writes them. */
export const someDays = [
  '2026/07/31',
  '2026/07/30',
  '2026/07/15',
  '2026/08/20',
  '2026/09/22',
  '2026/12/01',
  '2025/03/09',
]

/** Rows that belong to these players and their opponents: the newest of each. */
async function listOwn(t: TestApp, players: readonly number[]): Promise<Record<string, number[]>> {
  const { rows } = await sql<{ name: string; ids: number[] }>`
    with own_entries as (
      select e.id, e.league_id from entries e join entry_players p on p.entry_id = e.id
      where p.player_id = any (${players}) order by e.id desc limit 12),
    own_matches as (
      select id, score_id, entry_one_id, entry_two_id from matches
      where entry_one_id in (select id from own_entries) or entry_two_id in (select id from own_entries)
      order by score_id is null desc, id desc limit 16)
    select 'leagues' as name, array_agg(distinct league_id) as ids from own_entries
    union all select 'entries', array_agg(id) from own_entries
    union all select 'matches', array_agg(id) from own_matches
    union all select 'scores', array_agg(score_id) from own_matches where score_id is not null
    union all select 'players', array_agg(distinct player_id) from entry_players
      where entry_id in (select entry_one_id from own_matches union select entry_two_id from own_matches)
    union all select 'purchases', array_agg(id) from purchases where player_id = any (${players})`.execute(t.db)
  return Object.fromEntries(rows.map(({ name, ids }) => [name, ids ?? []]))
}
