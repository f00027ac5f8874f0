import { decidesTitle } from '#/rules/playoff-stages.ts'
import type { Tally } from '#/features/matches/records.ts'
import { recordOf, type Opponent, type Outcome, type PlayedMatch } from './compare.ts'

/** A run of equal results: 3 wins in a row. */
type Streak = { outcome: Outcome; length: number }

/** The run of equal results that the newest one belongs to, and the longest of wins. `matches` has the newest first. */
export function streaksOf(matches: readonly Pick<PlayedMatch, 'outcome'>[]): {
  current: Streak | null
  longest_wins: number
} {
  const [newest] = matches
  if (!newest) return { current: null, longest_wins: 0 }
  const end = matches.findIndex(({ outcome }) => outcome !== newest.outcome)
  let [longest, run] = [0, 0]
  for (const { outcome } of matches) {
    run = outcome === 'won' ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return {
    current: { outcome: newest.outcome, length: end === -1 ? matches.length : end },
    longest_wins: longest,
  }
}

type League = Pick<PlayedMatch, 'league_id' | 'league_name' | 'league_slug' | 'level_name' | 'level_slug' | 'year'>

export function leagueOf({ league_id, league_name, league_slug, level_name, level_slug, year }: League): League {
  return { league_id, league_name, league_slug, level_name, level_slug, year }
}

type Title = League & Pick<PlayedMatch, 'match_id'> & { won: boolean }

/** The finals of play-offs that the player has played, newest first. */
export function finalsOf(matches: readonly PlayedMatch[]): Title[] {
  return matches.flatMap(({ playoff_stage, playoff_slot, outcome, ...match }) => {
    if (!decidesTitle({ stage: playoff_stage, slot: playoff_slot }) || outcome === 'tied') return []
    return [{ ...leagueOf(match), match_id: match.match_id, won: outcome === 'won' }]
  })
}

/** Those with whom the player has played doubles, the most often first, with their record together. */
export function partnersOf(matches: readonly PlayedMatch[]): (Opponent & Tally)[] {
  return peopleIn(matches, ({ partners }) => partners).map(({ matches: together, ...person }) => ({
    ...person,
    ...recordOf(together),
  }))
}

/** Everybody against whom the player has played, by name. */
export function opponentsOf(matches: readonly PlayedMatch[]): Opponent[] {
  return peopleIn(matches, ({ opponents }) => opponents)
    .map(({ id, name }) => ({ id, name }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.id - b.id)
}

function peopleIn(
  matches: readonly PlayedMatch[],
  who: (match: PlayedMatch) => readonly Opponent[],
): (Opponent & { matches: PlayedMatch[] })[] {
  const met = new Map<number, Opponent & { matches: PlayedMatch[] }>()
  for (const match of matches)
    for (const { id, name } of who(match)) {
      const known = met.get(id)
      if (known) known.matches.push(match)
      else met.set(id, { id, name, matches: [match] })
    }
  return [...met.values()].toSorted((a, b) => b.matches.length - a.matches.length)
}

/** Matches at one court or hour before it is called a favorite. */
const FEWEST_FOR_FAVORITE = 3

/** The court and the full hour of most matches, as HH:mm. Of equals the later one. Null while there are too few. */
export function favoritesOf(matches: readonly Pick<PlayedMatch, 'match_location' | 'match_time'>[]): {
  court: string | null
  hour: string | null
} {
  return {
    court: mostOf(matches.map(({ match_location }) => match_location.trim())),
    hour: mostOf(matches.map(({ match_time }) => (match_time === null ? '' : `${match_time.slice(0, 2)}:00`))),
  }
}

function mostOf(values: readonly string[]): string | null {
  const counts = new Map<string, number>()
  for (const value of values) if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1)
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a)
  return most && most[1] >= FEWEST_FOR_FAVORITE ? most[0] : null
}
