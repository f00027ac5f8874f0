import { formatNumber } from '#/contract/locale.ts'
import { CsvError, parse } from 'csv-parse'
import { csvRow, readGuarded } from '#/rules/csv-cell.ts'
import { readingsOf, type Reading } from './encoding.ts'
import { MAX_CELL_CHARACTERS, MAX_COLUMNS, MAX_ROWS, refuseFile, refuseLargeCell, type TableRow } from './rows.ts'

/** `readings`: those between which the file's bytes do not decide; one if they do. */
type Csv = { rows: TableRow[]; encoding: string; delimiter: string; readings: readonly Reading[] }

/** The parser reads a row slowly, so it stops at a row that no table has. */
const MAX_ROW_BYTES = MAX_COLUMNS * MAX_CELL_CHARACTERS

/**
 * Reads a spreadsheet's CSV file: in the chosen encoding if it is one of the possible ones, otherwise in the likeliest;
 * comma, semicolon or tab; quoted line breaks. Skips blank rows and the line "sep=;" that Excel reads. Removes the
 * apostrophe that an export puts before a formula. Refuses (422 on `file`) anything that is not a table.
 */
export async function readCsv(bytes: Uint8Array, chosen?: string): Promise<Csv> {
  const readings = readingsOf(bytes)
  const { text, encoding } =
    readings.find((reading) => reading.encoding === chosen) ??
    readings[0] ??
    refuseFile('This is neither an Excel workbook (.xlsx) nor a CSV file. Save the sheet as one of the two.')
  const named = /^\uFEFF?"?sep=(.)"?(?:\r\n|\r|\n)/i.exec(text)?.[1]
  const delimiter = named ?? delimiterOf(text)
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
    for await (const { record, info } of records as AsyncIterable<{
      record: string[]
      info: { lines: number; records: number }
    }>) {
      const cells = record.map((cell) => readGuarded(cell).trim())
      if (cells.every((cell) => cell === '') || (named !== undefined && info.records === 1)) continue
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
  return { rows, encoding, delimiter, readings }
}

/** The most frequent delimiter in the first lines, outside quotation marks: a title has none. */
function delimiterOf(text: string): string {
  const lines = text
    .slice(0, 20_000)
    .replaceAll(/"(?:[^"]|"")*"/g, '')
    .split(/\r\n|\r|\n/)
    .slice(0, HEAD_LINES)
  // A line counts by its square root, so that one long text with commas does not outweigh a table.
  const weigh = (delimiter: string) => lines.reduce((sum, line) => sum + Math.sqrt(line.split(delimiter).length - 1), 0)
  return [',', ';', '	'].toSorted((a, b) => weigh(b) - weigh(a))[0] ?? ','
}

const HEAD_LINES = 30

/** Formats rows as CSV (RFC 4180), each cell harmless in a spreadsheet. */
export function writeRows(rows: readonly (readonly string[])[]): string {
  return rows.map(csvRow).join('')
}

/** The start of a file. Without the byte order mark, Excel does not read it as UTF-8. */
export function writeHead(headers: readonly string[]): string {
  return `\uFEFF${writeRows([headers])}`
}
