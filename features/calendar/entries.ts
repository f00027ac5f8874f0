import { wireDay } from '#/contract/wire-day.ts'
import { formatDay } from '#/contract/format.ts'
import { paths } from '#/contract/paths.ts'
import { organization } from '#/contract/organization.ts'
import { stageDay } from '#/rules/playoffs.ts'
import { matchStagesOf } from '#/rules/playoff-stages.ts'
import { sportWords } from '#/rules/sports/formats.ts'
import type { Config } from '#/server/config.ts'
import type { CalendarEntry } from './ics.ts'
import type { CalendarLeague, CalendarMatch } from './queries.ts'

type Site = Pick<Config, 'site'>

/** The calendar entry of a match with a date. Its UID is the same in the feed, in emails and in files. */
export function matchEntry(
  { site }: Site,
  match: Pick<
    CalendarMatch,
    | 'uid'
    | 'sequence'
    | 'changed_at'
    | 'match_time'
    | 'match_location'
    | 'time_zone'
    | 'one'
    | 'two'
    | 'league'
    | 'sport'
  > & { match_date: string },
): CalendarEntry {
  return {
    uid: match.uid,
    sequence: match.sequence,
    changed_at: match.changed_at,
    day: match.match_date,
    time: match.match_time,
    time_zone: match.time_zone,
    summary: `${sportWords[match.sport].name}: ${match.one} against ${match.two}`,
    location: match.match_location,
    description: `${match.league}. Change or call off this match in ${organization().name}.`,
    url: site + paths.profile,
    is_deadline: false,
  }
}

/** The host in the UIDs of events that are not stored. */
export function uidHost({ site }: Site): string {
  return new URL(site).hostname
}

/** A player's calendar entries: matches, last days of open ones, and play-off dates. */
export function calendarEntries(
  config: Site,
  { matches, leagues }: { matches: readonly CalendarMatch[]; leagues: readonly CalendarLeague[] },
): CalendarEntry[] {
  const whole = { sequence: 0, time: null, location: '', is_deadline: true }
  return [
    ...matches.flatMap((match): CalendarEntry[] => {
      const { match_date, play_by, changed_at, time_zone } = match
      if (match_date !== null) return [matchEntry(config, { ...match, match_date })]
      if (play_by === null || match.played) return []
      return [
        {
          ...whole,
          uid: `deadline-${match.id}@${uidHost(config)}`,
          changed_at,
          time_zone,
          day: play_by,
          summary: `Last day: ${match.one} against ${match.two}`,
          description: `${match.league}. This match has no date yet. Play it by ${formatDay(wireDay(play_by))}.`,
          url: config.site + paths.profile,
        },
      ]
    }),
    ...leagues.flatMap(({ league_id, league, opened_at, time_zone, seeds, ...season }) =>
      matchStagesOf(seeds).map(({ stage, name }): CalendarEntry => {
        return {
          ...whole,
          uid: `stage-${league_id}-${stage}@${uidHost(config)}`,
          changed_at: opened_at,
          time_zone,
          day: stageDay(season, stage, seeds),
          summary: `Play-offs: ${name}, ${league}`,
          description: `${name} are played by this day.`,
          url: config.site + paths.playoffs,
        }
      }),
    ),
  ]
}
