import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { openDatabase } from '#/server/db.ts'
import { JOB_LIMITS } from '#/server/pool-limits.ts'
import { freshDatabase } from '#/test/app.ts'
import { formatSeconds, printFigure, secondsSince } from '#/test/figures.ts'
import { kill, makeCaller, processesOn } from '#/test/process.ts'
import { openStream, type Stream } from '#/test/stream.ts'
import { startProxy } from '#/test/tcp-proxy.ts'
import { startTransactionPooler } from '#/test/transaction-pooler.ts'

// Two processes; a proxy between one of them and the database simulates network faults.
const url = await freshDatabase()
const proxy = await startProxy(url)
const direct = openDatabase(url, { ...JOB_LIMITS, connections: 4 })
const processes = processesOn(url, { NOW: '' })
const [one, two] = [
  await processes.start(Date.now()),
  await processesOn(proxy.url, { NOW: '', METRICS_TOKEN: 'token-of-the-metrics' }).start(Date.now()),
]
const streams: Stream[] = []
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.close()
  await proxy.set('none')
})
afterAll(async () => {
  proxy.stop()
  await direct.destroy()
})

let players = 0
const tokenOf = async () => {
  players += 1
  const { id, headers } = await makeCaller(direct, `watcher-${players}@example.com`, new Date())
  return { id, token: headers.authorization.slice(7) }
}
async function watch(origin: string, token: string, topics: readonly string[], after?: string): Promise<Stream> {
  const stream = await openStream(origin, token, { topics, ...(after !== undefined && { after }) })
  streams.push(stream)
  expect(stream.response.status).toBe(200)
  await stream.opened()
  return stream
}
/** Publishes a change, as the triggers of a commit do. */
const tell = (topic: string) => sql`select tell(${topic})`.execute(direct)
/** Waits until the process receives events. */
async function untilHeard(stream: Stream, topic: string): Promise<void> {
  await expect
    .poll(async () => {
      const before = stream.told.length
      await tell(topic)
      await wait(50)
      return stream.told.length > before
    })
    .toBe(true)
}

test('commits of one process reach both within a second, a hundred times', async () => {
  const { token } = await tokenOf()
  const both = [await watch(one.origin, token, ['league:7']), await watch(two.origin, token, ['league:7'])]
  for (const stream of both) await untilHeard(stream, 'league:7')
  const latencies: number[] = []
  for (let round = 0; round < 100; round += 1) {
    const counts = both.map((stream) => stream.told.length)
    const from = performance.now()
    await tell('league:7')
    for (const [index, stream] of both.entries())
      await expect.poll(() => stream.told.length, { interval: 1 }).toBeGreaterThan(counts[index]!)
    latencies.push((performance.now() - from) / 1000)
  }
  latencies.sort((a, b) => a - b)
  printFigure('live', `two processes send a change after ${formatSeconds(latencies[98]!)} (p99 of 100)`)
  expect(latencies[98]!).toBeLessThan(1)
})

test.each(['refuse', 'silence'] as const)(
  'commits made while the listening connection is lost (%s) are sent within five seconds of its return',
  async (fault) => {
    const { token } = await tokenOf()
    const stream = await watch(two.origin, token, ['league:8', 'match:1', 'notifications'])
    await untilHeard(stream, 'league:8')
    await proxy.set(fault)
    await tell('league:8')
    const before = stream.told.length
    // A silent connection is detected by a query without a response.
    if (fault === 'silence') await wait(4_000)
    expect(stream.told.length).toBe(before)
    await proxy.set('none')
    const from = performance.now()
    await expect.poll(() => stream.told.length).toBeGreaterThan(before)
    printFigure(
      'live',
      `pages are notified ${formatSeconds(secondsSince(from))} after a lost connection (${fault}) returns`,
    )
    expect(secondsSince(from)).toBeLessThan(5)
    // The client gets events for everything that it watches, because the process cannot know what was missed. The match
    // belongs to other players.
    expect(stream.told.at(-1)?.toSorted()).toEqual(['league:8', 'notifications'])
    expect(stream.isOpen()).toBe(true)
  },
)

