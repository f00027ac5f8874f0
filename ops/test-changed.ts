import { spawnSync } from 'node:child_process'
import { dirname } from 'node:path'
import { importsOf, listChanged, listPrograms } from './changed.ts'
import { programOf, root } from './programs.ts'

/**
 * Runs the tests nearest to the changes since a commit (the last one, or the argument): those in the folder of a
 * changed file, and those that import it. `vitest --changed` would run every HTTP test, because each imports the whole
 * app; that import is not followed here. `npm test` runs them all.
 */
const since = process.argv[2] ?? 'HEAD'
const startsWholeApp = (file: string) => /^(app\/|test\/(app|make)\.ts$)/.test(file)
const changed = listChanged(since)
const folders = new Set([...changed].map((file) => dirname(file)))

function isNear(test: string): boolean {
  const seen = new Set([test])
  for (const file of seen) {
    if (changed.has(file)) return true
    if (!startsWholeApp(file)) for (const next of importsOf(file)) seen.add(next)
  }
  return folders.has(dirname(test))
}

const tests = listPrograms().filter(
  (file) => /^(?!e2e|bench).*\.test\.tsx?$/.test(file) && !/\.(process|oracle|long)\.test\./.test(file) && isNear(file),
)
if (tests.length === 0) console.log(`No test is near to what changed since ${since}.`)
else {
  const { status } = spawnSync(process.execPath, [programOf('vitest'), 'run', ...tests], {
    cwd: root,
    stdio: 'inherit',
  })
  process.exitCode = status ?? 1
}
