import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { listMigrations } from '#/db/migrate.ts'
import { openDatabase } from '#/server/db.ts'
import { JOB_LIMITS } from '#/server/pool-limits.ts'
import { freshDatabase } from '#/test/app.ts'
import { kill, processesOn } from '#/test/process.ts'
import { printFigure } from '#/test/figures.ts'

const organizer = { email: 'first@example.com', password: 'the first of all organizers' }
const url = await freshDatabase('template0')
const db = openDatabase(url, { ...JOB_LIMITS, connections: 2 })
const { start, log } = processesOn(url, {
  NOW: '',
  ORGANIZER_EMAIL: organizer.email,
  ORGANIZER_PASSWORD: organizer.password,
})
afterAll(() => db.destroy())

test('three first starts at once on one empty database migrate it once, agree on one key, and make one organizer', async () => {
  const started = await Promise.all(Array.from({ length: 3 }, () => start(Date.now())))

  const { rows: migrations } = await sql<{ name: string }>`select name from migrations order by name`.execute(db)
  expect(migrations.map(({ name }) => name)).toEqual(await listMigrations())
  expect(await db.selectFrom('players').select(['email', 'role']).execute()).toEqual([
    { email: organizer.email, role: 'owner' },
  ])
  for (const { origin } of started) {
    const answer = await fetch(`${origin}/api/users/signin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(organizer),
    })
    expect(answer.status).toBe(200)
    expect((await fetch(`${origin}/api/public/seasons`)).status).toBe(200)
  }
  expect(log()).not.toContain('"level":50')
  printFigure(
    'embedded',
    `three first starts at once on an empty database: ${migrations.length} migrations made once, one organizer`,
  )
  await Promise.all(started.map(({ child }) => kill(child)))
})
