import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll } from 'vitest'
import { insertPlayer } from '#/features/accounts/queries.ts'
import { openDatabase, type WritableDb } from '#/server/db.ts'
import { JOB_LIMITS } from '#/server/pool-limits.ts'
import { startSession } from '#/server/session.ts'
import { freshDatabase } from './app.ts'
import { startStripe } from './stripe/stand-in.ts'

/**
 * Starts the whole app in a separate process. `ready` resolves to its address; it rejects with all output if the process ends
 * first. `cwd`: the folder of an older commit.
 */
export function spawnApp(
  settings: Record<string, string>,
  onOutput: (chunk: Buffer) => void = () => {},
  cwd = process.cwd(),
) {
  const child = spawn(process.execPath, ['--import', './ops/node-24.mjs', 'app/main.ts'], {
    cwd,
    env: { PATH: process.env['PATH'], NODE_ENV: 'test', PORT: '0', RATE_LIMITS: 'off', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const ready = new Promise<string>((started, failed) => {
    const listen = (chunk: Buffer) => {
      onOutput(chunk)
      output += chunk
      const address = /Deuce is at (\S+)/.exec(output)?.[1]
      if (address) started(address)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('exit', () => failed(new Error(output)))
  })
  return { child, ready, output: () => output }
}

/**
 * Runs the whole app in separate processes that tests kill: several at once on the database at `url`, with these
 * settings. Kills the remaining ones at the end. `log` returns all their output; `outbox` is the folder of their
 * emails.
 */
export function processesOn(url: string, settings: Record<string, string>) {
  const dataDir = join(tmpdir(), `deuce-killed-${randomUUID()}`)
  const running: ChildProcess[] = []
  let log = ''
  afterAll(async () => {
    for (const child of running) child.kill('SIGKILL')
    await rm(dataDir, { recursive: true, force: true })
  })

  /** Starts a process whose clock begins at `now`. Returns its address. */
  async function start(now: number): Promise<{ origin: string; child: ChildProcess }> {
    const { child, ready } = spawnApp(
      {
        DATABASE_URL: url,
        DATA_DIR: dataDir,
        MAIL_TRANSPORT: 'outbox',
        LOG_LEVEL: 'trace',
        NOW: new Date(now).toISOString(),
        ...settings,
      },
      (chunk) => (log += chunk),
    )
    running.push(child)
    return { origin: await ready, child }
  }

  return { start, log: () => log, outbox: join(dataDir, 'outbox') }
}

/** The same with a database for this test file, and the Stripe stand-in. `db`: the test's own connections. */
export async function processesWithStripe() {
  const stripe = await startStripe()
  const url = await freshDatabase()
  // The limits of the app's jobs: on a busy machine the test's statements wait for each other longer than a player would.
  const db = openDatabase(url, { ...JOB_LIMITS, connections: 2 })
  const app = processesOn(url, stripe.settings)
  afterAll(async () => {
    await stripe.close()
    await db.destroy()
  })
  return { app, db, stripe }
}

/** Creates a player with a proved email, without a password, with a session. Returns the headers of their calls. */
export async function makeCaller(db: WritableDb, email: string, now: Date) {
  const id = await insertPlayer(
    db,
    {
      first_name: 'Buyer',
      last_name: 'Baker',
      email,
      phone: '+1 574 555 0100',
      singles_level: '3.5',
      gender: 'Female',
      location: 'south-bend',
      password_hash: null,
    },
    now,
  )
  await db.updateTable('players').set({ email_verified_at: now }).where('id', '=', id).execute()
  const authorization = `Bearer ${await startSession(db, id, now)}`
  return { id, headers: { authorization, 'content-type': 'application/json' } }
}

/** The call that buys two divisions of the fall for $78.00, with a new card or a saved one. */
export function buyTwo(headers: Record<string, string>, confirmationToken: string, saved_card?: string): RequestInit {
  const cart = [{ slug: 'womens-singles-3-5' }, { slug: 'womens-singles-4-0' }]
  return {
    method: 'POST',
    headers,
    body: JSON.stringify({ league_slug: 'fall', cart, price: '78.00', confirmationToken, saved_card }),
  }
}

/** Sends a call again while the app says that it is too busy for the moment, as a page offers to. */
export async function fetchPatiently(url: string, call: RequestInit): Promise<Response> {
  for (;;) {
    const answer = await fetch(url, call)
    // 429: the request waits in line (decision 113); the tests' apps have no other limit.
    if (answer.status !== 503 && answer.status !== 429) return answer
    await wait(1_000 * Number(answer.headers.get('retry-after') ?? 1))
  }
}

/** Kills a process immediately, like `kill -9`, and waits until it is gone. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}
