import { Agent, request, type IncomingMessage } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { entriesPerLeague, fill, haveMet, playerOf } from '#/bench/fill.ts'
import { openDatabase } from '#/server/db.ts'
import { JOB_LIMITS, REQUEST_LIMITS } from '#/server/pool-limits.ts'
import { startSession } from '#/server/session.ts'
import { freshDatabase } from '#/test/app.ts'
import { formatSeconds, printFigure, secondsSince } from '#/test/figures.ts'
import { processesOn } from '#/test/process.ts'
import { startProxy, type Fault } from '#/test/tcp-proxy.ts'

const seconds = Number(process.env['SOAK_SECONDS'])
const perSecond = 60
/** Seconds between the beginnings of two faults, and the duration of one. */
const interval = Math.min(20, seconds / 7.5)
const lasting = interval / 2.5
const leagues = 20

const url = await freshDatabase()
const direct = openDatabase(url, { ...JOB_LIMITS, connections: 4 })
await fill(direct, leagues * 210, new Date(), { checked: true })
const proxy = await startProxy(url)
const METRICS_TOKEN = 'a-token-for-the-soak'
const processes = processesOn(proxy.url, { NOW: '', LOG_LEVEL: 'warn', METRICS_TOKEN })
const { origin, child } = await processes.start(Date.now())
afterAll(async () => {
  agent.destroy()
  proxy.stop()
  await direct.destroy()
})

type Written = { table: 'scores' | 'players' | 'profiles'; key: string; value: string }
type Call = { method: string; path: string; token?: string; body?: object; writes?: Written }
const answers = { read: 0, refused: 0, longest: 0, off: [] as string[] }
const acknowledged: Written[] = []
const sent: Written[] = []

// Limits the sockets that this test keeps open after a fault, so that they are not counted as the app's.
const agent = new Agent({ keepAlive: true, maxFreeSockets: 16 })

/** The status and text of a response. */
async function ask({ method, path, token, body }: Omit<Call, 'writes'>): Promise<{ status: number; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const asking = request(`${origin}${path}`, { method, headers, agent }, resolve).once('error', reject)
  asking.end(body && JSON.stringify(body))
  const answer = await promise
  return { status: answer.statusCode ?? 0, text: await textOf(answer) }
}

async function call({ writes, ...what }: Call): Promise<void> {
  const { method, path } = what
  if (writes) sent.push(writes)
  const from = performance.now()
  try {
    const { status, text } = await ask({ ...what, path: `/api${path}` })
    if (status === 503) answers.refused += 1
    else if (status >= 300) answers.off.push(`${method} ${path}: ${status} ${text}`)
    else if (writes) acknowledged.push(writes)
    else answers.read += 1
  } catch (error) {
    answers.off.push(`${method} ${path}: ${String(error)}`)
  }
  answers.longest = Math.max(answers.longest, secondsSince(from))
}

/** The unreported matches as reports, alternating between leagues, and the reads of these players. */
async function prepareCalls() {
  const seasons = await direct
    .selectFrom('leagues')
    .innerJoin('seasons', 'seasons.id', 'leagues.season_id')
    .select(['leagues.id', 'leagues.area', 'seasons.slug', 'seasons.year', 'seasons.starting_date'])
    .where('leagues.id', '<=', leagues)
    .orderBy('leagues.id')
    .execute()
  const tokens = new Map<number, string>()
  for (const { id } of seasons)
    for (let seat = 1; seat <= entriesPerLeague; seat += 1)
      tokens.set(playerOf(id, seat), await startSession(direct, playerOf(id, seat), new Date()))
  const reports: Call[] = []
  for (let one = 1; one <= entriesPerLeague; one += 1)
    for (let two = one + 1; two <= entriesPerLeague; two += 1) {
      if (haveMet(one, two)) continue
      for (const { id, area, slug, year, starting_date } of seasons) {
        const [winner, opponent] = [playerOf(id, one), playerOf(id, two)]
        const body = {
          season: slug,
          year,
          match_date: starting_date.replaceAll('-', '/'),
          duration: '01:30',
          match_area: area,
          match_location: 'Court 1',
          winner: { id: winner },
          opponent: { id: opponent },
          set_games: [
            { score_1: 6, score_2: 4 },
            { score_1: 6, score_2: 3 },
          ],
          total_winner_score: 2,
          total_opponent_score: 0,
          match_status: null,
        }
        reports.push({
          method: 'POST',
          path: '/users/scores',
          token: tokens.get(winner) ?? '',
          body,
          writes: { table: 'scores', key: `${winner} ${opponent}`, value: '' },
        })
      }
    }
  return { reports, players: [...tokens] }
}

