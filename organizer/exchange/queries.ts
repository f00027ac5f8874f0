import { sql, type Insertable } from 'kysely'
import type { Imports } from '#/db/types.ts'
import { taskFailure } from '#/organizer/desk/tasks.ts'
import type { Db, Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import type { SignedIn } from '#/server/session.ts'
import type { Check, ExchangeSummary, ExchangeTask } from './contract.ts'
import { REST_PART } from './findings.ts'
import { exportList, importCheck, importStore, type ImportInput } from './tasks.ts'

const kinds = [importCheck, importStore, exportList].map(({ kind }) => kind)

type TaskRow = {
  id: number
  kind: ExchangeTask['kind']
  state: ExchangeTask['state']
  done: number
  total: number | null
  created_at: Date
  what: string
  outcome: unknown
  file_name: string | null
  store_task_id: number | null
  undone: boolean
  restarted: boolean
}

/** An import or export of this organizer. Undefined for another's. */
export async function findExchangeTask(db: Db, id: number, organizer_id: number): Promise<ExchangeTask | undefined> {
  const [row] = await listRows(db, organizer_id, id)
  if (!row) return undefined
  const isDone = row.state === 'done'
  return {
    ...toSummary(row),
    check: isDone && row.kind === 'import_check' ? importCheck.outcome.parse(row.outcome) : null,
    stored: isDone && row.kind === 'import_store' ? importStore.outcome.parse(row.outcome) : null,
  }
}

/** The newest 20 of this organizer. */
export async function listExchangeSummaries(db: Db, organizer_id: number): Promise<ExchangeSummary[]> {
  return (await listRows(db, organizer_id, null)).map(toSummary)
}

async function listRows(db: Db, organizer_id: number, id: number | null): Promise<TaskRow[]> {
  const { rows } = await sql<TaskRow>`
    select t.id, t.kind, t.state, t.done, t.total, t.created_at, t.input ->> 'what' as what, i.file_name, i.task_id as store_task_id, i.undone_at is not null as undone, t.starts > 1 as restarted,
      case when t.state = 'failed' or t.kind = 'export' or ${id}::int is not null then t.outcome end as outcome
    from tasks t left join imports i on i.id = (t.input ->> 'import_id')::int
    where t.organizer_id = ${organizer_id} and t.kind = any (${kinds}::text[]) and (${id}::int is null or t.id = ${id})
    order by t.id desc
    limit 20`.execute(db)
  return rows
}

function toSummary({ outcome, created_at, ...row }: TaskRow): ExchangeSummary {
  return {
    ...row,
    created_at: created_at.toISOString(),
    problem: row.state === 'failed' ? taskFailure.parse(outcome).message : null,
    exported: row.kind === 'export' && row.state === 'done' ? exportList.outcome.parse(outcome) : null,
  }
}

/** Stores an uploaded file. Returns its id. */
export async function insertImport(tx: Tx, row: Insertable<Imports>): Promise<number> {
  const { id } = await tx.insertInto('imports').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** A check of this organizer: its input, and its outcome once it is done. Undefined for another's. */
export async function findImportCheck(
  tx: Tx,
  id: number,
  organizer_id: number,
): Promise<{ input: ImportInput; outcome: Check | null } | undefined> {
  const task = await tx
    .selectFrom('tasks')
    .select(['input', 'state', 'outcome'])
    .where('id', '=', id)
    .where('organizer_id', '=', organizer_id)
    .where('kind', '=', importCheck.kind)
    .executeTakeFirst()
  if (!task) return undefined
  const input = importCheck.input.parse(task.input)
  return { input, outcome: task.state === 'done' ? importCheck.outcome.parse(task.outcome) : null }
}

/** Locks an import until the transaction ends. Returns the task that stores it, null if none was started. */
export async function lockImportTask(tx: Tx, import_id: number): Promise<number | null> {
  const { task_id } = await tx
    .selectFrom('imports')
    .select('task_id')
    .where('id', '=', import_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return task_id
}

export async function updateImportTask(tx: Tx, import_id: number, task_id: number): Promise<void> {
  await tx.updateTable('imports').set({ task_id }).where('id', '=', import_id).execute()
}

export async function getTaskState(tx: Tx, task_id: number): Promise<string> {
  const { state } = await tx.selectFrom('tasks').select('state').where('id', '=', task_id).executeTakeFirstOrThrow()
  return state
}

/** The import of a check, or of the task that stored it, of this organizer. Undefined for another's. */
export async function findImportId(db: Db, task_id: number, organizer_id: number): Promise<number | undefined> {
  const task = await db
    .selectFrom('tasks')
    .select('input')
    .where('id', '=', task_id)
    .where('organizer_id', '=', organizer_id)
    .where('kind', 'in', [importCheck.kind, importStore.kind])
    .executeTakeFirst()
  return task && importCheck.input.parse(task.input).import_id
}

/**
 * The rows that a check of this organizer found wrong, or that an import did not take. Refuses not_found, task_unfinished,
 * and import_all_good if there are none.
 */
export async function openRest(
  db: Db,
  task_id: number,
  organizer_id: number,
): Promise<{ name: string; content: AsyncIterable<string> }> {
  const task = await findExchangeTask(db, task_id, organizer_id)
  if (!task || task.kind === 'export') refuse('not_found')
  if (task.state !== 'done') refuse('task_unfinished')
  const part = await findPart(db, task_id, REST_PART - 1)
  if (part?.part !== REST_PART) refuse('import_all_good')
  const content = (async function* () {
    yield part.content
  })()
  return { name: `rest-${task_id}.csv`, content }
}

/** The file of a task of this organizer. Refuses not_found, including for an export of areas that they no longer run, and task_unfinished. */
export async function openTaskFile(
  db: Db,
  id: number,
  organizer: Pick<SignedIn, 'id' | 'organizer_areas'>,
): Promise<{ name: string; content: AsyncIterable<string> }> {
  const task = await db
    .selectFrom('tasks')
    .select(['kind', 'state', 'input'])
    .where('id', '=', id)
    .where('organizer_id', '=', organizer.id)
    .executeTakeFirst()
  const exportInput = task?.kind === exportList.kind ? exportList.input.parse(task.input) : null
  if (!task || exportInput?.filter.areas.some((area) => !organizer.organizer_areas.includes(area))) refuse('not_found')
  if (task.state !== 'done') refuse('task_unfinished')
  if (!(await findPart(db, id, -1))) refuse('not_found')
  return { name: exportInput?.file_name ?? `errors-${id}.csv`, content: readParts(db, id) }
}

/** Reads part by part, so that a file is never completely in memory. */
async function* readParts(db: Db, task_id: number): AsyncIterable<string> {
  for (let part = await findPart(db, task_id, -1); part; part = await findPart(db, task_id, part.part))
    yield part.content
}

function findPart(db: Db, task_id: number, after: number): Promise<{ part: number; content: string } | undefined> {
  return db
    .selectFrom('task_parts')
    .select(['part', 'content'])
    .where('task_id', '=', task_id)
    .where('part', '>', after)
    .orderBy('part')
    .limit(1)
    .executeTakeFirst()
}
