import type { Tally } from '#/features/matches/records.ts'
import { scoreLine, type MatchStatus, type SetScore } from '#/rules/outcome.ts'
import { scoreTotals } from '#/rules/score.ts'
import type { ScoreRules } from '#/rules/season-rules.ts'

export type Outcome = 'won' | 'lost' | 'tied'
export type Opponent = { id: number; name: string }

/** One result from one player's side, whose games come first in `sets`. */
export type PlayedMatch = {
  match_id: number
  match_date: string
  outcome: Outcome
  status: MatchStatus
  sets: SetScore[]
  /** One in singles, two in doubles. */
  opponents: Opponent[]
  /** Who played beside the player. Empty in singles. */
  partners: Opponent[]
  singles: boolean
  league_id: number
  league_name: string
  league_slug: string
  level_name: string
  level_slug: string
  year: number
  playoff_stage: number | null
  playoff_slot: number | null
  match_time: string | null
  match_location: string
  /** The season's rules. */
  rules: ScoreRules
}

/** Counts matches won, lost and tied. */
export function recordOf(matches: readonly PlayedMatch[]): Tally {
  const count = (outcome: Outcome) => matches.filter((match) => match.outcome === outcome).length
  return { wins: count('won'), losses: count('lost'), ties: count('tied') }
}

/** Sets and games of all matches, counted as in the standings. */
export function totalsOf(matches: readonly PlayedMatch[]) {
  const sum = { sets_won: 0, sets_lost: 0, games_won: 0, games_lost: 0 }
  for (const { sets, status, rules } of matches) {
    const totals = scoreTotals(sets, status, rules)
    sum.sets_won += totals.sets.winner
    sum.sets_lost += totals.sets.opponent
    sum.games_won += totals.games.winner
    sum.games_lost += totals.games.opponent
  }
  return sum
}

/** The first `last` results of `matches`, which has the newest first. */
export function formOf(matches: readonly PlayedMatch[], last: number) {
  return matches.slice(0, last).map(({ match_id, outcome, match_date, opponents, sets, status }) => ({
    match_id,
    outcome,
    match_date,
    opponent: opponents.map(({ name }) => name).join(' & '),
    score_line: scoreLine(sets, status),
  }))
}

/** The matches against this player. */
export function against(matches: readonly PlayedMatch[], player_id: number): PlayedMatch[] {
  return matches.filter(({ opponents }) => opponents.some(({ id }) => id === player_id))
}

/**
 * Opponents whom both have played in singles, by name, with each one's record against them. Excludes the two
 * themselves.
 */
export function commonOpponents(
  one: readonly PlayedMatch[],
  two: readonly PlayedMatch[],
  ids: readonly [number, number],
) {
  const theirs = bySinglesOpponent(two)
  return [...bySinglesOpponent(one)]
    .flatMap(([id, { name, matches }]) => {
      const other = theirs.get(id)
      if (!other || ids.includes(id)) return []
      return [{ id, name, player_one: recordOf(matches), player_two: recordOf(other.matches) }]
    })
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.id - b.id)
}

function bySinglesOpponent(matches: readonly PlayedMatch[]): Map<number, { name: string; matches: PlayedMatch[] }> {
  const met = new Map<number, { name: string; matches: PlayedMatch[] }>()
  for (const match of matches) {
    const [opponent] = match.opponents
    if (!match.singles || !opponent) continue
    const known = met.get(opponent.id)
    if (known) known.matches.push(match)
    else met.set(opponent.id, { name: opponent.name, matches: [match] })
  }
  return met
}
