import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { entriesPerLeague, fill, matchesPerLeague, playerOf, theLeague } from '#/bench/fill.ts'
import { reportsOf } from '#/bench/questions.ts'
import type { Question } from '#/bench/load.ts'
import { openDatabase } from '#/server/db.ts'
import { JOB_LIMITS } from '#/server/pool-limits.ts'
import { startSession } from '#/server/session.ts'
import { freshDatabase } from '#/test/app.ts'
import { formatSeconds, printFigure, secondsSince } from '#/test/figures.ts'
import { processesOn } from '#/test/process.ts'

/** The leagues of one season. */
const leagues = 13
const url = await freshDatabase()
const db = openDatabase(url, { ...JOB_LIMITS, connections: 4 })
await fill(db, leagues * matchesPerLeague, new Date(), { checked: true })
const { starting_date } = await db
  .selectFrom('leagues')
  .innerJoin('seasons', 'seasons.id', 'leagues.season_id')
  .select('seasons.starting_date')
  .where('leagues.id', '=', theLeague.id)
  .executeTakeFirstOrThrow()
// While the season is played.
const inSeason = Date.parse(starting_date) + 30 * 86_400_000
const app = processesOn(url, { LOG_LEVEL: 'info' })
const { origin } = await app.start(inSeason)
const agent = new Agent({ keepAlive: true })
afterAll(async () => {
  agent.destroy()
  await db.destroy()
})

const paths = ['/users/standings', '/users/misc/my-league', '/users/scores', '/users', '/users/league-history']
const tokens = await Promise.all(
  Array.from({ length: entriesPerLeague }, (_, seat) => startSession(db, playerOf(theLeague.id, seat + 1), new Date())),
)
const byLeague = await Promise.all(Array.from({ length: leagues }, (_, league) => reportsOf(db, theLeague.id + league)))
const scores = Array.from({ length: leagues * 100 }, (_, n) => byLeague[n % leagues]?.[Math.floor(n / leagues)])

type Answer = { is: 'read' | 'score'; status: number; ms: number; at: number; retryAfter: number }

/** The n-th call: one in so many reports a score, the others read. */
function callOf(n: number, scoreEach = 20): Question & { is: Answer['is'] } {
  const score = n % scoreEach === 0 ? scores.pop() : undefined
  if (score) return { ...score, is: 'score' }
  return { path: `/api${paths[n % paths.length]}`, token: tokens[n % tokens.length] ?? '', is: 'read' }
}

let sent = 0
async function ask(call = callOf((sent += 1))): Promise<Answer> {
  const { path, token, body, is } = call
  const at = performance.now()
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const headers = { 'content-type': 'application/json', ...(token !== '' && { authorization: `Bearer ${token}` }) }
  const method = body === undefined ? 'GET' : 'POST'
  const asking = request(`${origin}${path}`, { method, headers, agent }, resolve).once('error', reject)
  asking.end(body === undefined ? undefined : JSON.stringify(body))
  const answer = await promise.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNRESET') return null
    throw error
  })
  // Connections can be cut when hundreds are opened at once.
  if (!answer) return wait(100).then(() => ask(call))
  await text(answer)
  const { statusCode: status = 0, headers: received } = answer
  return { is, status, ms: performance.now() - at, at, retryAfter: Number(received['retry-after']) }
}

/** As many calls as answers come for: each of 24 callers sends the next one when it has its answer. */
async function askInTurns(ms: number): Promise<Answer[]> {
  const [answers, end]: [Answer[], number] = [[], performance.now() + ms]
  const caller = async () => {
    while (performance.now() < end) {
      const answer = await ask()
      answers.push(answer)
      if (!isServed(answer)) await wait(100)
    }
  }
  await Promise.all(Array.from({ length: 24 }, caller))
  return answers
}

/** So many calls a second, whether answers come or not. */
async function offer(rate: number, ms: number, scoreEach = 20): Promise<Answer[]> {
  const asking: Promise<Answer>[] = []
  const start = performance.now()
  for (let now = start; now < start + ms; now = performance.now()) {
    while (asking.length < ((now - start) / 1000) * rate) asking.push(ask(callOf((sent += 1), scoreEach)))
    await wait(4)
  }
  return Promise.all(asking)
}

const isServed = ({ status }: Answer) => status < 300

const quantile = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0
const timesOf = (times: readonly number[]) =>
  `p50 ${quantile(times, 0.5).toFixed(0)} ms, p99 ${quantile(times, 0.99).toFixed(0)} ms`
const percent = (share: number) => `${(share * 100).toFixed(0)} %`

