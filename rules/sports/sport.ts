/** How a set ends. Where a sport has games of points instead of sets of games, a set here is one of those games. */
export type SetShape = {
  /** What wins it, two ahead; null: it is played until the horn, and who is ahead then has won. */
  readonly to: number | null
  /** The score that wins it also one ahead: 7 in a set to 6, 30 in badminton; null: there is none. */
  readonly cap: number | null
  /** The points that win its tie-break, two ahead; null: it has none. */
  readonly tie_break_to: number | null
  /** In the deciding set sides change ends when the first has this score; null: they do not. */
  readonly ends_at: number | null
  /** 'a set ends …' */
  readonly ends: string
  /** The scores that it can end with. */
  readonly scores: string
  /** Some of them. */
  readonly examples: readonly string[]
}

/** The tie-break that is played instead of the deciding set: to so many points, two ahead. */
export type MatchTieBreak = {
  readonly to: number
  readonly ends: string
  readonly scores: string
  readonly examples: readonly string[]
}

/** One sport: what a score is, and how its points are played. What its parts are called is in formats.ts. */
export type SportRules = {
  /** Whose rules these are. */
  readonly source: string
  /** A score as players type it in a hurry, and as they write it. */
  readonly typed: string
  readonly written: string
  /** By the `set` of the formats (formats.ts); the first is the usual one. */
  readonly shapes: Readonly<Record<string, SetShape>>
  readonly match_tie_break: MatchTieBreak | null
  /** Whether the side that wins a rally has a point, or only when it served. */
  readonly scoring: 'every_rally' | 'own_serve'
  /** The points that win a game of a set, two ahead (`advantage`) or the next one at deuce; null: a set is counted in points. */
  readonly game_points: { readonly to: number; readonly deuce: 'advantage' | 'golden_point' } | null
  /** Who serves, and from where. */
  readonly serve: {
    /**
     * `games`: the sides serve a game each, and in a tie-break one point and then two each. `rally_winner`: the side that won the
     * rally. `two_points`: two points each, and one each once both are one point short of the set. `side_out`: the side
     * keeps the serve until it has lost it, in pairs with both players.
     */
    readonly turns: 'games' | 'rally_winner' | 'two_points' | 'side_out'
    /** Who serves first in the next set of points: its winner, or the side that received first. */
    readonly next_set: 'winner' | 'other'
    /** From the right when this is even: all points of the game, or those of the server's side; null: it does not follow. */
    readonly court: 'points_played' | 'server_points' | null
  }
  /** After which parts of the match sides change ends. */
  readonly change_ends: 'odd_games' | 'sets' | 'never'
}

/** A game of points to so many, two ahead; with a cap the first to reach that has won. */
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
