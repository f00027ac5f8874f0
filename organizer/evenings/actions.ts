import { areaName } from '#/contract/areas.ts'
import { formatDay } from '#/contract/format.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { endOffers, insertEvent, updateAppointment } from '#/features/arranging/change-queries.ts'
import { uidHost } from '#/features/calendar/entries.ts'
import { syncEvents } from '#/features/calendar/queries.ts'
import { runAction, type Actor } from '#/server/action.ts'
import type { MovedMatch } from '#/server/notifications.ts'
import { refuse } from '#/server/refuse.ts'
import type { Call } from '#/server/serve.ts'
import type * as calls from './contract.ts'
import { planEvening } from './evening.ts'
import { lockDay } from './queries.ts'

type MovedDates = { matches: { match_id: number; match_date: string | null; match_time: string | null }[] }

/**
 * Moves an evening as in its preview, or cancels its times: all of it or nothing. Each player is notified once, with the
 * calendar events. Returns how many matches are moved and left alone. Refuses `not_your_area` and `evening_changed`.
 */
export function moveEvening(
  actor: Actor,
  { digest, reason, ...evening }: Call<typeof calls.moveEvening>['body'],
): Promise<{ message: string; moved: number; left: number }> {
  const { area, day, to_day } = evening
  return runAction(actor, async ({ app, tx, player, audit, notify, now }) => {
    if (!player.organizer_areas.includes(area)) refuse('not_your_area')
    await lockDay(tx, evening)
    const plan = await planEvening(tx, evening, now)
    if (plan.digest !== digest) refuse('evening_changed')
    const moving = plan.matches.filter(({ next }) => next.problem === null)
    if (moving.length === 0) refuse('evening_changed', { message: 'No match of this evening can be moved.' })
    for (const { match_id, match_time, match_location, court_id, next } of moving) {
      const { match_date: new_date, match_time: new_time } = next
      const appointment = {
        match_date: new_date,
        match_time: new_time,
        match_location: to_day === null ? '' : match_location,
      }
      await endOffers(tx, match_id, now)
      await updateAppointment(tx, match_id, { ...appointment, court_id: to_day === null ? null : court_id }, null, now)
      const dated = to_day === null ? { match_date: day, match_time, match_location } : appointment
      const event = { match_id, side: null, player_id: player.id, text: reason, ...dated }
      await insertEvent(tx, { ...event, kind: to_day === null ? 'called_off' : 'agreed' }, now)
    }
    const ids = moving.map(({ match_id }) => match_id)
    const changed = await syncEvents(tx, { host: uidHost(app.config), now, match_ids: ids })
    const moves = moving.map(({ match_id, match_time, next, player_ids }) => {
      const event = changed.find((each) => each.match_id === match_id)
      const { match_date: new_date, match_time: new_time } = next
      const move: MovedMatch = {
        match_id,
        was: match_time === null ? day : `${day} ${match_time}`,
        match_date: new_date,
        match_time: new_time,
        event: event ? { calendar_event_id: event.id, sequence: event.sequence } : null,
      }
      return { move, player_ids }
    })
    for (const player_id of new Set(moves.flatMap(({ player_ids }) => player_ids))) {
      const own = moves.filter(({ player_ids }) => player_ids.includes(player_id)).map(({ move }) => move)
      await notify('evening_moved', { match_id: own[0]!.match_id, player_id, reason, moves: own })
    }
    // Somebody who no longer plays the match may still have it in a calendar.
    for (const { id, sequence, match_id, player_ids } of changed)
      for (const player_id of player_ids)
        if (!moves.some(({ move, ...of }) => move.match_id === match_id && of.player_ids.includes(player_id)))
          await notify('appointment_changed', { calendar_event_id: id, sequence, player_id })
    await audit<MovedDates>({
      area,
      kind: 'move_evening',
      subject: `area ${area}`,
      summary: `${to_day === null ? 'Canceled the times' : 'Moved the matches'} of ${formatDay(wireDay(day))} in ${areaName(area)}: ${formatCount(moving.length)}`,
      reason,
      before: { matches: moving.map(({ match_id, match_time }) => ({ match_id, match_date: day, match_time })) },
      after: {
        matches: moving.map(({ match_id, next }) => ({
          match_id,
          match_date: next.match_date,
          match_time: next.match_time,
        })),
      },
    })
    const left = plan.matches.length - moving.length
    const done = to_day === null ? 'without a time now' : 'moved'
    return {
      message: `${formatCount(moving.length)} ${done}${left > 0 ? `, ${left} left alone` : ''}. The players are notified.`,
      moved: moving.length,
      left,
    }
  })
}

function formatCount(matches: number): string {
  return `${matches} ${matches === 1 ? 'match' : 'matches'}`
}
