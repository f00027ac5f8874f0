import type { SeasonRules } from '#/rules/season-rules.ts'
import { legsOf } from '#/rules/schedule.ts'
import { topHalfOf } from '#/rules/standings.ts'
import { formatWordsOf, type LeagueFormat } from './formats.ts'

/** The number of matches that every entry is guaranteed in a league with this many entries. */
export function matchesEach(format: LeagueFormat, entries: number, rules: Pick<SeasonRules, 'meetings'>): number {
  if (entries < 2) return 0
  const others = entries - 1
  const { matches = 0, size = 1, rounds = 0 } = format
  switch (format.kind) {
    case 'round_robin':
      return others * legsOf(entries, rules)
    case 'double_round_robin':
      return others * legsOf(entries, rules, true)
    case 'fixed_matches': {
      const each = Math.min(matches, others)
      // With an odd number of entries, one of them has one match less.
      return each - ((each * entries) % 2)
    }
    case 'flights': {
      const smallest = Math.floor(entries / Math.ceil(entries / size))
      return (smallest - 1) * legsOf(smallest, rules)
    }
    case 'boxes':
      // Only the table of the last period decides.
      return Math.floor(entries / Math.ceil(entries / size)) - 1
    case 'ladder':
      return 0
    case 'swiss':
      // With an odd number, entries take turns having a bye.
      return rounds - (entries % 2 === 0 ? 0 : Math.ceil(rounds / entries))
  }
}

/**
 * Why a draw cannot lead to play-offs: the matches that each entry has, and those it needs. Null if it can, or if there
 * is nothing to draw. Two entries are never enough, because only the top half qualifies.
 */
export function playoffShortage(
  format: LeagueFormat,
  entries: number,
  rules: Pick<SeasonRules, 'meetings' | 'playoff_matches'>,
): { matches: number; needed: number } | null {
  // A ladder has no schedule: entries play as many challenges as they make and receive.
  if (entries < 2 || formatWordsOf(format.kind).by_rung) return null
  const matches = matchesEach(format, entries, rules)
  return topHalfOf(entries) < 2 || matches < rules.playoff_matches ? { matches, needed: rules.playoff_matches } : null
}
