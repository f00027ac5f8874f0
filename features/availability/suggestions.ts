import { wireDay } from '#/contract/wire-day.ts'
import { NOTICE_HOURS, suggestTimes } from '#/rules/slots.ts'
import { dayInZone } from '#/rules/day.ts'
import type { Db } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import type { SuggestedTime } from './contract.ts'
import { listClosedDays } from './closed-days.ts'
import { daylightAt } from './daylight.ts'
import { findOpenMatch, listFavoriteCourts, listSlotPlayers, type OpenMatch } from './queries.ts'

/** Suggested times for a match, for one of its players. Refuses not_found to others and for a match that is over. */
export async function suggestFor(
  db: Db,
  { match_id, player_id, now }: { match_id: number; player_id: number; now: Date },
): Promise<SuggestedTime[]> {
  const match = (await findOpenMatch(db, match_id, player_id)) ?? refuse('not_found')
  return suggestForPair(db, { ...match, match_id, player_id, now })
}

/** Suggested times for two entries, as a player of one of them. */
export async function suggestForPair(
  db: Db,
  {
    match_id = null,
    player_id,
    now,
    entry_ids,
    ...match
  }: OpenMatch & { match_id?: number | null; player_id: number; now: Date },
): Promise<SuggestedTime[]> {
  const today = dayInZone(now, match.time_zone)
  const from = match.from > today ? match.from : today
  const [players, courts, closed] = await Promise.all([
    listSlotPlayers(db, { entry_ids, match_id }, { from, to: match.to }),
    listFavoriteCourts(db, { area: match.area, player_id, match_id }, { from, to: match.to }),
    listClosedDays(db, match.area),
  ])
  const reader = players.find(({ id }) => id === player_id) ?? refuse('not_found')
  const suggestions = suggestTimes({
    ...match,
    from,
    closed,
    earliest: now.getTime() + NOTICE_HOURS * 3_600_000,
    players,
    reader_has_hours: reader.hours.length > 0,
    courts,
    daylight: daylightAt,
  })
  return suggestions.map(({ court, match_date, ...suggestion }) => ({
    ...suggestion,
    match_date: wireDay(match_date),
    court_id: court?.id ?? null,
    match_location: court?.name ?? '',
  }))
}
