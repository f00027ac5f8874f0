import { type Load, median, middleOf, rate, rounded, row, verdict, writeFigures } from './figures.ts'
import { fill } from './fill.ts'
import type { Subject } from './load.ts'
import { readsOf } from './questions.ts'
import { askAllInTurns, settledMemory, startDatabase, startServer, stopServers } from './servers.ts'

// One machine's capacity, compared with a bare server in the same run: the gain from a second process, the slowest
// calls under many connections, and whether memory stays flat: node bench/capacity.ts [matches] [bursts] [calls]
const matches = Number(process.argv[2] ?? 100_000)
const bursts = Number(process.argv[3] ?? 20)
const calls = Number(process.argv[4] ?? 40_000)
/**
 * `gain`: the minimum throughput gain of two processes, relative to that of two bare ones. `memory`: the maximum memory
 * after the last calls, relative to that after the first ones.
 */
const targets = { gain: 0.95, memory: 1.1 }
/** Number of rounds of `calls` after which memory is measured. */
const ROUNDS = 6

try {
  const { url, filled } = await startDatabase('capacity', { fsync: false }, async (db) => {
    await fill(db, matches, new Date(), { checked: false })
    return readsOf(db)
  })
  const questions = filled.map(([, question]) => question)
  const app = [await startServer('app/main.ts', url), await startServer('app/main.ts', url)] as const
  const bare = [await startServer('bench/bare-server.ts', url), await startServer('bench/bare-server.ts', url)] as const
  const alone = ([port]: readonly [number, number]): Subject => ({ port, questions })
  const together = ([port, beside]: readonly [number, number]): Subject => ({ port, beside, questions })
  const processes = await compareProcesses([alone(app), together(app), alone(bare), together(bare)])
  console.log(`\nThe slowest calls: all reads of playing in turn, one process; ms\n`)
  console.log(row('', 'app p50', 'p99.9', 'bare p50', 'p99.9', 'p99.9 ratio'))
  const slowest = [await measureSlowest(50), await measureSlowest(1_000)]
  const memory = await measureMemory()
  await writeFigures('capacity', { matches, bursts, targets, processes, slowest, memory })

  async function measureSlowest(connections: number) {
    const order = { connections, each: { milliseconds: 3_000 } }
    await askAllInTurns([alone(app), alone(bare)], { ...order, bursts: 1 })
    const [ours, theirs] = (await askAllInTurns([alone(app), alone(bare)], { ...order, bursts: 5 })).map(middleOf)
    const ratio = (ours?.p999_ms ?? 0) / (theirs?.p999_ms ?? 1)
    const cells = [ours, theirs].flatMap((of) => [of?.p50_ms.toFixed(1) ?? '', of?.p999_ms.toFixed(1) ?? ''])
    console.log(row(`${connections} connections`, ...cells, ratio.toFixed(2)))
    return { connections, app: ours, bare: theirs, ratio: rounded(ratio) }
  }

  async function measureMemory() {
    console.log(`\nMemory in MB after each ${calls} calls\n`)
    const found: { app: number[]; bare: number[] } = { app: [], bare: [] }
    for (let round = 0; round < ROUNDS; round += 1) {
      await askAllInTurns([alone(app), alone(bare)], { bursts: 1, connections: 16, each: { questions: calls } })
      for (const [of, port] of [
        [found.app, app[0]],
        [found.bare, bare[0]],
      ] as const)
        of.push(rounded(((await settledMemory(port, 4)) ?? 0) / 1e6))
    }
    const growthOf = (of: readonly number[]) => (of.at(-1) ?? 0) / (of[0] ?? 1)
    for (const [name, of] of Object.entries(found)) {
      const growth = growthOf(of)
      const isJudged = name === 'app'
      const cells = [of[0]?.toFixed(0) ?? '', of.at(-1)?.toFixed(0) ?? '', growth.toFixed(2)]
      console.log(row(`${name}: first, last`, ...cells, isJudged ? verdict(growth <= targets.memory) : ''))
    }
    const growth = growthOf(found.app)
    return { calls, mb: found, growth: rounded(growth), met: growth <= targets.memory }
  }
} finally {
  await stopServers()
}

async function compareProcesses(subjects: Subject[]) {
  const measure = (count: number) =>
    askAllInTurns(subjects, { bursts: count, connections: 32, each: { milliseconds: 500 } })
  // Warms up: everything is compiled, connected and prepared.
  await measure(6)
  const [one = [], two = [], bareOne = [], bareTwo = []] = await measure(bursts)
  const gains = (ofOne: readonly Load[], ofTwo: readonly Load[]) =>
    ofTwo.map((load, burst) => rate(load) / rate(ofOne[burst] ?? load))
  const [ours, theirs] = [median(gains(one, two)), median(gains(bareOne, bareTwo))]
  const share = ours / theirs
  console.log(`Requests a second, median of ${bursts} bursts in turns, 32 connections, all reads of playing in turn\n`)
  console.log(row('', 'one process', 'two', 'gain'))
  const cells = (ofOne: readonly Load[], ofTwo: readonly Load[], gain: number) => [
    ...[ofOne, ofTwo].map((loads) => median(loads.map(rate)).toFixed(0)),
    gain.toFixed(2),
  ]
  console.log(row('app', ...cells(one, two, ours)))
  console.log(row('bare', ...cells(bareOne, bareTwo, theirs)))
  console.log(row('app / bare', '', '', share.toFixed(2), verdict(share >= targets.gain)))
  console.log(row('target, at least', '', '', targets.gain.toFixed(2)))
  const gain = { app: rounded(ours), bare: rounded(theirs) }
  return {
    rates: [one, two, bareOne, bareTwo].map((loads) => rounded(median(loads.map(rate)))),
    gain,
    share: rounded(share),
    met: share >= targets.gain,
  }
}
