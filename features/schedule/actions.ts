import { formatDay } from '#/contract/format.ts'
import { wireDay } from '#/contract/fields.ts'
import type { AreaSlug } from '#/contract/areas.ts'
import { findCourt } from '#/features/courts/queries.ts'
import { findMatchSnapshot } from '#/features/matches/match-snapshot.ts'
import { listSharedLeagues } from '#/features/matches/queries.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import { dayInZone } from '#/rules/day.ts'
import { runAction, type Actor } from '#/server/action.ts'
import type { Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import type { Call } from '#/server/serve.ts'
import type * as calls from './contract.ts'
import { busySentences, listBusyPlayers } from './same-hour.ts'
import { findOpenCard, insertOwnMatch, updateAppointment, type Appointment } from './queries.ts'

/**
 * Sets or clears date, time and court of a match without a score: by one of its players, or by an organizer of its area.
 * Answers warnings.
 * Refuses `not_found`, `match_arranged`, and a day that is over or does not count.
 */
export function arrangeMatch(actor: Actor, { id, ...appointment }: { id: number } & Appointment): Promise<string[]> {
  return runAction(actor, async ({ tx, audit, player, now }) => {
    const card = (await findOpenCard(tx, id, player)) ?? refuse('not_found')
    if (card.score_id !== null) refuse('match_arranged')
    refuseDay(appointment.match_date, card, dayInZone(now, card.time_zone))
    const before = card.mine ? null : await findMatchSnapshot(tx, id)
    const placed = await placeAppointment(tx, appointment, card.area)
    // Somebody may have reported it a moment ago.
    if (!(await updateAppointment(tx, id, placed, player, now))) refuse('match_arranged')
    if (before) {
      const { area, subject, title } = before
      const { values: after } = await findMatchSnapshot(tx, id)
      const summary = `Set the date of ${title}`
      await audit({ area, kind: 'arrange_match', subject, summary, before: before.values, after })
    }
    return busySentences(await listBusyPlayers(tx, id), player.id)
  })
}

/**
 * Adds a match between the player and an opponent, outside the draw; answers its id, and warnings. Refuses `not_in_same_league`,
 * `several_leagues`, `match_exists`, and a day that is over or does not count.
 */
export function addMatch(
  actor: Actor,
  body: Call<typeof calls.addMatch>['body'],
): Promise<{ id: number; warnings: string[] }> {
  const { season, year, division, opponent, ...appointment } = body
  return runAction(actor, async ({ tx, player, now }) => {
    const today = saleDay(now)
    const shared = await listSharedLeagues(tx, {
      season,
      winner_id: player.id,
      opponent_id: opponent.id,
      reporter_id: player.id,
    })
    const open = shared.filter(
      (league) =>
        league.counts_until >= today &&
        (!year || league.year === year) &&
        (!division || league.division_slug === division),
    )
    // The season that is running goes before the next one.
    const [league, ...others] = open.filter(({ starting_date }) => starting_date === open[0]?.starting_date)
    if (!league) refuse('not_in_same_league')
    if (others.length > 0)
      refuse('several_leagues', {
        message: `You two share several leagues: ${[league, ...others].map(({ division_name }) => division_name).join(', ')}. Please choose the division.`,
      })
    refuseDay(appointment.match_date, league, today)
    const sides = { entry_one_id: league.winner_entry_id, entry_two_id: league.opponent_entry_id }
    const placed = await placeAppointment(tx, appointment, league.area)
    const id = await insertOwnMatch(tx, { league_id: league.league_id, area: league.area, ...sides }, placed, now)
    return { id, warnings: busySentences(await listBusyPlayers(tx, id), player.id) }
  })
}

/** An appointment at a chosen court is at that court's name unless it says more. Refuses a court of another area, and a retired one. */
async function placeAppointment(tx: Tx, appointment: Appointment, area: AreaSlug): Promise<Appointment> {
  if (!appointment.court_id) return appointment
  const court = await findCourt(tx, appointment.court_id, area)
  if (!court) refuse('invalid', { fields: { court_id: 'Please choose a court of this area.' } })
  return { ...appointment, match_location: appointment.match_location || court.name }
}

/** Refuses a day before today, or after the last day that the season counts. */
function refuseDay(match_date: string | null, { counts_until }: { counts_until: string }, today: string): void {
  if (match_date === null) return
  if (match_date < today) refuse('invalid', { fields: { match_date: 'This day is in the past.' } })
  if (match_date > counts_until)
    refuse('invalid', {
      fields: { match_date: `The season counts matches until ${formatDay(wireDay(counts_until))}.` },
    })
}
