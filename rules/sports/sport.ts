/** How a set ends. Where a sport has games of points instead of sets of games, a set here is one of those games. */
export type SetShape = {
  /** What wins it, two ahead; null: it is played until the horn, and who is ahead then has won. */
  readonly to: number | null
  /** The score that wins it also one ahead: 7 in a set to 6, 30 in badminton; null: there is none. */
  readonly cap: number | null
  /** 'a set ends …' */
  readonly ends: string
  /** The scores that it can end with. */
  readonly scores: string
  /** Some of them. */
  readonly examples: readonly string[]
}

/** The game or tie-break that is played instead of the deciding set: to so many points, two ahead. */
export type MatchTieBreak = {
  readonly to: number
  readonly ends: string
  readonly scores: string
  readonly examples: readonly string[]
}

/** One sport: what a score is, and what its parts are called. */
export type SportRules = {
  readonly name: string
  /** Whose rules these are. */
  readonly source: string
  /** A set, and what is counted in it. */
  readonly set: string
  readonly game: string
  /** A score as players type it in a hurry, and as they write it. */
  readonly typed: string
  readonly written: string
  /** By the `set` of the formats (formats.ts). */
  readonly shapes: Readonly<Record<string, SetShape>>
  readonly match_tie_break: MatchTieBreak | null
  /** How the points of a set are played, a sentence each. */
  readonly points: readonly string[]
}
