import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { fill, entriesPerLeague, haveMet, playerOf, theLeague } from '#/bench/fill.ts'
import { migrate } from '#/db/migrate.ts'
import { openDatabase, type Db } from '#/server/db.ts'
import { JOB_LIMITS } from '#/server/pool-limits.ts'
import { startSession } from '#/server/session.ts'
import { startCluster, type Cluster } from './cluster.ts'
import { startLoad, type Outcome, type Reader, type Report } from './load.ts'

// A database that fails over under load: node ops/ha/run.ts [runs]. Needs Debian's packages (apt-get install patroni
// etcd-server haproxy pgbouncer postgresql), runs on this machine alone, and leaves nothing behind.
const runs = Number(process.argv[2] ?? 10)

/** Milliseconds of load before the primary is killed, and after changes work again. */
const BEFORE_MS = 6_000
const AFTER_MS = 8_000
/** Milliseconds until the app must take changes again. */
const AWAY_LIMIT_MS = 60_000
/** Seconds without changes: the target. */
const MOST_SECONDS_AWAY = 30
const LEAGUES = 40
const secretKey = randomBytes(32).toString('base64')

type App = { origin: string; child: ChildProcess }

const folder = mkdtempSync(join(tmpdir(), 'deuce-ha-'))
chmodSync(folder, 0o711)
const apps: App[] = []
let cluster: Cluster | null = null
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end().then(() => process.exit(1)))
try {
  await main()
} finally {
  await end()
}

async function main(): Promise<void> {
  cluster = await startCluster(join(folder, 'cluster'))
  const { urls } = cluster
  console.log(cluster.versions)
  await cluster.settled()
  await migrate(urls.direct)
  const db = openDatabase(urls.direct, JOB_LIMITS)
  const filled = await fill(db, LEAGUES * 210, new Date(), { checked: true })
  const reports = await reportsOf(db, filled.leagues)
  const readers = await readersOf(db)
  for (let n = 0; n < 3; n += 1) apps.push(await startApp(urls, n))
  await untilReady()
  console.log(`${filled.matches} matches, three processes through the pooler, reads that may lag at the standby\n`)
  console.log(
    row('killed', 'acknowledged', 'lost', 's without changes', 'refused', 'reads', 'wrong', 'processes that died'),
  )
  const totals = { acknowledged: 0, lost: 0, wrong: 0, died: 0, seconds: [] as number[] }
  for (let run = 0; run < runs; run += 1) {
    const what = run % 2 === 0 ? 'node' : 'postgres'
    const { outcome, seconds } = await failOver(cluster, what, reports, readers)
    const lost = await countLost(db, outcome)
    const died = apps.filter(({ child }) => child.exitCode !== null || child.signalCode !== null).length
    const acknowledged = outcome.emails.length + outcome.matches.length
    const figures = [acknowledged, lost, seconds.toFixed(1), outcome.refused, outcome.reads, outcome.wrong.length, died]
    console.log(row(what, ...figures.map(String)))
    for (const line of outcome.wrong.slice(0, 10)) console.log(`  ${line}`)
    totals.acknowledged += acknowledged
    totals.lost += lost
    totals.wrong += outcome.wrong.length
    totals.died += died
    totals.seconds.push(seconds)
  }
  await db.destroy()
  const [least, most] = [Math.min(...totals.seconds), Math.max(...totals.seconds)]
  const isMet = totals.lost + totals.wrong + totals.died === 0 && most <= MOST_SECONDS_AWAY
  console.log(
    `\n${runs} runs: ${totals.acknowledged} acknowledged changes, ${totals.lost} lost, ${least.toFixed(1)} to ${most.toFixed(1)} s without changes, ${totals.wrong} wrong answers, ${totals.died} processes died: ${isMet ? 'met' : 'NOT MET'}`,
  )
  if (!isMet) process.exitCode = 1
}

/** Loads the app, kills the primary in the middle, and brings the killed node back as the standby. */
async function failOver(
  { killPrimary, restart, settled }: Cluster,
  what: 'node' | 'postgres',
  reports: Report[],
  readers: readonly Reader[],
): Promise<{ outcome: Outcome; seconds: number }> {
  const load = startLoad(
    apps.map(({ origin }) => origin),
    reports,
    readers,
  )
  await wait(BEFORE_MS)
  const killedAt = performance.now()
  const node = await killPrimary(what)
  const deadline = killedAt + AWAY_LIMIT_MS
  // The last acknowledgements of before may arrive a moment after.
  await wait(2_000)
  while (performance.now() < deadline && (load.outcome.writtenAt.at(-1) ?? 0) < killedAt + 2_000) await wait(100)
  await wait(AFTER_MS)
  const outcome = await load.stop()
  const gaps = outcome.writtenAt.toSorted((a, b) => a - b).map((at, index, all) => at - (all[index - 1] ?? at))
  restart(node)
  await settled()
  await untilReady()
  return { outcome, seconds: Math.max(...gaps, 0) / 1000 }
}

