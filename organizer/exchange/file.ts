import { allAreas, listedAreas, type AreaSlug } from '#/contract/areas.ts'
import { formatDay } from '#/contract/format.ts'
import type { Db, Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { cellOf, type CheckTerms } from './check.ts'
import { readTable, type Table } from './csv.ts'
import { differingWords } from './encoding.ts'
import {
  dayOrders,
  guessMapping,
  leagueFields,
  missingFields,
  type DayOrder,
  type ImportKind,
  type Mapping,
} from './import-fields.ts'
import { Questions } from './questions.ts'
import type { ImportInput } from './tasks.ts'
import { ambiguousDayOf, dayOrderOf, readDay } from './typed-day.ts'

/** An uploaded file as it is read: with its columns, and what its questions about the whole file were answered. */
export type OpenFile = Pick<CheckTerms, 'table' | 'mapping' | 'fixed' | 'questions' | 'day_order' | 'areas'> & {
  kind: ImportKind
  /** Whether its rows can be checked: no column is missing, and no question about the whole file is open. */
  isReadable: boolean
  missing: string[]
  ignored: string[]
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
  const read = await readTable(content, input.answers[ENCODING])
  askEncoding(read, questions)
  const asks_ages = kind === 'players' && (await hasAgeGroup(db))
  const mapping = input.mapping ?? guessMapping(kind, read.headers, asks_ages)
  const table = kind === 'players' ? read : { ...read, rows: fillDown(read, mapping) }
  const areas = allAreas().flatMap(({ slug }) => (input.areas.includes(slug) ? [slug] : []))
  const asked = await askFixed(db, { kind, table, mapping, areas, questions })
  const day_order = askDayOrder(table, mapping, questions)
  const missing = missingFields(kind, mapping, asked.fields)
  return {
    kind,
    table,
    mapping,
    fixed: asked.values,
    questions,
    day_order: day_order ?? 'month-first',
    areas,
    isReadable: missing.length === 0 && questions.open === 0,
    missing,
    ignored: ignoredColumns(table, mapping),
  }
}

const ENCODING = 'encoding'

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
function askDayOrder(table: Table, mapping: Mapping, questions: Questions): DayOrder | null {
  if ((mapping['date'] ?? null) === null) return dayOrderOf([])
  const texts = table.rows.map((row) => cellOf({ mapping, fixed: {} }, row, 'date'))
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

function has({ mapping }: FixedTerms, field: string): boolean {
  return (mapping[field] ?? null) !== null
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
    const { table, mapping } = terms
    const hasYear = table.rows.some((row) => /\s\d{4}$/.test(cellOf({ mapping, fixed: {} }, row, 'season')))
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
