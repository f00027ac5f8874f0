import { drawLeague } from '#/rules/formats/draw.ts'
import { formatWordsOf, type LeagueFormat } from '#/rules/formats/formats.ts'
import type { DrawnPairing } from '#/rules/formats/league.ts'
import { matchesEach } from '#/rules/formats/shortage.ts'
import { resultsThatStay } from '#/rules/leaving.ts'
import { legsOf, type DrawnCard } from '#/rules/schedule.ts'
import { standardRules, tableRulesOf, type SeasonRules } from '#/rules/season-rules.ts'
import { countingResults, rankStandings, type StandingMatch } from '#/rules/standings.ts'
import type { SimulatedPlayers } from './players.ts'

/** Deviations from honest play. Without any, everybody plays each scheduled match and no other. */
export type Deviation = {
  /** Decides a scheduled match. Null if it is not played and does not count. */
  result?: (card: DrawnCard, honest: StandingMatch) => StandingMatch | null
  /** Matches that two add after a round, with the winner if it is agreed. */
  added?: (round: number) => { pair: readonly [number, number]; winner?: number }[]
  /** An entry that withdraws after the last round, given the final order with and without it. */
  withdraws?: (orderWithout: (entry_id: number | null) => number[]) => number | null
}

type Played = StandingMatch & { round: number | null }

const days = { starting_date: '2026-05-01', ending_date: '2026-12-31', today: '2026-05-01' }

/** Plays a season of any format but a ladder by the real draw and the real table. Returns the final order, best first. */
export function playSeason(
  players: SimulatedPlayers,
  format: LeagueFormat,
  { result = (_, honest) => honest, added = () => [], withdraws = () => null }: Deviation = {},
  season: SeasonRules = standardRules,
): number[] {
  const { ids, by_strength, lotOf } = players
  const { everybody, by_period, by_results } = formatWordsOf(format.kind)
  const legs =
    format.kind === 'flights'
      ? legsOf(Math.ceil(ids.length / Math.ceil(ids.length / format.size!)), season)
      : everybody
        ? legsOf(ids.length, season, format.kind === 'double_round_robin')
        : 1
  const rules = tableRulesOf(season, { meetings: legs, everybody })
  const planned = matchesEach(format, ids.length, season)
  const flights = new Map<number, number>()
  const byes = new Map<number, number>()
  const results: Played[] = []
  const matches: DrawnPairing[] = []
  const met = new Map<number, number>()
  const play = (one: number, two: number, counts = true) => {
    // Friendlies have separate outcomes, so that no scheduled match ends otherwise.
    const pair = (counts ? 0 : 1_000_000) + Math.min(one, two) * 1000 + Math.max(one, two)
    const meeting = met.get(pair) ?? 0
    met.set(pair, meeting + 1)
    return players.play(one, two, counts ? meeting : 1000 + meeting)
  }
  let rounds_drawn = 0
  const order = (without: number | null = null) => {
    const entries = ids
      .filter((entry_id) => entry_id !== without)
      .map((entry_id) => ({
        entry_id,
        lot: lotOf(entry_id),
        flight: flights.get(entry_id) ?? null,
        byes: byes.get(entry_id) ?? 0,
      }))
    const ofTable = by_period ? results.filter(({ round }) => round === rounds_drawn) : results
    const counted = resultsThatStay(countingResults(ofTable, rules), { entries, rules, planned })
    const flightOf = (entry_id: number) => flights.get(entry_id) ?? 0
    return rankStandings(entries, counted, rules)
      .map(({ entry_id }) => entry_id)
      .toSorted((a, b) => flightOf(a) - flightOf(b))
  }
  for (;;) {
    const drawn = drawLeague(
      {
        entry_ids: ids.toSorted((a, b) => lotOf(a) - lotOf(b)),
        new_entries: new Set(rounds_drawn === 0 ? ids : []),
        drawn_before: rounds_drawn === 0 ? 0 : ids.length,
        by_strength,
        by_table: order(),
        matches,
        flights,
        rungs: new Map(),
        lost: new Map(),
        rounds_drawn,
        rules: season,
        early: true,
        ...days,
      },
      format,
    )
    if (drawn.cards.length === 0) break
    rounds_drawn = by_results ? drawn.rounds_drawn : 1
    for (const [entry_id, flight] of drawn.flights) flights.set(entry_id, flight)
    const playing = new Set(drawn.cards.flatMap(({ pair }) => pair))
    if (format.kind === 'swiss') for (const id of ids) if (!playing.has(id)) byes.set(id, (byes.get(id) ?? 0) + 1)
    const byRound = Map.groupBy(drawn.cards, ({ round }) => round)
    for (const [round, cards] of [...byRound].toSorted(([a], [b]) => a - b)) {
      for (const card of cards) {
        const outcome = result(card, play(...card.pair))
        matches.push({ ...card, done: true })
        if (outcome !== null) results.push({ ...outcome, round })
      }
      for (const { pair, winner } of added(round)) {
        const honest = play(...pair, rules.counts_added)
        matches.push({ pair, from: null, to: null, round: null, done: true })
        results.push({ ...honest, ...(winner === undefined ? {} : { winner }), round: null, added: true })
      }
    }
    if (!by_results) break
  }
  return order(withdraws(order))
}
