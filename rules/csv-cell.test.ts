import { expect, test } from 'vitest'
import { csvRow, guardCell, readGuarded } from './csv-cell.ts'

test.each([
  ['Ada', 'Ada'],
  ['', ''],
  ['=1+1', "'=1+1"],
  ['+61 412 000 000', "'+61 412 000 000"],
  ['-5', "'-5"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['＝1', "'＝1"],
  ["'=1", "''=1"],
  ["O'Hara", "O'Hara"],
])('%j is %j in a file, and can be restored', (cell, guarded) => {
  expect(guardCell(cell)).toBe(guarded)
  expect(readGuarded(guarded)).toBe(cell)
})

test.each([
  [['Ada', '3'], 'Ada,3\r\n'],
  [['Lovelace, Ada', 'the "first"'], '"Lovelace, Ada","the ""first"""\r\n'],
  [['1;5', 'two\nlines'], '"1;5","two\nlines"\r\n'],
  [['=HYPERLINK("x")'], '"\'=HYPERLINK(""x"")"\r\n'],
])('the row %j is %j', (cells, row) => {
  expect(csvRow(cells)).toBe(row)
})
