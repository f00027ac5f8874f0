import { wireDay } from '#/contract/fields.ts'
import { formatDay } from '#/contract/format.ts'
import type { AreaSlug } from '#/contract/areas.ts'
import { findCourt } from '#/features/courts/queries.ts'
import type { Tx } from '#/server/db.ts'
import { listOrganizersToNotify } from '#/features/confirmation/queries.ts'
import { findMatchSnapshot } from '#/features/matches/match-snapshot.ts'
import {
  arrange,
  clockChangeSentences,
  readTimes,
  type ArrangingEvent,
  type ArrangingProblem,
  type Side,
  type Step,
} from '#/rules/arranging.ts'
import { dayInZone, instantInZone } from '#/rules/day.ts'
import { runAction, type Action, type Actor, type Visitor } from '#/server/action.ts'
import type { NotificationKind } from '#/contract/notification-kinds.ts'
import { refuse } from '#/server/refuse.ts'
import type { Call } from '#/server/serve.ts'
import {
  endLapsedOffers,
  insertEvent,
  insertOffer,
  updateAppointment,
  updateEnded,
  updateReported,
  updateTaken,
  type Appointment,
} from './change-queries.ts'
import type * as calls from './contract.ts'
import { formatStoredTime } from './format.ts'
import { findOfferLink } from './links.ts'
import {
  countMessages,
  findMatchToArrange,
  listSides,
  listStandingOffers,
  lockMatch,
  type MatchToArrange,
} from './queries.ts'
import { busySentences, listBusyPlayers } from './same-hour.ts'
import { factsOf } from './view.ts'

const MESSAGES_A_DAY = 30
const NOT_A_COURT = 'Please choose a court of this area.'
const dayMs = 86_400_000

type Times = Pick<Call<typeof calls.offerTimes>['body'], 'times' | 'note'>
type OfMatch = { id: number }
type OfOffer = OfMatch & { offer_id: number }

/**
 * Offers times for a match of the player's side; answers the offer's id. It replaces the side's own offer, and answers the
 * other side's that the player has seen: `answers`, or else the one that stood when the call arrived. One that was made in
 * the meantime stands beside it. Refuses times that cannot be, `match_over`, `side_away` and `offer_over`.
 */
export async function offerTimes(
  actor: Actor,
  { id, answers, ...offer }: OfMatch & Times & { answers?: number | null | undefined },
): Promise<number> {
  const seen = answers === undefined ? await listStandingOffers(actor.app.db, id, actor.now) : []
  return runAction(actor, async (action) => {
    const match = await lockForSide(action, id)
    const answered =
      answers === undefined
        ? match.offers.find((each) => each.side !== match.side && seen.some((other) => other.id === each.id))?.id
        : (answers ?? undefined)
    return storeOffer(action, match, offer, answered)
  })
}

async function storeOffer(
  action: Action,
  match: MatchOfSide,
  { times, note }: Times,
  answered: number | undefined,
): Promise<number> {
  const { tx, player, now } = action
  const { side, rules, time_zone, last_day } = match
  const read = readTimes(times, { now: now.getTime(), last_day, time_zone, rules })
  if (read.problem === 'after_window')
    refuse('invalid', {
      fields: { [`times.${read.index}.match_date`]: `This match is to be played by ${formatDay(wireDay(last_day))}.` },
    })
  if (read.problem !== null)
    refuse('invalid', { fields: { [`times.${read.index}.${read.problem.field}`]: read.problem.message } })
  const placed = await placeTimes(tx, times, match.area)
  const drafts = read.starts.map((starts_at, index) => ({ id: index, starts_at }))
  const event = { id: 0, side, times: drafts }
  const step = stepOf(
    match,
    answered === undefined ? { kind: 'offer', ...event } : { kind: 'counter', offer_id: answered, ...event },
    now,
  )
  const made = step.state.offers.find((offer) => offer.id === event.id)
  if (!made) throw new Error('an offer was made and does not stand')
  await storeEnded(tx, match, step, now)
  const offer_id = await insertOffer(
    tx,
    { match_id: match.id, side, player_id: player.id, note: note ?? '', expires_at: new Date(made.expires_at) },
    placed.map((time, index) => ({
      ...time,
      starts_at: new Date(drafts[index]?.starts_at ?? 0),
    })),
    now,
  )
  const kind = answered === undefined ? 'offered' : 'countered'
  await insertEvent(tx, { match_id: match.id, kind, side, player_id: player.id, offer_id }, now)
  for (const { side: of, player_id } of await listSides(tx, match.id))
    if (of !== side) await action.notify('match_offered', { offer_id, player_id })
  return offer_id
}

