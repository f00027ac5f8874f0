import { setImmediate } from 'node:timers/promises'
import { listedAreas, type AreaSlug } from '#/contract/areas.ts'
import { audit } from '#/server/audit.ts'
import { startTask, type Progress, type TaskAtWork } from '#/organizer/desk/tasks.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import type { App } from '#/server/context.ts'
import { inTransaction, type Db, type Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import type { SignedIn } from '#/server/session.ts'
import { sql } from 'kysely'
import type { CheckTerms, Found } from './check.ts'
import type { Check, RowError, Stored } from './contract.ts'
import { readTable, refuseFile, writeHead, writeRows, type Table } from './csv.ts'
import { checkEntries, storeEntries } from './entries.ts'
import { guessMapping, missingFields, type ImportKind, type Mapping } from './import-fields.ts'
import { checkPlayers, storePlayers } from './players.ts'
import { checkResults, storeResults } from './results.ts'

type Organizer = Pick<SignedIn, 'id' | 'organizer_areas'>

/** What the tasks of an import are told; the file itself stays in `imports`. */
type ImportInput = { import_id: number; mapping: Mapping | null; update: boolean; areas: AreaSlug[]; what: string }

/** Errors shown on the screen; all are in the file. */
const shownErrors = 500

/** Keeps a file and starts its check; answers the task. */
export async function startImportCheck(
  app: App,
  organizer: Organizer,
  { kind, file }: { kind: ImportKind; file: File },
  now: Date,
): Promise<number> {
  const content = Buffer.from(await file.arrayBuffer())
  if (content.length === 0) refuseFile('This file is empty.')
  return inTransaction(app.db, async (tx) => {
    const file_name = file.name.replaceAll(/\p{Cc}/gu, '').slice(0, 200) || 'file.csv'
    const { id: import_id } = await tx
      .insertInto('imports')
      .values({ organizer_id: organizer.id, kind, file_name, content, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    return startCheck(tx, organizer, { import_id, mapping: null, update: false, what: file_name }, now)
  })
}

type Choice = Pick<ImportInput, 'import_id' | 'mapping' | 'update' | 'what'>

async function startCheck(tx: Tx, organizer: Organizer, choice: Choice, now: Date): Promise<number> {
  const input: ImportInput = { ...choice, areas: [...organizer.organizer_areas] }
  return startTask(tx, { kind: 'import_check', organizer, area: null, input }, now)
}

/** Checks the file of a check again, with other columns; answers the new task. Refuses not_found. */
export async function checkAgain(
  app: App,
  organizer: Organizer,
  task_id: number,
  { mapping, update }: { mapping: Mapping; update: boolean },
  now: Date,
): Promise<number> {
  return inTransaction(app.db, async (tx) => {
    const { import_id, what } = (await findCheck(tx, task_id, organizer.id)).input
    return startCheck(tx, organizer, { import_id, what, mapping, update }, now)
  })
}

/**
 * Starts to store what a check found right; answers the task, the same however often it is asked, unless that one failed.
 * Refuses not_found, task_unfinished and import_wrong.
 */
export async function startImportStore(app: App, organizer: Organizer, task_id: number, now: Date): Promise<number> {
  return inTransaction(app.db, async (tx) => {
    const { input, state, outcome } = await findCheck(tx, task_id, organizer.id)
    const { task_id: before } = await tx
      .selectFrom('imports')
      .select('task_id')
      .where('id', '=', input.import_id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (before !== null && (await stateOf(tx, before)) !== 'failed') return before
    if (state !== 'done' || !outcome) refuse('task_unfinished')
    if (outcome.counts.wrong > 0 || outcome.missing.length > 0) refuse('import_wrong')
    const areas = input.areas.filter((area) => organizer.organizer_areas.includes(area))
    const store: ImportInput = { ...input, mapping: outcome.mapping, areas }
    const id = await startTask(tx, { kind: 'import_store', organizer, area: null, input: store }, now)
    await tx.updateTable('imports').set({ task_id: id }).where('id', '=', input.import_id).execute()
    return id
  })
}

async function stateOf(tx: Tx, task_id: number): Promise<string> {
  const { state } = await tx.selectFrom('tasks').select('state').where('id', '=', task_id).executeTakeFirstOrThrow()
  return state
}

async function findCheck(tx: Tx, id: number, organizer_id: number) {
  const task = await tx
    .selectFrom('tasks')
    .select(['input', 'state', 'outcome'])
    .where('id', '=', id)
    .where('organizer_id', '=', organizer_id)
    .where('kind', '=', 'import_check')
    .executeTakeFirst()
  if (!task) refuse('not_found')
  return {
    state: task.state,
    input: task.input as ImportInput,
    outcome: task.state === 'done' ? (task.outcome as Check) : null,
  }
}

/** A task: reads the file, and says what would be stored and what is wrong. Safe twice. */
export async function workOnCheck(app: App, task: TaskAtWork, progress: Progress, now: Date): Promise<Check> {
  const input = task.input as ImportInput
  const { kind, table } = await readFile(app.db, input.import_id)
  const mapping = input.mapping ?? guessMapping(kind, table.headers)
  const missing = missingFields(kind, mapping)
  const about = {
    kind,
    headers: table.headers,
    first: table.headers.map((_, column) => table.rows[0]?.cells[column] ?? ''),
    mapping,
    update: input.update,
    encoding: table.encoding,
    delimiter: table.delimiter,
    missing,
  }
  const rows = table.rows.length
  if (missing.length > 0)
    return {
      ...about,
      counts: { rows, new: 0, changed: 0, existing: 0, wrong: 0 },
      makes: [],
      columns: [],
      preview: [],
      errors: [],
      error_count: 0,
    }
  const terms = termsOf(app.db, table, { ...input, mapping }, now, tickOf(progress, rows))
  const { existing, problems, makes, columns, preview, ...found } = await checks[kind](terms)
  await progress(rows, rows)
  const errors = problems.errors.toSorted((a, b) => a.line - b.line)
  await writeErrors(app.db, task.id, errors)
  return {
    ...about,
    counts: { rows, ...countRows(found.rows), existing, wrong: problems.wrong },
    makes,
    columns,
    preview,
    errors: errors.slice(0, shownErrors),
    error_count: errors.length,
  }
}

const checks: Record<ImportKind, (terms: CheckTerms) => Promise<Found<unknown>>> = {
  players: checkPlayers,
  entries: checkEntries,
  results: checkResults,
}

function countRows(rows: readonly unknown[]): { new: number; changed: number } {
  const changed = rows.filter(
    (row) => typeof row === 'object' && row !== null && 'known' in row && row.known !== null,
  ).length
  return { new: rows.length - changed, changed }
}

function termsOf(
  db: Db | Tx,
  table: Table,
  { mapping, areas, update }: { mapping: Mapping; areas: AreaSlug[]; update: boolean },
  now: Date,
  tick: CheckTerms['tick'],
): CheckTerms {
  const open = listedAreas().map(({ slug }) => slug)
  return { db, table, mapping, areas: areas.filter((area) => open.includes(area)), update, today: saleDay(now), tick }
}

/** Tells now and then how far the work is, and lets the requests of this process have their turn. */
function tickOf(progress: Progress, total: number): CheckTerms['tick'] {
  let told = 0
  return async (done) => {
    if (done % 100 !== 0) return
    const now = Date.now()
    if (now - told < 500) return setImmediate()
    told = now
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

/**
 * A task: checks once more and stores all of it, in one transaction; once, however often it is begun. Refuses import_wrong
 * when a row is wrong by now: nothing is stored then.
 */
export async function workOnStore(app: App, task: TaskAtWork, progress: Progress, now: Date): Promise<Stored> {
  const input = task.input as ImportInput
  return inTransaction(app.db, async (tx) => {
    const { kind, stored, file_name } = await tx
      .selectFrom('imports')
      .select(['kind', 'stored', 'file_name'])
      .where('id', '=', input.import_id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (stored !== null) return stored as Stored
    const { table } = await readFile(tx, input.import_id)
    const tick = tickOf(progress, table.rows.length)
    const mapping = input.mapping ?? guessMapping(kind, table.headers)
    const terms = termsOf(tx, table, { ...input, mapping }, now, tick)
    const organizer = { id: task.organizer_id }
    const done = await stores[kind](tx, terms, organizer, now)
    const outcome: Stored = { kind, ...done.counts, leagues: await nameLeagues(tx, done.league_ids) }
    await tx
      .updateTable('imports')
      .set({ stored_at: now, stored: sql`${JSON.stringify(outcome)}::text::jsonb` })
      .where('id', '=', input.import_id)
      .execute()
    const { counts } = done
    const summary = `Imported ${counts.new + counts.changed} ${kind} from ${file_name}`
    const act = { organizer, area: null, kind: 'import', subject: `import ${input.import_id}`, summary }
    await audit(tx, { ...act, ...done.record }, now)
    return outcome
  })
}

type Done = {
  counts: { new: number; changed: number; existing: number }
  league_ids: number[]
  record: { before?: unknown; after?: unknown }
}

const stores: Record<ImportKind, (tx: Tx, terms: CheckTerms, organizer: { id: number }, now: Date) => Promise<Done>> = {
  async players(tx, terms, _organizer, now) {
    const found = refuseWrong(await checkPlayers(terms))
    const record = await storePlayers(tx, found.rows, now, terms.tick)
    return { counts: { ...countRows(found.rows), existing: found.existing }, league_ids: [], record }
  },
  async entries(tx, terms, organizer, now) {
    const found = refuseWrong(await checkEntries(terms))
    const league_ids = await storeEntries(tx, found.rows, organizer, now, terms.tick)
    return { counts: { ...countRows(found.rows), existing: found.existing }, league_ids, record: {} }
  },
  async results(tx, terms, organizer, now) {
    const found = refuseWrong(await checkResults(terms))
    const league_ids = await storeResults(tx, found.rows, organizer, now, terms.tick)
    return { counts: { ...countRows(found.rows), existing: found.existing }, league_ids, record: {} }
  },
}

function refuseWrong<Row>(found: Found<Row>): Found<Row> {
  const { wrong, errors } = found.problems
  if (wrong === 0) return found
  const first = errors[0]
  refuse('import_wrong', {
    message: `Something has changed since the check: ${wrong === 1 ? '1 row is' : `${wrong} rows are`} wrong now. Nothing was imported. Line ${first?.line}: ${first?.problem}`,
  })
}

/** Most leagues that the done page links to. */
const linked = 20

async function nameLeagues(tx: Tx, league_ids: readonly number[]): Promise<Stored['leagues']> {
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
    .where('leagues.id', 'in', league_ids.slice(0, linked))
    .orderBy('seasons.starting_date')
    .orderBy('divisions.position')
    .orderBy('leagues.area')
    .execute()
  return rows.map(({ league_name, level_name, ...league }) => ({
    ...league,
    name: `${league_name} ${league.year}, ${level_name}`,
  }))
}
