import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { AreaSlug } from '#/contract/areas.ts'
import type { Action } from '#/server/action.ts'
import type { App } from '#/server/context.ts'
import { inTurn, type Db } from '#/server/db.ts'
import type { Feature } from '#/server/feature.ts'
import { startJob } from '#/server/queue.ts'
import { Refusal } from '#/server/refuse.ts'
import type { Task } from './contract.ts'

/** A kind of task: its name in `tasks.kind`, and the schemas of its input and outcome. */
export type TaskKind<I extends z.ZodMiniType = z.ZodMiniType, O extends z.ZodMiniType = z.ZodMiniType> = {
  kind: string
  input: I
  outcome: O
}

export function taskKind<I extends z.ZodMiniType, O extends z.ZodMiniType>(
  kind: string,
  shapes: { input: I; outcome: O },
): TaskKind<I, O> {
  return { kind, ...shapes }
}

/** The stored outcome of a failed task. */
export const taskFailure = z.object({ message: z.string() })

/** A running task, as its work sees it. */
export type RunningTask<Input = unknown> = {
  id: number
  organizer_id: number
  area: AreaSlug | null
  input: Input
  /** The progress that the previous process reached. 0 at the first start. */
  done: number
}

/** Stores the progress, outside the work's own transaction. */
export type Progress = (done: number, total: number | null) => Promise<void>

/**
 * The function that carries out one kind of task. It returns the outcome. If it throws a Refusal, the task fails; after
 * any other error it is retried.
 */
export type TaskWork = (app: App, task: RunningTask, progress: Progress, now: Date) => Promise<unknown>

/** The server side of a folder in organizer/ that also does tasks, by kind. */
export type OrganizerFeature = Feature & { tasks?: Record<string, TaskWork> }

/** Makes the function for one kind of task, which parses the input before `work` gets it. */
export function taskWork<I extends z.ZodMiniType, O extends z.ZodMiniType>(
  kind: TaskKind<I, O>,
  work: (app: App, task: RunningTask<z.output<I>>, progress: Progress, now: Date) => Promise<z.input<O>>,
): TaskWork {
  return (app, task, progress, now) => work(app, { ...task, input: kind.input.parse(task.input) }, progress, now)
}

/** Attempts at a task whose work throws, within about two minutes, before it has failed. */
const max_attempts = 5

const jobKey = 'work_task '

/** Starts work that takes longer than a request, in the transaction that causes it. Returns the task's id. */
export async function startTask<I extends z.ZodMiniType>(
  { tx, player, now }: Pick<Action, 'tx' | 'player' | 'now'>,
  { kind }: Pick<TaskKind<I>, 'kind' | 'input'>,
  input: z.input<I>,
  area: AreaSlug | null = null,
): Promise<number> {
  const { id } = await tx
    .insertInto('tasks')
    .values({
      kind,
      organizer_id: player.id,
      area,
      input: sql`${JSON.stringify(input)}::jsonb`,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await startJob(tx, 'work_task', { task_id: id }, { key: jobKey + id, last: true, max_attempts })
  return id
}

/** Works on a task until it is done. After a crash, the job starts again and the work continues from `done`. */
export async function workTask(app: App, task_id: number, works: Record<string, TaskWork>): Promise<void> {
  const row = [`task ${task_id}`]
  const task = await inTurn(app.db, row, (writable) =>
    writable
      .updateTable('tasks')
      .set({ state: 'running', starts: sql`starts + 1` })
      .where('id', '=', task_id)
      .where('state', 'in', ['waiting', 'running'])
      .returning(['id', 'kind', 'organizer_id', 'area', 'input', 'done'])
      .executeTakeFirst(),
  )
  const work = task && works[task.kind]
  if (!work) return
  const progress: Progress = async (done, total) => {
    // Checked between two steps. The job starts again in the next process.
    if (app.health.stopping) throw new Error('The process is stopping.')
    await inTurn(app.db, row, (writable) =>
      // After a restart, the work may count from 0 again.
      writable
        .updateTable('tasks')
        .set({ done: sql`case when total = ${total} then greatest(done, ${done}) else ${done} end`, total })
        .where('id', '=', task_id)
        .execute(),
    )
  }
  const finish = (state: 'done' | 'failed', outcome: unknown) =>
    inTurn(app.db, row, (writable) =>
      writable
        .updateTable('tasks')
        .set({ state, outcome: sql`${JSON.stringify(outcome ?? null)}::jsonb`, finished_at: app.clock.now() })
        .where('id', '=', task_id)
        .execute(),
    )
  try {
    await finish('done', await work(app, task, progress, app.clock.now()))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await finish('failed', { message: error.message, fields: error.fields ?? null })
  }
}

/** Marks tasks as failed whose job has no attempts left, so that the organizer sees it and can start again. */
export async function failBrokenTasks(db: Db, now: Date): Promise<void> {
  await inTurn(db, [], (writable) =>
    sql`
    update tasks set state = 'failed', finished_at = ${now}, outcome = ${stoppedOutcome}::jsonb
    where state in ('waiting', 'running') and ${jobKey}::text || id in (
      select key from graphile_worker.jobs
      where task_identifier = 'work_task' and attempts >= max_attempts and locked_at is null)`.execute(writable),
  )
}

const stoppedOutcome = JSON.stringify({ message: 'This stopped unexpectedly. Please start it again.', fields: null })

/** A task of this organizer. Undefined for another's. */
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
