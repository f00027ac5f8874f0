/**
 * A spreadsheet treats a cell that starts like this as a formula (OWASP, CSV injection); full-width signs count too. A
 * cell that starts with apostrophes before such a sign gets one more, so that each can be restored.
 */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/

/** The cell as a file has it: harmless in a spreadsheet. */
export function guardCell(cell: string): string {
  return formula.test(cell) ? `'${cell}` : cell
}

/** The cell without the apostrophe of `guardCell`. */
export function readGuarded(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell
}

/** A row of a CSV file (RFC 4180), each cell guarded. */
export function csvRow(cells: readonly string[]): string {
  // Where the comma is a decimal sign, spreadsheets split cells at semicolons and tabs unless they are quoted.
  const quoted = cells.map((cell) => {
    const guarded = guardCell(cell)
    return /[",;\t\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
  })
  return `${quoted.join(',')}\r\n`
}
