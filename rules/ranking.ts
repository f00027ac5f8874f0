import { scoreOutcome, type MatchStatus } from './outcome.ts'
import { capitalized, sportWords, type Sport } from './sports/formats.ts'
import type { PointsTable } from './table-defaults.ts'

export const pointNames = [
  'win',
  'loss',
  'tie',
  'played',
  'set',
  'game',
  'straight_sets',
  'losing_set',
  'walkover_for',
  'walkover_against',
  'double_default',
] as const satisfies readonly (keyof PointsTable)[]

/** The figure by which a table is ranked before its tie-breaks. `points` matters only to the ranking by points. */
export type Ranking = { by: 'wins' | 'share' | 'points' | 'strength'; points: PointsTable }

/** A result's points for the side of `score_1` and for the other. `decided`: whether the first side has won. */
export function pointsOf(
  points: PointsTable,
  {
    decided,
    status,
    sets,
    games,
  }: {
    decided: boolean
    status: MatchStatus
    sets: { winner: number; opponent: number }
    games: { winner: number; opponent: number }
  },
): [number, number] {
  if (status === 'Double default') return [points.double_default, points.double_default]
  if (!scoreOutcome(status).counts_as_played) return [points.walkover_for, points.walkover_against]
  const each = (own: 'winner' | 'opponent') => points.played + points.set * sets[own] + points.game * games[own]
  if (!decided) return [each('winner') + points.tie, each('opponent') + points.tie]
  return [
    each('winner') + points.win + (sets.opponent === 0 ? points.straight_sets : 0),
    each('opponent') + points.loss + (sets.opponent > 0 ? points.losing_set : 0),
  ]
}

/** A points table as a sentence: '2 for a win, 1 for a match played and -1 for a no-show.' */
export function pointsWords(points: PointsTable, sport: Sport): string {
  const { set, game } = sportWords[sport]
  const words: Record<keyof PointsTable, string> = {
    win: 'a win',
    loss: 'a loss',
    tie: 'a tie',
    played: 'a match played',
    set: `each ${set} won`,
    game: `each ${game} won`,
    straight_sets: `a win without losing a ${set}, more`,
    losing_set: `a loss with a ${set} won, more`,
    walkover_for: 'a match that the other side did not come to',
    walkover_against: 'not coming',
    double_default: 'a double default, to each side',
  }
  const parts = pointNames.filter((name) => points[name] !== 0).map((name) => `${points[name]} for ${words[name]}`)
  return parts.length === 0 ? 'No points.' : `Points: ${parts.join(', ')}.`
}

/**
 * The tie-breaks (docs/product.md, "Standings"): the first four are what a table is ranked by, one of them for each
 * season; the others are asked in the order of the season's rules. A step applies to two tied entries, to three or more,
 * or to any number. The first step that separates them places the best; all others start again from the top.
 * `tieBreakText` fills in the sport's words for sets and games.
 */
export const tieBreakChain = [
  { code: 'wins', asked_of: 'any', title: 'Wins', sentence: 'More wins in the season, walkovers and byes included.' },
  {
    code: 'share',
    asked_of: 'any',
    title: 'Share of wins',
    sentence: 'The higher share of wins in the season; a tie is half a win.',
  },
  { code: 'points', asked_of: 'any', title: 'Points', sentence: 'More points in the season.' },
  {
    code: 'strength',
    asked_of: 'any',
    title: 'Strength of results',
    sentence:
      'By the rating’s formula from the results of this table alone. Everybody begins at 1500; wins against stronger opponents and clear wins count more. A match that was not played does not count.',
  },
  {
    code: 'head_to_head',
    asked_of: 'two',
    title: 'Head-to-head',
    sentence: 'Two players tied: more wins in the matches between them.',
  },
  {
    code: 'mutual_wins',
    asked_of: 'three_or_more',
    title: 'Wins among the tied',
    sentence: 'Three or more tied, who have all met equally often: more wins in the matches among them.',
  },
  {
    code: 'mutual_sets',
    asked_of: 'three_or_more',
    title: '{Sets} among the tied',
    sentence: 'Then the higher share of {sets} won in those matches.',
  },
  {
    code: 'mutual_games',
    asked_of: 'three_or_more',
    title: '{Games} among the tied',
    sentence: 'Then the higher share of {games} won in those matches.',
  },
  {
    code: 'opponents',
    asked_of: 'any',
    title: 'Strength of opponents',
    sentence: 'Opponents with more wins: the wins of everybody played, added up (Buchholz).',
  },
  {
    code: 'beaten',
    asked_of: 'any',
    title: 'Strength of those beaten',
    sentence: 'The wins of everybody beaten, added up (Sonneborn-Berger).',
  },
  {
    code: 'all_sets',
    asked_of: 'any',
    title: 'Share of all {sets}',
    sentence: 'The higher share of {sets} won in all matches of the season.',
  },
  {
    code: 'all_games',
    asked_of: 'any',
    title: 'Share of all {games}',
    sentence: 'The higher share of {games} won in all matches of the season.',
  },
  {
    code: 'sets_difference',
    asked_of: 'any',
    title: 'Difference of {sets}',
    sentence: '{Sets} won minus {sets} lost in the season.',
  },
  {
    code: 'games_difference',
    asked_of: 'any',
    title: 'Difference of {games}',
    sentence: '{Games} won minus {games} lost in the season.',
  },
  {
    code: 'no_shows',
    asked_of: 'any',
    title: 'Fewest no-shows',
    sentence: 'Fewer no-shows, cancellations within 4 hours of a match and double defaults.',
  },
  {
    code: 'lot',
    asked_of: 'any',
    title: 'Lot',
    sentence: 'A lot, drawn once for the season.',
  },
] as const

export type TieBreakCode = (typeof tieBreakChain)[number]['code']

/** A tie-break that a season can choose. The lot is always last. */
export type ChosenTieBreak = Exclude<TieBreakCode, Ranking['by'] | 'lot'>

export const chosenTieBreaks = tieBreakChain.flatMap(({ code }): ChosenTieBreak[] =>
  code === 'wins' || code === 'share' || code === 'points' || code === 'strength' || code === 'lot' ? [] : [code],
)

/** Describes a step of the tie-break chain in the sport's own terms. */
export function tieBreakText(code: TieBreakCode, sport: Sport): { title: string; sentence: string } {
  const { title, sentence } = tieBreakChain.find((step) => step.code === code)!
  const { set, game } = sportWords[sport]
  const words: Record<string, string> = {
    sets: `${set}s`,
    games: `${game}s`,
    Sets: `${capitalized(set)}s`,
    Games: `${capitalized(game)}s`,
  }
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, word: string) => words[word] ?? word)
  return { title: fill(title), sentence: fill(sentence) }
}
