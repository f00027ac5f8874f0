import { placeIn, type StandingEntry, type StandingMatch, type StandingRow } from './standings.ts'

/**
 * The results that the table counts, given the entries that are in it. An entry that leaves takes its results out of the
 * table, won or lost. The choice of a season, such as to keep them, belongs here: tables, explanations and the
 * preview of a withdrawal all ask this function (docs/product.md, "Withdrawal").
 */
export function resultsThatStay<M extends Pick<StandingMatch, 'entry_1' | 'entry_2'>>(
  matches: readonly M[],
  entries: readonly Pick<StandingEntry, 'entry_id'>[],
): M[] {
  const present = new Set(entries.map(({ entry_id }) => entry_id))
  return matches.filter(({ entry_1, entry_2 }) => present.has(entry_1) && present.has(entry_2))
}

/** An entry's line in a table. `place`: within its flight; null without a result, because the place is then a lot. */
export type PlacedLine = Pick<StandingRow, 'wins' | 'losses' | 'ties' | 'played'> & { place: number | null }

/** An entry whose line differs between two tables. Null where it is not in the table. */
export type LineChange = { entry_id: number; before: PlacedLine | null; after: PlacedLine | null }

/** The lines that differ between two tables of one league, in the order of the later table; entries that left come last. */
export function changedLines(before: readonly StandingRow[], after: readonly StandingRow[]): LineChange[] {
  const earlier = new Map(before.map((row) => [row.entry_id, placedLine(before, row)]))
  const staying = after.map((row) => {
    return { entry_id: row.entry_id, before: earlier.get(row.entry_id) ?? null, after: placedLine(after, row) }
  })
  const leaving = before
    .filter(({ entry_id }) => !after.some((row) => row.entry_id === entry_id))
    .map((row) => ({ entry_id: row.entry_id, before: placedLine(before, row), after: null }))
  return [...staying, ...leaving].filter((line) => !isSame(line.before, line.after))
}

function placedLine(rows: readonly StandingRow[], row: StandingRow): PlacedLine {
  const { wins, losses, ties, played, results } = row
  return { place: results === 0 ? null : placeIn(rows, row).place, wins, losses, ties, played }
}

function isSame(one: PlacedLine | null, two: PlacedLine | null): boolean {
  if (one === null || two === null) return false
  return (['place', 'wins', 'losses', 'ties', 'played'] as const).every((figure) => one[figure] === two[figure])
}
