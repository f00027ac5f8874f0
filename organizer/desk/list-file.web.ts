import { csvRow } from '#/rules/csv-cell.ts'
import { saveOwn } from '#/web/download.ts'
import type { DataColumn } from '#/web/ui/DataTable.tsx'
import { showToast } from '#/web/ui/toasts.ts'

/** Saves rows of a list as a CSV file with these columns. `isCut`: whether more rows match than the file has. */
export function saveRows<Row>(
  name: string,
  columns: readonly DataColumn<Row>[],
  rows: readonly Row[],
  isCut: boolean,
): void {
  const written = columns.filter(({ text }) => text !== null)
  const lines = [
    written.map(({ title }) => title),
    ...rows.map((row, index) => written.map((column) => textOf(column, row, index))),
  ].map(csvRow)
  // Without the byte order mark, Excel does not read it as UTF-8.
  saveOwn(new Blob(['\uFEFF', ...lines], { type: 'text/csv' }), `${name}.csv`)
  if (isCut) showToast({ tone: 'good', text: `The file has the first ${rows.length} rows. An export has all of them.` })
}

function textOf<Row>({ text, cell }: DataColumn<Row>, row: Row, index: number): string {
  const value = text ? text(row) : cell(row, index)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
