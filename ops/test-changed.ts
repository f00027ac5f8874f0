import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/**
 * Runs the tests nearest to the changes since a commit (the last one, or the argument): those in the folder of a
 * changed file, and those that import it. `vitest --changed` would run every HTTP test, because each imports the whole
 * app; that import is not followed here. `npm test` runs them all.
 */
const since = process.argv[2] ?? 'HEAD'
const root = join(import.meta.dirname, '..')
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)

const startsWholeApp = (file: string) => /^(app\/|test\/(app|make)\.ts$)/.test(file)
const changed = new Set([...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')])
const folders = new Set([...changed].map((file) => dirname(file)))

const known = new Map<string, string[]>()
function importsOf(file: string): string[] {
  const before = known.get(file)
  if (before) return before
  const code = existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : ''
  const found = [...code.matchAll(/(?:from|import\()\s*'((?:#|\.)\/[^']+)'/g)].map(([, name = '']) =>
    name.startsWith('#/') ? name.slice(2) : normalize(join(dirname(file), name)).replaceAll('\\', '/'),
  )
  known.set(file, found)
  return found
}

function isNear(test: string): boolean {
  const seen = new Set([test])
  for (const file of seen) {
    if (changed.has(file)) return true
    if (!startsWholeApp(file)) for (const next of importsOf(file)) seen.add(next)
  }
  return folders.has(dirname(test))
}

const tests = globSync('{app,contract,db,features,organizer,ops,rules,server,test,web}/**/*.test.{ts,tsx}', {
  cwd: root,
})
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !/\.(process|oracle|long)\.test\./.test(file) && isNear(file))
if (tests.length === 0) console.log(`No test is near to what changed since ${since}.`)
else {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const { status } = spawnSync(process.execPath, [vitest, 'run', ...tests], { cwd: root, stdio: 'inherit' })
  process.exitCode = status ?? 1
}
