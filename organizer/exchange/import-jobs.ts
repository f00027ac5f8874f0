import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { allAreas } from '#/contract/areas.ts'
import { formatLeague } from '#/contract/format.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import { taskWork, type Progress } from '#/organizer/desk/tasks.ts'
import { runAction, type Action } from '#/server/action.ts'
import type { Db, Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { cellOf, type Changes, type CheckTerms, type Found } from './check.ts'
import type { RowError, Stored } from './contract.ts'
import { readTable, writeHead, writeRows, type Table } from './csv.ts'
import { checkEntries, storeEntries } from './entries.ts'
import { guessMapping, missingFields, type ImportKind, type Mapping, type DayOrder } from './import-fields.ts'
import { checkPlayers, storePlayers } from './players.ts'
import { checkResults, storeResults } from './results.ts'
import { importCheck, importStore, type ImportInput } from './tasks.ts'
import { ambiguousDayOf, dayOrderOf } from './typed-day.ts'

type Importer = {
  check: (terms: CheckTerms) => Promise<Found<unknown>>
  /** Checks again and stores everything. Refuses import_wrong. */
  store: (action: Action, terms: CheckTerms) => Promise<Changes & Pick<Found<unknown>, 'counts'>>
}

function importer<Row>(
  check: (terms: CheckTerms) => Promise<Found<Row>>,
  store: (action: Action, rows: readonly Row[], tick: CheckTerms['tick']) => Promise<Changes>,
): Importer {
  return {
    check,
    async store(action, terms) {
      const { problems, counts, rows } = await check(terms)
      if (problems.wrong > 0) refuseWrong(problems)
      return { counts, ...(await store(action, rows, terms.tick)) }
    },
  }
}

const importers: Record<ImportKind, Importer> = {
  players: importer(checkPlayers, storePlayers),
  entries: importer(checkEntries, storeEntries),
  results: importer(checkResults, storeResults),
}

function refuseWrong({ wrong, errors: [first] }: Found<unknown>['problems']): never {
  refuse('import_wrong', {
    message: `Something has changed since the check: ${wrong === 1 ? '1 row is' : `${wrong} rows are`} wrong now. Nothing was imported. Line ${first?.line}: ${first?.problem}`,
  })
}

/** The most errors on the screen. All of them are in the file. */
const MAX_SHOWN_ERRORS = 500

/** Reads the file, and finds the rows to store and the problems. */
export const workOnCheck = taskWork(importCheck, async (app, task, progress, now) => {
  const { import_id, update } = task.input
  const { kind, table } = await readFile(app.db, import_id)
  const mapping = task.input.mapping ?? guessMapping(kind, table.headers)
  const missing = missingFields(kind, mapping)
  const rows = table.rows.length
  const days = daysOf(table, mapping)
  const day_order = task.input.dates ?? dayOrderOf(days)
  const found =
    missing.length === 0 && day_order !== null
      ? await importers[kind].check(termsOf(app.db, { task, table, mapping, day_order, now, progress }))
      : null
  const errors = (found?.problems.errors ?? []).toSorted((a, b) => a.line - b.line)
  if (found) {
    await progress(rows, rows)
    await writeErrors(app.db, task.id, errors)
  }
  return {
    kind,
    headers: table.headers,
    first: table.headers.map((_, column) => table.rows[0]?.cells[column] ?? ''),
    mapping,
    update,
    encoding: table.encoding,
    delimiter: table.delimiter,
    missing,
    ...(days.length > 0 && { dates: { order: day_order, sample: ambiguousDayOf(days) } }),
    counts: { rows, wrong: found?.problems.wrong ?? 0, ...(found?.counts ?? { new: 0, changed: 0, existing: 0 }) },
    makes: found?.makes ?? [],
    columns: [...(found?.columns ?? [])],
    preview: found?.preview ?? [],
    errors: errors.slice(0, MAX_SHOWN_ERRORS),
    error_count: errors.length,
  }
})

/**
 * Checks once more and stores everything in one transaction, only once however often the task runs. Refuses
 * import_wrong if a row has become invalid, and then stores nothing.
 */
export const workOnStore = taskWork(importStore, (app, task, progress, now) => {
  const { import_id, areas } = task.input
  const organizer = { id: task.organizer_id, organizer_areas: areas }
  return runAction({ app, player: organizer, now }, async (action) => {
    const { tx } = action
    const row = await tx
      .selectFrom('imports')
      .select(['stored', 'file_name'])
      .where('id', '=', import_id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (row.stored !== null) return importStore.outcome.parse(row.stored)
    const { kind, table } = await readFile(tx, import_id)
    const mapping = task.input.mapping ?? guessMapping(kind, table.headers)
    const day_order = task.input.dates ?? dayOrderOf(daysOf(table, mapping)) ?? refuse('import_wrong')
    const terms = termsOf(tx, { task, table, mapping, day_order, now, progress })
    const { counts, league_ids, ...values } = await importers[kind].store(action, terms)
    const outcome: Stored = { kind, ...counts, leagues: await listLinkedLeagues(tx, league_ids) }
    await tx
      .updateTable('imports')
      .set({ stored_at: now, stored: sql`${JSON.stringify(outcome)}::jsonb` })
      .where('id', '=', import_id)
      .execute()
    const summary = `Imported ${counts.new + counts.changed} ${kind} from ${row.file_name}`
    await action.audit({ area: null, kind: 'import', subject: `import ${import_id}`, summary, ...values })
    return outcome
  })
})

type TermsInput = {
  task: { organizer_id: number; input: ImportInput }
  table: Table
  mapping: Mapping
  day_order: DayOrder
  now: Date
  progress: Progress
}

function termsOf(db: Db | Tx, { task, table, mapping, day_order, now, progress }: TermsInput): CheckTerms {
  const { organizer_id, input } = task
  const areas = allAreas().flatMap(({ slug }) => (input.areas.includes(slug) ? [slug] : []))
  const tick = tickOf(progress, table.rows.length)
  return { db, organizer_id, table, mapping, areas, update: input.update, day_order, now, today: saleDay(now), tick }
}

/** The cells of the date column. */
function daysOf(table: Table, mapping: Mapping): string[] {
  return (mapping['date'] ?? null) === null ? [] : table.rows.map((row) => cellOf({ mapping }, row, 'date'))
}

/** Stores the progress twice a second, and lets other requests of this process run. */
function tickOf(progress: Progress, total: number): CheckTerms['tick'] {
  let storedAt = -Infinity
  return async (done) => {
    if (done % 100 !== 0) return
    const now = performance.now()
    if (now - storedAt < 500) return setImmediate()
    storedAt = now
    await progress(Math.max(0, Math.min(done, total)), total)
  }
}

async function readFile(db: Db | Tx, import_id: number): Promise<{ kind: ImportKind; table: Table }> {
  const { kind, content } = await db
    .selectFrom('imports')
    .select(['kind', 'content'])
    .where('id', '=', import_id)
    .executeTakeFirstOrThrow()
  if (content === null) refuse('import_gone')
  return { kind, table: await readTable(content) }
}

async function writeErrors(db: Db, task_id: number, errors: readonly RowError[]): Promise<void> {
  const head = writeHead(['Line', 'Column', 'Value', 'Problem'])
  const content =
    head + writeRows(errors.map(({ line, column, value, problem }) => [String(line), column, value, problem]))
  await db
    .insertInto('task_parts')
    .values({ task_id, part: 0, content })
    .onConflict((conflict) => conflict.columns(['task_id', 'part']).doUpdateSet({ content }))
    .execute()
}

const MAX_LINKED_LEAGUES = 20

async function listLinkedLeagues(tx: Tx, league_ids: readonly number[]): Promise<Stored['leagues']> {
  if (league_ids.length === 0) return []
  const rows = await tx
    .selectFrom('leagues')
    .innerJoin('seasons', 'seasons.id', 'leagues.season_id')
    .innerJoin('divisions', 'divisions.id', 'leagues.division_id')
    .select([
      'seasons.name as league_name',
      'seasons.slug as season',
      'seasons.year',
      'divisions.slug as division',
      'divisions.name as level_name',
      'leagues.area',
    ])
    .where('leagues.id', 'in', league_ids.slice(0, MAX_LINKED_LEAGUES))
    .orderBy('seasons.starting_date')
    .orderBy('divisions.position')
    .orderBy('leagues.area')
    .execute()
  return rows.map(({ league_name, level_name, ...league }) => ({
    ...league,
    name: formatLeague({ level_name, league_name, year: league.year }),
  }))
}
