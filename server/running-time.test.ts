import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { afterRunning } from './running-time.ts'

test('time in which the process does nothing hardly counts', async () => {
  let isOver = false
  afterRunning(250, () => (isOver = true))
  const since = performance.now()
  while (performance.now() - since < 400) Math.sqrt(since)
  // The answers that arrived meanwhile are read before the next step.
  await wait(0)
  expect(isOver).toBe(false)
  await expect.poll(() => isOver).toBe(true)
})

test('it can be stopped', async () => {
  let isOver = false
  afterRunning(1, () => (isOver = true))()
  await wait(20)
  expect(isOver).toBe(false)
})
