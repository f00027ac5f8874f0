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

type League = Pick<LeagueEntry, 'league_slug' | 'level_slug' | 'year' | 'takes_scores'>

/** The player's open matches that a score can be for, in one league or in all: those whose day has come first. */
export function reportableMatches<C extends Omit<League, 'takes_scores'> & ReportableCard>(
  cards: readonly C[],
  leagues: readonly League[],
  asked: League | undefined,
): C[] {
  const isOf = (card: C, league: League) =>
    card.league_slug === league.league_slug && card.level_slug === league.level_slug && card.year === league.year
  const open = cards.filter(
    (card) =>
      card.my_side !== null &&
      !card.played &&
      !card.not_played &&
      (asked === undefined || isOf(card, asked)) &&
      // Play-offs are played after the season.
      (!card.window_over || leagues.some((league) => league.takes_scores && isOf(card, league))),
  )
  const rankOf = ({ is_upcoming, match_date }: C) => (is_upcoming ? (match_date === null ? 1 : 2) : 0)
  return open.toSorted((a, b) => rankOf(a) - rankOf(b))
}

type ReportableCard = Pick<
  MatchCard,
  'my_side' | 'played' | 'not_played' | 'window_over' | 'is_upcoming' | 'match_date'
>

/** The place of the player's newest played match, or ''. */
export function defaultLocation(cards: readonly Pick<MatchCard, 'played' | 'match_location'>[]): string {
  return cards.find(({ played, match_location }) => played && match_location !== null)?.match_location ?? ''
}
