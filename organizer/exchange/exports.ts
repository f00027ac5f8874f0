import { areaName, areAllAreas } from '#/contract/areas.ts'
import { audit } from '#/server/audit.ts'
import { startTask, type Progress, type TaskAtWork } from '#/organizer/desk/tasks.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import type { App } from '#/server/context.ts'
import { inTransaction, type Db } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import type { SignedIn } from '#/server/session.ts'
import { sql } from 'kysely'
import type { Exported } from './contract.ts'
import { writeHead, writeRows } from './csv.ts'
import { sources, type ExportFilter } from './export-queries.ts'
import type { ExportKind } from '#/organizer/desk/contract.ts'

type ExportInput = { kind: ExportKind; filter: ExportFilter; what: string; file_name: string }

/** Starts to write a list as a file; answers the task. It goes on record: the file leaves the house. */
export async function startExportTask(
  app: App,
  organizer: Pick<SignedIn, 'id'>,
  { kind, filter }: { kind: ExportKind; filter: ExportFilter },
  now: Date,
): Promise<number> {
  const what = formatExport(kind, filter)
  const input: ExportInput = { kind, filter, what, file_name: `deuce-${kind}-${saleDay(now)}.csv` }
  const [area = null] = filter.areas.length === 1 ? filter.areas : []
  return inTransaction(app.db, async (tx) => {
    const id = await startTask(tx, { kind: 'export', organizer, area, input }, now)
    await audit(tx, { organizer, area, kind: 'export', subject: `export ${id}`, summary: `Exported ${what}` }, now)
    return id
  })
}

function formatExport(
  kind: ExportKind,
  { areas, season, year, division, status, from, to, search }: ExportFilter,
): string {
  const said = [
    areAllAreas(areas) ? 'all areas' : new Intl.ListFormat('en-US').format(areas.map(areaName)),
    season,
    year,
    division,
    status,
    from && `from ${from}`,
    to && `to ${to}`,
    search,
  ]
  return `${kind}: ${said.filter(Boolean).join(', ')}`
}

/** Where a file goes on: after which id, and how much is written. */
type Place = { after: number | null; rows: number; done: number }

/** A task: writes the file piece by piece. After a crash it goes on behind the last piece that was written. */
export async function workOnExport(app: App, task: TaskAtWork, progress: Progress): Promise<Exported> {
  const { kind, filter, file_name } = task.input as ExportInput
  const { headers, total, piece } = sources[kind]
  const all = await total(app.db, filter)
  const written = await app.db
    .selectFrom('task_parts')
    .select(['part', 'next'])
    .where('task_id', '=', task.id)
    .orderBy('part', 'desc')
    .limit(1)
    .executeTakeFirst()
  let place = (written?.next ?? { after: 0, rows: 0, done: 0 }) as Place
  let part = written ? written.part + 1 : 0
  while (place.after !== null) {
    await progress(place.done, all)
    const { rows, next, done } = await piece(app.db, filter, place.after)
    place = { after: next, rows: place.rows + rows.length, done: place.done + done }
    const content = (part === 0 ? writeHead(headers) : '') + writeRows(rows)
    await app.db
      .insertInto('task_parts')
      .values({ task_id: task.id, part, content, next: sql`${JSON.stringify(place)}::text::jsonb` })
      .execute()
    part += 1
  }
  await progress(all, all)
  return { kind, rows: place.rows, file_name }
}

/** The file that a task of this organizer wrote; no export of areas that they have lost. Refuses not_found and task_unfinished. */
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
  const first = task && (await findPart(db, id, -1))
  if (!task) refuse('not_found')
  const { filter } = task.input as Partial<ExportInput>
  if (filter && !filter.areas.every((area) => organizer.organizer_areas.includes(area))) refuse('not_found')
  if (task.state !== 'done') refuse('task_unfinished')
  if (!first) refuse('not_found')
  const name = task.kind === 'export' ? (task.input as ExportInput).file_name : `errors-${id}.csv`
  return { name, content: partsOf(db, id) }
}

/** One piece after the other, so that no file is ever whole in memory. */
async function* partsOf(db: Db, task_id: number): AsyncIterable<string> {
  for (let next = await findPart(db, task_id, -1); next; next = await findPart(db, task_id, next.part))
    yield next.content
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

/** Days for which a file is kept. */
const keptDays = 30

/** Forgets what was brought and what was written a month ago: names and emails of many people. */
export async function forgetFiles(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptDays * 86_400_000)
  await db
    .updateTable('imports')
    .set({ content: null })
    .where('created_at', '<', before)
    .where('content', 'is not', null)
    .execute()
  await sql`
    delete from task_parts part using tasks task
    where task.id = part.task_id and task.kind in ('export', 'import_check') and task.created_at < ${before}`.execute(
    db,
  )
}
