import { spawn } from 'node:child_process'
import { availableParallelism, totalmem } from 'node:os'
import { text } from 'node:stream/consumers'
import { programOf, root } from './programs.ts'

export type Task = readonly [tool: string, ...args: string[]]

const env = {
  ...process.env,
  // oxlint's type checker is a Go program that lives for seconds: below this limit it does not collect garbage, which with
  // a third of the memory would be half of its time.
  GOGC: 'off',
  GOMEMLIMIT: `${Math.max(1, Math.min(4, Math.round(totalmem() / 2 ** 32)))}GiB`,
  ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
}

/** Runs a task and prints what it wrote once it has ended, so that two tasks do not mix. Returns whether it succeeded. */
async function run([tool, ...args]: Task): Promise<boolean> {
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
  const options = args.filter((arg) => arg.startsWith('-'))
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${[tool, ...options].join(' ')} (${seconds} s)`)
  if (code !== 0) console.log(`${out}${errors}`)
  return code === 0
}

/** Runs as many tasks at once as there are cores, the first ones first. Returns whether all succeeded. */
export async function runTasks(tasks: readonly Task[]): Promise<boolean> {
  let hasFailed = false
  const queue = [...tasks]
  async function work(): Promise<void> {
    for (let task = queue.shift(); task; task = queue.shift()) if (!(await run(task))) hasFailed = true
  }
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work))
  return !hasFailed
}
