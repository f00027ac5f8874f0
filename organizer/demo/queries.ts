import { sql } from 'kysely'
import { wireDay } from '#/contract/wire-day.ts'
import { addDays } from '#/rules/day.ts'
import { stageDates } from '#/rules/playoffs.ts'
import { rulesOf } from '#/rules/season-rules.ts'
import type { App } from '#/server/context.ts'
import type { Db, Tx } from '#/server/db.ts'
import type { Milestone } from './contract.ts'

/** Sets the app's clock to the demo's date, which another process may have moved. */
export async function readDemoClock({ db, clock, config }: Pick<App, 'db' | 'clock' | 'config'>): Promise<void> {
  if (!config.DEMO || config.production) return
  const row = await db.selectFrom('demo_clock').select('ahead_ms').executeTakeFirst()
  if (row) clock.setAhead(row.ahead_ms)
}

/** Moves the demo's clock forward; sessions stay valid. Returns its total offset in milliseconds. */
export async function moveDemoClock(tx: Tx, ms: number): Promise<number> {
  const { ahead_ms } = await tx
    .insertInto('demo_clock')
    .values({ ahead_ms: ms })
    .onConflict((conflict) =>
      conflict.column('singleton').doUpdateSet({ ahead_ms: sql`demo_clock.ahead_ms + ${ms}::bigint` }),
    )
    .returning('ahead_ms')
    .executeTakeFirstOrThrow()
  await sql`
    update sessions set expires_at = expires_at + ${ms} * interval '1 millisecond',
      last_seen_at = coalesce(last_seen_at, created_at) + ${ms} * interval '1 millisecond',
      reauthenticated_at = reauthenticated_at + ${ms} * interval '1 millisecond'`.execute(tx)
  return ahead_ms
}

/** The unfinished task that plays the demo forward. Null if there is none. */
export async function findPlayingTask(db: Db | Tx): Promise<number | null> {
  const task = await db
    .selectFrom('tasks')
    .select('id')
    .where('kind', '=', 'play_forward')
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirst()
  return task?.id ?? null
}

/** Locks the demo until the transaction ends, so that only one task at a time plays it forward. */
export async function lockDemo(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('demo_clock', 0))`.execute(tx)
}

/** The events of the leagues' year in the given number of days from a day on, by date. */
export async function listMilestones(db: Db, today: string, days: number): Promise<Milestone[]> {
  const last = addDays(today, days)
  const seasons = await db
    .selectFrom('seasons')
    .select(['slug', 'name', 'year', 'starting_date', 'ending_date', 'stage_dates', 'rules'])
    .where('ending_date', '>', addDays(today, -60))
    .orderBy('starting_date')
    .limit(20)
    .execute()
  return seasons
    .flatMap(({ name, year, rules, ...season }) => [
      { date: season.starting_date, label: `${name} ${year} begins` },
      { date: addDays(season.ending_date, rulesOf(rules).grace_days + 1), label: `${name} ${year} closes` },
      { date: stageDates(season)[3], label: `${name} ${year} has its champions` },
    ])
    .filter(({ date }) => date > today && date <= last)
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
    .map(({ date, label }) => ({ date: wireDay(date), label }))
}
