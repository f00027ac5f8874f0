import type * as z from 'zod/mini'
import { area } from '#/contract/area-field.ts'
import { areaName, type AreaSlug } from '#/contract/areas.ts'
import { cutText } from '#/server/cut-text.ts'
import type { Db, Tx } from '#/server/db.ts'
import { foldName } from '#/rules/name-fold.ts'
import type { RowError } from './contract.ts'
import type { TableRow } from './rows.ts'
import type { Table } from './table.ts'
import { importFields, type DayOrder, type ImportKind, type Mapping } from './import-fields.ts'
import type { Questions } from './questions.ts'
import type { Made } from './made.ts'

export type ValueMap = Readonly<Record<string, ReadonlyMap<string, string>>>

/** The input of a check. */
export type CheckTerms = {
  db: Db | Tx
  table: Table
  mapping: Mapping
  /** The values of fields that are the same in the whole file: for cells that are empty, or have no column. */
  fixed: Readonly<Record<string, string>>
  /** Values that mean another value, by field and in the form in which they are compared. */
  values: ValueMap
  blanks: 'allow' | 'refuse'
  questions: Questions
  organizer_id: number
  /** The organizer's areas. */
  areas: readonly AreaSlug[]
  /** Whether existing players get the values of the file. */
  update: boolean
  day_order: DayOrder
  now: Date
  /** yyyy-mm-dd. */
  today: string
  /** Called for each row: stores the progress, and lets other requests run. */
  tick: (done: number, phase?: 0 | 1) => Promise<void>
}

/** The most characters of a wrong cell that are shown. */
const MAX_SHOWN_CHARACTERS = 200

/** Stands for bytes that are not in the file's encoding. */
const UNREADABLE = '\uFFFD'

type FileTerms = Pick<CheckTerms, 'table' | 'mapping' | 'fixed' | 'values'>

