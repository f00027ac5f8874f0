import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { formatSeconds, printFigure, secondsSince } from '#/test/figures.ts'
import { spawnApp } from '#/test/process.ts'

const dataDir = join(tmpdir(), `deuce-embedded-killed-${randomUUID()}`)
const { child, ready, output } = spawnApp({
  DATA_DIR: dataDir,
  DEMO: '0',
  MAIL_TRANSPORT: 'outbox',
  LOG_LEVEL: 'fatal',
})
afterAll(async () => {
  child.kill('SIGKILL')
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

/** The pid of the embedded PostgreSQL. Null if it is not running. */
function findServer(): number | null {
  const file = join(dataDir, 'postgres/cluster/postmaster.pid')
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : null
}

test('a killed embedded PostgreSQL is restarted up to three times a minute while calls get 503; then the app exits with 1', async () => {
  const origin = await ready
  const read = async () => {
    const answer = await fetch(`${origin}/api/public/seasons`).catch((cause: unknown) => {
      throw new Error(`The app has ended: ${output()}`, { cause })
    })
    return answer.status
  }
  const exit = once(child, 'exit')
  const statuses = new Set([await read()])
  const back: number[] = []
  for (let round = 0; round < 3; round += 1) {
    const killed = findServer()
    process.kill(killed ?? 0, 'SIGKILL')
    const from = performance.now()
    await wait(50)
    for (let status = 0; status !== 200 || findServer() === killed; await wait(20)) {
      status = await read()
      statuses.add(status)
      expect(secondsSince(from)).toBeLessThan(20)
    }
    back.push(secondsSince(from))
  }
  expect([...statuses].toSorted()).toEqual([200, 503])
  process.kill(findServer() ?? 0, 'SIGKILL')
  expect(await exit).toEqual([1, null])
  expect(output().match(/^PostgreSQL ended \(.+\) and is started again\.$/gm)).toHaveLength(3)
  expect(output()).toMatch(/^PostgreSQL ended \(.+\) and cannot go on\.$/m)
  printFigure(
    'embedded',
    `killed three times: back after ${back.map(formatSeconds).join(', ')}, 503 meanwhile; the fourth ends the app with 1`,
  )
})
