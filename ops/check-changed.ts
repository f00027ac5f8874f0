import { listChanged, listPrograms, importsOf } from './changed.ts'
import { runTasks } from './check-tasks.ts'

/**
 * Types and lint of what changed since a commit (the last one, or the argument) and of the files that import it, and the
 * format of what changed. `npm run check` looks at everything.
 */
const since = process.argv[2] ?? 'HEAD'
const changed = listChanged(since)
const near = listPrograms().filter((file) => changed.has(file) || importsOf(file).some((name) => changed.has(name)))
if (changed.size === 0) console.log(`Nothing has changed since ${since}.`)
else
  process.exitCode = (await runTasks([
    ...(near.length > 0 ? [['oxlint', '--type-aware', '--type-check', '--deny-warnings', ...near] as const] : []),
    ['oxfmt', '--check', '--no-error-on-unmatched-pattern', ...changed],
  ]))
    ? 0
    : 1
