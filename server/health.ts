import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { listMigrations } from '#/db/migrate.ts'
import type { Db } from './db.ts'
import type { Replica } from './replica.ts'

/** The state of this process. */
export type Health = {
  /** The process finishes the requests in flight and accepts no new ones. */
  stopping: boolean
  /** When the job queue was last seen working. Null before its first check. */
  queueSeenAt: number | null
}

/** A part that the product needs. */
type Part = 'process' | 'database' | 'migrations' | 'queue'

/** Time since its last check after which the queue counts as stopped. It checks every two seconds. */
const QUEUE_TIMEOUT_MS = 15_000

/** Time for which a result is reused, because anybody may make this request. */
const REUSE_MS = 500

/**
 * GET /health/live: the process runs. GET /health/ready: it can do its work, or 503 with the failing parts, so that a load
 * balancer sends requests elsewhere. It also has the state of a replica, which is not required. Neither response is cached.
 */
export function serveHealth(
  server: FastifyInstance,
  { db, health, replica }: { db: Db; health: Health; replica: Pick<Replica, 'state'> | null },
): void {
  server.get('/health/live', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'live' }))
  const migrations = listMigrations()
  let known: { failing: Promise<Part[]>; at: number } | null = null
  server.get('/health/ready', async (_request, reply) => {
    const now = performance.now()
    if (!known || now - known.at > REUSE_MS) known = { failing: findFailing(db, health, migrations), at: now }
    const failing = health.stopping ? ['process'] : await known.failing
    void reply.header('cache-control', 'no-store')
    const state = replica ? { replica: replica.state } : {}
    if (failing.length === 0) return { status: 'ready', ...state }
    return reply
      .code(503)
      .header('retry-after', '2')
      .send({ status: 'unavailable', failing, ...state })
  })
}

async function findFailing(db: Db, health: Health, migrations: Promise<string[]>): Promise<Part[]> {
  const queueWorks = health.queueSeenAt !== null && performance.now() - health.queueSeenAt < QUEUE_TIMEOUT_MS
  const queue: Part[] = queueWorks ? [] : ['queue']
  try {
    const { rows } = await sql<{ name: string }>`select name from migrations`.execute(db)
    const applied = new Set(rows.map(({ name }) => name))
    return (await migrations).every((name) => applied.has(name)) ? queue : ['migrations', ...queue]
  } catch {
    return ['database', ...queue]
  }
}
