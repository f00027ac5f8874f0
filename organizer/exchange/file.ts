import { allAreas, listedAreas, type AreaSlug } from '#/contract/areas.ts'
import { formatDay } from '#/contract/format.ts'
import type { Db, Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { cellOf, normalize, type CheckTerms, type ValueMap } from './check.ts'
import type { ReadingChoices } from './contract.ts'
import { differingWords } from './encoding.ts'
import {
  dayOrders,
  guessMapping,
  importFields,
  leagueFields,
  missingFields,
  type DayOrder,
  type ImportKind,
  type Mapping,
} from './import-fields.ts'
import { Questions } from './questions.ts'
import { namedYear } from './season-year.ts'
import { readTable, type Table } from './table.ts'
import type { ImportInput } from './tasks.ts'
import { ambiguousDayOf, dayOrderOf, readDay } from './typed-day.ts'

/** An uploaded file as it is read: with its columns, and what its questions about the whole file were answered. */
export type OpenFile = Pick<
  CheckTerms,
  'table' | 'mapping' | 'fixed' | 'values' | 'blanks' | 'questions' | 'day_order' | 'areas'
> & {
  kind: ImportKind
  /** Whether its rows can be checked: no column is missing, and no question about the whole file is open. */
  isReadable: boolean
  missing: string[]
  ignored: string[]
  /** A date that has two readings. */
  ambiguous_day: string | null
}

/** Reads an uploaded file. Asks what holds for all of its rows. Refuses import_gone, and 422 on `file`. */
export async function openFile(db: Db | Tx, input: ImportInput): Promise<OpenFile> {
  const { kind, content } = await db
    .selectFrom('imports')
    .select(['kind', 'content'])
    .where('id', '=', input.import_id)
    .executeTakeFirstOrThrow()
  if (content === null) refuse('import_gone')
  const questions = new Questions(input.answers)
  const { reading } = input
  const line = Number(input.answers[HEAD])
  const choices = { encoding: input.answers[ENCODING], sheet: input.answers[SHEET], head_line: line }
  const whole = await readTable(content, choices, kind)
  askEncoding(whole, questions)
  askSheet(whole, questions)
  const asks_ages = kind === 'players' && (await hasAgeGroup(db))
  const guessed = input.mapping ?? withEmails(kind, whole, guessMapping(kind, whole.headers, asks_ages))
  const { table: read, mapping } = withCells(kind, whole, guessed, reading.cells)
  const values = valueMapOf(reading.values)
  const constants = constantsOf(reading.constants)
  const table = kind === 'players' ? read : { ...read, rows: fillDown(read, mapping) }
  const texts = textsOf(table, mapping, values, 'date')
  const areas = allAreas().flatMap(({ slug }) => (input.areas.includes(slug) ? [slug] : []))
  const asked = await askFixed(db, { kind, table, mapping, areas, questions, values, constants })
  const day_order = reading.dates ?? askDayOrder(texts, questions)
  const missing = missingFields(kind, mapping, [...asked.fields, ...Object.keys(constants)])
  // A line above or below the one that was guessed may be the one with the headings.
  if (missing.length > 0 || input.answers[HEAD] !== undefined) askHead(whole, questions)
  return {
    kind,
    table,
    mapping,
    fixed: { ...asked.values, ...constants },
    values,
    blanks: reading.blanks,
    ambiguous_day: ambiguousDayOf(texts) ?? null,
    questions,
    day_order: day_order ?? 'month-first',
    areas,
    isReadable: missing.length === 0 && questions.open === 0,
    missing,
    ignored: ignoredColumns(table, mapping),
  }
}

const ENCODING = 'encoding'
const SHEET = 'sheet'
const HEAD = 'head'

/** Asks for the sheet of a workbook with several. The first one with values is read until somebody chooses. */
function askSheet({ sheets, sheet }: Table, questions: Questions): void {
  if (sheets.length < 2) return
  questions.ask({
    key: SHEET,
    title: 'Which sheet of the workbook is it?',
    options: sheets.map((name) => ({ value: name, label: name, note: '' })),
    otherwise: sheet,
  })
}

/** Asks which line has the headings. */
function askHead({ head_lines, head_line }: Table, questions: Questions): void {
  if (head_lines.length < 2) return
  questions.ask({
    key: HEAD,
    title: 'Which line has the headings?',
    options: head_lines.map(({ line, text }) => ({ value: String(line), label: `Line ${line}`, note: text })),
    otherwise: String(head_line),
  })
}

/** The columns, with the one of emails found by its cells if its heading does not say so. */
function withEmails(kind: ImportKind, { headers, rows }: Table, mapping: Mapping): Mapping {
  if (kind !== 'players' || mapping['email'] !== null) return mapping
  const taken = Object.values(mapping)
  const place = headers.findIndex((_, at) => !taken.includes(at) && rows.some(({ cells }) => isEmail(cells[at] ?? '')))
  return place < 0 ? mapping : { ...mapping, email: place }
}

const isEmail = (cell: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(cell)

/** The table with these cells corrected. A field without a column gets one. */
function withCells(
  kind: ImportKind,
  table: Table,
  mapping: Mapping,
  cells: ReadingChoices['cells'],
): { table: Table; mapping: Mapping } {
  if (cells.length === 0) return { table, mapping }
  const [headers, places] = [[...table.headers], { ...mapping }]
  const rows = new Map(table.rows.map((row) => [row.line, row]))
  for (const { line, column, value } of cells) {
    const row = rows.get(line)
    const field = importFields[kind].find(({ name, label }) => name === column || label === column)
    const heading = headers.indexOf(String(column))
    const ofField = field && (places[field.name] ?? headers.length)
    const wanted = typeof column === 'number' ? column : heading >= 0 ? heading : ofField
    if (!row || wanted === undefined) continue
    const place = Math.min(wanted, headers.length)
    if (place === headers.length) {
      if (!field) continue
      headers.push(field.label)
      places[field.name] = place
    }
    const changed = Array.from({ length: Math.max(row.cells.length, place + 1) }, (_, at) => row.cells[at] ?? '')
    changed[place] = value.trim()
    rows.set(line, { line, cells: changed })
  }
  return { table: { ...table, headers, rows: [...rows.values()] }, mapping: places }
}

function valueMapOf(values: ReadingChoices['values']): ValueMap {
  return Object.fromEntries(
    Object.entries(values).map(([field, of]) => [
      field,
      new Map(Object.entries(of).map(([written, meant]) => [normalize(written), meant])),
    ]),
  )
}

function constantsOf(constants: ReadingChoices['constants']): Record<string, string> {
  return Object.fromEntries(Object.entries(constants).flatMap(([field, value]) => (value ? [[field, value]] : [])))
}

function textsOf({ rows }: Table, mapping: Mapping, values: ValueMap, field: string): string[] {
  return (mapping[field] ?? null) === null ? [] : rows.map((row) => cellOf({ mapping, fixed: {}, values }, row, field))
}

/** Asks which spelling is right if the bytes of a file fit more than one encoding. */
function askEncoding({ readings }: Table, questions: Questions): void {
  if (readings.length < 2) return
  const { line, words } = differingWords(readings)
  questions.ask({
    key: ENCODING,
    title: `How is line ${line} spelled?`,
    options: readings.map(({ encoding }, index) => ({
      value: encoding,
      label: words[index] ?? '',
      note: `Read as ${encoding}`,
    })),
  })
}

/** Asks for the order of day and month if the file does not decide it. Null while nobody has answered. */
function askDayOrder(texts: readonly string[], questions: Questions): DayOrder | null {
  const order = dayOrderOf(texts)
  const sample = ambiguousDayOf(texts)
  if (order !== null || sample === undefined) return order
  const answer = questions.ask({
    key: 'dates',
    title: 'Which comes first in a date, the day or the month?',
    options: dayOrders.map((value) => ({
      value,
      label: value === 'day-first' ? 'The day' : 'The month',
      note: `${sample} is ${formatDay(readDay(sample, value) ?? '')}`,
    })),
  })
  return dayOrders.find((value) => value === answer) ?? null
}

type FixedTerms = {
  kind: ImportKind
  table: Table
  mapping: Mapping
  areas: readonly AreaSlug[]
  questions: Questions
  values: ValueMap
  constants: Readonly<Record<string, string>>
}

/** Fields with one value for all rows. `fields`: those that are known or asked for. `values`: those that are known. */
type Fixed = { fields: string[]; values: Record<string, string> }

/** Asks for the season, the division and the area of a file without these columns. */
async function askFixed(db: Db | Tx, terms: FixedTerms): Promise<Fixed> {
  const asked = [
    askArea(terms),
    ...(terms.kind === 'players' ? [] : [await askSeason(db, terms), await askDivision(db, terms)]),
  ]
  return {
    fields: asked.flatMap(({ fields }) => fields),
    values: Object.assign({}, ...asked.map(({ values }) => values)) as Record<string, string>,
  }
}

const nothing: Fixed = { fields: [], values: {} }

function has({ mapping, constants }: FixedTerms, field: string): boolean {
  return (mapping[field] ?? null) !== null || field in constants
}

/** The only area of the organizer is not asked for, and also used for empty cells. */
function askArea(terms: FixedTerms): Fixed {
  const { kind, areas, questions } = terms
  const open = listedAreas().filter(({ slug }) => areas.includes(slug))
  const [only] = open
  if (!only) return nothing
  if (open.length === 1) return { fields: ['area'], values: { area: only.slug } }
  // Without the rest of the profile, a player is asked for the area too.
  const isUseless = kind === 'players' && !['phone', 'level', 'gender'].every((field) => has(terms, field))
  if (has(terms, 'area') || isUseless) return nothing
  const answer = questions.ask({
    key: 'area',
    title: kind === 'players' ? 'Where do these players live?' : 'In which area were these leagues?',
    options: [
      ...open.map(({ slug, name }) => ({ value: slug, label: name, note: '' })),
      ...(kind === 'players' ? [{ value: 'unknown', label: 'Ask each player', note: '' }] : []),
    ],
  })
  return { fields: ['area'], values: answer === null || answer === 'unknown' ? {} : { area: answer } }
}

/** The most seasons of which one can be chosen for a file, newest first. */
const MAX_SEASONS = 200

/** The year may also be in the season's column: 'Summer 2026'. */
async function askSeason(db: Db | Tx, terms: FixedTerms): Promise<Fixed> {
  if (has(terms, 'season') || has(terms, 'year')) {
    const { table, mapping, values, constants } = terms
    const written = [constants['season'] ?? '', ...textsOf(table, mapping, values, 'season')]
    const hasYear = written.some((text) => namedYear.test(text))
    return hasYear ? { fields: ['year'], values: {} } : nothing
  }
  const seasons = await db
    .selectFrom('seasons')
    .select(['id', 'slug', 'name', 'year'])
    .orderBy('starting_date', 'desc')
    .orderBy('id')
    .limit(MAX_SEASONS)
    .execute()
  if (seasons.length === 0) return nothing
  const answer = terms.questions.ask({
    key: 'season',
    title: 'Which season is this file of?',
    options: seasons.map(({ id, name, year }) => ({ value: String(id), label: `${name} ${year}`, note: '' })),
  })
  const season = seasons.find(({ id }) => String(id) === answer)
  return { fields: ['season', 'year'], values: season ? { season: season.slug, year: String(season.year) } : {} }
}

async function askDivision(db: Db | Tx, terms: FixedTerms): Promise<Fixed> {
  if (has(terms, 'division')) return nothing
  const divisions = await db.selectFrom('divisions').select(['slug', 'name']).orderBy('position').execute()
  if (divisions.length === 0) return nothing
  const answer = terms.questions.ask({
    key: 'division',
    title: 'Which division is this file of?',
    options: divisions.map(({ slug, name }) => ({ value: slug, label: name, note: '' })),
  })
  return { fields: ['division'], values: answer === null ? {} : { division: answer } }
}

/** The rows with the league of the row above in empty cells: a spreadsheet saves merged cells like that. */
function fillDown({ rows }: Table, mapping: Mapping): Table['rows'] {
  const places = leagueFields.flatMap((field) => mapping[field] ?? [])
  let above: readonly string[] = []
  return rows.map(({ line, cells }) => {
    const filled = cells.map((cell, place) => (cell === '' && places.includes(place) ? (above[place] ?? '') : cell))
    above = filled
    return { line, cells: filled }
  })
}

/** The headers of columns that have values and are not read. */
function ignoredColumns({ headers, rows }: Table, mapping: Mapping): string[] {
  const places = Object.values(mapping)
  return headers.flatMap((header, place) =>
    places.includes(place) || rows.every(({ cells }) => (cells[place] ?? '') === '')
      ? []
      : [header || `Column ${place + 1}`],
  )
}

async function hasAgeGroup(db: Db | Tx): Promise<boolean> {
  const found = await db
    .selectFrom('divisions')
    .select('id')
    .where((where) => where.or([where('age_from', 'is not', null), where('age_to', 'is not', null)]))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
