import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'

/*
 * Every test of what happens when a part breaks, with what it measures: npm run test:faults. They are part of `npm test`,
 * which always makes up the same requests; here they are others each time (TEST_SEED repeats a run).
 * `-- --long` adds ten minutes of load with faults and upgrades under load, kills more often, and sends 20,000 made-up requests.
 */
const files = [
  // The database connection, in the whole app and in its pool; writers that wait for one league.
  'app/faults.process.test.ts',
  'server/db-pool.process.test.ts',
  'app/fairness.process.test.ts',
  // A sale that opens.
  'features/checkout/rush.process.test.ts',
  // More calls than a process holds.
  'app/overload.process.test.ts',
  // Jobs and emails.
  'app/job-faults.process.test.ts',
  'app/jobs.process.test.ts',
  // The machine: PostgreSQL killed, simultaneous first starts, a full disk, a clock that jumps, migrations and older
  // releases.
  'app/embedded-killed.process.test.ts',
  'db/embedded.process.test.ts',
  'app/first-start.process.test.ts',
  'app/full-disk.process.test.ts',
  'app/clock.process.test.ts',
  'test/migrations.test.ts',
  // A backup that is damaged, wrong, missing or old.
  'organizer/checks/backup-proof.process.test.ts',
  // Payments and refunds while processes are killed.
  'features/checkout/killed.process.test.ts',
  'features/checkout/coupons.process.test.ts',
  'features/checkout/second-division.process.test.ts',
  'features/refunds/killed.process.test.ts',
  // Settings.
  'app/main.process.test.ts',
  'app/settings.test.ts',
  'server/config.test.ts',
  // Memory of processes.
  'app/memory.test.ts',
  // Random requests.
  'app/fuzz.process.test.ts',
]
// Ten minutes of load with faults, and upgrades of older releases under load.
const longFiles = ['app/soak.long.test.ts', 'app/upgrade.long.test.ts']

const root = join(import.meta.dirname, '..')
const isLong = process.argv.includes('--long')
const long = isLong ? { SOAK_SECONDS: '600', FUZZ_REQUESTS: '20000', RUSH_BUYERS: '5000' } : {}
const seed = process.env['TEST_SEED'] ?? String(randomInt(2 ** 31))
console.log(`TEST_SEED=${seed}`)
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const { status } = spawnSync(process.execPath, [vitest, 'run', ...files, ...(isLong ? longFiles : [])], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, ...long, TEST_SEED: seed },
})
process.exitCode = status ?? 1
