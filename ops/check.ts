import { runTasks } from './check-tasks.ts'

// Types, lint, format and unused code. oxlint reports TypeScript's own errors too, so each program is checked once:
// tsconfig.json names the programs, and a file belongs to the first that includes it. The longest comes first.
const hasPassed = await runTasks([
  ['oxlint', '--type-aware', '--type-check', '--deny-warnings'],
  ['knip', '--cache', '--cache-location', 'node_modules/.cache/knip'],
  ['oxfmt', '--check'],
])
process.exitCode = hasPassed ? 0 : 1
