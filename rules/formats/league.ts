import type { DrawnCard, KnownMatch } from '#/rules/schedule.ts'
import type { SeasonRules } from '#/rules/season-rules.ts'

/** A match that stays as it is. `done`: it has a result or was called off. `round`: of the draw; null: the players' own. */
export type KeptMatch = KnownMatch & { round: number | null; done: boolean }

/** Everything that the draw of a league follows from, whatever its format. Days are yyyy-mm-dd. */
export type LeagueToDraw = {
  /** The entries that count, in the order of their lots. */
  entry_ids: readonly number[]
  /** Those that have no matches yet; in a redraw all. */
  new_entries: ReadonlySet<number>
  /** Number of entries in the league's last draw. */
  drawn_before: number
  /** The entries by their results in earlier seasons, best first. */
  by_strength: readonly number[]
  /** The entries by the league's table, best first. */
  by_table: readonly number[]
  matches: readonly KeptMatch[]
  /** The flight of each entry that has one, from 1. */
  flights: ReadonlyMap<number, number>
  /** Where each entry began on the ladder that has a place there, those that have left included. */
  rungs: ReadonlyMap<number, number>
  /** How many open matches of an entry this draw deletes because the opponent has withdrawn. */
  lost: ReadonlyMap<number, number>
  /** The last round that was drawn, in a format that draws round by round. */
  rounds_drawn: number
  rules: Pick<SeasonRules, 'meetings'>
  /** An organizer draws: a round need not wait for the last day of the one before. */
  early: boolean
  starting_date: string
  ending_date: string
  today: string
}

/** What a draw adds to a league. The first of each pair is at home. */
export type Drawn = {
  cards: DrawnCard[]
  /** The entries that get another flight, or their first. */
  flights: ReadonlyMap<number, number>
  /** The entries that enter the ladder, and where. */
  rungs?: ReadonlyMap<number, number>
  rounds_drawn: number
  /** The last day of the round that is being played, when a further round waits for it; null: nothing is to be drawn later. */
  waits_until: string | null
}

/** A draw that adds nothing. */
export const emptyDraw: Drawn = { cards: [], flights: new Map(), rounds_drawn: 0, waits_until: null }
