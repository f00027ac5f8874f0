import { sql } from 'kysely'
import { inTurn, type Db, type Tx } from '#/server/db.ts'
import { startJob } from '#/server/queue.ts'
import type { Finding } from './check.ts'

/** Days for which runs are kept. */
const KEPT_DAYS = 90

/** How many findings of a run are kept. */
const MOST_EXAMPLES = 20

export type Run = {
  check_key: string
  checked_at: Date
  took_ms: number
  found: Finding[] | null
  problem: string | null
  /** The instant of the backup that was checked. Null for checks of the data itself. */
  backup_at: Date | null
}

export async function insertRun(db: Db, { found, ...run }: Run): Promise<void> {
  await inTurn(db, [], (writable) =>
    writable
      .insertInto('data_checks')
      .values({ ...run, found: found?.length ?? null, examples: JSON.stringify((found ?? []).slice(0, MOST_EXAMPLES)) })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
}

/** Why the newest run of the check could not be completed, if it could not. */
export async function findProblem(db: Db, check_key: string): Promise<string | null> {
  const run = await db
    .selectFrom('data_checks')
    .select('problem')
    .where('check_key', '=', check_key)
    .orderBy('checked_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return run?.problem ?? null
}

/** Starts both jobs, unless they wait already. */
export async function startChecks(tx: Tx): Promise<void> {
  await startJob(tx, 'check_books', {}, { key: 'check_books', last: true, max_attempts: 1 })
  await startJob(tx, 'check_data', {}, { key: 'check_data', last: true, max_attempts: 1 })
}

export async function isChecking(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is_checking: boolean }>`
    select exists (select from graphile_worker._private_jobs
      where key in ('check_books', 'check_data') and (attempts < max_attempts or locked_at is not null)) as is_checking`.execute(
    db,
  )
  return rows[0]?.is_checking ?? false
}

type Newest = {
  check_key: string
  checked_at: Date
  took_ms: number
  backup_at: Date | null
  found: number | null
  examples: Finding[]
  problem: string | null
  runs: number
  last_found_at: Date | null
}

/** The newest run of each check. */
export async function listNewestRuns(db: Db): Promise<Newest[]> {
  const { rows } = await sql<Newest>`
    select distinct on (check_key) check_key, checked_at, took_ms, backup_at, found, examples, problem,
      count(*) over runs as runs, max(checked_at) filter (where found > 0) over runs as last_found_at
    from data_checks
    window runs as (partition by check_key)
    order by check_key, checked_at desc`.execute(db)
  return rows
}

export async function deleteOldRuns(db: Db, now: Date): Promise<void> {
  await inTurn(db, [], (writable) =>
    sql`delete from data_checks where checked_at < ${now}::timestamptz - make_interval(days => ${KEPT_DAYS})`.execute(
      writable,
    ),
  )
}
