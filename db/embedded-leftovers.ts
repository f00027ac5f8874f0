import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile, readlink, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { CanNotRun } from './embedded-refusals.ts'
import { codeOf } from './error-code.ts'

/**
 * Stops the servers that a killed app left running on this cluster, so that two servers never write to one folder.
 * `mark` is the cluster_name in every server process's title. The caller holds the folder's lock.
 */
export async function stopLeftovers(
  cluster: string,
  mark: string,
  pgCtl: string,
  log: (line: string) => void,
): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid')
  if (process.platform === 'win32') return stopOnWindows(pidFile, cluster, pgCtl)
  const postmaster = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10)
  const found = await serversOn(cluster, mark)
  if (found.length > 0) {
    log(`Stopping the database server that an earlier run left behind (process ${found.join(', ')}).`)
    const alone = !found.includes(postmaster)
    // SIGINT asks a postmaster for a fast shutdown. Without a postmaster, SIGTERM ends each remaining process.
    for (const pid of alone ? found : [postmaster]) signal(pid, alone ? 'SIGTERM' : 'SIGINT')
    if (!(await gone(cluster, mark, 20_000))) {
      for (const pid of await serversOn(cluster, mark)) signal(pid, 'SIGQUIT')
      if (!(await gone(cluster, mark, 5_000)))
        throw new CanNotRun(
          `The database server that an earlier run left behind (process ${found.join(', ')}) does not stop.`,
        )
    }
  }
  // The pid file names a process that is dead, or a pid that now belongs to another process, which PostgreSQL would
  // take for a server.
  await rm(pidFile, { force: true })
}

async function gone(cluster: string, mark: string, withinMs: number) {
  const deadline = performance.now() + withinMs
  while ((await serversOn(cluster, mark)).length > 0) {
    if (performance.now() > deadline) return false
    await wait(20)
  }
  return true
}

function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error
  }
}

/** The pids of postmasters and backends on this cluster. */
async function serversOn(cluster: string, mark: string): Promise<number[]> {
  return existsSync('/proc/self/cmdline') ? fromProc(cluster, mark) : fromPs(cluster, mark)
}

async function fromProc(cluster: string, mark: string) {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const checked = await Promise.all(
    pids.map(async (pid) => {
      const title = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      const program = basename(title.split(/\0|: /, 1)[0] ?? '')
      if (program !== 'postgres') return false
      // The working directory identifies a server that was started by hand, or before the folder was moved.
      return title.includes(mark) || (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === cluster
    }),
  )
  return pids.filter((_, index) => checked[index]).map(Number)
}

async function fromPs(cluster: string, mark: string) {
  const { stdout } = await promisify(execFile)('ps', ['-axo', 'pid=,command='], { maxBuffer: 64 << 20 })
  return stdout
    .split('\n')
    .filter((line) => line.includes('postgres') && (line.includes(mark) || line.includes(`-D ${cluster} `)))
    .map((line) => Number.parseInt(line, 10))
}

async function stopOnWindows(pidFile: string, cluster: string, pgCtl: string) {
  if (!existsSync(pidFile)) return
  // Fails if the file's server is dead, which PostgreSQL handles by itself.
  await promisify(execFile)(pgCtl, ['stop', '-D', cluster, '-m', 'fast', '-w', '-t', '25']).catch(() => undefined)
}
