import { sql } from 'kysely'
import type { Db } from '#/server/db.ts'
import type { Check, Exported, ExchangeLine, ExchangeTask, Stored } from './contract.ts'

const kinds = ['import_check', 'import_store', 'export']

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
}

/** An import or export of this organizer's; undefined for another's. */
export async function findExchangeTask(db: Db, id: number, organizer_id: number): Promise<ExchangeTask | undefined> {
  const [row] = await listRows(db, organizer_id, id)
  if (!row) return undefined
  const outcome = row.state === 'done' ? row.outcome : null
  return {
    ...shown(row),
    check: row.kind === 'import_check' ? (outcome as Check | null) : null,
    stored: row.kind === 'import_store' ? (outcome as Stored | null) : null,
  }
}

/** The newest 20 of this organizer's. */
export async function listExchangeLines(db: Db, organizer_id: number): Promise<ExchangeLine[]> {
  return (await listRows(db, organizer_id, null)).map(shown)
}

async function listRows(db: Db, organizer_id: number, id: number | null): Promise<TaskRow[]> {
  const { rows } = await sql<TaskRow>`
    select t.id, t.kind, t.state, t.done, t.total, t.created_at, t.input ->> 'what' as what, i.file_name, i.task_id as store_task_id,
      case when t.state = 'failed' or t.kind = 'export' or ${id}::int is not null then t.outcome end as outcome
    from tasks t left join imports i on i.id = (t.input ->> 'import_id')::int
    where t.organizer_id = ${organizer_id} and t.kind = any (${kinds}::text[]) and (${id}::int is null or t.id = ${id})
    order by t.id desc
    limit 20`.execute(db)
  return rows
}

function shown({ outcome, created_at, ...row }: TaskRow): ExchangeLine {
  return {
    ...row,
    created_at: created_at.toISOString(),
    problem: row.state === 'failed' ? (outcome as { message: string }).message : null,
    exported: row.kind === 'export' && row.state === 'done' ? (outcome as Exported) : null,
  }
}
