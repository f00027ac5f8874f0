import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#/server/db.ts'
import { startSession } from '#/server/session.ts'
import { insertPlayer } from '#/features/accounts/queries.ts'
import { freshDatabase } from '#/test/app.ts'
import { startStripe } from '#/test/stripe/stand-in.ts'

// Three processes on one database at a time, each killed at a moment of its own.
const rounds = 10
const processes = 3
const begin = Date.parse('2026-07-15T16:00:00Z')

const stripe = await startStripe()
const url = await freshDatabase()
const db = openDatabase(url, 2)
const dataDir = join(tmpdir(), `deuce-killed-${randomUUID()}`)
const running: ChildProcess[] = []
let log = ''
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  await stripe.close()
  await db.destroy()
  await rm(dataDir, { recursive: true, force: true })
})

/** The whole app in a process of its own; answers its address. */
async function startProcess(now: number): Promise<{ origin: string; child: ChildProcess }> {
  const child = spawn(process.execPath, ['--import', './ops/node-24.mjs', 'app/main.ts'], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      PORT: '0',
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      MAIL: 'outbox',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'trace',
      NOW: new Date(now).toISOString(),
      ...stripe.settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  const origin = await new Promise<string>((started, failed) => {
    let said = ''
    const listen = (chunk: Buffer) => {
      log += chunk
      said += chunk
      const address = /Deuce is at (\S+)/.exec(said)?.[1]
      if (address) started(address)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('exit', () => failed(new Error(said)))
  })
  return { origin, child }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

/** Four players press the button in one process, which dies in the midst of it; answers how many were left without an answer. */
async function payAndDie(round: number, process: number): Promise<number> {
  const now = begin + round * 10_000
  const { origin, child } = await startProcess(now)
  const presses = [0, 1, 2, 3].map(async (seat) => {
    const id = await insertPlayer(
      db,
      {
        first_name: 'Buyer',
        last_name: 'Pressed',
        email: `buyer-${round}-${process}-${seat}@example.com`,
        phone: '+1 574 555 0100',
        singles_level: '3.5',
        gender: 'Female',
        location: 'south-bend',
        password_hash: null,
      },
      new Date(now),
    )
    const answer = await fetch(`${origin}/api/users/purchases`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await startSession(db, id, new Date(now))}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        league_slug: 'fall',
        cart: [{ slug: 'womens-singles-3-5' }, { slug: 'womens-singles-4-0' }],
        price: '78.00',
        confirmationToken: stripe.newToken(seat === 3 ? 'pm_card_chargeDeclined' : 'pm_card_visa'),
      }),
    }).catch(() => null)
    return answer === null
  })
  // Anywhere between the first row and the last answer.
  await new Promise((done) => setTimeout(done, Math.random() * 300))
  await kill(child)
  return (await Promise.all(presses)).filter((cut) => cut).length
}

test(
  `killed ${rounds * processes} times while players pay: every payment has its one Paid order with its entries, every Paid order its one payment`,
  { timeout: 180_000 },
  async () => {
    stripe.slow(60)
    let cut = 0
    for (let round = 0; round < rounds; round++) {
      const cuts = await Promise.all(Array.from({ length: processes }, (_, process) => payAndDie(round, process)))
      cut += cuts.reduce((sum, one) => sum + one, 0)
    }
    expect(cut).toBeGreaterThan(0)

    stripe.slow(0)
    const { child } = await startProcess(begin + rounds * 10_000 + 60_000)
    await expect
      .poll(
        async () => (await db.selectFrom('purchases').select('id').where('status', '=', 'Pending').execute()).length,
        { timeout: 60_000, interval: 200 },
      )
      .toBe(0)
    await kill(child)

    const orders = await db
      .selectFrom('orders')
      .innerJoin('purchases', 'purchases.order_id', 'orders.id')
      .leftJoin('entries', 'entries.purchase_id', 'purchases.id')
      .select(['orders.id', 'orders.provider_payment', 'purchases.status', 'entries.id as entry'])
      .execute()
    const paid = orders.filter(({ status }) => status === 'Paid')
    const payments = stripe.succeeded()
    expect(payments.length).toBeGreaterThan(0)
    expect(new Set(payments.map(({ metadata }) => metadata['order_id'])).size).toBe(payments.length)
    expect(new Set(paid.map(({ id }) => id))).toEqual(new Set(payments.map(({ metadata }) => metadata['order_id'])))
    expect(new Set(paid.map(({ provider_payment }) => provider_payment))).toEqual(new Set(payments.map(({ id }) => id)))
    expect(paid.length).toBe(payments.length * 2)
    expect(paid.filter(({ entry }) => entry === null)).toEqual([])
    expect(orders.filter(({ status, entry }) => status !== 'Paid' && entry !== null)).toEqual([])
    expect(stripe.refunds).toEqual([])
    expect(log).not.toMatch(/_secret_|sk_test|whsec_|ctoken_/)
  },
)
