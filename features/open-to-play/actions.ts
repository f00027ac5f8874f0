import { offerTimesIn } from '#/features/arranging/offer-actions.ts'
import { lockLeague } from '#/features/leagues/queries.ts'
import { addOwnMatch } from '#/features/schedule/actions.ts'
import { dayInZone } from '#/rules/day.ts'
import { runAction, type Actor } from '#/server/action.ts'
import { refuse } from '#/server/refuse.ts'
import type { Call } from '#/server/serve.ts'
import type * as calls from './contract.ts'
import { findOpenLeague, findUndatedMatch, listOpenEntries, updateOpen, type OpenLeague } from './queries.ts'

/** Days for which a player is listed as looking for a match. */
const OPEN_DAYS = 7

/** Whether more matches can be played: rematches count or there is no schedule, and the season is running. */
export function allowsMore({ drawn, rules, starting_date, ending_date, time_zone }: OpenLeague, now: Date): boolean {
  const today = dayInZone(now, time_zone)
  return (!drawn || rules.meetings !== 1) && starting_date <= today && today <= ending_date
}

/** Turns the listing on or off. Returns when it ends. Refuses `not_found`, `no_second_meeting`. */
export function setOpenToPlay(
  actor: Actor,
  { league_id, open }: { league_id: number; open: boolean },
): Promise<Date | null> {
  return runAction(actor, async ({ tx, player, now }) => {
    const league = (await findOpenLeague(tx, league_id, player.id, now)) ?? refuse('not_found')
    if (open && !allowsMore(league, now)) refuse('no_second_meeting')
    const until = open ? new Date(now.getTime() + OPEN_DAYS * 86_400_000) : null
    await updateOpen(tx, league.entry_id, player.id, until)
    return until
  })
}

/**
 * Offers times to an entry that looks for a match: for the open match of the two, or for a new one. Returns the match's
 * id, and warnings. Refuses `not_found`, `no_second_meeting`, `not_open_to_play`, and like `offerTimes`.
 */
export function offerToPlay(
  actor: Actor,
  { league_id, entry_id, ...offer }: { league_id: number } & Call<typeof calls.offerToPlay>['body'],
): Promise<{ id: number; warnings: string[] }> {
  return runAction(actor, async (action) => {
    const { tx, player, now } = action
    await lockLeague(tx, league_id)
    const league = (await findOpenLeague(tx, league_id, player.id, now)) ?? refuse('not_found')
    if (!allowsMore(league, now)) refuse('no_second_meeting')
    const others = await listOpenEntries(tx, league, now)
    if (!others.some((other) => other.entry_id === entry_id)) refuse('not_open_to_play')
    const sides = { entry_one_id: league.entry_id, entry_two_id: entry_id }
    const undated = { match_date: null, match_time: null, match_location: '' }
    const id =
      (await findUndatedMatch(tx, league.entry_id, entry_id)) ??
      (await addOwnMatch(tx, { league_id, area: league.area, ...sides }, undated, now))
    const { warnings } = await offerTimesIn(action, id, offer)
    return { id, warnings }
  })
}
