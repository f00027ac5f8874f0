import type { ClosedDays } from '#/rules/closed-days.ts'
import type { DrawnCard, KnownMatch } from '#/rules/schedule.ts'
import type { SeasonRules } from '#/rules/season-rules.ts'

/**
 * A match that the draw leaves alone. `done`: it has a result or was called off. `round`: its round in the draw, null
 * if the players arranged it themselves.
 */
export type DrawnPairing = KnownMatch & { round: number | null; done: boolean }

/** The input of a draw, for any format. Days are yyyy-mm-dd. */
export type LeagueToDraw = {
  /** The entries that count, in lot order. */
  entry_ids: readonly number[]
  /** Entries without matches; in a redraw, all of them. */
  new_entries: ReadonlySet<number>
  /** Number of entries at the league's last draw. */
  drawn_before: number
  /** The entries by their results in earlier seasons, best first. */
  by_strength: readonly number[]
  /** The entries by the league's table, best first. */
  by_table: readonly number[]
  matches: readonly DrawnPairing[]
  /** The flight of each entry that has one, from 1. */
  flights: ReadonlyMap<number, number>
  /** The starting place of each entry on the ladder, including those that have left. */
  rungs: ReadonlyMap<number, number>
  /** How many open matches each entry loses in this draw because the opponent has withdrawn. */
  lost: ReadonlyMap<number, number>
  /** The last round drawn, in a format that draws round by round. */
  rounds_drawn: number
  rules: Pick<SeasonRules, 'meetings'>
  /** Whether an organizer draws, so that a round need not wait for the previous one's last day. */
  early: boolean
  starting_date: string
  ending_date: string
  /** The days without play. */
  closed?: ClosedDays
  today: string
}

/** The additions that a draw makes to a league. The first entry of each pair is at home. */
export type Drawn = {
  cards: DrawnCard[]
  /** The entries that move to another flight, or join their first. */
  flights: ReadonlyMap<number, number>
  /** The entries that join the ladder, and their places. */
  rungs?: ReadonlyMap<number, number>
  /** The late entries that move above another one on the ladder. */
  ladder_moves?: readonly { entry_id: number; above_id: number }[]
  rounds_drawn: number
  /** The last day of the current round, if another round waits for it. Null if nothing is left to draw. */
  waits_until: string | null
}

/** A draw that adds nothing. */
export const emptyDraw: Drawn = { cards: [], flights: new Map(), rounds_drawn: 0, waits_until: null }
