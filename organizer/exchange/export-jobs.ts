import { sql } from 'kysely'
import * as z from 'zod/mini'
import { taskWork } from '#/organizer/desk/tasks.ts'
import { inTransaction, inTurn, type Db } from '#/server/db.ts'
import { writeHead, writeRows } from './csv.ts'
import { headerOf, sources } from './export-queries.ts'
import { exportList } from './tasks.ts'

/** The progress of a file: the last id, and the amount written. */
const exportPlace = z.object({
  after: z.nullable(z.int()),
  rows: z.int(),
  done: z.int(),
  columns: z._default(z.array(z.object({ label: z.string(), position: z.int() })), []),
})

/** Writes the file in parts. After a crash, continues after the last part written. */
export const workOnExport = taskWork(exportList, async (app, task, progress) => {
  const { kind, filter, file_name } = task.input
  const { headers, columns: listColumns, total, piece } = sources[kind]
  const all = await total(app.db, filter)
  const written = await app.db
    .selectFrom('task_parts')
    .select(['part', 'next'])
    .where('task_id', '=', task.id)
    .orderBy('part', 'desc')
    .limit(1)
    .executeTakeFirst()
  let place = exportPlace.parse(
    written?.next ?? { after: 0, rows: 0, done: 0, columns: (await listColumns?.(app.db, filter)) ?? [] },
  )
  const { columns } = place
  let part = written ? written.part + 1 : 0
  while (place.after !== null) {
    await progress(place.done, all)
    const { rows, next, done } = await piece(app.db, filter, place.after, columns)
    place = { columns, after: next, rows: place.rows + rows.length, done: place.done + done }
    const content = (part === 0 ? writeHead([...headers, ...columns.map(headerOf)]) : '') + writeRows(rows)
    const values = { task_id: task.id, part, content, next: sql<string>`${JSON.stringify(place)}::jsonb` }
    await inTurn(app.db, [], (writable) => writable.insertInto('task_parts').values(values).execute())
    part += 1
  }
  await progress(all, all)
  return { kind, rows: place.rows, file_name }
})

const FILE_DAYS = 30

/** Deletes uploaded and exported files after a month, because they contain names and emails of many people. */
export async function forgetFiles(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - FILE_DAYS * 86_400_000)
  await inTransaction(db, async (tx) => {
    await tx
      .updateTable('imports')
      .set({ content: null })
      .where('created_at', '<', before)
      .where('content', 'is not', null)
      .execute()
    await sql`
      delete from task_parts part using tasks task
      where task.id = part.task_id and task.kind in ('export', 'import_check', 'import_store') and task.created_at < ${before}`.execute(
      tx,
    )
  })
}
