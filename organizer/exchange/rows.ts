import { formatNumber } from '#/contract/locale.ts'
import { refuse } from '#/server/refuse.ts'

/** A row of a file. `line`: where it starts, as an editor or Excel counts. */
export type TableRow = { line: number; cells: string[] }

export const MAX_ROWS = 200_000
export const MAX_COLUMNS = 100
/** The longest field of an import has 1,000. */
export const MAX_CELL_CHARACTERS = 2_000

export function refuseFile(sentence: string): never {
  refuse('invalid', { message: sentence, fields: { file: sentence } })
}

export function refuseLargeCell(cells: readonly string[], line: number): void {
  const column = cells.findIndex(({ length }) => length > MAX_CELL_CHARACTERS)
  if (column >= 0)
    refuseFile(
      `The cell in line ${line}, column ${column + 1}, has more than ${formatNumber(MAX_CELL_CHARACTERS)} characters. Please shorten it.`,
    )
}