/** Takes a time of the other side's offer: the match is agreed. Answers a sentence and warnings. Refuses what has changed meanwhile. */
export function takeTime(
  actor: Actor,
  { id, offer_id, time_id }: OfOffer & { time_id: number },
): Promise<{ message: string; warnings: string[] }> {
  return runAction(actor, async (action) => {
    const { tx, player, now } = action
    const match = await lockForSide(action, id)
    const { side } = match
    const step = stepOf(match, { kind: 'take', side, offer_id, time_id }, now)
    const time = match.offers.find((offer) => offer.id === offer_id)?.times.find((each) => each.id === time_id)
    if (!time) refuse('offer_over')
    const { match_date, match_time, match_location, court_id } = time
    // The season's days may have changed since it was offered.
    if (match_date > match.counts_until) refuse('time_expired')
    await storeEnded(tx, match, step, now)
    await updateTaken(tx, time_id)
    const appointment = { match_date, match_time, match_location }
    await updateAppointment(tx, id, { ...appointment, court_id }, side, now)
    const event = { match_id: id, side, player_id: player.id, offer_id, ...appointment }
    await insertEvent(tx, { ...event, kind: 'taken' }, now)
    const warnings = busySentences(await listBusyPlayers(tx, id), player.id)
    return { message: [`Agreed: ${formatStoredTime(appointment)}.`, ...warnings].join(' '), warnings }
  })
}

/** Declines the other side's offer. Refuses what has changed meanwhile. */
export function declineOffer(
  actor: Actor,
  { id, offer_id, reason }: OfOffer & { reason: string | null },
): Promise<void> {
  return runAction(actor, async (action) => {
    const { tx, player, now } = action
    const match = await lockForSide(action, id)
    const { side } = match
    await storeEnded(tx, match, stepOf(match, { kind: 'decline', side, offer_id }, now), now)
    const event = { match_id: id, kind: 'declined', side, player_id: player.id, offer_id, text: reason ?? '' } as const
    await notifyEvent(action, 'offer_declined', await insertEvent(tx, event, now), id, side)
  })
}

/** Withdraws the offer of the player's side. Refuses what has changed meanwhile. */
export function withdrawOffer(actor: Actor, { id, offer_id }: OfOffer): Promise<void> {
  return runAction(actor, async (action) => {
    const { tx, player, now } = action
    const match = await lockForSide(action, id)
    const { side } = match
    await storeEnded(tx, match, stepOf(match, { kind: 'withdraw', side, offer_id }, now), now)
    await insertEvent(tx, { match_id: id, kind: 'withdrawn', side, player_id: player.id, offer_id }, now)
  })
}

/** Calls off the agreed date; the match is open again. Refuses `no_appointment`, `match_begun`. */
export function callOffMatch(actor: Actor, { id, reason }: OfMatch & { reason: string }): Promise<void> {
  return runAction(actor, async (action) => {
    const match = await lockForSide(action, id)
    const step = stepOf(match, { kind: 'call_off', side: match.side }, action.now)
    await clearDate(action, match, step, { kind: 'called_off', text: reason, match_location: '' })
  })
}

/** Objects to the date that the other side set directly; the match is open again. Refuses `no_appointment`, `objection_late`. */
export function objectToDate(actor: Actor, { id, reason }: OfMatch & { reason: string }): Promise<void> {
  return runAction(actor, async (action) => {
    const match = await lockForSide(action, id)
    const step = stepOf(match, { kind: 'object', side: match.side }, action.now)
    await clearDate(action, match, step, { kind: 'objected', text: reason, match_location: '' })
  })
}

