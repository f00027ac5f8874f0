import { daysBetween } from '#/rules/day.ts'
import { formatTitle, type LeagueFormat } from './formats.ts'
import { matchesEach } from './shortage.ts'

/** The sizes of the leagues behind the table's columns. */
export const sizesOfSeparation = [4, 6, 8, 10, 12, 16, 20, 24] as const
/** How many matches, rounds or periods there are in its rows. */
export const rowsOfSeparation = {
  fixed_matches: [3, 4, 5, 6, 7, 8, 10, 12],
  swiss: [3, 4, 5, 6, 7, 8, 10, 12],
  boxes: [2, 3, 4],
} as const
export const boxSizes = [4, 5, 6] as const

type Row = readonly number[]
type Rows = Readonly<Record<number, Row>>
export type SeparationTable = {
  round_robin: Row
  double_round_robin: Row
  fixed_matches: Rows
  swiss: Rows
  boxes: Readonly<Record<number, Rows>>
}

/**
 * How many percent of the true best half end in the top half, by format and size: printed by `node bench/separation.ts`
 * (rules/simulation/separation.ts). A simulation takes seconds, a form has milliseconds.
 */
export const separationTable: SeparationTable = {
  round_robin: [80, 82, 80, 85, 86, 88, 87, 89],
  double_round_robin: [80, 87, 87, 89, 89, 90, 90, 91],
  fixed_matches: {
    3: [78, 76, 66, 65, 64, 62, 62, 60],
    4: [78, 81, 76, 74, 73, 65, 64, 63],
    5: [78, 82, 80, 77, 74, 67, 65, 63],
    6: [78, 82, 80, 82, 79, 66, 67, 64],
    7: [78, 82, 80, 83, 85, 67, 68, 65],
    8: [78, 82, 80, 83, 85, 75, 72, 71],
    10: [78, 82, 80, 85, 85, 85, 77, 75],
    12: [78, 82, 80, 85, 86, 86, 86, 79],
  },
  swiss: {
    3: [78, 76, 78, 78, 76, 78, 76, 76],
    4: [78, 78, 78, 79, 79, 79, 78, 78],
    5: [78, 82, 80, 81, 78, 80, 80, 79],
    6: [78, 82, 80, 82, 81, 82, 82, 82],
    7: [78, 82, 80, 84, 82, 81, 81, 81],
    8: [78, 82, 80, 85, 83, 83, 83, 83],
    10: [78, 82, 80, 85, 85, 85, 83, 84],
    12: [78, 82, 80, 85, 86, 86, 84, 83],
  },
  boxes: {
    4: {
      2: [75, 75, 77, 82, 84, 83, 85, 83],
      3: [80, 79, 78, 83, 84, 85, 86, 84],
      4: [80, 76, 77, 84, 85, 86, 86, 86],
    },
    5: {
      2: [75, 75, 77, 81, 84, 83, 84, 86],
      3: [80, 79, 78, 83, 84, 85, 85, 86],
      4: [80, 76, 77, 81, 85, 86, 87, 87],
    },
    6: {
      2: [75, 82, 77, 81, 81, 86, 84, 83],
      3: [80, 82, 78, 83, 83, 86, 85, 85],
      4: [80, 82, 77, 81, 83, 87, 87, 86],
    },
  },
}

/** Percent of the true best half that end in the top half. Null for formats and sizes that were not simulated. */
export function separationOf(format: LeagueFormat, players: number): number | null {
  const row = rowOf(format)
  const next = sizesOfSeparation.findIndex((size) => size >= players)
  if (row === undefined || next === -1 || players < sizesOfSeparation[0]) return null
  const [low, high] = [sizesOfSeparation[Math.max(0, next - 1)]!, sizesOfSeparation[next]!]
  const share = high === low ? 0 : (players - low) / (high - low)
  return Math.round(row[Math.max(0, next - 1)]! * (1 - share) + row[next]! * share)
}

function rowOf({ kind, matches = 0, rounds = 0, size = 0, moves = 0 }: LeagueFormat): Row | undefined {
  if (kind === 'round_robin' || kind === 'double_round_robin') return separationTable[kind]
  if (kind === 'fixed_matches') return nearestRow(separationTable.fixed_matches, matches)
  if (kind === 'swiss') return nearestRow(separationTable.swiss, rounds)
  const boxes = kind === 'boxes' && moves === 1 ? separationTable.boxes[size] : undefined
  return boxes && nearestRow(boxes, rounds)
}

/** The row with at most this count, so that no format seems better than it is. */
function nearestRow(rows: Rows, count: number): Row | undefined {
  const known = Object.keys(rows)
    .map(Number)
    .filter((each) => each <= count)
  return rows[Math.max(...known)]
}

type Season = { players: number; weeks: number }

/** The formats that fit the weeks with a match a week, best first; of those within a percent, the simplest is first. */
export function compareFormats({ players, weeks }: Season): { format: LeagueFormat; percent: number }[] {
  const formats: LeagueFormat[] = [
    { kind: 'round_robin' },
    { kind: 'double_round_robin' },
    { kind: 'swiss', rounds: Math.min(weeks, players - 1, 30) },
    { kind: 'boxes', size: 5, rounds: Math.min(12, Math.floor(weeks / 5)), moves: 1 },
    { kind: 'fixed_matches', matches: Math.min(weeks, players - 1, 30) },
  ]
  const compared = formats.flatMap((format) => {
    const percent = separationOf(format, players)
    return percent === null || weeksOf(format, players) > weeks ? [] : [{ format, percent }]
  })
  const most = Math.max(...compared.map(({ percent }) => percent))
  const isBest = ({ percent }: { percent: number }) => percent >= most - 1
  return [
    ...compared.filter(isBest),
    ...compared.filter((each) => !isBest(each)).toSorted((a, b) => b.percent - a.percent),
  ]
}

/** Weeks of a match a week. */
function weeksOf(format: LeagueFormat, players: number): number {
  const { kind, matches = 0, rounds = 0 } = format
  if (kind === 'fixed_matches') return Math.min(matches, players - 1)
  if (kind === 'swiss') return rounds
  // An odd round robin has a round more than matches, since somebody sits out in each.
  const each = matchesEach(format, players, { meetings: 'schedule' })
  if (kind === 'boxes') return rounds * (each + 1 - ((each + 1) % 2 === 0 ? 1 : 0))
  return players % 2 === 0 ? each : each + each / (players - 1)
}

/** The whole weeks from the first day to the last, yyyy-mm-dd. */
export function weeksBetween(from: string, to: string): number {
  return Math.floor((daysBetween(from, to) + 1) / 7)
}

/** Says how well a format tells players apart, and which is recommended. Empty for a size that was not simulated. */
export function separationSentences(format: LeagueFormat, { players, weeks }: Season): string[] {
  const percent = separationOf(format, players)
  const [best] = compareFormats({ players, weeks })
  const needed = weeksOf(format, players)
  return [
    ...(percent === null
      ? []
      : [
          `In simulated leagues of ${players}, ${percent} % of the true best half end in the top half.`,
          ...(needed > weeks ? [`It needs ${needed} weeks of a match a week; the season has ${weeks}.`] : []),
        ]),
    ...(best === undefined || (percent !== null && needed <= weeks && percent >= best.percent)
      ? []
      : [`Recommended for ${weeks} weeks: ${formatTitle(best.format)} (${best.percent} %).`]),
  ]
}
