import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { getUser } from '#/features/accounts/contract.ts'
import { openDatabase } from '#/server/db.ts'
import { JOB_LIMITS } from '#/server/pool-limits.ts'
import { startApp } from '#/test/app.ts'
import { makePlayer } from '#/test/make.ts'
import { updateEmergencyContact, updatePrivacy, updateProfile } from './contract.ts'

const t = await startApp()
const outside = openDatabase(t.url, { ...JOB_LIMITS, connections: 2 })
afterAll(() => outside.destroy())

/** The statements that wait for a lock. */
const countWaiting = async () =>
  (
    await sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query ilike '%players%'`.execute(outside)
  ).rows.length

test('changes of one locked account leave the connections to everybody else', async () => {
  const locked = await makePlayer(t)
  const others = await Promise.all([makePlayer(t), makePlayer(t), makePlayer(t)])
  const { token } = locked
  const profile = {
    first_name: 'Ada',
    last_name: 'Moreno',
    one_name: false,
    email: locked.email,
    phone: '(574) 555-0177',
    singles_level: '4.5' as const,
    gender: 'Female' as const,
    location: 'DC',
  }
  const release = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const holding = outside.transaction().execute(async (tx) => {
    await sql`select from players where id = ${locked.id} for no key update`.execute(tx)
    held.resolve()
    await release.promise
  })
  await held.promise
  const change = (index: number) => {
    if (index % 4 === 0) return t.call(updatePrivacy, { token, body: { shows_email: true, shows_phone: true } })
    if (index % 4 === 1) return t.call(updateEmergencyContact, { token, body: { emergency_contact: null } })
    return t.send(updateProfile, { token, body: profile })
  }
  const changes = Promise.all(Array.from({ length: 40 }, async (_, index) => (await change(index)).status))
  await expect.poll(countWaiting).toBeGreaterThan(0)

  const reads = await Promise.all(
    Array.from({ length: 60 }, async (_, index) => t.call(getUser, { token: others[index % 3]?.token })),
  )
  expect(new Set(reads.map(({ status }) => status))).toEqual(new Set([200]))
  // One has the lock's slot, one waits for it, and the rest wait without a connection.
  expect(await countWaiting()).toBeLessThanOrEqual(2)
  release.resolve()
  await holding
  for (const status of await changes) expect([200, 503]).toContain(status)
})
