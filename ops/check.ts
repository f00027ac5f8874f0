import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

// Types, lint, format and unused code, as many in parallel as there are cores, longest first. Each caches in
// node_modules/.cache if it can.
const tasks: [tool: string, ...args: string[]][] = [
  ['oxlint', '--type-aware', '--deny-warnings'],
  ['typescript', '-p', 'tsconfig.server.json', '--checkers', '1'],
  ['typescript', '-p', 'tsconfig.web.json', '--checkers', '1'],
  ['knip', '--cache', '--cache-location', 'node_modules/.cache/knip'],
  ['typescript', '-p', 'tsconfig.e2e.json', '--checkers', '1'],
  ['typescript', '-p', 'tsconfig.components.json', '--checkers', '1'],
  ['typescript', '-p', 'tsconfig.worker.json', '--checkers', '1'],
  ['oxfmt', '--check'],
]

const root = join(import.meta.dirname, '..')
const env = {
  ...process.env,
  // TypeScript and oxlint's type checker are Go programs that run for seconds: garbage collection costs them a fifth of
  // their time.
  GOGC: 'off',
  GOMEMLIMIT: '1GiB',
  ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
}

/** The script behind npm's link in node_modules/.bin: it runs on every system without a shell. */
function programOf(tool: string): string {
  const folder = join(root, 'node_modules', tool)
  const { bin }: { bin: Record<string, string> } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const [program] = Object.values(bin)
  if (program === undefined) throw new Error(`${tool} has no program.`)
  return join(folder, program)
}

/** Runs a task and prints its output at the end, so that two tasks do not mix. Returns whether it succeeded. */
async function run([tool, ...args]: (typeof tasks)[number]): Promise<boolean> {
  const begin = performance.now()
  const child = spawn(process.execPath, [programOf(tool), ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, errors, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once('exit', resolve)),
  ])
  const seconds = ((performance.now() - begin) / 1000).toFixed(1)
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${[tool, ...args].join(' ')} (${seconds} s)`)
  if (code !== 0) console.log(`${out}${errors}`)
  return code === 0
}

let hasFailed = false
const queue = [...tasks]
async function work(): Promise<void> {
  for (let task = queue.shift(); task; task = queue.shift()) if (!(await run(task))) hasFailed = true
}
await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work))
process.exitCode = hasFailed ? 1 : 0
