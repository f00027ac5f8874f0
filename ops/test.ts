import { spawn } from 'node:child_process'
import { once } from 'node:events'
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

/** The same beside something else, which keeps the terminal. Returns what it wrote, too. */
async function runQuietly(...args: string[]): Promise<{ hasPassed: boolean; output: string }> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { hasPassed: code === 0, output: out + errors }
}

/** What needs no database, one after the other: the Node tests wait often enough to leave room for it. */
async function runBeside(): Promise<boolean> {
  const results = []
  results.push(await runQuietly('ops/check.ts'))
  results.push(await runQuietly(programOf('vitest'), 'run', '--config', 'vitest.components.config.ts'))
  results.push(await runQuietly('e2e/prepare.ts'))
  await nodeTests
  for (const { output } of results) process.stdout.write(output)
  return results.every(({ hasPassed }) => hasPassed)
}

const nodeTests = run(programOf('vitest'), 'run')
const hasPassed =
  (await Promise.all([nodeTests, runBeside()])).every(Boolean) &&
  (await run('ops/build-if-changed.ts')) &&
  (await run(programOf('@playwright/test'), 'test'))

process.stdout.write(takeFlaky())
process.exitCode = hasPassed ? 0 : 1
