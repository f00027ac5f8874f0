import { formatNumber } from '#/contract/locale.ts'
import { CsvError, parse } from 'csv-parse'
import { csvRow, readGuarded } from '#/rules/csv-cell.ts'
import { refuse } from '#/server/refuse.ts'
import { readingsOf, type Reading } from './encoding.ts'

/** A row of a file. `line`: where it starts, as an editor counts; the header is line 1. */
export type TableRow = { line: number; cells: string[] }
/** `readings`: those between which the file's bytes do not decide; one if they do. */
export type Table = {
  headers: string[]
  rows: TableRow[]
  encoding: string
  delimiter: string
  readings: readonly Reading[]
}

const MAX_ROWS = 200_000
const MAX_COLUMNS = 100
/** The longest field of an import has 1,000. */
const MAX_CELL_CHARACTERS = 2_000
/** The parser reads a row slowly, so it stops at a row that no table has. */
const MAX_ROW_BYTES = MAX_COLUMNS * MAX_CELL_CHARACTERS

/**
 * Reads a spreadsheet's CSV file: in the chosen encoding if it is one of the possible ones, otherwise in the likeliest;
 * comma, semicolon or tab; quoted line breaks. Skips blank rows. Removes the apostrophe that an export puts before a
 * formula. Refuses (422 on `file`) anything that is not a table.
 */
export async function readTable(bytes: Uint8Array, chosen?: string): Promise<Table> {
  const readings = readingsOf(bytes)
  const { text, encoding } =
    readings.find((reading) => reading.encoding === chosen) ??
    readings[0] ??
    // A workbook is a ZIP file.
    refuseFile('This is not a CSV file. In your spreadsheet choose "Save as" and CSV.')
  const delimiter = delimiterOf(text)
  const records = parse(text, {
    delimiter,
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    relax_quotes: true,
    max_record_size: MAX_ROW_BYTES,
  })
  const rows: TableRow[] = []
  try {
    for await (const { record, info } of records as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      const cells = record.map((cell) => readGuarded(cell).trim())
      if (cells.every((cell) => cell === '')) continue
      const breaks = record.reduce((count, cell) => count + cell.split(/\r\n|\r|\n/).length - 1, 0)
      const line = info.lines - breaks
      refuseLargeCell(cells, line)
      rows.push({ line, cells })
      if (rows.length > MAX_ROWS + 1)
        refuseFile(`There are more than ${formatNumber(MAX_ROWS)} rows. Please split the file.`)
    }
  } catch (error) {
    if (error instanceof CsvError && error.code === 'CSV_MAX_RECORD_SIZE')
      refuseFile(
        `The row that reaches line ${String(error['lines'])} has more than ${formatNumber(MAX_ROW_BYTES)} characters. Please shorten its cells, or close a quotation mark.`,
      )
    if (error instanceof CsvError) refuseFile('A quotation mark is never closed. Please save the sheet as CSV again.')
    throw error
  }
  const [head, ...body] = rows
  if (!head || head.cells.length > MAX_COLUMNS) refuseFile('This is not a table. Please save the sheet as CSV.')
  if (body.length === 0) refuseFile('The file has a header, but no rows below it.')
  return { headers: head.cells, rows: body, encoding, delimiter, readings }
}

function refuseLargeCell(cells: readonly string[], line: number): void {
  const column = cells.findIndex(({ length }) => length > MAX_CELL_CHARACTERS)
  if (column >= 0)
    refuseFile(
      `The cell in line ${line}, column ${column + 1}, has more than ${formatNumber(MAX_CELL_CHARACTERS)} characters. Please shorten it.`,
    )
}

/** The most frequent delimiter in the first line, outside quotation marks. */
function delimiterOf(text: string): string {
  const head = (/^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text.slice(0, 20_000))?.[0] ?? '').replaceAll(
    /"(?:[^"]|"")*"/g,
    '',
  )
  const count = (delimiter: string) => head.split(delimiter).length
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ','
}

export function refuseFile(sentence: string): never {
  refuse('invalid', { message: sentence, fields: { file: sentence } })
}

/** Formats rows as CSV (RFC 4180), each cell harmless in a spreadsheet. */
export function writeRows(rows: readonly (readonly string[])[]): string {
  return rows.map(csvRow).join('')
}

/** The start of a file. Without the byte order mark, Excel does not read it as UTF-8. */
export function writeHead(headers: readonly string[]): string {
  return `\uFEFF${writeRows([headers])}`
}
