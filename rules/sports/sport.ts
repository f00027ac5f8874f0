/** How a set ends. In sports with games of points instead of sets of games, a set here is one such game. */
export type SetShape = {
  /** The score that wins the set with a lead of two. Null for a timed set, won by the side ahead at the horn. */
  readonly to: number | null
  /** A score that wins it with a lead of one: 7 in a set to 6, 30 in badminton. Null if there is none. */
  readonly cap: number | null
  /** The points that win its tie-break with a lead of two. Null if it has none. */
  readonly tie_break_to: number | null
  /** The score at which sides change ends in the deciding set. Null if they do not. */
  readonly ends_at: number | null
  /** Completes 'a set ends …'. */
  readonly ends: string
  /** Describes all possible final scores. */
  readonly scores: string
  /** Examples of final scores. */
  readonly examples: readonly string[]
}

/** The tie-break played instead of the deciding set. It is won with a lead of two. */
export type MatchTieBreak = {
  readonly to: number
  readonly ends: string
  readonly scores: string
  readonly examples: readonly string[]
}

/** One sport: its scores, and how points are played. Names are in formats.ts. */
export type SportRules = {
  /** The publisher of these rules. */
  readonly source: string
  /** A score as players type it in a hurry, and its usual notation. */
  readonly typed: string
  readonly written: string
  /** By the `set` of the formats (formats.ts); the first is the usual one. */
  readonly shapes: Readonly<Record<string, SetShape>>
  readonly match_tie_break: MatchTieBreak | null
  /** Whether a side scores on every rally it wins, or only when it served. */
  readonly scoring: 'every_rally' | 'own_serve'
  /**
   * The points that win a game of a set. At deuce a side needs a lead of two (`advantage`), or the next point decides
   * (`golden_point`). Null if a set is counted in points.
   */
  readonly game_points: { readonly to: number; readonly deuce: 'advantage' | 'golden_point' } | null
  /** Who serves, and from where. */
  readonly serve: {
    /**
     * `games`: sides serve alternate games, and in a tie-break one point, then two each. `rally_winner`: the side that
     * won the rally serves. `two_points`: two points each, then one each once both are one point short of the set.
     * `side_out`: a side serves until it loses the serve, and in pairs until both players have.
     */
    readonly turns: 'games' | 'rally_winner' | 'two_points' | 'side_out'
    /** Who serves first in the next set of points: its winner, or the side that received first. */
    readonly next_set: 'winner' | 'other'
    /** The count whose parity decides the court, right if even: all points of the game, or the server's. Null if neither does. */
    readonly court: 'points_played' | 'server_points' | null
  }
  /** When sides change ends. */
  readonly change_ends: 'odd_games' | 'sets' | 'never'
}

/** A game of points, won with a lead of two. With a cap, the first to reach it wins. */
export function pointsTo(to: number, cap: number | null, ends_at: number | null): SetShape {
  const past = `${to + 1}-${to - 1}`
  return {
    to,
    cap,
    tie_break_to: null,
    ends_at,
    ends: cap === null ? `at ${to} points, two ahead` : `at ${to} points, two ahead, or at ${cap}`,
    scores:
      cap === null
        ? `${to}-0 to ${to}-${to - 2}, or two points apart past ${to}, like ${past}`
        : `${to}-0 to ${to}-${to - 2}, two points apart past ${to}, like ${past}, or ${cap}-${cap - 1}`,
    examples: [`${to}-0`, `${to}-${to - 2}`, past, ...(cap === null ? [] : [`${cap}-${cap - 2}`, `${cap}-${cap - 1}`])],
  }
}