/** The times in the log of the process. The callers of this test, which share its machine, are slower. */
function loggedTimes(since: number, until: number) {
  const lines = app
    .log()
    .split('\n')
    .filter((line) => line.includes('"kind":"request"'))
    .map((line) => JSON.parse(line) as { time: string; status: number; ms: number })
    .filter(({ time }) => Date.parse(time) >= since && Date.parse(time) < until)
  const timesWith = (is: (status: number) => boolean) => lines.filter(({ status }) => is(status)).map(({ ms }) => ms)
  return { served: timesWith((status) => status < 300), refused: timesWith((status) => status === 503) }
}

/** Sends a read on a connection that is open already. Returns the status. */
async function readOn(socket: Socket, n: number): Promise<string> {
  const { path, token } = callOf(n)
  socket.write(`GET ${path} HTTP/1.1\r\nhost: ${new URL(origin).host}\r\nauthorization: Bearer ${token}\r\n\r\n`)
  const [first] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return first.toString().slice(9, 12)
}

test('five hundred people who open a screen at the same moment are all served', async () => {
  await askInTurns(2_000)
  await wait(2_000)
  const port = Number(new URL(origin).port)
  const sockets = await Promise.all(
    Array.from({ length: 500 }, async () => {
      const socket = connect({ host: '127.0.0.1', port, noDelay: true })
      await once(socket, 'connect')
      return socket
    }),
  )
  const from = performance.now()
  const statuses = await Promise.all(sockets.map((socket, n) => readOn(socket, n * 20 + 1)))
  const refused = statuses.flatMap((status, n) => (status === '503' ? [n * 20 + 1] : []))
  const seconds = formatSeconds(secondsSince(from))
  printFigure('overload', `500 reads in one tick: ${seconds} until the last is answered, ${refused.length} refused`)
  expect(new Set(statuses.filter((status) => status !== '503'))).toEqual(new Set(['200']))
  // None on a quiet machine. Where other programs take most of the processor, a few ask again, as a browser does.
  expect(refused.length).toBeLessThan(250)
  for (const n of refused) {
    const { path, token } = callOf(n)
    const again = () => fetch(new URL(path, origin), { headers: { authorization: `Bearer ${token}` } })
    await expect.poll(async () => (await again()).status).toBe(200)
  }
})

test('twice as many calls as the process holds: those beyond are refused at once, reads before scores, and the others are served as ever', async () => {
  const marks: number[] = []
  const marked = async <T>(work: Promise<T>) => {
    const result = await work
    // The log is written every 100 ms.
    await wait(300)
    marks.push(Date.now())
    return result
  }
  await askInTurns(6_000)
  const capacity = (await askInTurns(4_000)).filter(isServed).length / 4
  await marked(Promise.resolve())
  await marked(offer(capacity * 0.4, 4_000))
  const before = await marked(offer(capacity * 0.9, 4_000))
  const seconds = 15
  // As many scores as before, and more than twice as many reads: a score takes as long as many reads.
  const during = await offer(capacity * 2, seconds * 1_000, 45)
  const end = performance.now()
  await marked(Promise.resolve())
  const after = await offer(capacity * 0.4, 6_000)

  const [start = 0, quietEnd = 0, beforeEnd = 0, duringEnd = 0] = marks
  const [quiet, times] = [loggedTimes(start, quietEnd), loggedTimes(beforeEnd, duringEnd)]
  const [goodput, goodputBefore] = [during.filter(isServed).length / seconds, before.filter(isServed).length / 4]
  const lastRefused = after.findLast((each) => !isServed(each))
  const back = lastRefused ? lastRefused.at + lastRefused.ms - end : 0
  const shareRefused = (is: Answer['is']) => {
    const asked = during.filter((each) => each.is === is)
    return asked.filter((each) => !isServed(each)).length / asked.length
  }
  printFigure(
    'overload',
    `${capacity.toFixed(0)} calls a second are held, quiet ${timesOf(quiet.served)}; twice as many for ${seconds} s: ` +
      `${goodput.toFixed(0)} a second served (just before ${goodputBefore.toFixed(0)}), ${timesOf(times.served)}; ` +
      `${percent(shareRefused('read'))} of the reads and ${percent(shareRefused('score'))} of the scores refused, ${timesOf(times.refused)}; ` +
      `nobody is refused from ${formatSeconds(back / 1000)} after it on`,
  )
  expect(during.filter(({ status }) => ![200, 201, 503].includes(status))).toEqual([])
  expect(during.every((each) => isServed(each) || each.retryAfter >= 1)).toBe(true)
  // The machine has other work, so the limits are wide. The figures say what was reached.
  expect(quantile(times.refused, 0.5)).toBeLessThan(50)
  expect(shareRefused('score')).toBeLessThanOrEqual(shareRefused('read'))
  expect(goodput).toBeGreaterThan(goodputBefore / 2)
  expect(back).toBeLessThan(5_000)
})
