import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Reporter, TestSpecification, Vitest } from 'vitest/node'
import { reportFlaky, retries } from './flaky.ts'
import { runFolder } from './run-folder.ts'

/** Where the second run writes the names of its failures. */
const secondRun = 'DEUCE_SECOND_RUN'

type Failures = { names: string[]; files: Set<string> }

/**
 * In CI, runs the files with failures once more. A file shares its app and database between its tests, so the whole file
 * begins again in a new process; that also covers hooks, imports and workers that died. Passes if the second run passes.
 */
export class RetryReporter implements Reporter {
  #vitest!: Vitest
  #specifications: readonly TestSpecification[] = []

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#specifications = specifications
  }

  async onTestRunEnd(_modules: unknown, errors: readonly object[], reason: string): Promise<void> {
    const failures = this.#listFailures(errors)
    const resultFile = process.env[secondRun]
    if (resultFile !== undefined) writeFileSync(resultFile, JSON.stringify(failures.names))
    else if (retries > 0 && reason !== 'interrupted' && failures.files.size > 0) await this.#runAgain(failures)
  }

  #listFailures(errors: readonly object[]): Failures {
    const failures: Failures = { names: [], files: new Set() }
    const { root } = this.#vitest.config
    const outsideTests = new Set(errors.map((error) => 'VITEST_TEST_PATH' in error && error.VITEST_TEST_PATH))
    for (const { moduleId, testModule } of this.#specifications) {
      // A file whose worker died has not ended; the next files of that worker have not begun, which is not their fault.
      const hasPassed = testModule?.ok() && ['passed', 'skipped'].includes(testModule.state())
      if (hasPassed && !outsideTests.has(moduleId)) continue
      const file = relative(root, moduleId)
      const tests = [...(testModule?.children.allTests('failed') ?? [])]
      const hooks = [...(testModule?.children.allSuites() ?? [])].filter((suite) => suite.errors().length > 0)
      const failed = [...tests, ...hooks].map(({ fullName }) => `${file} > ${fullName}`)
      failures.files.add(file)
      if (testModule === undefined || testModule.state() === 'queued') continue
      failures.names.push(...(failed.length > 0 ? failed : [file]))
    }
    return failures
  }

  async #runAgain({ names, files }: Failures): Promise<void> {
    console.log(`\nRuns again what has failed: ${[...files].join(', ')}`)
    const resultFile = join(runFolder(), `second-run-${process.pid}`)
    const config = this.#vitest.vite.config.configFile || 'vitest.config.ts'
    const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs')
    const child = spawn(process.execPath, [vitest, 'run', '--config', config, ...files], {
      stdio: 'inherit',
      env: { ...process.env, [secondRun]: resultFile },
    })
    const [code] = await once(child, 'exit')
    const failedAgain: string[] = existsSync(resultFile) ? JSON.parse(readFileSync(resultFile, 'utf8')) : names
    reportFlaky(names.filter((name) => !failedAgain.includes(name)))
    if (code === 0) process.exitCode = 0
  }
}
