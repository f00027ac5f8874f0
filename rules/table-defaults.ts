/** Points that each side gets for one result. Whole numbers, negative for a penalty. */
export type PointsTable = {
  win: number
  loss: number
  /** Each side's. */
  tie: number
  /** Each side's, for a match that was played. */
  played: number
  /** For each set won, and for each game won. */
  set: number
  game: number
  /** The winner's, more, if the other side won no set. */
  straight_sets: number
  /** The loser's, more, for at least one set won. */
  losing_set: number
  /** Instead of all others, after a no-show or a late cancellation. */
  walkover_for: number
  walkover_against: number
  /** Each side's, after a double default. */
  double_default: number
}

/** Points that tables stored before November 2026 do not name. */
export const laterPoints = { double_default: 0 } as const satisfies Partial<PointsTable>

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
  ...laterPoints,
}

/** The tie-breaks of a league in which everybody meets everybody, and of one in which not everybody does. */
export const standardTieBreaks = [
  'head_to_head',
  'mutual_wins',
  'mutual_sets',
  'mutual_games',
  'all_sets',
  'all_games',
  'no_shows',
] as const
export const unevenTieBreaks = [
  'head_to_head',
  'mutual_wins',
  'opponents',
  'mutual_sets',
  'mutual_games',
  'all_sets',
  'all_games',
  'no_shows',
] as const
