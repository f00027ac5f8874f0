import { formatOrdinal } from '#/contract/locale.ts'
import type { DrawProblem, LastPlace } from './contract.ts'

/** Why a draw cannot be carried out. Undefined if it can. */
export function formatProblem(problem: DrawProblem): string | undefined {
  if (problem === null) return undefined
  const sentences = {
    too_few: 'A draw needs at least two entries.',
    season_over: 'This season is over.',
    round_open: 'The next round can be drawn when all matches of this round are played, or its days are over.',
    nothing: 'Everything is already drawn.',
  }
  return sentences[problem]
}

/** Why a league cannot have play-offs with the matches of its schedule. */
export function formatShortage({ matches, needed }: { matches: number; needed: number }): string {
  const each = `Each entry has ${matches} ${matches === 1 ? 'match' : 'matches'} in the schedule`
  return matches >= needed
    ? `${each}, but play-offs need at least three entries.`
    : `${each}, and the play-offs need ${needed} played. Without more entries, or matches that players add, there are no play-offs.`
}

/** By what a season's rules order the draw. */
export function formatDrawBy(draw_by: 'last_season_then_rating' | 'rating'): string {
  return draw_by === 'rating'
    ? 'By the season’s rules, everybody is placed by rating; without a rated match, by that of the level.'
    : 'By the season’s rules, new players of a level are placed by rating.'
}

/** '1st of box 2 in Summer 1 2026'. */
export function formatLast({ season, division_name, group, flight, rank }: NonNullable<LastPlace>): string {
  const box = group === null || flight === null ? '' : ` of ${group.toLowerCase()} ${flight}`
  return `${formatOrdinal(rank)}${box} in ${division_name === null ? '' : `${division_name}, `}${season}`
}
