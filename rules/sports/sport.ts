/** The tie-break of a set, won with a lead of two. */
export type SetTieBreak = {
  /** The points that win it. */
  readonly to: number
  /** Whether one point decides once both sides are a point short. Ends then change only after the first four points. */
  readonly is_sudden: boolean
}

/** How a game is won at deuce. `star_point`: at the third deuce one point decides. */
export const deuces = ['advantage', 'deciding_point', 'star_point'] as const
export type LiveDeuce = (typeof deuces)[number]

/** Who published a rule, and the day from which it is in force (yyyy-mm-dd), if it is newer than the sport's other rules. */
export type Law = { readonly source: string; readonly from: string | null }

/** How the points of a game are played. */
export type Play = {
  /** Whether a side scores on every rally it wins, or only when it served. */
  readonly scoring: 'every_rally' | 'own_serve'
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
}

/** How a set ends. In sports with games of points instead of sets of games, a set here is one such game. */
export type SetShape = {
  /** The score that wins the set with a lead of two. Null for a timed set, won by the side ahead at the horn. */
  readonly to: number | null
  /** A score that wins it with a lead of one: 7 in a set to 6, 30 in badminton. Null if there is none. */
  readonly cap: number | null
  /** The cap, which the receiver may choose instead of `to` once both sides are a point short of `to` ("set two"). Else null. */
  readonly or_to: number | null
  /** Played one short of the cap. Null if it has none. */
  readonly tie_break: SetTieBreak | null
  /** The score at which sides change ends in the deciding set. Null if they do not. */
  readonly ends_at: number | null
  /** Completes 'a set ends …'. */
  readonly ends: string
  /** Describes all possible final scores. */
  readonly scores: string
  /** Examples of final scores. */
  readonly examples: readonly string[]
  /** If its points are played in another way than the sport's. */
  readonly play?: Play
  /** If its rule is not in the sport's source (format-sentences.ts). */
  readonly law?: Law
}

/** The tie-break played instead of the deciding set. It is won with a lead of two. */
export type MatchTieBreak = {
  readonly to: number
  readonly ends: string
  readonly scores: string
  readonly examples: readonly string[]
}

/** One sport: its scores, and how points are played. Names are in formats.ts. */
export type SportRules = Play & {
  /** A score as players type it in a hurry, and its usual notation. */
  readonly typed: string
  readonly written: string
  /** By the `set` and `deciding` of the formats (formats.ts); the first is the usual one. */
  readonly shapes: Readonly<Record<string, SetShape>>
  /** By the `deciding` of the formats; the first is played where a season allows a match tie-break. */
  readonly tie_breaks: Readonly<Record<string, MatchTieBreak>>
  /** The points that win a game of a set. Null if a set is counted in points. */
  readonly game_points: number | null
  /** When sides change ends. */
  readonly change_ends: 'odd_games' | 'sets' | 'never'
}

/** A game of points, won with a lead of two. With a cap, the first to reach it wins. */
export function pointsTo(to: number, cap: number | null, ends_at: number | null): SetShape {
  return { ...countTo(to, cap, 'points'), or_to: null, tie_break: null, ends_at }
}

/** A game to `to` points, or to `or_to` if the receiver chooses so when both sides are a point short of `to`. */
export function pointsChosen(to: number, or_to: number, ends_at: number | null): SetShape {
  const [level, last] = [`${to - 1}-${to - 1}`, `${or_to}-${or_to - 1}`]
  return {
    to,
    cap: or_to,
    or_to,
    tie_break: null,
    ends_at,
    ends: `at ${to} points, or at ${or_to} if the receiver chooses so at ${level}`,
    scores: `${to}-0 to ${to}-${to - 1}, or ${or_to}-${to - 1}${or_to > to + 1 ? ' to' : ' or'} ${last}`,
    examples: [`${to}-0`, `${to}-${to - 1}`, `${or_to}-${to - 1}`, last],
  }
}

/** A set of games, won with a lead of two, or by its tie-break. Without one it is an advantage set. */
export function gamesTo(to: number, tie: (SetTieBreak & { at: number }) | null): SetShape {
  const cap = tie && tie.at + 1
  return {
    ...countTo(to, cap, 'games'),
    or_to: null,
    tie_break: tie && { to: tie.to, is_sudden: tie.is_sudden },
    ends_at: null,
  }
}

/** A set that time ends: the side ahead at the horn wins it. */
export function untilTheHorn(unit: 'points' | 'games'): SetShape {
  return {
    to: null,
    cap: null,
    or_to: null,
    tie_break: null,
    ends_at: null,
    ends: 'at the horn with one side ahead',
    scores: `any ${unit} with one side ahead`,
    examples: ['9-5', '7-6'],
  }
}

/** Points by every rally, or only by the server's, whose side then serves until it loses the serve. */
export function scoredBy(scoring: Play['scoring'], serve: Play['serve']): Play {
  return { scoring, serve: { ...serve, turns: scoring === 'own_serve' ? 'side_out' : 'rally_winner' } }
}

/** How a set of games or points ends that is won with a lead of two, or by reaching its cap. */
export function countTo(to: number, cap: number | null, unit: 'points' | 'games') {
  const [least, past] = [`${to}-${to - 2}`, `${to + 1}-${to - 1}`]
  if (cap === to)
    return {
      to,
      cap,
      ends: `at ${to} ${unit}`,
      scores: `${to}-0 to ${to}-${to - 1}`,
      examples: [`${to}-0`, least, `${to}-${to - 1}`],
    }
  if (cap === null)
    return {
      to,
      cap,
      ends: `at ${to} ${unit}, two ahead`,
      scores: `${to}-0 to ${least}, or two ${unit} apart past ${to}, like ${past}`,
      examples: [`${to}-0`, least, past],
    }
  const last = `${cap}-${cap - 1}`
  if (cap === to + 1)
    return {
      to,
      cap,
      ends: `at ${to} ${unit} with two ahead, or at ${past} or ${last}`,
      scores: `${to}-0 to ${least}, ${past} or ${last}`,
      examples: [`${to}-0`, least, past, last],
    }
  return {
    to,
    cap,
    ends: `at ${to} ${unit}, two ahead, or at ${cap}`,
    scores: `${to}-0 to ${least}, two ${unit} apart past ${to}, like ${past}, or ${last}`,
    examples: [`${to}-0`, least, past, `${cap}-${cap - 2}`, last],
  }
}

/** A match tie-break. */
export function tieBreakTo(to: number): MatchTieBreak {
  const [least, past] = [`${to}-${to - 2}`, `${to + 2}-${to}`]
  return {
    to,
    ends: `at ${to} points, two ahead`,
    scores: `${to}-0 to ${least}, or two points apart past ${to}, like ${past}`,
    examples: [`${to}-0`, least, past],
  }
}
