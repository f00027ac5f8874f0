import { sql } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import type { App } from '#/server/context.ts'
import type { Db, Tx } from '#/server/db.ts'
import { startJob } from '#/server/queue.ts'
import { Refusal } from '#/server/refuse.ts'
import type { Task } from './contract.ts'

/** A task under way, as the work sees it. */
export type TaskAtWork = {
  id: number
  organizer_id: number
  area: AreaSlug | null
  input: unknown
  /** How far it had come when the process that worked on it ended; 0 at the first start. */
  done: number
}

/** Says how far the work is. Within the work's own transaction it is seen with the rest. */
export type Progress = (done: number, total: number | null) => Promise<void>

/** What a kind of task does; answers the outcome. A Refusal fails it for good, any other throw is tried again. */
export type TaskWork = (app: App, task: TaskAtWork, progress: Progress, now: Date) => Promise<unknown>

/** How often work that breaks off is begun again, within some two minutes; then it has failed. */
const max_attempts = 5

const jobKey = 'work_task '

/** Starts a piece of work that takes longer than a request, in the transaction that asks for it; answers its id. */
export async function startTask(
  tx: Tx,
  task: { kind: string; organizer: { id: number }; area: AreaSlug | null; input: unknown },
  now: Date,
): Promise<number> {
  const { id } = await tx
    .insertInto('tasks')
    .values({
      kind: task.kind,
      organizer_id: task.organizer.id,
      area: task.area,
      input: sql`${JSON.stringify(task.input)}::text::jsonb`,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await startJob(tx, 'work_task', { task_id: id }, { key: jobKey + id, last: true, max_attempts })
  return id
}

/** Works on a task until it is done. After a crash the job begins again and the work goes on from `done`. */
export async function workTask(app: App, task_id: number, works: Record<string, TaskWork>): Promise<void> {
  const task = await app.db
    .updateTable('tasks')
    .set({ state: 'running' })
    .where('id', '=', task_id)
    .where('state', 'in', ['waiting', 'running'])
    .returning(['id', 'kind', 'organizer_id', 'area', 'input', 'done'])
    .executeTakeFirst()
  const work = task && works[task.kind]
  if (!work) return
  const progress: Progress = async (done, total) => {
    await app.db.updateTable('tasks').set({ done, total }).where('id', '=', task_id).execute()
  }
  const finish = (state: 'done' | 'failed', outcome: unknown) =>
    app.db
      .updateTable('tasks')
      .set({ state, outcome: sql`${JSON.stringify(outcome ?? null)}::text::jsonb`, finished_at: app.clock.now() })
      .where('id', '=', task_id)
      .execute()
  try {
    await finish('done', await work(app, task, progress, app.clock.now()))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await finish('failed', { message: error.message, fields: error.fields ?? null })
  }
}

/**
 * Fails the tasks whose job has no try left, thrown or killed each time: whoever waits for one is told, and may start it
 * again.
 */
export async function failBrokenTasks(db: Db, now: Date): Promise<void> {
  await sql`
    update tasks set state = 'failed', finished_at = ${now}, outcome = ${brokenOff}::text::jsonb
    where state in ('waiting', 'running') and ${jobKey}::text || id in (
      select key from graphile_worker.jobs
      where task_identifier = 'work_task' and attempts >= max_attempts and locked_at is null)`.execute(db)
}

const brokenOff = JSON.stringify({ message: 'This stopped unexpectedly. Please start it again.', fields: null })

/** A task of this organizer's; undefined for another's. */
export async function findTask(db: Db, id: number, organizer_id: number): Promise<Task | undefined> {
  const row = await db
    .selectFrom('tasks')
    .select(['id', 'kind', 'state', 'done', 'total', 'outcome', 'created_at', 'finished_at'])
    .where('id', '=', id)
    .where('organizer_id', '=', organizer_id)
    .executeTakeFirst()
  return (
    row && {
      ...row,
      created_at: row.created_at.toISOString(),
      finished_at: row.finished_at && row.finished_at.toISOString(),
    }
  )
}
