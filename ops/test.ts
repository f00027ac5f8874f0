import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { text } from 'node:stream/consumers'
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

/** Runs a program in the time that others leave, and prints what it wrote after `others` have ended. */
async function runBeside(others: Promise<unknown>, ...args: string[]): Promise<boolean> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  const [out, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  await others
  process.stdout.write(out + errors)
  return code === 0
}

// The Node tests wait often enough to leave room for the check, and for what the journeys begin with.
const nodeTests = run(programOf('vitest'), 'run')
const besideThem = ['ops/check.ts', 'e2e/prepare.ts'].map((program) => runBeside(nodeTests, program))
const hasPassed =
  (await Promise.all([nodeTests, ...besideThem])).every(Boolean) &&
  (await run(programOf('vitest'), 'run', '--config', 'vitest.components.config.ts')) &&
  (await run('ops/build-if-changed.ts')) &&
  (await run(programOf('@playwright/test'), 'test'))

process.stdout.write(takeFlaky())
process.exitCode = hasPassed ? 0 : 1
