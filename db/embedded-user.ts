import { type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { lchown, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Programs } from './embedded-programs.ts'

type User = { uid: number; gid: number }

/** A way to run the programs as a user that PostgreSQL accepts: it refuses root, and users without a name. */
export type Way = {
  name: string
  /** The command and arguments to put before the program. */
  before: string[]
  /** The user to switch to. Null to stay the same. */
  become: User | null
  /** The required owner of the files. Null to leave them alone, because only root can change the owner. */
  owner: User | null
  programs: () => Promise<Programs>
}

const nobody: User = { uid: 65_534, gid: 65_534 }

/**
 * The ways to try for a data folder, best first. `copied` copies the programs to a place that another user can read.
 */
export async function waysToRun(folder: string, programs: Programs, copied: () => Promise<Programs>): Promise<Way[]> {
  const plain: Way = {
    name: 'as this user',
    before: [],
    become: null,
    owner: null,
    programs: () => Promise.resolve(programs),
  }
  const namespace = {
    ...plain,
    name: 'unshare',
    before: ['unshare', '--user', `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`, '--'],
  }
  if (process.platform === 'win32') return [plain]
  if (process.getuid?.() !== 0) return [plain, namespace]
  const { uid, gid } = await stat(folder)
  const root = { uid: 0, gid: 0 }
  const other = uid === 0 ? nobody : { uid, gid }
  const demoted = { ...plain, name: `as user ${other.uid}`, become: other, owner: other }
  const mapped = { ...namespace, owner: root }
  return [
    // A user's own folder stays theirs, so that one start with sudo does not lock them out.
    ...(uid === 0 ? [mapped, demoted] : [demoted, mapped]),
    // For containers that refuse unshare, with everything below a folder like /root that only root may enter.
    {
      ...demoted,
      name: 'setpriv',
      become: null,
      before: ['setpriv', `--reuid=${other.uid}`, `--regid=${other.gid}`, '--clear-groups', ...mayPassFolders, '--'],
    },
    { ...demoted, name: `copied, as user ${other.uid}`, programs: copied },
  ]
}

// Without no_setuid_fixup, initdb's access() check for postgres ignores the capability.
const mayPassFolders = [
  '--securebits=+no_setuid_fixup',
  '--inh-caps=-all,+dac_override',
  '--ambient-caps=-all,+dac_override',
]

/** Starts a program this way, in a separate process group. On Linux, it is interrupted however this process dies. */
export function spawnWay(
  way: Way,
  program: string,
  args: string[],
  options: { cwd: string; stdio: SpawnOptions['stdio'] },
) {
  const [command = program, ...rest] = [...way.before, ...dieWithUs(), program, ...args]
  const { PATH, SystemRoot, TEMP } = process.env
  return spawn(command, rest, {
    ...options,
    // Without the app's environment, which holds secrets. LC_ALL keeps messages in English.
    env: { LC_ALL: 'C', ...(PATH && { PATH }), ...(SystemRoot && { SystemRoot }), ...(TEMP && { TEMP }) },
    ...(way.become && { uid: way.become.uid, gid: way.become.gid }),
    // Otherwise Ctrl-C would stop the database before the app has finished.
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
}

/** Runs a program this way to its end. Throws its last lines of output if it fails. */
export async function runWay(way: Way, program: string, args: string[], cwd: string): Promise<void> {
  const child = spawnWay(way, program, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  const [code, words] = await Promise.all([ended, child.stderr ? text(child.stderr) : ''])
  if (code === 0) return
  const lines = words.split('\n').map((line) => line.trim())
  throw new Error(
    lines.find((line) => /error|FATAL|denied|failed/.test(line)) ?? lines.find(Boolean) ?? `it ended with ${code}`,
  )
}

/** Makes a user the owner of a folder and everything in it. */
export async function giveTo(owner: User, folder: string): Promise<void> {
  if ((await stat(folder)).uid === owner.uid) return
  for (const entry of await readdir(folder, { recursive: true }))
    await lchown(join(folder, entry), owner.uid, owner.gid)
  // The folder itself comes last, so that an interrupted change of owner is repeated.
  await lchown(folder, owner.uid, owner.gid)
}

let pdeathsig: string[] | undefined
function dieWithUs(): string[] {
  const words = ['setpriv', '--pdeathsig', 'INT', '--']
  pdeathsig ??= spawnSync('setpriv', [...words.slice(1), 'true']).status === 0 ? words : []
  return pdeathsig
}
