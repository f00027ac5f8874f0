import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { FiguresReporter } from './test/figures-reporter.ts'
import { RetryReporter } from './test/retry-reporter.ts'

const folders = '{rules,contract,features,organizer,app,server,db,web,test,ops}'

/** Tests that start or kill processes, seed whole leagues, or compare a rule with a slow reference implementation. */
const slowFiles = `${folders}/**/*.{process,oracle,long}.test.ts`

/** Tests that take minutes. Only `npm run test:faults -- --long` runs them. */
const long = `${folders}/**/*.long.test.ts`

/** Tests that run the app or SQL on PostgreSQL, recognized by their imports from `test/`. The others need no database. */
const onPostgres = globSync(`${folders}/**/*.test.ts`).filter((file) =>
  /from '(#\/test|\.)\/(app|make|older-database)\.ts'/.test(readFileSync(file, 'utf8')),
)

/** The slowest project first, so that the others run beside it. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    const isSlow = ({ project }: TestSpecification) => project.name === 'process'
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}

export default defineConfig({
  test: {
    restoreMocks: true,
    // Only stops tests that never end. A busy machine needs ten times as long as an idle one, so no test has its own limit.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    reporters: ['default', new FiguresReporter(), new RetryReporter()],
    // Files share their imports. Two more workers than cores, because many tests wait for a process, a lock or a clock.
    isolate: false,
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: SlowFirst },
    tags: [
      {
        name: 'slow',
        description: 'Takes a tenth of a second or more, alone or with its file; `npm run test:rules` leaves it out.',
      },
    ],
    forceRerunTriggers: [
      '**/package.json',
      '**/vitest.config.ts',
      'db/migrations/**',
      'test/global.ts',
      'test/seed.setup.ts',
    ],
    projects: [
      {
        test: {
          name: 'rules',
          setupFiles: 'test/seed.setup.ts',
          include: [`${folders}/**/*.test.ts`],
          exclude: [slowFiles, ...onPostgres],
        },
      },
      {
        test: {
          name: 'http',
          setupFiles: 'test/seed.setup.ts',
          include: onPostgres,
          exclude: [slowFiles],
          globalSetup: 'test/global.ts',
        },
      },
      {
        test: {
          name: 'process',
          setupFiles: 'test/seed.setup.ts',
          include: [slowFiles],
          exclude: process.env['SOAK_SECONDS'] === undefined ? [long] : [],
          globalSetup: 'test/global.ts',
        },
      },
    ],
  },
})