/** The problems of a file, by row and column. */
export class Problems {
  readonly errors: RowError[] = []
  readonly #wrong = new Set<number>()
  readonly #kind: ImportKind
  readonly #terms: FileTerms
  constructor(kind: ImportKind, terms: FileTerms) {
    this.#kind = kind
    this.#terms = terms
    const fields = importFields[kind].filter(({ name }) => (terms.mapping[name] ?? null) !== null)
    for (const row of terms.table.rows.filter(({ cells }) => cells.some((cell) => cell.includes(UNREADABLE))))
      for (const { name } of fields)
        if (cellOf(terms, row, name).includes(UNREADABLE))
          this.add(row, name, 'Some letters of this cell cannot be read. Please write it again, and save as CSV UTF-8.')
  }
  /** Adds a sentence about a field of a row. Returns null, so that a parser can return it. */
  add(row: TableRow, field: string, problem: string): null {
    const place = this.#terms.mapping[field] ?? null
    const label = importFields[this.#kind].find(({ name }) => name === field)?.label ?? field
    const column = place === null ? label : (this.#terms.table.headers[place] ?? label)
    const cell = (place === null ? '' : row.cells[place]) || cellOf(this.#terms, row, field)
    const value = cell.length > MAX_SHOWN_CHARACTERS ? `${cutText(cell, MAX_SHOWN_CHARACTERS)}…` : cell
    this.errors.push({ line: row.line, column, value, problem, field })
    this.#wrong.add(row.line)
    return null
  }
  /** Parses a cell, or what was read from it, by the schema of an endpoint. Null if it is invalid. */
  read<S extends z.ZodMiniType>(
    row: TableRow,
    field: string,
    schema: S,
    value: unknown = cellOf(this.#terms, row, field),
  ): z.output<S> | null {
    const read = schema.safeParse(value)
    return read.success ? read.data : this.add(row, field, read.error.issues[0]?.message ?? '')
  }
  has(row: TableRow): boolean {
    return this.#wrong.has(row.line)
  }
  /** The number of rows with problems. */
  get wrong(): number {
    return this.#wrong.size
  }
}

const MAX_PREVIEW_ROWS = 10

const stateWords = { new: 'new', changed: 'changed', existing: 'already there' }

/** The findings of a check. */
export class Found<Row> {
  /** The rows to store. */
  readonly rows: Row[] = []
  /** The numbers of rows by state. The second copy of a row in the file counts as existing. */
  readonly counts = { new: 0, changed: 0, existing: 0 }
  readonly preview: string[][] = []
  /** The seasons and leagues that an import also creates. */
  makes: string[] = []
  /** New players whose profile is incomplete. */
  incomplete = 0
  readonly problems: Problems
  readonly columns: readonly string[]
  constructor(problems: Problems, columns: readonly string[]) {
    this.problems = problems
    this.columns = [...columns, '']
  }
  add(state: keyof typeof stateWords, row: Row, cells: readonly string[], word = stateWords[state]): void {
    this.counts[state] += 1
    if (state !== 'existing') this.rows.push(row)
    if (this.preview.length < MAX_PREVIEW_ROWS) this.preview.push([...cells, word])
  }
}

/** The changes of an import: the leagues that it rebuilt, and the values before and after for the audit log. */
export type Changes = { league_ids: number[]; made: Made; before?: object; after?: object }

/** The area of a row, by slug or name. Null if there is none, or if it is not one of the organizer's. */
export function readArea(terms: CheckTerms, row: TableRow, problems: Problems): AreaSlug | null {
  const slug = problems.read(row, 'area', area)
  if (slug === null || terms.areas.includes(slug)) return slug
  return problems.add(row, 'area', `You do not run the leagues of ${areaName(slug)}.`)
}

/** The text of a field in a row, or what holds for the whole file. '' without either. */
export function cellOf(
  { mapping, fixed, values }: Pick<CheckTerms, 'mapping' | 'fixed' | 'values'>,
  row: TableRow,
  field: string,
): string {
  const place = mapping[field] ?? null
  const cell = (place === null ? '' : row.cells[place]) ?? ''
  return (values[field]?.get(normalize(cell)) ?? cell) || (fixed[field] ?? '')
}

/** The address in a cell that a mail program wrote: 'ann@example.com' of 'Ann Lee <ann@example.com>' or of a mailto link. */
export function addressOf(text: string): string {
  const address = /<([^<>]*)>\s*$/.exec(text)?.[1] ?? text
  return address
    .trim()
    .replace(/^mailto:([^?]*).*$/i, '$1')
    .trim()
}

/** A full name in the order in which it is said: 'Moreno, Ada' as 'Ada Moreno'. */
export function spokenName(text: string): string {
  return text.replace(/^([^,]+),\s*([^,]+)$/, '$2 $1').trim()
}

/** A text as it is compared: folded as names are, without double blanks. */
export function normalize(text: string): string {
  return foldName(text).replaceAll(/\s+/g, ' ').trim()
}

export type KnownPlayer = {
  id: number
  email: string
  first_name: string
  last_name: string
  one_name: boolean
  phone: string | null
  singles_level: string | null
  gender: string | null
  year_of_birth: number | null
  area: AreaSlug | null
  opened_by_id: number | null
  email_verified_at: Date | null
  suspended_at: Date | null
}

/** Whether nobody has proved to own the account yet: an organizer's entry or import opened it. */
export function isDraft({ opened_by_id, email_verified_at }: KnownPlayer): boolean {
  return opened_by_id !== null && email_verified_at === null
}

/** The players with these emails, by email in lower case. */
export async function findPlayers(db: Db | Tx, emails: readonly string[]): Promise<Map<string, KnownPlayer>> {
  const found = new Map<string, KnownPlayer>()
  const wanted = [...new Set(emails.map((email) => email.toLowerCase()))]
  for (let from = 0; from < wanted.length; from += 5_000) {
    const rows = await db
      .selectFrom('players')
      .select([
        'id',
        'email',
        'first_name',
        'last_name',
        'one_name',
        'phone',
        'singles_level',
        'gender',
        'year_of_birth',
        'area',
        'opened_by_id',
        'email_verified_at',
        'suspended_at',
      ])
      .where((where) =>
        where.eb(where.fn<string>('lower', ['email']), '=', where.fn.any(where.val(wanted.slice(from, from + 5_000)))),
      )
      .where('deleted_at', 'is', null)
      .execute()
    for (const row of rows) found.set(row.email.toLowerCase(), row)
  }
  return found
}
