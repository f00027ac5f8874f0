import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { listMigrations } from '#/db/migrate.ts'
import type { Db } from './db.ts'
import type { Replica } from './replica.ts'

/** What this process knows about itself. */
export type Health = {
  /** It answers what is under way and takes nothing new. */
  stopping: boolean
  /** When the job queue was last seen working; null before its first check. */
  queueSeenAt: number | null
}

/** A part that the product cannot do without. */
type Part = 'process' | 'database' | 'migrations' | 'queue'

/** Milliseconds after its last check that the queue counts as stopped; it checks every five seconds. */
const QUEUE_TIMEOUT_MS = 15_000

/** Milliseconds that an answer is used again: anybody may ask. */
const KEEP_MS = 500

/**
 * GET /health/live: the process runs. GET /health/ready: it can do its work; 503 with the failing parts when it cannot,
 * so that a load balancer sends requests elsewhere. With a replica it says whether that is used; it can do without. Neither is cached or says more than that.
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
    if (!known || now - known.at > KEEP_MS) known = { failing: findFailing(db, health, migrations), at: now }
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
