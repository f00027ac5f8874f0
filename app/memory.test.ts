import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { areaName, findArea } from '#/contract/areas.ts'
import { levelName, listedLevels } from '#/contract/levels.ts'
import { organization } from '#/contract/organization.ts'
import { openDatabase } from '#/server/db.ts'
import { JOB_LIMITS } from '#/server/pool-limits.ts'
import { startApp } from '#/test/app.ts'
import { startProxy } from '#/test/tcp-proxy.ts'
import { formatSeconds, printFigure, secondsSince } from '#/test/figures.ts'
import { starterLevels } from '#/rules/starter-levels.ts'
import { keepMemoryFresh } from './memory.ts'

const t = await startApp()
const proxy = await startProxy(t.url)
/** Another process, which shares only the database with this one. */
const other = openDatabase(t.url, JOB_LIMITS)
/** Milliseconds between reads without a notification: too long to happen during the test. */
const never = 3_600_000
const memory = keepMemoryFresh(t.app, proxy.url, t.server.log, never)
afterAll(async () => {
  await memory.stop()
  await other.destroy()
  proxy.stop()
})
const rename = (name: string) => sql`update areas set name = ${name} where slug = 'dc'`.execute(other)
const listeners = async () => {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from pg_stat_activity
    where datname = current_database() and query in ('listen memory', 'select 1')`.execute(other)
  return rows[0]?.total
}

test('when another process opens or renames an area, the commit’s notification updates this process', async () => {
  await expect.poll(listeners).toBe(1)
  await rename('Washington')
  const from = performance.now()
  await expect.poll(() => areaName('dc')).toBe('Washington')
  printFigure('memory', `an area renamed by another process is known here after ${formatSeconds(secondsSince(from))}`)
  await sql`insert into areas (slug, name, time_zone, position) values ('gary', 'Gary', 'America/Chicago', 9)`.execute(
    other,
  )
  await expect.poll(() => findArea('gary') === 'gary').toBe(true)
})

test('when another process renames the organization, this process has the new name within a second', async () => {
  const { name } = organization()
  await sql`update organization set name = 'Bayside Tennis'`.execute(other)
  const from = performance.now()
  await expect.poll(() => organization().name, { interval: 5 }).toBe('Bayside Tennis')
  expect(secondsSince(from)).toBeLessThan(1)
  await sql`update organization set name = ${name}`.execute(other)
  await expect.poll(() => organization().name).toBe(name)
})

test('when another process renames or adds a level, this process has the change too', async () => {
  await sql`update levels set name = 'Club' where key = '3.5'`.execute(other)
  await expect.poll(() => levelName('3.5')).toBe('Club')
  await sql`insert into levels (key, name, position) values ('2.5', '2.5', 0)`.execute(other)
  await expect.poll(() => listedLevels()[0]?.key).toBe('2.5')
  await sql`delete from levels where key = '2.5'`.execute(other)
  await sql`update levels set name = '3.5' where key = '3.5'`.execute(other)
  await expect.poll(listedLevels).toEqual(starterLevels)
})

test('changes made while the connection was cut are read once it is back', async () => {
  await proxy.set('refuse')
  await expect.poll(listeners).toBe(0)
  await rename('Georgetown')
  expect(areaName('dc')).not.toBe('Georgetown')
  await proxy.set('none')
  const from = performance.now()
  await expect.poll(() => areaName('dc')).toBe('Georgetown')
  printFigure(
    'memory',
    `what changed while the connection was cut is known ${formatSeconds(secondsSince(from))} after its return`,
  )
})
