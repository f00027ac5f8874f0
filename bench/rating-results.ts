import { parse } from 'csv-parse/sync'
import { addDays, isDay } from '#/rules/day.ts'
import type { RatedMatch } from '#/rules/rating/match.ts'
import type { Results } from './rating-leagues.ts'

/**
 * Reads results in any order: `date,winner,loser,score[,winner2,loser2,winner_level,loser_level,winner2_level,
 * loser2_level]`, a score as "6-4 3-6 10-7", "7-6(4) 2-1 ret." or "w.o.". A player's level is that of the first match.
 */
export function readResults(text: string): Results {
  const rows = parse(text, {
    columns: (names: string[]) => names.map((name) => name.trim()),
    trim: true,
    bom: true,
  }) as Row[]
  const dated = rows
    .map((row) => ({ row, day: dayOf(row.date ?? '') }))
    .toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))
  const names = [...new Set(rows.flatMap(namesOf))].toSorted((one, other) => (one < other ? -1 : 1))
  const numbers = new Map(names.map((name, number) => [name, number]))
  const typed = new Map<number, number>()
  const byDay = new Map<string, RatedMatch[]>()
  for (const [id, { row, day }] of dated.entries()) {
    const side = (...players: (string | undefined)[]) => players.flatMap((name) => (name ? [numbers.get(name)!] : []))
    for (const [name, level] of [
      [row.winner, row.winner_level],
      [row.loser, row.loser_level],
      [row.winner2, row.winner2_level],
      [row.loser2, row.loser2_level],
    ]) {
      const number = Number.parseFloat(level ?? '')
      if (name && Number.isFinite(number) && !typed.has(numbers.get(name)!)) typed.set(numbers.get(name)!, number)
    }
    const matches = byDay.get(day) ?? []
    matches.push({
      id,
      sides: [side(row.winner, row.winner2), side(row.loser, row.loser2)],
      ...scoreOf(row.score ?? ''),
    })
    byDay.set(day, matches)
  }
  return { days: [...byDay].map(([day, matches]) => ({ day, matches })), levels: toSteps(typed) }
}

type Row = Partial<Record<string, string>>

function namesOf({ winner, loser, winner2, loser2 }: Row): string[] {
  return [winner, loser, winner2, loser2].flatMap((name) => (name ? [name] : []))
}

/** yyyy-mm-dd, yyyy/mm/dd, yyyymmdd, or with a time after it. */
function dayOf(text: string): string {
  const day = text.replace(/^(\d{4})[-/]?(\d{2})[-/]?(\d{2}).*$/s, '$1-$2-$3')
  if (!isDay(day)) throw new Error(`"${text}" is not a date.`)
  return addDays(day, 0)
}

function scoreOf(text: string): Pick<RatedMatch, 'sets' | 'status'> {
  if (/w[./]?\s?o\b|walkover|default|^def|no.?show/i.test(text)) return { sets: [], status: 'Opponent did not show' }
  const sets = [...text.replaceAll(/\(\d+(?:-\d+)?\)/g, '').matchAll(/(\d+)\s?[-:–]\s?(\d+)/g)].map(([, one, two]) => ({
    score_1: Number(one),
    score_2: Number(two),
  }))
  if (/ret|abd|unfinished/i.test(text)) return { sets, status: 'Retired' }
  return { sets, status: /tie\b/i.test(text) ? 'Match ended in a tie' : null }
}

/** Ratings such as NTRP's by halves, other levels by their number or spread, because their list is not known. */
function toSteps(typed: ReadonlyMap<number, number>): Map<number, number> {
  const sorted = [...typed.values()].toSorted((one, other) => one - other)
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0
  const spread = Math.sqrt(sorted.reduce((sum, level) => sum + (level - middle) ** 2, 0) / sorted.length) || 1
  const isSmall = sorted.every((level) => level >= 1 && level <= 7)
  const scale = !isSmall ? 1.3 / spread : sorted.every(Number.isInteger) ? 1 : 2
  return new Map([...typed].map(([player, level]) => [player, scale * (level - middle)]))
}
