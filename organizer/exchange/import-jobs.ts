import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { formatLeague } from '#/contract/format.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import { taskWork, type Progress } from '#/organizer/desk/tasks.ts'
import { runAction, type Action } from '#/server/action.ts'
import { inTurn, type Db, type Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { readSeasons } from '#/server/seasons.ts'
import type { Changes, CheckTerms, Found } from './check.ts'
import type { RowError, Stored } from './contract.ts'
import { writeHead, writeRows } from './csv.ts'
import { checkEntries, storeEntries } from './entries.ts'
import { openFile, type OpenFile } from './file.ts'
import { formatAmbiguous, groupErrors, listChoices, listWrong, writeRest } from './findings.ts'
import { sourceOf, type ImportKind } from './import-fields.ts'
import { checkPlayers, storePlayers } from './players.ts'
import { checkResults, storeResults } from './results.ts'
import { importCheck, importStore, type ImportInput } from './tasks.ts'

type Importer = {
  check: (terms: CheckTerms) => Promise<Found<unknown>>
  /** Checks again and stores everything, or its good rows. Refuses import_wrong and import_open. */
  store: (
    action: Action,
    terms: CheckTerms,
    take: 'all' | 'good',
  ) => Promise<Changes & Pick<Found<unknown>, 'counts' | 'problems'>>
}

function importer<Row>(
  check: (terms: CheckTerms) => Promise<Found<Row>>,
  store: (action: Action, rows: readonly Row[], tick: CheckTerms['tick']) => Promise<Changes>,
): Importer {
  return {
    check,
    async store(action, terms, take) {
      const { problems, counts, rows } = await check({ ...terms, tick: phaseOf(terms, 0) })
      if (problems.wrong > 0 && take === 'all') refuseWrong(problems)
      if (terms.questions.open > 0) refuse('import_open')
      return { counts, problems, ...(await store(action, rows, phaseOf(terms, 1))) }
    },
  }
}

const importers: Record<ImportKind, Importer> = {
  players: importer(checkPlayers, storePlayers),
  entries: importer(checkEntries, storeEntries),
  results: importer(checkResults, storeResults),
}

/** Half of the progress: the first for the check, the second for storing, so that the bar never runs backwards. */
function phaseOf({ tick }: CheckTerms, phase: 0 | 1): CheckTerms['tick'] {
  return (done) => tick(done, phase)
}

function refuseWrong({ wrong, errors: [first] }: Found<unknown>['problems']): never {
  refuse('import_wrong', {
    message: `Something has changed since the check: ${wrong === 1 ? '1 row is' : `${wrong} rows are`} wrong now. Nothing was imported. Line ${first?.line}: ${first?.problem}`,
  })
}

/** The most wrong rows on the screen, to be corrected there. */
const MAX_SHOWN_WRONG = 50

/** The most errors on the screen. All of them are in the file. */
const MAX_SHOWN_ERRORS = 500

/** The most questions with an answer, and without one, that are shown at a time. */
const MAX_SHOWN_QUESTIONS = 50

/** Reads the file, and finds the rows to store, the questions and the problems. */
export const workOnCheck = taskWork(importCheck, async (app, task, progress, now) => {
  const file = await openFile(app.db, task.input)
  const { kind, table, mapping, questions, missing, ignored } = file
  const rows = table.rows.length
  const found = file.isReadable ? await importers[kind].check(termsOf(app.db, { task, file, now, progress })) : null
  const errors = (found?.problems.errors ?? []).toSorted((a, b) => a.line - b.line)
  if (found) {
    await progress(rows, rows)
    await writeErrors(app.db, task.id, errors)
    if (errors.length > 0) await inTurn(app.db, [], (writable) => writeRest(writable, task.id, table, errors))
  }
  const shown = [true, false].flatMap((isOpen) =>
    questions.all.filter(({ answer }) => (answer === null) === isOpen).slice(0, MAX_SHOWN_QUESTIONS),
  )
  return {
    kind,
    headers: table.headers,
    first: table.headers.map((_, column) => table.rows[0]?.cells[column] ?? ''),
    mapping,
    update: task.input.update,
    encoding: table.encoding,
    delimiter: table.delimiter,
    missing,
    questions: shown,
    ignored,
    incomplete: found?.incomplete ?? 0,
    counts: { rows, wrong: found?.problems.wrong ?? 0, ...(found?.counts ?? { new: 0, changed: 0, existing: 0 }) },
    makes: found?.makes ?? [],
    columns: [...(found?.columns ?? [])],
    preview: found?.preview ?? [],
    errors: errors.slice(0, MAX_SHOWN_ERRORS),
    error_count: errors.length,
    ...groupErrors(errors, await listChoices(app.db, file.areas)),
    wrong: listWrong(table, errors).slice(0, MAX_SHOWN_WRONG),
    source: sourceOf(table.headers),
    head_line: table.head_line,
    set_aside: table.set_aside.slice(0, MAX_SHOWN_WRONG),
    ambiguous_date: formatAmbiguous(file.ambiguous_day),
    reading: task.input.reading,
  }
})

/**
 * Checks once more and stores everything in one transaction, only once however often the task runs. Refuses
 * import_wrong if a row has become invalid, import_open if there is a new question, and then stores nothing.
 */
export const workOnStore = taskWork(importStore, async (app, task, progress, now) => {
  const { import_id, areas } = task.input
  const organizer = { id: task.organizer_id, organizer_areas: areas }
  const result = await runAction({ app, player: organizer, now }, async (action) => {
    const { tx } = action
    const row = await tx
      .selectFrom('imports')
      .select(['stored', 'file_name'])
      .where('id', '=', import_id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (row.stored !== null) return importStore.outcome.parse(row.stored)
    const file = await openFile(tx, { ...task.input, areas })
    const { kind } = file
    if (!file.isReadable) refuse('import_open')
    const terms = termsOf(tx, { task, file, now, progress })
    const { take } = task.input.reading
    const { counts, problems, league_ids, made, ...values } = await importers[kind].store(action, terms, take)
    const { wrong, errors } = problems
    const outcome: Stored = { kind, ...counts, left_out: wrong, leagues: await listLinkedLeagues(tx, league_ids) }
    if (wrong > 0) await writeRest(tx, task.id, file.table, errors)
    await tx
      .updateTable('imports')
      .set({
        stored_at: now,
        stored: sql`${JSON.stringify(outcome)}::jsonb`,
        made: sql`${JSON.stringify(made)}::jsonb`,
      })
      .where('id', '=', import_id)
      .execute()
    const summary = `Imported ${counts.new + counts.changed} ${kind} from ${row.file_name}`
    await action.audit({ area: null, kind: 'import', subject: `import ${import_id}`, summary, undo: {}, ...values })
    return outcome
  })
  await readSeasons(app.db)
  return result
})

type TermsInput = {
  task: { organizer_id: number; input: ImportInput }
  file: OpenFile
  now: Date
  progress: Progress
}

function termsOf(db: Db | Tx, { task, file, now, progress }: TermsInput): CheckTerms {
  const { organizer_id, input } = task
  const tick = tickOf(progress, file.table.rows.length)
  return { ...file, db, organizer_id, update: input.update, now, today: saleDay(now), tick }
}

/** Stores the progress twice a second, and lets other requests of this process run. */
function tickOf(progress: Progress, total: number): CheckTerms['tick'] {
  let storedAt = -Infinity
  return async (done, phase) => {
    if (done % 100 !== 0) return
    const now = performance.now()
    if (now - storedAt < 500) return setImmediate()
    storedAt = now
    const share = Math.max(0, Math.min(done, total))
    await progress(phase === undefined ? share : Math.floor((share + phase * total) / 2), total)
  }
}

async function writeErrors(db: Db, task_id: number, errors: readonly RowError[]): Promise<void> {
  const head = writeHead(['Line', 'Column', 'Value', 'Problem'])
  const content =
    head + writeRows(errors.map(({ line, column, value, problem }) => [String(line), column, value, problem]))
  await inTurn(db, [], (writable) =>
    writable
      .insertInto('task_parts')
      .values({ task_id, part: 0, content })
      .onConflict((conflict) => conflict.columns(['task_id', 'part']).doUpdateSet({ content }))
      .execute(),
  )
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
