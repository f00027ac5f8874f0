import { sql } from 'kysely'
import { inTransaction, type Db, type Tx } from '#/server/db.ts'
import { isDeepStrictEqual } from 'node:util'
import { median, row, verdict } from './figures.ts'
import { fill } from './fill.ts'
import type { Question } from './load.ts'
import { firstReadsOf, furtherReadsOf, readsOf } from './questions.ts'
import { ask, askInTurns, startDatabase, startServer, stopServers } from './servers.ts'

// A player's reads on partitioned tables, compared in turns with the same rows in single tables: node
// bench/partitions.ts [matches] [partitions] [bursts]. With two partitions: finished seasons, and the others.
const matches = Number(process.argv[2] ?? 5_000_000)
const partitions = Number(process.argv[3] ?? 2)
const bursts = Number(process.argv[4] ?? 40)
const target = 1.2

const now = new Date()

try {
  const plain = await startFilled('plain', async () => {})
  const cut = await startFilled('cut', (db) =>
    inTransaction(db, async (tx) => {
      // Leagues are created season by season, and so are matches, so a range of ids is a season.
      await cutUp(tx, 'matches', 'league_id')
      await cutUp(tx, 'scores', 'match_id')
    }),
  )
  console.log(`\np50 in ms, median of ${bursts} bursts in turns, one connection\n`)
  console.log(row('', 'one table', 'partitions', 'ratio'))
  for (const [index, [name, question]] of plain.questions.entries()) {
    const other = cut.questions[index]?.[1] ?? question
    if (!isDeepStrictEqual(await ask(plain.port, question), await ask(cut.port, other))) {
      console.error(`${name} is not answered the same.`)
      process.exitCode = 1
    }
    await compareSpeed(name, question, other)
  }
  console.log(row('target, at most', '', '', target.toFixed(2)))

  async function compareSpeed(name: string, one: Question, other: Question): Promise<void> {
    const measure = (count: number) =>
      askInTurns(
        { port: plain.port, questions: one.body ? [one] : firstReadsOf(one) },
        { port: cut.port, questions: other.body ? [other] : firstReadsOf(other) },
        { bursts: count, connections: 1, each: { questions: 40 } },
      )
    // Warms up: plans are made, pages are in memory.
    await measure(12)
    const [first, second] = await measure(bursts)
    const ratio = median(second.map(({ p50 }, burst) => p50 / (first[burst]?.p50 ?? p50)))
    const middle = (loads: typeof first) => median(loads.map(({ p50 }) => p50)).toFixed(2)
    console.log(row(name, middle(first), middle(second), ratio.toFixed(2), verdict(ratio <= target)))
  }
} finally {
  await stopServers()
}

async function startFilled(
  name: string,
  change: (db: Db) => Promise<void>,
): Promise<{ port: number; questions: [string, Question][] }> {
  const began = performance.now()
  const { url, filled } = await startDatabase(name, { fsync: false }, async (db) => {
    await fill(db, matches, now, { checked: false })
    await change(db)
    await sql`vacuum analyze`.execute(db)
    const id = await findMatch(db)
    const questions = [...(await readsOf(db)), ...(await furtherReadsOf(db))]
    const token = questions[0]?.[1].token ?? ''
    return [
      ...questions,
      ['GET /users/scores/{id}', { path: `/api/users/scores/${id}`, token }],
      ['GET /users/comparison', { path: '/api/users/comparison?player_two=2', token }],
    ] satisfies [string, Question][]
  })
  console.log(`${name}: ready in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  return { port: await startServer('app/main.ts', url), questions: filled }
}

async function findMatch(db: Db): Promise<number> {
  const { id } = await db
    .selectFrom('matches')
    .select('id')
    .where('league_id', '=', 1)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Replaces a table with a partitioned one that has the same rows. Leaves out foreign keys from and to it: those to a
 * partitioned table have to include its key.
 */
async function cutUp(tx: Tx, table: string, key: string): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(tx)
  const { rows: foreign } = await sql<{ of: string; name: string }>`
    select conrelid::regclass::text as of, conname as name from pg_constraint
    where contype = 'f' and conparentid = 0 and (confrelid = ${table}::regclass or conrelid = ${table}::regclass)`.execute(
    tx,
  )
  for (const { of, name } of foreign) await run(`alter table ${of} drop constraint ${name}`)
  const { rows: indexes } = await sql<{ name: string; made_by: string; is_key: boolean }>`
    select indexname as name, indexdef as made_by, exists (select from pg_constraint c where c.conname = indexname and c.contype = 'p') as is_key
    from pg_indexes where schemaname = 'public' and tablename = ${table}`.execute(tx)
  const { rows: ends } = await sql<{ last: number }>`
    select ntile_end as last from (
      select tile, max(${sql.ref(key)}) as ntile_end
      from (select ${sql.ref(key)}, ntile(${partitions}) over (order by ${sql.ref(key)}) as tile from ${sql.table(table)}) t
      group by tile) e order by 1`.execute(tx)
  await run(`create table cut (like ${table} including defaults including generated) partition by range (${key})`)
  for (const [index, { last }] of ends.entries()) {
    const from = index === 0 ? 'minvalue' : String((ends[index - 1]?.last ?? 0) + 1)
    const to = index === ends.length - 1 ? 'maxvalue' : String(last + 1)
    await run(`create table ${table}_${index} partition of cut for values from (${from}) to (${to})`)
  }
  await run(`insert into cut select * from ${table} order by id`)
  await run(`drop table ${table} cascade`)
  await run(`alter table cut rename to ${table}`)
  await run(`alter table ${table} add primary key (${key === 'id' ? 'id' : `id, ${key}`})`)
  for (const { made_by, is_key } of indexes) {
    if (is_key) continue
    const columns = made_by.slice(made_by.indexOf(' USING '))
    const isWhole = !made_by.startsWith('CREATE UNIQUE') || new RegExp(`[(, ]${key}[,)]`).test(columns)
    if (isWhole) await run(`create index on ${table}${columns}`)
    // Unique only within each partition: uniqueness across all of them needs the key among its columns.
    else for (const index of ends.keys()) await run(`create unique index on ${table}_${index}${columns}`)
  }
}
