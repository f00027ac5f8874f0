import { Agent, request, type IncomingMessage } from 'node:http'
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
import { formatSeconds, printFigure } from '#/test/figures.ts'
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
const now = Date.parse(starting_date) + 30 * 86_400_000
const { origin } = await processesOn(url, { LOG_LEVEL: 'warn' }).start(now)
const agent = new Agent({ keepAlive: true })
afterAll(async () => {
  agent.destroy()
  await db.destroy()
})

const paths = ['/users/standings', '/users/misc/my-league', '/users/scores', '/users', '/users/league-history']
const tokens = await Promise.all(
  Array.from({ length: entriesPerLeague }, (_, seat) => startSession(db, playerOf(theLeague.id, seat + 1), new Date())),
)
const scores: Question[] = (
  await Promise.all(Array.from({ length: leagues }, (_, league) => reportsOf(db, theLeague.id + league)))
).flat()

type Answer = { is: 'read' | 'score'; status: number; ms: number; at: number; retryAfter: number }

/** The n-th call: one in twenty reports a score, the others read. */
function callOf(n: number): Question & { is: Answer['is'] } {
  const score = n % 20 === 0 ? scores.pop() : undefined
  if (score) return { ...score, is: 'score' }
  return { path: `/api${paths[n % paths.length]}`, token: tokens[n % tokens.length] ?? '', is: 'read' }
}

let sent = 0
async function ask({ path, token, body, is } = callOf((sent += 1))): Promise<Answer> {
  const at = performance.now()
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const headers = { 'content-type': 'application/json', ...(token !== '' && { authorization: `Bearer ${token}` }) }
  const method = body === undefined ? 'GET' : 'POST'
  const asking = request(`${origin}${path}`, { method, headers, agent }, resolve).once('error', reject)
  asking.end(body === undefined ? undefined : JSON.stringify(body))
  const answer = await promise
  await text(answer)
  const { statusCode: status = 0, headers: received } = answer
  return { is, status, ms: performance.now() - at, at, retryAfter: Number(received['retry-after']) }
}

/** As many calls as answers come for: each of 24 callers sends the next one when it has its answer. */
async function askInTurns(ms: number): Promise<Answer[]> {
  const [answers, end]: [Answer[], number] = [[], performance.now() + ms]
  const caller = async () => {
    while (performance.now() < end) answers.push(await ask())
  }
  await Promise.all(Array.from({ length: 24 }, caller))
  return answers
}

/** So many calls a second, whether answers come or not. */
async function offer(perSecond: number, ms: number): Promise<Answer[]> {
  const asking: Promise<Answer>[] = []
  const start = performance.now()
  for (let now = start; now < start + ms; now = performance.now()) {
    while (asking.length < ((now - start) / 1000) * perSecond) asking.push(ask())
    await wait(4)
  }
  return Promise.all(asking)
}

const isServed = ({ status }: Answer) => status < 300

/** How many calls were served in each whole second. */
function perSecond(answers: readonly Answer[]): number[] {
  const [start, counts]: [number, number[]] = [Math.min(...answers.map(({ at }) => at)), []]
  for (const { at, ms } of answers.filter(isServed)) {
    const n = Math.floor((at + ms - start) / 1_000)
    counts[n] = (counts[n] ?? 0) + 1
  }
  return counts.slice(0, -1)
}

const quantile = (of: readonly Answer[], share: number) =>
  of.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor(of.length * share)] ?? 0
const rounded = (ms: number) => `${ms.toFixed(0)} ms`
const percent = (share: number) => `${(share * 100).toFixed(0)} %`
const timesOf = (of: readonly Answer[]) => `p50 ${rounded(quantile(of, 0.5))}, p99 ${rounded(quantile(of, 0.99))}`

test('twice as many calls as the process holds: those beyond are refused at once, reads before scores, and the others are served as ever', async () => {
  await askInTurns(8_000)
  const capacity = Math.max(...perSecond(await askInTurns(5_000)))
  const quiet = await offer(capacity * 0.4, 4_000)
  const before = await offer(capacity * 0.9, 4_000)
  const seconds = 15
  const during = await offer(capacity * 2, seconds * 1_000)
  const end = performance.now()
  const after = await offer(capacity * 0.4, 6_000)

  const [served, refused] = [during.filter(isServed), during.filter((each) => !isServed(each))]
  const [goodput, goodputBefore] = [served.length / seconds, before.filter(isServed).length / 4]
  const lastBad = after.findLast((each) => !isServed(each) || each.ms > Math.max(100, 4 * quantile(quiet, 0.99)))
  const back = lastBad ? lastBad.at + lastBad.ms - end : 0
  const countOf = (answers: readonly Answer[], is: Answer['is']) => answers.filter((each) => each.is === is).length
  const shareRefused = (is: Answer['is']) => countOf(refused, is) / countOf(during, is)
  printFigure(
    'overload',
    `${capacity.toFixed(0)} calls a second are held, quiet ${timesOf(quiet)}; twice as many for ${seconds} s: ` +
      `${goodput.toFixed(0)} a second served (just before ${goodputBefore.toFixed(0)}), ${timesOf(served)}; ` +
      `${percent(shareRefused('read'))} of the reads and ${percent(shareRefused('score'))} of the scores refused, ${timesOf(refused)}; ` +
      `normal ${formatSeconds(back / 1000)} after`,
  )
  expect([...new Set(during.map(({ status }) => status))].toSorted()).toEqual([200, 201, 503])
  expect(refused.every(({ retryAfter }) => retryAfter >= 1)).toBe(true)
  // The machine has other work, so the limits are wide. The figures say what was reached.
  expect(quantile(refused, 0.5)).toBeLessThan(1_000)
  expect(shareRefused('score')).toBeLessThan(shareRefused('read'))
  expect(goodput).toBeGreaterThan(goodputBefore / 2)
  expect(after.filter(({ at }) => at > end + 5_000).every(isServed)).toBe(true)
})
