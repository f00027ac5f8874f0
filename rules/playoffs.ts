import { addDays } from './day.ts'
import { seasonDates, type SeasonSlug } from './season.ts'
import { playoffPlaces } from './standings.ts'

/** The stages in order, by their number on the wire (specification, section 6). Matches are played in the first three. */
export const playoffStages = [
  { stage: 1, name: 'Quarter-finals' },
  { stage: 2, name: 'Semi-finals' },
  { stage: 3, name: 'Finals' },
  { stage: 4, name: 'Champion' },
] as const

export type MatchStage = 1 | 2 | 3

/** Who takes a side: an entry from the start (a seed, also after a bye), or the winner of a match of the stage before. */
export type BracketSide = { entry_id: number } | { winner_of: number }

/** One match of the bracket; `slot` counts from 1 within the stage, from the top of the bracket. */
export type BracketMatch = { stage: MatchStage; slot: number; sides: readonly [BracketSide, BracketSide] }

/** Every match that will be played, by stage and slot. A bye is no match. */
export type Bracket = readonly BracketMatch[]

/** The seeds of the quarter-finals from the top: winners of neighbors meet, the best two at the end (decisions, "Play-offs"). */
const quarterFinals = [
  [1, 8],
  [4, 5],
  [2, 7],
  [3, 6],
] as const

/** The bracket of 2 to 8 entries, best first; the best go on without a match when fewer than 8. Throws RangeError for any other field. */
export function makeBracket(seeds: readonly number[]): Bracket {
  if (seeds.length < 2 || seeds.length > playoffPlaces || new Set(seeds).size < seeds.length)
    throw new RangeError('a bracket has 2 to 8 different entries')
  const matches: BracketMatch[] = []
  const pairUp = (stage: MatchStage, pairs: readonly (readonly [BracketSide | null, BracketSide | null])[]) =>
    pairs.map(([one, two], index) => {
      if (!one || !two) return one ?? two
      matches.push({ stage, slot: index + 1, sides: [one, two] })
      return { winner_of: index + 1 }
    })
  const seated = (seed: number) => {
    const entry_id = seeds[seed - 1]
    return entry_id === undefined ? null : { entry_id }
  }
  const [a = null, b = null, c = null, d = null] = pairUp(
    1,
    quarterFinals.map(([one, two]) => [seated(one), seated(two)]),
  )
  const [upper = null, lower = null] = pairUp(2, [
    [a, b],
    [c, d],
  ])
  pairUp(3, [[upper, lower]])
  return matches
}

/** Who won which match. A walkover and a retirement have a winner like any other result; a tie has none. */
export type BracketResult = { stage: number; slot: number; winner: number | null }

/** A match as far as it is known: entry ids, null while nobody is known. */
export type BracketLine = {
  stage: MatchStage
  slot: number
  sides: readonly [number | null, number | null]
  winner: number | null
}

export type BracketState = { matches: BracketLine[]; champion: number | null }

/** Who meets whom at each stage, and the champion. A result counts only between the two who have come that far. */
export function bracketState(bracket: Bracket, results: readonly BracketResult[]): BracketState {
  const matches: BracketLine[] = []
  const winnerOf = (stage: number, slot: number) =>
    matches.find((match) => match.stage === stage && match.slot === slot)?.winner ?? null
  for (const { stage, slot, sides } of bracket) {
    const seat = (side: BracketSide) => ('entry_id' in side ? side.entry_id : winnerOf(stage - 1, side.winner_of))
    const [one, two] = [seat(sides[0]), seat(sides[1])]
    const won = results.find((result) => result.stage === stage && result.slot === slot)?.winner ?? null
    const winner = one !== null && two !== null && (won === one || won === two) ? won : null
    matches.push({ stage, slot, sides: [one, two], winner })
  }
  return { matches, champion: winnerOf(3, 1) }
}

/** The day by which each stage is played, 'yyyy-mm-dd' (decisions, "Play-offs"); `year` is the season's. */
export function stageDates(season_slug: SeasonSlug, year: number): Record<MatchStage, string> {
  const { ending_date } = seasonDates(season_slug, year)
  if (season_slug === 'winter') {
    const last = ending_date.slice(0, 4)
    return { 1: `${last}-03-20`, 2: `${last}-03-30`, 3: `${last}-04-15` }
  }
  return { 1: addDays(ending_date, 10), 2: addDays(ending_date, 20), 3: addDays(ending_date, 36) }
}
