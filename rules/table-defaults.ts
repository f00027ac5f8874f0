import type { ChosenTieBreak, PointsTable } from './ranking.ts'

/** 3 for a win, 1 for playing. */
export const standardPoints: PointsTable = {
  win: 2,
  loss: 0,
  tie: 1,
  played: 1,
  set: 0,
  game: 0,
  straight_sets: 0,
  losing_set: 0,
  walkover_for: 3,
  walkover_against: 0,
}

/** The tie-breaks of a league in which everybody meets everybody, and of one in which not everybody does. */
export const standardTieBreaks: readonly ChosenTieBreak[] = [
  'head_to_head',
  'mutual_wins',
  'mutual_sets',
  'mutual_games',
  'all_sets',
  'all_games',
  'no_shows',
]
export const unevenTieBreaks: readonly ChosenTieBreak[] = [
  'head_to_head',
  'mutual_wins',
  'opponents',
  'mutual_sets',
  'mutual_games',
  'all_sets',
  'all_games',
  'no_shows',
]
