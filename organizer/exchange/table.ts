import { readCsv } from './csv.ts'
import type { Reading } from './encoding.ts'
import { countKnownHeaders, type ImportKind } from './import-fields.ts'
import { MAX_COLUMNS, refuseFile, type TableRow } from './rows.ts'
import { isZip, readWorkbook, refuseCompoundFile } from './workbook.ts'

/** A row that is not read, and why. */
type SetAside = { line: number; text: string; why: 'total' | 'heading' }

/** A file as a table: the row with the headings, and the rows below it. */
export type Table = {
  headers: string[]
  rows: TableRow[]
  /** The line of the headings. */
  head_line: number
  /** The lines that can have the headings, with the beginning of their text. */
  head_lines: { line: number; text: string }[]
  /** Totals, and headings that are repeated on each printed page. */
  set_aside: SetAside[]
  encoding: string
  delimiter: string
  /** Those between which the file's bytes do not decide; one if they do, none for a workbook. */
  readings: readonly Reading[]
  /** A workbook's sheets that are not hidden. */
  sheets: string[]
  /** Empty without sheets. */
  sheet: string
}

/** The organizer's choices of how a file is read. */
type TableChoices = { encoding?: string | undefined; sheet?: string | undefined; head_line?: number | undefined }

/**
 * Reads a workbook or a CSV file as a table. The headings are in the chosen line, otherwise in the first line that has
 * most of the headings that an import knows. Refuses 422 on `file`.
 */
export async function readTable(
  bytes: Uint8Array,
  { encoding, sheet, head_line }: TableChoices = {},
  kind: ImportKind = 'players',
): Promise<Table> {
  refuseCompoundFile(bytes)
  const { rows, ...read } = isZip(bytes) ? await readSheet(bytes, sheet) : await readText(bytes, encoding)
  const tops = rows.slice(0, MAX_HEAD_ROWS)
  const chosen = tops.findIndex(({ line }) => line === head_line)
  const index = chosen < 0 ? findHead(tops, kind) : chosen
  const head = rows[index]
  if (!head || head.cells.length > MAX_COLUMNS) refuseFile('This is not a table. Please save the sheet as CSV.')
  const below = rows.slice(index + 1)
  if (below.length === 0) refuseFile('The file has a header, but no rows below it.')
  const set_aside: SetAside[] = []
  const body = below.filter((row) => {
    const why = whyAside(row, head)
    if (why !== null) set_aside.push({ line: row.line, text: textOf(row), why })
    return why === null
  })
  return {
    headers: head.cells,
    rows: body,
    head_line: head.line,
    head_lines: tops.map((row) => ({ line: row.line, text: textOf(row) })),
    set_aside,
    ...read,
  }
}

type Read = Pick<Table, 'rows' | 'encoding' | 'delimiter' | 'readings' | 'sheets' | 'sheet'>

async function readText(bytes: Uint8Array, encoding: string | undefined): Promise<Read> {
  return { ...(await readCsv(bytes, encoding)), sheets: [], sheet: '' }
}

async function readSheet(bytes: Uint8Array, wanted: string | undefined): Promise<Read> {
  const { sheets, sheet } = await readWorkbook(bytes, wanted)
  return { rows: sheet.rows, encoding: 'Excel', delimiter: '', readings: [], sheets, sheet: sheet.name }
}

/** The most rows above the table: titles, dates, notes. */
const MAX_HEAD_ROWS = 20

function textOf({ cells }: TableRow): string {
  return cells
    .filter((cell) => cell !== '')
    .join(', ')
    .slice(0, 80)
}

/** The row that has most of the known headings; a single one does not make a heading of a title. */
function findHead(rows: readonly TableRow[], kind: ImportKind): number {
  const counts = rows.map(({ cells }) => countKnownHeaders(kind, cells))
  const most = Math.max(0, ...counts)
  return most < 2 ? 0 : counts.indexOf(most)
}

const total = /^(?:grand |sub-?)?totals?\b(?: [a-z]+)?[:=]?(?: *\d+(?: [a-z]+)?)?$|^(?:sum|average|count)[:=]?$/i

function whyAside({ cells }: TableRow, head: TableRow): SetAside['why'] | null {
  const filled = cells.filter((cell) => cell !== '')
  if (filled.length > 1 && cells.every((cell, index) => cell === (head.cells[index] ?? ''))) return 'heading'
  const [first = ''] = filled
  // A person may be called Total: such a row has a name, an email or a day beside it.
  const isSum = filled.slice(1).every((cell) => /^[\d.,\s$€£%]+$/.test(cell) || total.test(cell))
  return total.test(first) && isSum ? 'total' : null
}
