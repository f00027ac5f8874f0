import type { FastifyBaseLogger } from 'fastify'
import type { App } from '#/server/context.ts'
import { Refusal } from '#/server/refuse.ts'
import { hourlyChecks, nightlyChecks, type Check } from './check.ts'
import { BACKUP_CHECK } from './contract.ts'
import { proveNewestBackup } from './backup-proof.ts'
import { findProblem, insertRun, type Run } from './queries.ts'

/** Runs the nightly checks, one after the other. */
export const checkData = (app: App, _payload: unknown, log: FastifyBaseLogger) => runChecks(app, nightlyChecks, log)

/** Compares our payments with the provider's. */
export const checkBooks = (app: App, _payload: unknown, log: FastifyBaseLogger) => runChecks(app, hourlyChecks, log)

/** Proves that the newest backup can be restored, and that its data agrees. */
export async function proveBackup(
  app: App,
  _payload: unknown,
  log: FastifyBaseLogger,
  findUrl?: (dataDir: string) => Promise<string>,
): Promise<void> {
  const since = performance.now()
  const proof = await proveNewestBackup(app, log, findUrl)
  if (!proof) return
  // A server that never lets it is not worth a line each week.
  if (proof.problem !== null && proof.problem !== (await findProblem(app.db, BACKUP_CHECK)))
    log.warn({ check: BACKUP_CHECK }, proof.problem)
  await store(app, log, { check_key: BACKUP_CHECK, ...proof }, since)
}

/** Runs each check and stores what it found. A check that fails is stored as such, and the others still run. */
async function runChecks(app: App, checks: ReadonlyMap<string, Check>, log: FastifyBaseLogger): Promise<void> {
  for (const [check_key, { find }] of checks) {
    const since = performance.now()
    const outcome = await find(app).then(
      (found) => ({ found, problem: null }),
      (error: unknown) => {
        // A provider that does not answer is no bug of ours.
        log.warn({ err: error, check: check_key }, 'a check of the data failed')
        return {
          found: null,
          problem: error instanceof Refusal ? error.message : 'The check failed. The log says why.',
        }
      },
    )
    await store(app, log, { check_key, ...outcome, backup_at: null }, since)
  }
}

async function store(
  app: App,
  log: FastifyBaseLogger,
  outcome: Omit<Run, 'checked_at' | 'took_ms'>,
  since: number,
): Promise<void> {
  const { check_key, found } = outcome
  if (found !== null && found.length > 0)
    log.error(
      { check: check_key, found: found.length, examples: found.slice(0, 3) },
      'a check of the data found something',
    )
  const took_ms = Math.round(performance.now() - since)
  await insertRun(app.db, { ...outcome, checked_at: app.clock.now(), took_ms })
}
