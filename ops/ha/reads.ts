import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { median, row } from '#/bench/figures.ts'
import { fill } from '#/bench/fill.ts'
import type { Subject } from '#/bench/load.ts'
import { readsOf } from '#/bench/questions.ts'
import { askInTurns, startServer, stopServers } from '#/bench/servers.ts'
import { migrate } from '#/db/migrate.ts'
import { openDatabase } from '#/server/db.ts'
import { JOB_LIMITS } from '#/server/pool-limits.ts'
import { startCluster } from './cluster.ts'

// A player's reads directly, through the pooler and with a replica, in turns: node ops/ha/reads.ts [bursts]
const bursts = Number(process.argv[2] ?? 12)
const connections = 4

const folder = mkdtempSync(join(tmpdir(), 'deuce-ha-'))
chmodSync(folder, 0o711)
const cluster = await startCluster(join(folder, 'cluster'))
try {
  const { urls } = cluster
  await cluster.settled()
  await migrate(urls.direct)
  const db = openDatabase(urls.direct, JOB_LIMITS)
  await fill(db, 50_000, new Date(), { checked: true })
  const reads = await readsOf(db)
  await sql`update sessions set wrote_at = now() - interval '1 hour'`.execute(db)
  await db.destroy()
  const pooled = { DATABASE_DIRECT_URL: urls.direct }
  const direct = await startServer('app/main.ts', urls.direct)
  const throughPooler = await startServer('app/main.ts', urls.pooler, pooled)
  const withReplica = await startServer('app/main.ts', urls.pooler, { ...pooled, DATABASE_REPLICA_URL: urls.replica })
  await wait(3_000)
  console.log(`Requests a second, ${connections} connections, medians of ${bursts} bursts of a second in turns\n`)
  console.log(row('', 'directly', 'pooler', 'pooler/direct', 'replica', 'replica/pool'))
  for (const [name, question] of reads) {
    const of = (port: number): Subject => ({ port, questions: [question] })
    const compare = (one: number, two: number) =>
      askInTurns(of(one), of(two), { bursts, connections, each: { milliseconds: 1_000 } })
    const [first, second] = await compare(direct, throughPooler)
    const [third, fourth] = await compare(throughPooler, withReplica)
    const rate = (loads: typeof first) => median(loads.map(({ requests, seconds }) => requests / seconds))
    const ratio = (ours: typeof first, theirs: typeof first) =>
      median(
        ours.map(
          (load, burst) =>
            load.requests / load.seconds / ((theirs[burst]?.requests ?? 1) / (theirs[burst]?.seconds ?? 1)),
        ),
      )
    console.log(
      row(
        name,
        rate(first).toFixed(0),
        rate(second).toFixed(0),
        ratio(second, first).toFixed(2),
        rate(fourth).toFixed(0),
        ratio(fourth, third).toFixed(2),
      ),
    )
  }
  console.log('\nSeconds of processor time of the databases for a thousand reads of each kind\n')
  console.log(row('', 'primary alone', 'primary', 'replica'))
  for (const [name, question] of reads) {
    const spent = async (port: number): Promise<[number, number]> => {
      const before = await cluster.cpuSeconds()
      const subject: Subject = { port, questions: [question] }
      const [one, two] = await askInTurns(subject, subject, { bursts: 1, connections, each: { questions: 500 } })
      const after = await cluster.cpuSeconds()
      const thousands = ([...one, ...two].reduce((sum, { requests }) => sum + requests, 0) || 1) / 1000
      return [(after.primary - before.primary) / thousands, (after.standby - before.standby) / thousands]
    }
    const [alone] = await spent(throughPooler)
    const [primary, standby] = await spent(withReplica)
    console.log(row(name, alone.toFixed(2), primary.toFixed(2), standby.toFixed(2)))
  }
} finally {
  await stopServers()
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
