import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#/server/db.ts'
import { JOB_LIMITS } from '#/server/pool-limits.ts'
import { startJob } from '#/server/queue.ts'
import { freshDatabase } from '#/test/app.ts'
import { makeCaller, processesOn } from '#/test/process.ts'
import { printFigure } from '#/test/figures.ts'

/** Lets the clock of a process jump: an hour ahead at the first SIGUSR2, then an hour behind. */
const jumpingClock = `
  const Real = Date
  const jumps = [3_600_000, -3_600_000]
  let ahead = 0
  process.on('SIGUSR2', () => {
    ahead = jumps.shift()
    console.log('The clock is at', new Date().toISOString())
  })
  globalThis.Date = class extends Real {
    constructor(...given) {
      if (given.length > 0) super(...given)
      else super(Real.now() + ahead)
    }
    static now() {
      return Real.now() + ahead
    }
  }`

const url = await freshDatabase()
const db = openDatabase(url, { ...JOB_LIMITS, connections: 2 })
afterAll(() => db.destroy())
const processes = processesOn(url, {
  NOW: '',
  RATE_LIMITS: 'on',
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(jumpingClock)}`,
})
const { origin, child } = await processes.start(Date.now())
const { headers } = await makeCaller(db, 'player@example.com', new Date())
const read = async () => (await fetch(`${origin}/api/users`, { headers })).status
const ready = async () => (await fetch(`${origin}/health/ready`)).status
/** The lines in which the process says that its clock has jumped. */
const jumps = () => processes.log().match(/The clock is at .+/g) ?? []

test.each(['ahead', 'behind'])(
  'a clock that jumps an hour %s ends no session, stops no job, and is no fault',
  async (way) => {
    await expect.poll(ready).toBe(200)
    expect(await read()).toBe(200)
    child.kill('SIGUSR2')
    await expect.poll(jumps).toHaveLength(way === 'ahead' ? 1 : 2)
    const jumpedTo = Date.parse(jumps().at(-1)?.replace('The clock is at ', '') ?? '')
    expect(Math.round((jumpedTo - Date.now()) / 3_600_000)).toBe(way === 'ahead' ? 1 : -1)

    for (let n = 0; n < 20; n += 1) expect(await read()).toBe(200)
    const key = `after a jump ${way}`
    await startJob(db, 'open_seasons', {}, { key })
    await expect
      .poll(async () => (await sql`select from graphile_worker.jobs where key = ${key}`.execute(db)).rows.length, {
        timeout: 20_000,
      })
      .toBe(0)
    expect(await ready()).toBe(200)
    expect(processes.log()).not.toContain('"level":50')
    expect(child.exitCode).toBeNull()
    printFigure('embedded', `a clock that jumps an hour ${way}: no session ended, no job stopped`)
  },
)
