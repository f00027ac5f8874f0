import type { SeasonRules } from '#/rules/season-rules.ts'
import { rollOver } from './boxes.ts'

/** A line of a league's last table: an entry, and its position within its flight or box, if the league has them. */
export type EndedLine = {
  entry_id: number
  player_ids: readonly number[]
  flight: number | null
  rank: number
  played: number
}

/** A league of the previous season: of the same division (`own`), or of the next one up or down. */
export type EndedLeague = {
  own: boolean
  /** The division's place in the list of levels, from the lowest. Null if it has none. */
  level: number | null
  /** How many entries of each flight or box move up, and down, at the end. */
  moves: number
  lines: readonly EndedLine[]
}

/** A player who enters. `level`: the player's place in the list of levels. Wins and losses are of all earlier leagues. */
export type EnteringPlayer = { player_id: number; level: number | null; wins: number; losses: number }

/**
 * An entry in the order of strength, with its reason: the line with which its strongest player ended the previous season,
 * or its rating.
 */
export type StrongEntry<L> = {
  entry_id: number
  last: { league: L; line: EndedLine } | null
  rating: number | null
}

/** A season's rule about the order, and ratings by entry id if it needs them. */
export type StrengthTerms = { draw_by: SeasonRules['draw_by']; ratings: ReadonlyMap<number, number> }

/**
 * The entries, strongest first: a new season begins where the previous one ended (docs/product.md, "Formats"). They are
 * given in the order of their lots.
 */
export function orderByStrength<L extends EndedLeague>(
  entering: readonly { entry_id: number; players: readonly EnteringPlayer[] }[],
  ended: readonly L[],
  { draw_by, ratings }: StrengthTerms = { draw_by: 'last_season', ratings: new Map() },
): StrongEntry<L>[] {
  const isByRating = draw_by === 'rating'
  const endings = endingsOf(ended)
  const entries = entering.map(({ entry_id, players }) => {
    const known = players.flatMap(({ player_id }) => endings.get(player_id) ?? []).toSorted((a, b) => a.place - b.place)
    const [last = null] = known
    const rating = isByRating || (last === null && draw_by !== 'last_season') ? (ratings.get(entry_id) ?? null) : null
    return {
      entry_id,
      rating,
      last,
      place: last && meanOf(known.map(({ place }) => place)),
      level: last
        ? meanOf(known.map(({ league }) => league.level ?? Infinity))
        : meanOf(players.map(({ level }) => level ?? -Infinity)),
      share: meanOf(players.map(({ wins, losses }) => (wins + 1) / (wins + losses + 2))),
    }
  })
  return entries
    .toSorted(
      (a, b) =>
        (isByRating ? compare(b.rating ?? -Infinity, a.rating ?? -Infinity) : 0) ||
        compare(b.level, a.level) ||
        compare(a.place ?? Infinity, b.place ?? Infinity) ||
        compare(b.rating ?? -Infinity, a.rating ?? -Infinity) ||
        compare(b.share, a.share),
    )
    .map(({ entry_id, last, rating }) => ({
      entry_id,
      last: last && !isByRating ? { league: last.league, line: last.line } : null,
      rating,
    }))
}

type Ending<L> = { league: L; line: EndedLine; place: number }

/** Where each player ended: in the same division if the player was in it. Places go on from one division to the next. */
function endingsOf<L extends EndedLeague>(ended: readonly L[]): Map<number, Ending<L>> {
  const endings = new Map<number, Ending<L>>()
  let place = 0
  for (const league of ended.toSorted((a, b) => compare(b.level ?? 0, a.level ?? 0)))
    for (const line of finalOrder(league)) {
      place += 1
      for (const player_id of line.player_ids)
        if (league.own || !endings.has(player_id)) endings.set(player_id, { league, line, place })
    }
  return endings
}

/** The lines of a league, best first, after the moves between its flights or boxes. */
export function finalOrder({ lines, moves }: Pick<EndedLeague, 'lines' | 'moves'>): EndedLine[] {
  const by_id = new Map(lines.map((line) => [line.entry_id, line]))
  const by_table = lines.toSorted((a, b) => (a.flight ?? 0) - (b.flight ?? 0) || a.rank - b.rank)
  const flights = new Map(lines.map(({ entry_id, flight }) => [entry_id, flight ?? 1]))
  // Before the first match of a period its order is only the lot.
  const isPlayed = lines.some(({ played }) => played > 0)
  const order = rollOver({ by_table: by_table.map(({ entry_id }) => entry_id), flights }, isPlayed ? moves : 0)
  return order.map((entry_id) => by_id.get(entry_id)!)
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Unlike a difference, also right for two infinities. */
function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0
}
