import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { isDeepStrictEqual } from 'node:util'
import { median, row, verdict } from './figures.ts'
import { entriesPerLeague, fill, matchesPerLeague } from './fill.ts'
import type { Question, Subject } from './load.ts'
import { furtherReadsOf, readsOf } from './questions.ts'
import { ask, askInTurns, startDatabase, startServer, stopServers } from './servers.ts'

// The same league's answers among few matches and among many, in turns: node bench/scale.ts [few] [many] [bursts]
const few = Number(process.argv[2] ?? 10_000)
const many = Number(process.argv[3] ?? 5_000_000)
const bursts = Number(process.argv[4] ?? 40)
const target = 1.3
const bytesPerMatch = 1200

try {
  const { bavail, bsize } = await statfs(tmpdir())
  if (bavail * bsize < many * bytesPerMatch)
    throw new Error(`${many} matches take ${(many * bytesPerMatch) / 1e9} GB in ${tmpdir()}, and there is less.`)
  console.log(`A league of ${entriesPerLeague} with ${matchesPerLeague} results among ${few} and among ${many} matches`)
  const [small, large] = [await startFilled('few', few), await startFilled('many', many)]
  console.log(`\np50 in ms, median of ${bursts} bursts in turns, one connection\n`)
  console.log(row('', 'few', 'many', 'many / few'))
  for (const [index, [name, question]] of small.questions.entries()) {
    const other = large.questions[index]?.[1] ?? question
    await compareAnswers(small.port, large.port, name, question, other)
    await compareSpeed(name, { port: small.port, questions: [question] }, { port: large.port, questions: [other] })
  }
  console.log(row('target, at most', '', '', target.toFixed(2)))
} finally {
  await stopServers()
}

async function startFilled(name: string, matches: number): Promise<{ port: number; questions: [string, Question][] }> {
  const began = performance.now()
  const { url, filled } = await startDatabase(name, { fsync: false }, async (db) => {
    await fill(db, matches, new Date(), { checked: matches <= 10_000 })
    return [...(await readsOf(db)), ...(await furtherReadsOf(db))]
  })
  console.log(`filled with ${matches} in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  return { port: await startServer('app/main.ts', url), questions: filled }
}

/** The same but for `total`: the results of the area are more. */
async function compareAnswers(small: number, large: number, name: string, one: Question, other: Question) {
  const [ours, theirs] = await Promise.all([ask(small, one), ask(large, other)])
  if (isDeepStrictEqual({ ...(ours as object), total: 0 }, { ...(theirs as object), total: 0 })) return
  console.error(`${name} is not answered the same among few and among many.`, ours, theirs)
  process.exitCode = 1
}

async function compareSpeed(name: string, one: Subject, other: Subject): Promise<void> {
  const measure = (count: number) => askInTurns(one, other, { bursts: count, connections: 1, each: { questions: 40 } })
  // Plans are made, pages are in memory.
  await measure(12)
  const [small, large] = await measure(bursts)
  const ratio = median(large.map(({ p50 }, burst) => p50 / (small[burst]?.p50 ?? p50)))
  const middle = (loads: typeof small) => median(loads.map(({ p50 }) => p50)).toFixed(2)
  console.log(row(name, middle(small), middle(large), ratio.toFixed(2), verdict(ratio <= target)))
}
