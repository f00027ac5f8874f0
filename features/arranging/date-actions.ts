import type { AreaSlug } from '#/contract/areas.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { formatDay } from '#/contract/format.ts'
import { findCourt } from '#/features/courts/queries.ts'
import { findMatchSnapshot } from '#/features/matches/match-snapshot.ts'
import { clockChangeSentences, type Side, type Step } from '#/rules/arranging.ts'
import { dayInZone, instantInZone } from '#/rules/day.ts'
import { runAction, type Action, type Actor } from '#/server/action.ts'
import type { Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { insertEvent, updateAppointment, type Appointment } from './change-queries.ts'
import { lockForSide, NOT_A_COURT, stepOf, storeEnded, type OfMatch } from './locked-match.ts'
import { findMatchToArrange, lockMatch, type MatchToArrange } from './queries.ts'
import { listWarnings } from './same-hour.ts'

/** Cancels the agreed date, which reopens the match. Refuses `no_appointment`, `match_begun`. */
export function callOffMatch(actor: Actor, { id, reason }: OfMatch & { reason: string }): Promise<void> {
  return runAction(actor, async (action) => {
    const match = await lockForSide(action, id)
    const step = stepOf(match, { kind: 'call_off', side: match.side }, action.now)
    await clearDate(action, match, step, { kind: 'called_off', text: reason, match_location: '' })
  })
}

/** Objects to a date that the other side set directly, which reopens the match. Refuses `no_appointment`, `objection_late`. */
export function objectToDate(actor: Actor, { id, reason }: OfMatch & { reason: string }): Promise<void> {
  return runAction(actor, async (action) => {
    const match = await lockForSide(action, id)
    const step = stepOf(match, { kind: 'object', side: match.side }, action.now)
    await clearDate(action, match, step, { kind: 'objected', text: reason, match_location: '' })
  })
}

/**
 * Cancels the date and records how long before the start that was. All players are emailed, because it is in their
 * calendars.
 */
async function clearDate(
  action: Action,
  match: MatchToArrange,
  step: Step,
  { match_location, ...said }: { kind: 'called_off' | 'objected'; text: string; match_location: string },
): Promise<void> {
  const { tx, player, now } = action
  const { id, side, match_date, match_time, agreed } = match
  const minutes_before = agreed?.starts_at ? Math.floor((agreed.starts_at - now.getTime()) / 60_000) : null
  await storeEnded(tx, match, step, now)
  await updateAppointment(tx, id, { match_date: null, match_time: null, match_location }, side, now)
  const event = { match_id: id, side, player_id: player.id, match_date, match_time, minutes_before, ...said }
  await insertEvent(tx, { ...event, match_location: match.match_location }, now)
}

/**
 * Sets or clears the date, time and court of a match without a score ("We have already agreed"), by one of its players or
 * an organizer of its area. All players are notified, and the other side can object. Returns warnings. Refuses
 * `not_found`, `match_arranged`, and a day that is over or does not count.
 */
export function arrangeMatch(actor: Actor, { id, ...appointment }: OfMatch & Appointment): Promise<string[]> {
  return runAction(actor, async (action) => {
    const { tx, audit, player, now } = action
    await lockMatch(tx, id)
    const match = (await findMatchToArrange(tx, id, player, now)) ?? refuse('not_found')
    if (match.score_id !== null) refuse('match_arranged')
    refuseTime(appointment, match, now)
    const before = match.side === null ? await findMatchSnapshot(tx, id) : null
    await storeAppointment(action, match, await placeAppointment(tx, appointment, match.area))
    if (before) {
      const { area, subject, title } = before
      const { values: after } = await findMatchSnapshot(tx, id)
      const summary = `Set the date of ${title}`
      await audit({ area, kind: 'arrange_match', subject, summary, before: before.values, after })
    }
    return listWarnings(tx, id, { reader_id: player.id, now })
  })
}

async function storeAppointment(action: Action, match: MatchToArrange, appointment: Appointment): Promise<void> {
  const { tx, player, now } = action
  const { id, side, time_zone } = match
  const { match_date, match_time, match_location, court_id = null } = appointment
  // `side` is not checked here: an organizer may set the date of any match without a score.
  const present = { ...match, arrangeable: true }
  if (match_date === null) {
    if (match.match_date === null) return updateAppointment(tx, id, appointment, side, now)
    const step = stepOf(present, { kind: 'call_off', side: side ?? 1 }, now)
    return clearDate(action, match, step, { kind: 'called_off', text: '', match_location })
  }
  const isSame =
    match_date === match.match_date &&
    match_time === match.match_time &&
    match_location === match.match_location &&
    (court_id === null || court_id === match.court_id)
  if (isSame) return
  const start = match_time === null ? null : instantInZone(match_date, match_time, time_zone)
  const starts_at = start instanceof Date ? start.getTime() : null
  await storeEnded(tx, match, stepOf(present, { kind: 'agree', side, starts_at }, now), now)
  await updateAppointment(tx, id, appointment, side, now)
  await storeDirectDate(action, { match_id: id, side, ...appointment, player_id: player.id })
}

type DirectDate = { match_id: number; side: Side | null; player_id: number } & Appointment

/** Adds a date that one side or an organizer has set directly to the timeline. */
export async function storeDirectDate(
  action: Action,
  { match_id, side, player_id, match_date, match_time, match_location }: DirectDate,
): Promise<void> {
  const event = { match_id, side, player_id, match_date, match_time, match_location, kind: 'agreed' } as const
  await insertEvent(action.tx, event, action.now)
}

/** Names the chosen court as the location, unless a location is given. Refuses a court of another area, and a retired one. */
export async function placeAppointment(tx: Tx, appointment: Appointment, area: AreaSlug): Promise<Appointment> {
  if (!appointment.court_id) return appointment
  const court = await findCourt(tx, appointment.court_id, area)
  if (!court) refuse('invalid', { fields: { court_id: NOT_A_COURT } })
  return { ...appointment, match_location: appointment.match_location || court.name }
}

/**
 * Refuses a day before today, a day after the last one that the season counts, and a time that daylight saving skips or
 * repeats.
 */
export function refuseTime(
  { match_date, match_time }: Pick<Appointment, 'match_date' | 'match_time'>,
  { counts_until, time_zone }: { counts_until: string; time_zone: string },
  now: Date,
): void {
  if (match_date === null) return
  if (match_date < dayInZone(now, time_zone)) refuse('invalid', { fields: { match_date: 'This day is in the past.' } })
  if (match_date > counts_until)
    refuse('invalid', {
      fields: { match_date: `The season counts matches until ${formatDay(wireDay(counts_until))}.` },
    })
  if (match_time === null) return
  const start = instantInZone(match_date, match_time, time_zone)
  if (typeof start === 'string') refuse('invalid', { fields: { match_time: clockChangeSentences[start] } })
}
