import { sql } from 'kysely'
import { listPlayersNamed, playsHere } from '#/features/matches/search-queries.ts'
import type { Db } from '#/server/db.ts'
import { median, rounded, row, verdict, writeFigures } from './figures.ts'
import { fill } from './fill.ts'
import { startDatabase, stopServers } from './servers.ts'

// A search of names beside the same search without folding (ilike and its index players_name), in turns, on the same
// rows: node bench/names.ts [matches] [bursts]
const matches = Number(process.argv[2] ?? 1_000_000)
const bursts = Number(process.argv[3] ?? 40)
const SEARCHES_PER_BURST = 20
const TARGET_RATIO = 1.2
const FOUND = 20

try {
  await startDatabase('names', { fsync: false }, async (db) => {
    await fill(db, matches, new Date(), { checked: false })
    await sql`vacuum analyze players`.execute(db)
    await compare(db)
  })
} finally {
  await stopServers()
}

async function compare(db: Db): Promise<void> {
  const known = await db
    .selectFrom('players')
    .select(['first_name', 'last_name', 'name'])
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  const { total } = await db
    .selectFrom('players')
    .select((players) => players.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  console.log(`p50 in ms of a search among ${total} players, median of ${bursts} bursts in turns\n`)
  console.log(row('', 'plain', 'folded', 'ratio'))
  const figures: object[] = []
  for (const [about, search] of [
    ['a first name', known.first_name],
    ['three letters', known.last_name.slice(0, 3)],
    ['a whole name', known.name],
  ] as const) {
    const ways = [() => listPlainly(db, search), () => listPlayersNamed(db, search, FOUND)] as const
    const [one, other] = [await ways[0](), await ways[1]()]
    if (one.length !== other.length) throw new Error(`${about}: ${one.length} found plainly, ${other.length} folded`)
    const times: [number[], number[]] = [[], []]
    for (let burst = -4; burst < bursts; burst += 1)
      for (const index of burst % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const each: number[] = []
        for (let search_number = 0; search_number < SEARCHES_PER_BURST; search_number += 1) {
          const began = performance.now()
          await ways[index]()
          each.push(performance.now() - began)
        }
        // The first bursts make plans and bring pages into memory.
        if (burst >= 0) times[index].push(median(each))
      }
    const ratio = median(times[1].map((ms, burst) => ms / (times[0][burst] ?? ms)))
    const [plain_ms, folded_ms] = times.map(median).map(rounded)
    figures.push({ search: about, plain_ms, folded_ms, ratio: rounded(ratio) })
    console.log(row(about, String(plain_ms), String(folded_ms), ratio.toFixed(2), verdict(ratio <= TARGET_RATIO)))
  }
  console.log(row('target, at most', '', '', TARGET_RATIO.toFixed(2)))
  await writeFigures('names', { players: total, figures, target_ratio: TARGET_RATIO })
}

/** `listPlayersNamed` without folding. */
async function listPlainly(db: Db, search: string): Promise<{ id: number; name: string }[]> {
  const parts = search.split(' ').map((part) => sql`p.name ilike ${`%${part}%`}`)
  const { rows } = await sql<{ id: number; name: string }>`
    select * from (
      select p.id, p.name, p.area, p.singles_level
      from players p
      where p.area is not null and p.deleted_at is null and ${playsHere} and ${sql.join(parts, sql` and `)}
      limit 1000) found
    order by name, id
    limit ${FOUND}`.execute(db)
  return rows
}
