import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { DatabaseUnavailable } from './db-errors.ts'
import { REQUEST_LIMITS } from './pool-limits.ts'
import { TransactionSlots } from './transaction-slots.ts'

const limits = { ...REQUEST_LIMITS, transactions: 4, per_lock: 2, lock: 2_000, acquire: 1_000 }

/** Runs transactions that hold a connection from beginning to end. `most` is the greatest number at once. */
function makeTransactions(slots: TransactionSlots) {
  let running = 0
  let most = 0
  const run = (locks: readonly string[], ms = 5, keys: readonly string[] = []) =>
    slots.run(keys, async ({ acquire }, remaining) => {
      running += 1
      most = Math.max(most, running)
      try {
        for (const lock of locks) {
          acquire(lock)
          await wait(ms)
        }
        return remaining
      } finally {
        running -= 1
      }
    })
  return { run, most: () => most }
}

test(
  'of forty transactions that take one lock, two are at the lock at a time, and the others wait without a connection',
  { tags: 'slow' },
  async () => {
    const slots = new TransactionSlots(limits)
    const { run } = makeTransactions(slots)
    let atTheLock = 0
    let most = 0
    await Promise.all(
      Array.from({ length: 40 }, () =>
        slots.run([], async ({ acquire }) => {
          acquire('league 1')
          most = Math.max(most, (atTheLock += 1))
          await wait(5)
          atTheLock -= 1
        }),
      ),
    )
    expect(most).toBe(limits.per_lock)
    expect(await run(['league 1'])).toBeNull()
  },
)

test('transactions get the lock in the order of their arrival, with the time that they may still wait', async () => {
  const { run } = makeTransactions(new TransactionSlots(limits))
  const order: number[] = []
  const remaining = await Promise.all(
    Array.from({ length: 12 }, async (_, n) => {
      const left = await run(['league 1'], 10)
      order.push(n)
      return left
    }),
  )
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  expect(remaining.slice(0, 2)).toEqual([null, null])
  for (const left of remaining.slice(2)) expect(left).toBeLessThan(limits.lock)
})

test(
  'a transaction that waits longer than the limit is refused as busy; another lock stays free meanwhile',
  { tags: 'slow' },
  async () => {
    const { run, most } = makeTransactions(new TransactionSlots({ ...limits, lock: 100 }))
    let isHeld = true
    const holders = Promise.all([run(['league 1'], 400), run(['league 1'], 400)]).then(() => (isHeld = false))
    const late = Promise.allSettled(Array.from({ length: 20 }, () => run(['league 1'])))
    expect(await run(['league 2'])).toBeNull()
    expect(isHeld).toBe(true)
    for (const outcome of await late) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { busy: true } })
      expect((outcome as PromiseRejectedResult).reason).toBeInstanceOf(DatabaseUnavailable)
    }
    await holders
    expect(most()).toBeLessThanOrEqual(limits.transactions)
  },
)

test('transactions that take the same locks in different orders all finish', { tags: 'slow' }, async () => {
  const { run } = makeTransactions(new TransactionSlots(limits))
  const orders = [
    ['league 1', 'league 2'],
    ['league 2', 'league 1'],
    ['league 2', 'league 3', 'league 1'],
  ]
  const outcomes = await Promise.allSettled(
    Array.from({ length: 30 }, (_, n) => run(orders[n % 3] ?? [], 2, [`player ${n % 4}`])),
  )
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([])
})

test('only as many transactions as connections run at once, and a failed transaction releases its slot', async () => {
  const slots = new TransactionSlots(limits)
  const { run, most } = makeTransactions(slots)
  await Promise.all(Array.from({ length: 30 }, (_, n) => run([`league ${n}`], 3)))
  expect(most()).toBe(limits.transactions)
  for (let n = 0; n < 10; n += 1)
    await expect(
      slots.run(['player 1'], async ({ acquire }) => {
        acquire('league 1')
        throw new Error('refused')
      }),
    ).rejects.toThrow('refused')
  expect(await run(['league 1'], 1, ['player 1'])).toBeNull()
})
