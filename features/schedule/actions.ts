import type { Appointment } from '#/features/arranging/change-queries.ts'
import { storeDirectDate, placeAppointment, refuseTime } from '#/features/arranging/date-actions.ts'
import { listWarnings } from '#/features/arranging/same-hour.ts'
import { findTimeZone, isLadderLeague, listSharedLeagues } from '#/features/matches/queries.ts'
import { lockLeague } from '#/features/leagues/queries.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import { editionsOfYear } from '#/rules/season.ts'
import { runAction, type Actor } from '#/server/action.ts'
import type { Tx } from '#/server/db.ts'
import { sendCalendarsSoon } from '#/server/queue.ts'
import { refuse } from '#/server/refuse.ts'
import type { Call } from '#/server/serve.ts'
import type * as calls from './contract.ts'
import { hasOpenMatch, insertOwnMatch, type OwnMatch } from './queries.ts'

/**
 * Adds a match between the player and an opponent, outside the draw; returns its id and warnings. Refuses `not_in_same_league`,
 * `several_leagues`, `match_exists`, and a day that is over or does not count.
 */
export function addMatch(
  actor: Actor,
  body: Call<typeof calls.addMatch>['body'],
): Promise<{ id: number; warnings: string[] }> {
  const { season, year, division, opponent, ...appointment } = body
  return runAction(actor, async (action) => {
    const { tx, player, now } = action
    const today = saleDay(now)
    const shared = await listSharedLeagues(tx, {
      season,
      winner_id: player.id,
      opponent_id: opponent.id,
      reporter_id: player.id,
    })
    const current = shared.filter(
      (league) => league.counts_until >= today && (!division || league.division_slug === division),
    )
    const open = year ? editionsOfYear(current, year) : current
    // The season in progress comes before the next one.
    const [league, ...others] = open.filter(({ starting_date }) => starting_date === open[0]?.starting_date)
    if (!league) refuse('not_in_same_league')
    if (others.length > 0)
      refuse('several_leagues', {
        message: `You two share several leagues: ${[league, ...others].map(({ division_name }) => division_name).join(', ')}. Please choose the division.`,
      })
    const time_zone = await findTimeZone(tx, league.area)
    refuseTime(appointment, { ...league, time_zone }, now)
    const sides = { entry_one_id: league.winner_entry_id, entry_two_id: league.opponent_entry_id }
    const placed = await placeAppointment(tx, appointment, league.area)
    const id = await addOwnMatch(tx, { league_id: league.league_id, area: league.area, ...sides }, placed, now)
    if (appointment.match_date !== null)
      await storeDirectDate(action, { match_id: id, side: 1, player_id: player.id, ...placed })
    return { id, warnings: await listWarnings(tx, id, { reader_id: player.id, now }) }
  })
}

/**
 * Adds a match of two entries outside the draw and returns its id. Refuses `challenge_first` on a ladder, and
 * `match_exists` when the two have an open one on that day.
 */
export async function addOwnMatch(tx: Tx, match: OwnMatch, appointment: Appointment, now: Date): Promise<number> {
  await lockLeague(tx, match.league_id)
  if (await isLadderLeague(tx, match.league_id)) refuse('challenge_first')
  if (await hasOpenMatch(tx, match, appointment.match_date)) refuse('match_exists')
  const id = await insertOwnMatch(tx, match, appointment, now)
  await sendCalendarsSoon(tx)
  return id
}
