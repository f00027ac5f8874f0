import type { FastifyBaseLogger } from 'fastify'
import type { App } from '#/server/context.ts'
import { Refusal } from '#/server/refuse.ts'
import { hourlyChecks, nightlyChecks, type Check } from './check.ts'
import { insertRun } from './queries.ts'

/** Runs the nightly checks, one after the other. */
export const checkData = (app: App, _payload: unknown, log: FastifyBaseLogger) => runChecks(app, nightlyChecks, log)

/** Compares our payments with the provider's. */
export const checkBooks = (app: App, _payload: unknown, log: FastifyBaseLogger) => runChecks(app, hourlyChecks, log)

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
    if (outcome.found !== null && outcome.found.length > 0)
      log.error(
        { check: check_key, found: outcome.found.length, examples: outcome.found.slice(0, 3) },
        'a check of the data found something',
      )
    const took_ms = Math.round(performance.now() - since)
    await insertRun(app.db, { check_key, checked_at: app.clock.now(), took_ms, ...outcome })
  }
}
