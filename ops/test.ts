import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { takeFlaky } from '#/test/flaky.ts'
import { runFolder } from '#/test/run-folder.ts'
import { programOf, root } from './programs.ts'

// Every test, in one run folder. In CI a test that fails is run once more (test/retry-reporter.ts, playwright.config.ts);
// those that pass then are named at the very end.
runFolder()

async function run(...args: string[]): Promise<boolean> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  return code === 0
}

const hasPassed =
  (await run('ops/check.ts')) &&
  (await run(programOf('vitest'), 'run')) &&
  (await run(programOf('vitest'), 'run', '--config', 'vitest.components.config.ts')) &&
  (await run('ops/build-if-changed.ts')) &&
  (await run(programOf('@playwright/test'), 'test'))

process.stdout.write(takeFlaky())
process.exitCode = hasPassed ? 0 : 1