const { reports, players } = await prepareCalls()
const reads = [
  '/users',
  '/users/misc/my-league',
  '/users/standings',
  '/users/scores',
  '/public/seasons',
  '/users/league-history',
]
const person = {
  first_name: 'Ada',
  last_name: 'Moreno',
  singles_level: '3.5',
  gender: 'Female',
  location: 'south-bend',
}

/**
 * The n-th call: one in ten reports a score, one in ten changes a profile, one in 120 opens an account, the others
 * read.
 */
function nextCall(n: number): Call {
  const [id, token] = players[n % players.length] ?? [0, '']
  if (n % 120 === 3) {
    const email = `soak-${n}@example.com`
    const body = { ...person, email, phone: '+1 574 555 0101', password: 'correct horse battery' }
    return { method: 'POST', path: '/users/signup', body, writes: { table: 'players', key: email, value: '' } }
  }
  const report = n % 10 === 0 ? reports[n / 10] : undefined
  if (report) return report
  if (n % 10 === 5) {
    const phone = `1574${String(n).padStart(7, '0')}`
    const body = { ...person, email: `player-${id}@example.com`, phone: `+${phone}` }
    return { method: 'PUT', path: '/users', token, body, writes: { table: 'profiles', key: String(id), value: phone } }
  }
  return { method: 'GET', path: reads[n % reads.length] ?? '', token }
}

