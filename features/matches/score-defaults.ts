import { dayInArea } from '#/contract/area-details.ts'
import { type AreaSlug } from '#/contract/areas.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { standardRules, type SeasonRules } from '#/rules/season-rules.ts'
import { countsFor } from '#/rules/season.ts'
import type { MatchCard } from './contract.ts'
import type { LeagueEntry } from '#/features/leagues/contract.ts'

/** The default day of a score form, yyyy-mm-dd: the card's day once it has come, otherwise today in the area. */
export function defaultMatchDate(match: Pick<MatchCard, 'match_date'> | null, area: AreaSlug, now: Date): string {
  const today = dayInArea(area, now)
  const arranged = match?.match_date?.replaceAll('/', '-')
  return arranged !== undefined && arranged <= today ? arranged : today
}

/** The slug of the player's current season or, without one, of the newest. '' without a league. */
export function defaultSeason(
  leagues: readonly Pick<LeagueEntry, 'league_slug' | 'area' | 'starting_date' | 'counts_until'>[],
  now: Date,
): string {
  const playing = leagues.find(({ area, starting_date, counts_until }) =>
    countsFor(dayInArea(area, now), {
      starting_date: starting_date.replaceAll('/', '-'),
      counts_until: counts_until.replaceAll('/', '-'),
    }),
  )
  return (playing ?? leagues[0])?.league_slug ?? ''
}

/**
 * The rules to check a score with before sending: those of the player's league in that season and division on that day.
 */
export function rulesOfSeason(
  leagues: readonly Pick<LeagueEntry, 'league_slug' | 'level_slug' | 'starting_date' | 'counts_until' | 'rules'>[],
  { season, division, match_date }: { season: string; division: string; match_date: string },
): SeasonRules {
  const mine = leagues.filter(
    ({ league_slug, level_slug }) => league_slug === season && (division === '' || level_slug === division),
  )
  const on = mine.find(({ starting_date, counts_until }) =>
    countsFor(wireDay(match_date), { starting_date, counts_until }),
  )
  return (on ?? mine[0])?.rules ?? standardRules
}

/** The place of the player's newest played match, or ''. */
export function defaultLocation(cards: readonly Pick<MatchCard, 'played' | 'match_location'>[]): string {
  return cards.find(({ played, match_location }) => played && match_location !== null)?.match_location ?? ''
}
