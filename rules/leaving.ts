import { scoreOutcome } from './outcome.ts'
import type { SeasonRules } from './season-rules.ts'
import { placeIn, type StandingEntry, type StandingMatch, type StandingRow } from './standings.ts'

/**
 * The results that the table counts. An entry that leaves takes its results out of the table or leaves them there, as the
 * season's rules say; those that stay name it as `left`. `planned`: the matches that it was to play. Tables,
 * explanations and the preview of a withdrawal all ask this function (docs/product.md, "Withdrawal").
 */
export function resultsThatStay<M extends Pick<StandingMatch, 'entry_1' | 'entry_2' | 'status'>>(
  matches: readonly M[],
  {
    entries,
    rules: { withdrawal },
    planned,
  }: {
    entries: readonly Pick<StandingEntry, 'entry_id'>[]
    rules: Pick<SeasonRules, 'withdrawal'>
    planned: number
  },
): (M & { left?: number })[] {
  const present = new Set(entries.map(({ entry_id }) => entry_id))
  const played = new Map<number, number>()
  for (const { entry_1, entry_2, status } of matches)
    if (scoreOutcome(status).counts_as_played)
      for (const entry_id of [entry_1, entry_2]) played.set(entry_id, (played.get(entry_id) ?? 0) + 1)
  const stays = (entry_id: number) =>
    withdrawal === 'keep' || (withdrawal === 'drop_below_half' && 2 * (played.get(entry_id) ?? 0) >= planned)
  return matches.flatMap((match): (M & { left?: number })[] => {
    const [left, ...more] = [match.entry_1, match.entry_2].filter((entry_id) => !present.has(entry_id))
    if (left === undefined) return [match]
    return more.length === 0 && stays(left) ? [{ ...match, left }] : []
  })
}

/** An entry's line in a table. `place`: within its flight; null without a result, because the place is then a lot. */
export type PlacedLine = Pick<StandingRow, 'wins' | 'losses' | 'ties' | 'played' | 'points'> & { place: number | null }

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
  const { wins, losses, ties, played, results, points } = row
  const place = results === 0 ? null : placeIn(rows, row).place
  return { place, wins, losses, ties, played, ...(points === undefined ? {} : { points }) }
}

function isSame(one: PlacedLine | null, two: PlacedLine | null): boolean {
  if (one === null || two === null) return false
  return (['place', 'wins', 'losses', 'ties', 'played', 'points'] as const).every(
    (figure) => one[figure] === two[figure],
  )
}
