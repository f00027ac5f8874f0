import type { AreaSlug } from '#/contract/areas.ts'
import type { Db, Tx } from '#/server/db.ts'
import type { RowError } from './contract.ts'
import type { Table, TableRow } from './csv.ts'
import { importFields, type ImportKind, type Mapping } from './import-fields.ts'

/** What a check works with. */
export type CheckTerms = {
  db: Db | Tx
  table: Table
  mapping: Mapping
  /** Where the organizer runs the leagues. */
  areas: readonly AreaSlug[]
  /** Players who are there already get what the file says. */
  update: boolean
  /** yyyy-mm-dd. */
  today: string
  /** Called row by row: says how far it is, and lets others have their turn. */
  tick: (done: number) => Promise<void>
}

/** What a check found; `rows` is what would be stored. */
export type Found<Row> = {
  rows: Row[]
  /** Rows that are there already, or stand in the file twice. */
  existing: number
  problems: Problems
  makes: string[]
  columns: string[]
  preview: string[][]
}

/** The rows of the file that were understood, as the preview shows them. */
export const previewRows = 10

/** What is wrong in a file, by row and column. */
export class Problems {
  readonly errors: RowError[] = []
  readonly #wrong = new Set<number>()
  readonly #kind: ImportKind
  readonly #terms: Pick<CheckTerms, 'table' | 'mapping'>
  constructor(kind: ImportKind, terms: Pick<CheckTerms, 'table' | 'mapping'>) {
    this.#kind = kind
    this.#terms = terms
  }
  /** Says a sentence of a field of a row. Answers null, so that a reader can give up with it. */
  add(row: TableRow, field: string, problem: string): null {
    const place = this.#terms.mapping[field] ?? null
    const label = importFields[this.#kind].find(({ name }) => name === field)?.label ?? field
    const column = place === null ? label : (this.#terms.table.headers[place] ?? label)
    this.errors.push({ line: row.line, column, value: place === null ? '' : (row.cells[place] ?? ''), problem })
    this.#wrong.add(row.line)
    return null
  }
  has(row: TableRow): boolean {
    return this.#wrong.has(row.line)
  }
  /** How many rows are wrong. */
  get wrong(): number {
    return this.#wrong.size
  }
}

/** The text of a field in a row; '' without a column. */
export function cellOf({ mapping }: Pick<CheckTerms, 'mapping'>, row: TableRow, field: string): string {
  const place = mapping[field] ?? null
  return place === null ? '' : (row.cells[place] ?? '')
}

/** Words as they are compared: without case, accents of the apostrophe, and doubled blanks. */
export function plainly(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[’‘´`]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .trim()
}

export type KnownPlayer = {
  id: number
  email: string
  first_name: string
  last_name: string
  phone: string | null
  singles_level: string | null
  gender: string | null
  area: AreaSlug | null
}

/** The players of these emails, by the email in small emails. */
export async function findPlayers(db: Db | Tx, emails: readonly string[]): Promise<Map<string, KnownPlayer>> {
  const found = new Map<string, KnownPlayer>()
  const wanted = [...new Set(emails.map((email) => email.toLowerCase()))]
  for (let from = 0; from < wanted.length; from += 5_000) {
    const rows = await db
      .selectFrom('players')
      .select(['id', 'email', 'first_name', 'last_name', 'phone', 'singles_level', 'gender', 'area'])
      .where((where) =>
        where.eb(where.fn<string>('lower', ['email']), '=', where.fn.any(where.val(wanted.slice(from, from + 5_000)))),
      )
      .where('deleted_at', 'is', null)
      .execute()
    for (const row of rows) found.set(row.email.toLowerCase(), row)
  }
  return found
}