/** Acknowledged changes that are not in the database. */
async function countLost(db: Db, { emails, matches }: Outcome): Promise<number> {
  const { rows } = await sql<{ lost: number }>`
    select (select count(*) from unnest(${emails}::text[]) as known(address) where not exists (select from players p where p.email = known.address))
      + (select count(*) from unnest(${matches}::bigint[]) as known(match_id)
         where not exists (select from matches m join scores s on s.id = m.score_id where m.id = known.match_id)) as lost`.execute(
    db,
  )
  return rows[0]?.lost ?? -1
}

/** The matches that the leagues have not seen yet, each reported by its winner. */
async function reportsOf(db: Db, leagues: number): Promise<Report[]> {
  const { rows } = await sql<{ id: number; slug: string; year: number; starting_date: string; area: string }>`
    select l.id, se.slug, se.year, se.starting_date, l.area from leagues l join seasons se on se.id = l.season_id
    where l.id > 1 order by l.id limit ${leagues}`.execute(db)
  const reports: Report[] = []
  for (const league of rows) {
    for (let one = 1; one < entriesPerLeague; one += 4) {
      const token = await startSession(db, playerOf(league.id, one), new Date())
      for (let two = one + 1; two <= entriesPerLeague; two += 1) {
        if (haveMet(one, two)) continue
        const body = {
          season: league.slug,
          year: league.year,
          match_date: league.starting_date.replaceAll('-', '/'),
          duration: '01:30',
          match_area: league.area,
          match_location: 'Court 1',
          match_status: null,
          winner: { id: playerOf(league.id, one) },
          opponent: { id: playerOf(league.id, two) },
          set_games: [
            { score_1: 6, score_2: 4 },
            { score_1: 6, score_2: 3 },
          ],
          total_winner_score: 2,
          total_opponent_score: 0,
        }
        reports.push({ token, body })
      }
    }
  }
  // Neighbors report in different leagues.
  return reports.toSorted((a, b) => (a.body.opponent.id % 97) - (b.body.opponent.id % 97))
}

/** Players of the first league, in which nothing changes; they have changed nothing lately. */
async function readersOf(db: Db): Promise<Reader[]> {
  const { slug, year, division } = await db
    .selectFrom('leagues')
    .innerJoin('seasons', 'seasons.id', 'leagues.season_id')
    .innerJoin('divisions', 'divisions.id', 'leagues.division_id')
    .select(['seasons.slug', 'seasons.year', 'divisions.slug as division'])
    .where('leagues.id', '=', theLeague.id)
    .executeTakeFirstOrThrow()
  const players = { league: slug, yr: year, level: division }
  const readers: Reader[] = []
  for (let seat = 1; seat <= 20; seat += 1)
    readers.push({ token: await startSession(db, playerOf(theLeague.id, seat), new Date()), players })
  await sql`update sessions set wrote_at = now() - interval '1 hour'`.execute(db)
  return readers
}

async function startApp(urls: Cluster['urls'], n: number): Promise<App> {
  const child = spawn(process.execPath, ['--import', './ops/node-24.mjs', 'app/main.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: urls.pooler,
      DATABASE_DIRECT_URL: urls.direct,
      DATABASE_REPLICA_URL: urls.replica,
      DATA_DIR: join(folder, 'cluster', `app-${n}`),
      SECRET_KEY: secretKey,
      MAIL_TRANSPORT: 'outbox',
      HOST: '127.0.0.1',
      PORT: '0',
      DEMO: '0',
      LOG_LEVEL: 'fatal',
      RATE_LIMITS: 'off',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    ...cluster?.user,
  })
  const lines = createInterface({ input: child.stdout })
  const origin = await new Promise<string>((started, failed) => {
    lines.on('line', (line) => {
      const address = / is at (http\S+)/.exec(line)?.[1]
      if (address !== undefined) started(address)
    })
    child.once('exit', () => failed(new Error('A process of the app ended before it was ready.')))
  })
  return { origin: origin.replace('localhost', '127.0.0.1'), child }
}

/** Waits until each process is ready and uses the standby. */
async function untilReady(): Promise<void> {
  const deadline = performance.now() + AWAY_LIMIT_MS
  for (const { origin } of apps)
    for (;;) {
      const answer = await fetch(`${origin}/health/ready`).catch(() => null)
      const state = answer && ((await answer.json()) as { status: string; replica?: string })
      if (state?.status === 'ready' && state.replica === 'used') break
      if (performance.now() > deadline) throw new Error(`${origin} is not ready: ${JSON.stringify(state)}`)
      await wait(250)
    }
}

async function end(): Promise<void> {
  for (const { child } of apps) child.kill('SIGTERM')
  await Promise.all(apps.map(async ({ child }) => child.exitCode ?? child.signalCode ?? once(child, 'exit')))
  await cluster?.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

function row(first: string, ...figures: string[]): string {
  return first.padEnd(10) + figures.map((figure) => figure.padStart(20)).join('')
}