/** The database faults, injected one after the other. Each of them ends automatically. */
const faults: Record<string, () => Promise<void>> = {
  cut: async () => proxy.cut(),
  ...Object.fromEntries(
    (['refuse', 'silence', 'lose_answers', 'slow'] as const satisfies Fault[]).map((fault) => [
      fault,
      async () => {
        await proxy.set(fault)
        await wait(lasting * 1000)
        await proxy.set('none')
      },
    ]),
  ),
  'ended by the server': async () => {
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name <> 'soak'`.execute(direct)
  },
  'a locked league': () =>
    direct.transaction().execute(async (tx) => {
      await sql`select from leagues where id <= 3 for update`.execute(tx)
      await wait(lasting * 1000)
    }),
}

/** Seconds until a read succeeds again. */
async function untilBack(): Promise<number> {
  const from = performance.now()
  const [, token] = players[0] ?? []
  while ((await ask({ method: 'GET', path: '/api/users', token: token ?? '' })).status !== 200) await wait(20)
  return secondsSince(from)
}

type Sample = { memory: number; heap: number; handles: number; files: number; connections: number }

/** The process's current resources. Null while the database is unavailable. */
async function sample(): Promise<Sample | null> {
  const { text } = await ask({ method: 'GET', path: '/metrics', token: METRICS_TOKEN })
  const valueOf = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  if (valueOf('deuce_db_up') !== 1) return null
  const { rows } = await sql<{ connections: number }>`
    select count(*) as connections from pg_stat_activity where datname = current_database()`.execute(direct)
  return {
    memory: valueOf('process_resident_memory_bytes') / 1024 ** 2,
    heap: valueOf('nodejs_heap_size_used_bytes') / 1024 ** 2,
    handles: valueOf('nodejs_active_handles_total'),
    files: valueOf('process_open_fds'),
    connections: rows[0]?.connections ?? 0,
  }
}

/** The idle process's resources, once they are no more than before: idle connections are closed after a while. */
async function atRest(before: Sample): Promise<Sample> {
  const limits = { handles: before.handles + 10, files: before.files + 10, connections: mostConnections }
  await expect
    .poll(
      async () => {
        const now = await sample()
        return now !== null && Object.entries(limits).every(([part, most]) => now[part as keyof Sample] <= most)
      },
      { timeout: 30_000, interval: 500 },
    )
    .toBe(true)
  return (await sample()) ?? before
}

/** The pools for requests, for jobs, for the queue, for notifications, and for this test. */
const mostConnections = REQUEST_LIMITS.connections + JOB_LIMITS.connections + 4 + 1 + 4

const formatChange = ([from, to]: readonly [number, number]) => `${from.toFixed(0)} → ${to.toFixed(0)}`
const medianOf = (samples: readonly Sample[], part: keyof Sample) =>
  samples.map((one) => one[part]).toSorted((a, b) => a - b)[Math.floor(samples.length / 2)] ?? Number.NaN

/** Acknowledged writes that are missing in the database. */
async function listLost(): Promise<Written[]> {
  const { rows: scores } = await sql<{ key: string }>`
    select format('%s %s', winner.player_id, opponent.player_id) as key
    from matches m join scores s on s.id = m.score_id
    join entry_players winner on winner.entry_id in (m.entry_one_id, m.entry_two_id)
    join entry_players opponent on opponent.entry_id in (m.entry_one_id, m.entry_two_id)
      and opponent.entry_id <> winner.entry_id`.execute(direct)
  const { rows: people } = await sql<{ id: number; email: string; phone: string | null }>`
    select id, email, phone from players`.execute(direct)
  const known = { scores: new Set(scores.map(({ key }) => key)), players: new Set(people.map(({ email }) => email)) }
  const phones = new Map(people.map(({ id, phone }) => [String(id), phone?.replaceAll(/\D/g, '')]))
  return acknowledged.filter(({ table, key, value }) => {
    if (table !== 'profiles') return !known[table].has(key)
    // A later change may have replaced the value, even a change whose response was lost.
    const own = sent.filter((each) => each.table === table && each.key === key)
    const from = own.findIndex((each) => each.value === value)
    return !own.slice(from).some((each) => each.value === phones.get(key))
  })
}

test(
  `${seconds} seconds at ${perSecond} requests a second with a fault every ${interval} seconds lose no acknowledged write, and no resource grows`,
  { timeout: (seconds + 120) * 1000 },
  async () => {
    const warm = players
      .slice(0, 150)
      .map(([, token], n) => ({ method: 'GET', path: reads[n % reads.length] ?? '', token }))
    for (let n = 0; n < warm.length; n += 10) await Promise.all(warm.slice(n, n + 10).map(call))
    const before = await sample()
    if (!before) throw new Error('The app has not reached its database.')
    const begun = performance.now()
    const calls: Promise<void>[] = []
    const samples: (Sample & { at: number })[] = []
    const back: number[] = []

    const load = async () => {
      for (let n = 0; n < seconds * perSecond; n += 1) {
        const ahead = begun + (n * 1000) / perSecond - performance.now()
        if (ahead > 1) await wait(ahead)
        calls.push(call(nextCall(n)))
      }
    }
    const breakThings = async () => {
      const kinds = Object.values(faults)
      for (let n = 0; secondsSince(begun) < seconds - interval; n += 1) {
        await wait(Math.max(0, begun + (n + 0.5) * interval * 1000 - performance.now()))
        await kinds[n % kinds.length]?.()
        back.push(await untilBack())
      }
    }
    const watch = async () => {
      while (secondsSince(begun) < seconds) {
        const one = await sample()
        if (one) samples.push({ ...one, at: secondsSince(begun) })
        await wait(Math.min(5_000, seconds * 20))
      }
    }
    await Promise.all([load(), breakThings(), watch()])
    await Promise.all(calls)

    expect(answers.off.slice(0, 10)).toEqual([])
    expect(child.exitCode).toBeNull()
    // The longest response may take the transaction timeout and the wait for a turn.
    expect(answers.longest).toBeLessThan((REQUEST_LIMITS.transaction + 5_000) / 1000)
    const from = performance.now()
    const listJobs = async () => {
      const { rows } = await sql`
        select task_identifier, locked_by, attempts, last_error, count(*) from graphile_worker.jobs
        where run_at <= now() group by 1, 2, 3, 4`.execute(direct)
      return rows
    }
    await expect.poll(listJobs, { timeout: 60_000, interval: 200 }).toEqual([])
    const drained = secondsSince(from)
    const lost = await listLost()
    expect(lost).toEqual([])

    const early = samples.filter(({ at }) => at > seconds * 0.1 && at < seconds * 0.35)
    const late = samples.filter(({ at }) => at > seconds * 0.75)
    const memory = [medianOf(early, 'memory'), medianOf(late, 'memory')] as const
    const heap = [medianOf(early, 'heap'), medianOf(late, 'heap')] as const
    const after = await atRest(before)
    printFigure(
      'soak',
      `${seconds} s at ${perSecond}/s, ${back.length} faults: ${acknowledged.length - lost.length} of ${acknowledged.length} acknowledged writes kept (0 lost), ${answers.read} reads, ${answers.refused} refused, none off, longest ${formatSeconds(answers.longest)}`,
    )
    printFigure(
      'soak',
      `back within ${formatSeconds(Math.max(...back))} after each fault, jobs done ${formatSeconds(drained)} after the last request`,
    )
    printFigure(
      'soak',
      `memory ${formatChange(memory)} MB, heap ${formatChange(heap)} MB (medians of the beginning and the end); at rest before and after: ${before.handles} → ${after.handles} handles, ${before.files} → ${after.files} open files, ${before.connections} → ${after.connections} connections`,
    )
    expect(memory[1]).toBeLessThan(memory[0] * 1.25 + 40)
  },
)
