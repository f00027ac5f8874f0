import { daysBetween } from './day.ts'

/** The times of a player's year. Home shows the picture of one of them first (docs/product.md, "Activity"). */
export const seasonMoments = [
  'nothing_joined',
  'before_draw',
  'first_match',
  'mid_season',
  'match_today',
  'last_week',
  'overdue',
  'all_played',
  'playoffs',
  'knocked_out',
  'champion',
  'season_over',
  'between_seasons',
] as const
export type SeasonMoment = (typeof seasonMoments)[number]

/** The length of the last week, in days. */
const LAST_DAYS = 7

/** Days after a season in which its table and play-offs come first. Later the next season does. */
const AFTERMATH_DAYS = 21

/** Days are yyyy-mm-dd, by the clock of the match's or league's area. */
type PlayersYear = {
  today: string
  /** The leagues that the player is or was in. `over_on`: the day on which its last match is or was to be played. */
  leagues: readonly { phase: 'playing' | 'next' | 'past'; drawn: boolean; over_on: string }[]
  /** The matches to play whose days are not over, the next one first. `last_day`: of its season or stage. */
  open: readonly { day: string | null; last_day: string; of_bracket: boolean }[]
  /** How many matches, whose days are over, can still be reported. */
  overdue: number
  /** How many results the player has in leagues that are being played. */
  results: number
  /** The player in the newest play-offs. */
  bracket: 'ahead' | 'knocked_out' | 'champion' | null
}

/**
 * The time of the player's year: first what happens today, then what is late, the play-offs, the season that is being
 * played, the one that is just over, and the next one.
 */
export function seasonMoment({ today, leagues, open, overdue, results, bracket }: PlayersYear): SeasonMoment {
  const [next] = open
  if (open.some(({ day }) => day === today)) return 'match_today'
  if (overdue > 0) return 'overdue'
  if (bracket === 'ahead' || next?.of_bracket) return 'playoffs'
  if (next) {
    if (daysBetween(today, next.last_day) < LAST_DAYS) return 'last_week'
    return results === 0 ? 'first_match' : 'mid_season'
  }
  if (leagues.some(({ phase, drawn }) => phase === 'playing' && drawn)) return 'all_played'
  const past = leagues.filter(({ phase }) => phase === 'past')
  const isFresh = past.some(({ over_on }) => daysBetween(over_on, today) <= AFTERMATH_DAYS)
  if (isFresh && bracket !== null) return bracket
  if (leagues.some(({ phase, drawn }) => phase !== 'past' && !drawn)) return 'before_draw'
  if (isFresh) return 'season_over'
  return past.length > 0 ? 'between_seasons' : 'nothing_joined'
}
