import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { text } from 'node:stream/consumers'
import { programOf, root } from './programs.ts'

// Types, lint, format and unused code, as many at once as there are cores. Each keeps what it knows in node_modules/.cache
// where it can. The longest come first.
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

const env = {
  ...process.env,
  // TypeScript and oxlint's type checker are Go programs that live for seconds: collecting garbage costs them a fifth of their time.
  GOGC: 'off',
  GOMEMLIMIT: '1GiB',
  ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
}

/** Runs a task and prints what it wrote once it has ended, so that two tasks do not mix. Answers whether it succeeded. */
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
