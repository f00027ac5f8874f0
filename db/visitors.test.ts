import postgres from 'postgres'
import { afterAll, expect, test } from 'vitest'
import { openOlderDatabase } from '#/test/older-database.ts'
import { migrate } from './migrate.ts'

const { url, sql, league_id, makePlayer, makeLine } = await openOlderDatabase('095')

const connections = { entry: postgres(url, { max: 1 }), move: postgres(url, { max: 1 }) }
afterAll(() => Promise.all(Object.values(connections).map((one) => one.end())))

async function makePlayerOf(code: string, area: string): Promise<number> {
  const id = await makePlayer(code)
  await sql`
    update players set phone = '+1 574 555 0100', singles_level = '3.5', gender = 'Female', area = ${area} where id = ${id}`
  return id
}

/** Returns the statement that enters a player in the dc league, on a paid order line. */
async function entryOf(player_id: number): Promise<string> {
  const line = await makeLine(player_id, 'Paid')
  const [entry] = await sql<{ id: number }[]>`
    insert into entries (league_id, purchase_id, lot, created_at) values (${league_id}, ${line}, ${line}, now()) returning id`
  return `insert into entry_players (entry_id, player_id, league_id, position) values (${entry?.id}, ${player_id}, ${league_id}, 1)`
}

const moveTo = (area: string, id: number) => `update players set area = '${area}' where id = ${id}`

async function areasVisitedBy(player_id: number): Promise<string[]> {
  const rows = await sql<{ area: string }[]>`select area from visitors where player_id = ${player_id} order by area`
  return rows.map(({ area }) => area)
}

const [entered, atHome, withoutArea] = [
  await makePlayerOf('entered', 'south-bend'),
  await makePlayerOf('home', 'dc'),
  await makePlayer('draft'),
]
for (const id of [entered, atHome, withoutArea]) await sql.unsafe(await entryOf(id))
await migrate(url)

test('players who had entered elsewhere before the migration are recorded as visitors', async () => {
  expect([await areasVisitedBy(entered), await areasVisitedBy(atHome), await areasVisitedBy(withoutArea)]).toEqual([
    ['dc'],
    [],
    ['dc'],
  ])
})

test('a player who enters elsewhere is recorded, one who enters at home is not', async () => {
  const [away, home] = [await makePlayerOf('away', 'indianapolis'), await makePlayerOf('resident', 'dc')]
  for (const id of [away, home]) await sql.unsafe(await entryOf(id))
  expect([await areasVisitedBy(away), await areasVisitedBy(home)]).toEqual([['dc'], []])
})

test('a player who moves away or closes the account is recorded where they lived', async () => {
  const [mover, closer] = [await makePlayerOf('mover', 'dc'), await makePlayerOf('closer', 'dc')]
  await sql.unsafe(moveTo('south-bend', mover))
  await sql.unsafe(moveTo('indianapolis', mover))
  await sql.unsafe(moveTo('indianapolis', mover))
  await sql`update players set phone = null, singles_level = null, gender = null, area = null where id = ${closer}`
  expect([await areasVisitedBy(mover), await areasVisitedBy(closer)]).toEqual([['dc', 'south-bend'], ['dc']])
})

test('an entry that moves to another player, as in a merge, is recorded for that player', async () => {
  const [from, keep] = [await makePlayerOf('from', 'dc'), await makePlayerOf('keep', 'south-bend')]
  await sql.unsafe(await entryOf(from))
  await sql`update entry_players set player_id = ${keep} where player_id = ${from}`
  expect(await areasVisitedBy(keep)).toEqual(['dc'])
})

test('a deleted player is forgotten', async () => {
  const id = await makePlayerOf('guest', 'dc')
  await sql.unsafe(moveTo('south-bend', id))
  await sql`delete from players where id = ${id}`
  expect(await areasVisitedBy(id)).toEqual([])
})

type Step = { who: 'entry' | 'move'; step: 'begin' | 'change' | 'commit' }
const stepsOf = (who: Step['who']): Step[] => [
  { who, step: 'begin' },
  { who, step: 'change' },
  { who, step: 'commit' },
]
/** Every interleaving of the steps of two transactions. */
const orders = interleave(stepsOf('entry'), stepsOf('move'))

test.each(orders.map((order) => [order.map(({ who, step }) => `${who} ${step}`).join(', '), order] as const))(
  'a home entry and a simultaneous move away never lose a visitor: %s',
  async (title, order) => {
    const id = await makePlayerOf(title.replaceAll(/\W+/g, '-'), 'dc')
    const change = { entry: await entryOf(id), move: moveTo('south-bend', id) }
    for (const { who, step } of order) await connections[who].unsafe(step === 'change' ? change[who] : step)
    expect(await areasVisitedBy(id)).toEqual(['dc'])
  },
)

function interleave<T>(one: readonly T[], other: readonly T[]): T[][] {
  const [a, b] = [one[0], other[0]]
  if (a === undefined || b === undefined) return [[...one, ...other]]
  return [
    ...interleave(one.slice(1), other).map((rest) => [a, ...rest]),
    ...interleave(one, other.slice(1)).map((rest) => [b, ...rest]),
  ]
}