test('a session that ends while its process receives no events is closed within five seconds of the return', async () => {
  const { id, token } = await tokenOf()
  const stream = await watch(two.origin, token, ['league:9'])
  await untilHeard(stream, 'league:9')
  await proxy.set('refuse')
  await direct.deleteFrom('sessions').where('player_id', '=', id).execute()
  await proxy.set('none')
  const from = performance.now()
  await stream.ended
  expect([secondsSince(from) < 5, stream.reason()]).toEqual([true, 'session'])
})

test('a client that returns to another process gets events for everything, so that nothing is missed', async () => {
  const { token } = await tokenOf()
  const topics = ['league:10', 'league:11', 'notifications']
  const first = await watch(one.origin, token, topics)
  await untilHeard(first, 'league:10')
  first.close()
  await first.ended
  const elsewhere = await watch(two.origin, token, topics, first.id())
  await expect.poll(() => elsewhere.topics()).toEqual(topics.toSorted())
})

test('a proxy that cuts each connection after a while causes no lost events', async () => {
  const { token } = await tokenOf()
  const { hostname, port } = new URL(one.origin)
  let cuts = 0
  const cutting = createServer((caller) => {
    const server = connect(Number(port), hostname)
    caller.pipe(server).pipe(caller)
    const end = () => {
      caller.destroy()
      server.destroy()
    }
    for (const socket of [caller, server]) socket.on('error', end).on('close', end)
    setTimeout(() => {
      cuts += 1
      end()
    }, 300)
  }).listen(0, '127.0.0.1')
  await once(cutting, 'listening')
  const origin = `http://127.0.0.1:${(cutting.address() as AddressInfo).port}`

  // The page reconnects with the last id that it got.
  let changes = 0
  const seen: number[] = []
  let last: string | undefined
  let leaves = false
  const page = (async () => {
    while (!leaves) {
      const stream = await openStream(origin, token, {
        topics: ['league:12'],
        ...(last !== undefined && { after: last }),
      }).catch(() => null)
      if (!stream) continue
      await stream.ended
      if (stream.told.length > 0) seen.push(changes)
      if (stream.id() !== '') last = stream.id()
    }
  })()
  for (; changes < 20; changes += 1) {
    await tell('league:12')
    await wait(150)
  }
  changes += 1
  await tell('league:12')
  await expect.poll(() => seen.at(-1)).toBe(21)
  leaves = true
  await page
  cutting.close()
  expect(cuts).toBeGreaterThan(5)
})

test('the metric counts open streams, and they are not in the request durations', async () => {
  const { token } = await tokenOf()
  const metrics = async () =>
    (await fetch(`${two.origin}/metrics`, { headers: { authorization: 'Bearer token-of-the-metrics' } })).text()
  const open = async () => Number(/^deuce_open_streams (\d+)$/m.exec(await metrics())?.[1])
  const before = await open()
  const stream = await watch(two.origin, token, ['league:14'])
  expect(await open()).toBe(before + 1)
  stream.close()
  await expect.poll(open).toBe(before)
  expect(await metrics()).not.toMatch(/duration_seconds_count\{[^}]*route="\/api\/live"/)
})

test('live updates work behind a pooler in transaction mode, using the direct address', async () => {
  const pooler = await startTransactionPooler(url, 6)
  const behind = await processesOn(pooler.url, { NOW: '', DATABASE_DIRECT_URL: url }).start(Date.now())
  const { token } = await tokenOf()
  const stream = await watch(behind.origin, token, ['league:15'])
  await untilHeard(stream, 'league:15')
  expect(stream.topics()).toEqual(['league:15'])
  await kill(behind.child)
  pooler.stop()
})

test('a process that is asked to stop notifies its pages, and stops at once', async () => {
  const ending = await processes.start(Date.now())
  const { token } = await tokenOf()
  const open = await Promise.all(Array.from({ length: 5 }, (_, n) => watch(ending.origin, token, [`league:${n + 1}`])))
  const from = performance.now()
  ending.child.kill('SIGTERM')
  const [[code]] = await Promise.all([once(ending.child, 'exit'), ...open.map((stream) => stream.ended)])
  expect([code, ...open.map((stream) => stream.reason())]).toEqual([0, ...Array(5).fill('stopping')])
  expect(secondsSince(from)).toBeLessThan(5)
})