/** Takes the date back, and keeps how long before the start that was. All players are emailed: it is in their calendars. */
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
 * 'We have agreed already': sets date, time and court of a match without a score, or clears them, by one of its players or
 * an organizer of its area. All players are notified; the other side can object. Answers warnings.
 * Refuses `not_found`, `match_arranged`, and a day that is over or does not count.
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
    return busySentences(await listBusyPlayers(tx, id), player.id)
  })
}

async function storeAppointment(action: Action, match: MatchToArrange, appointment: Appointment): Promise<void> {
  const { tx, player, now } = action
  const { id, side, time_zone } = match
  const { match_date, match_time, match_location, court_id = null } = appointment
  // As long as nobody's side is checked: an organizer may set the date of any match without a score.
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

/** Keeps a date that one side, or an organizer, has set directly, in the timeline. */
export async function storeDirectDate(
  action: Action,
  { match_id, side, player_id, match_date, match_time, match_location }: DirectDate,
): Promise<void> {
  const event = { match_id, side, player_id, match_date, match_time, match_location, kind: 'agreed' } as const
  await insertEvent(action.tx, event, action.now)
}

/** An appointment at a chosen court is at that court's name unless it says more. Refuses a court of another area, and a retired one. */
export async function placeAppointment(tx: Tx, appointment: Appointment, area: AreaSlug): Promise<Appointment> {
  if (!appointment.court_id) return appointment
  const court = await findCourt(tx, appointment.court_id, area)
  if (!court) refuse('invalid', { fields: { court_id: NOT_A_COURT } })
  return { ...appointment, match_location: appointment.match_location || court.name }
}

/** The same for the times of an offer. */
async function placeTimes(tx: Tx, times: Times['times'], area: AreaSlug) {
  const placed = []
  for (const [index, { match_location, court_id, ...time }] of times.entries()) {
    const court = court_id === null ? null : await findCourt(tx, court_id, area)
    if (court === undefined) refuse('invalid', { fields: { [`times.${index}.court_id`]: NOT_A_COURT } })
    placed.push({ ...time, court_id, match_location: match_location || (court?.name ?? '') })
  }
  return placed
}

/** Refuses a day before today, one after the last that the season counts, and a time at which the clocks change. */
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

/** Sends a message to the other side. Refuses `too_many_messages`. */
export function sendMessage(actor: Actor, { id, text }: OfMatch & { text: string }): Promise<void> {
  return runAction(actor, async (action) => {
    const { tx, player, now } = action
    const { side } = await lockOwnMatch(action, id)
    const sent = await countMessages(tx, id, player.id, new Date(now.getTime() - dayMs))
    if (sent >= MESSAGES_A_DAY) refuse('too_many_messages', { retryAfter: 3600 })
    const event = { match_id: id, kind: 'message', side, player_id: player.id, text } as const
    await notifyEvent(action, 'match_message', await insertEvent(tx, event, now), id, side)
  })
}

/** Reports a message of the other side to the organizers of the area. Refuses `not_found`, `message_reported`. */
export function reportMessage(
  actor: Actor,
  { id, message_id, reason }: OfMatch & { message_id: number; reason: string },
): Promise<void> {
  return runAction(actor, async (action) => {
    const { tx, player, now, notify } = action
    const { side, area } = await lockOwnMatch(action, id)
    const reported = await updateReported(tx, { match_id: id, message_id, side, player_id: player.id, reason }, now)
    if (reported === 'missing') refuse('not_found')
    if (reported === 'already') refuse('message_reported')
    for (const player_id of await listOrganizersToNotify(tx, area))
      await notify('message_reported', { event_id: message_id, player_id })
  })
}

/** Takes a time by an emailed link, as the player to whom it was emailed. As `takeTime`, and `offer_link_dead`. */
export async function takeByLink(
  visitor: Visitor,
  { token, time_id }: { token: string; time_id: number },
): ReturnType<typeof takeTime> {
  const { actor, id, offer_id } = await actorOfLink(visitor, token)
  return takeTime(actor, { id, offer_id, time_id })
}

/** Declines an offer by an emailed link. As `declineOffer`, and `offer_link_dead`. */
export async function declineByLink(
  visitor: Visitor,
  { token, reason }: { token: string; reason: string | null },
): Promise<void> {
  const { actor, id, offer_id } = await actorOfLink(visitor, token)
  return declineOffer(actor, { id, offer_id, reason })
}

/** Answers an offer by an emailed link with times of one's own. As `offerTimes`, and `offer_link_dead`. */
export async function counterByLink(visitor: Visitor, { token, ...offer }: { token: string } & Times): Promise<void> {
  const { actor, id, offer_id } = await actorOfLink(visitor, token)
  await offerTimes(actor, { id, ...offer, answers: offer_id })
}

/** Who answers by a link: as a player only. */
async function actorOfLink({ app, now }: Visitor, token: string): Promise<{ actor: Actor } & OfOffer> {
  const { match_id, offer_id, player_id } = await findOfferLink(app.db, token)
  return { actor: { app, player: { id: player_id, organizer_areas: [] }, now }, id: match_id, offer_id }
}

type MatchOfSide = MatchToArrange & { side: Side }

/** Locks a match of the player's. Refuses `not_found`, and `not_allowed` to an organizer who does not play in it. */
async function lockOwnMatch({ tx, player, now }: Action, id: number): Promise<MatchOfSide> {
  await lockMatch(tx, id)
  const match = (await findMatchToArrange(tx, id, player, now)) ?? refuse('not_found')
  const { side } = match
  if (side === null) refuse('not_allowed', { message: 'Only the players of this match can do that.' })
  return { ...match, side }
}

/** As `lockOwnMatch`, of a match that can be arranged. Refuses `match_over` and `side_away` too. */
async function lockForSide(action: Action, id: number): Promise<MatchOfSide> {
  const match = await lockOwnMatch(action, id)
  if (match.score_id !== null) refuse('match_over')
  if (!match.arrangeable) refuse('side_away')
  return match
}

/** What an event does to a match. Refuses an illegal one, and says what was agreed instead. */
function stepOf(match: MatchToArrange, event: ArrangingEvent, now: Date): Step {
  const step = arrange(factsOf(match), event, now.getTime(), match.rules)
  if ('problem' in step) refuseProblem(step.problem, match)
  return step
}

function refuseProblem(problem: ArrangingProblem, match: MatchToArrange): never {
  if (problem === 'offer_over') refuse(problem, { message: `This offer is no longer open. ${formatState(match)}` })
  refuse(problem)
}

/** Where a match stands, for somebody who comes too late: 'The match is agreed: Sat, Jul 18, 2026, 6:30 PM.' */
export function formatState(
  match: Pick<MatchToArrange, 'offers' | 'match_date' | 'match_time' | 'match_location' | 'score_id'>,
): string {
  if (match.score_id !== null) return 'The match has been played.'
  if (match.match_date !== null) return `The match is agreed: ${formatStoredTime(match)}.`
  return match.offers.length > 0 ? 'There is a newer offer.' : 'The match has no date yet.'
}

async function storeEnded(tx: Action['tx'], match: MatchToArrange, step: Step, now: Date): Promise<void> {
  await endLapsedOffers(
    tx,
    match.id,
    match.offers.map(({ id }) => id),
    now,
  )
  await updateEnded(tx, step.ended, now)
}

type EventKind = Extract<NotificationKind, 'offer_declined' | 'match_message'>

/** Notifies the players of both sides, or of the other one alone, of an entry of the timeline. */
async function notifyEvent(
  { tx, notify }: Action,
  kind: EventKind,
  event_id: number,
  match_id: number,
  but?: Side,
): Promise<void> {
  for (const { side, player_id } of await listSides(tx, match_id))
    if (side !== but) await notify(kind, { event_id, player_id })
}
