import { endSentence } from '#/rules/outcome.ts'
import type { AreaSlug } from '#/contract/areas.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { formatDay } from '#/contract/format.ts'
import { closedWarning } from '#/features/availability/closed-days.ts'
import { findCourt } from '#/features/courts/queries.ts'
import { readTimes } from '#/rules/arranging.ts'
import { dayInZone } from '#/rules/day.ts'
import { runAction, type Action, type Actor, type Visitor } from '#/server/action.ts'
import type { Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import type { Call } from '#/server/serve.ts'
import { insertEvent, insertOffer, updateAppointment, updateTaken } from './change-queries.ts'
import type * as calls from './contract.ts'
import { formatTakenTime, listTakenCourts } from './court-clashes.ts'
import { listSuits } from './effort-queries.ts'
import { formatStoredTime } from './format.ts'
import {
  lockForSide,
  NOT_A_COURT,
  notifyEvent,
  stepOf,
  storeEnded,
  type MatchOfSide,
  type OfMatch,
} from './locked-match.ts'
import { findLinkedOffer, listSides, listStandingOffers } from './queries.ts'
import { listWarnings } from './same-hour.ts'

type Times = Pick<Call<typeof calls.offerTimes>['body'], 'times' | 'note'>
type OfOffer = OfMatch & { offer_id: number }
type MadeOffer = { id: number; warnings: string[] }

/**
 * Offers times for a match of the player's side. Returns the offer's id, and warnings about courts that are taken then. It replaces the side's own offer and counters
 * the other side's offer that the player has seen: `answers`, or else the one that was open when the call arrived. An
 * offer made in the meantime stays open beside it. Refuses times that cannot be, `match_over`, `side_away` and
 * `offer_over`.
 */
export async function offerTimes(
  actor: Actor,
  { id, answers, ...offer }: OfMatch & Times & { answers?: number | null | undefined },
): Promise<MadeOffer> {
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

/** Like `offerTimes`, but inside an action that has checked the match. An open offer of the other side stays open. */
export async function offerTimesIn(action: Action, match_id: number, offer: Times): Promise<MadeOffer> {
  return storeOffer(action, await lockForSide(action, match_id), offer, undefined)
}

async function storeOffer(
  action: Action,
  match: MatchOfSide,
  { times, note }: Times,
  answered: number | undefined,
): Promise<MadeOffer> {
  const { tx, player, now } = action
  const { side, rules, time_zone, last_day } = match
  if (last_day < dayInZone(now, time_zone)) refuse('window_over')
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
  const starting = placed.map((time, index) => ({ ...time, starts_at: new Date(drafts[index]?.starts_at ?? 0) }))
  const suits = await listSuits(tx, match, side === 1 ? 2 : 1, starting)
  const offer_id = await insertOffer(
    tx,
    { match_id: match.id, side, player_id: player.id, note: note ?? '', expires_at: new Date(made.expires_at) },
    starting.map((time, index) => ({ ...time, suits: suits[index] ?? null })),
    now,
  )
  const kind = answered === undefined ? 'offered' : 'countered'
  await insertEvent(tx, { match_id: match.id, kind, side, player_id: player.id, offer_id }, now)
  for (const { side: of, player_id } of await listSides(tx, match.id))
    if (of !== side) await action.notify('match_offered', { offer_id, player_id })
  const days = [...new Set(times.map(({ match_date }) => match_date))]
  return {
    id: offer_id,
    warnings: [
      ...days.flatMap((day) => closedWarning(match.closed, day)),
      ...(await listTakenCourts(tx, offer_id)).map(formatTakenTime),
    ],
  }
}

/**
 * Accepts a time of the other side's offer, which arranges the match. Returns a sentence and warnings. Refuses if the
 * match or the offer has changed in the meantime.
 */
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
    // The season's days may have changed since the offer.
    if (match_date > match.counts_until) refuse('time_expired')
    await storeEnded(tx, match, step, now)
    await updateTaken(tx, time_id)
    const appointment = { match_date, match_time, match_location }
    await updateAppointment(tx, id, { ...appointment, court_id }, side, now)
    const event = { match_id: id, side, player_id: player.id, offer_id, ...appointment }
    await insertEvent(tx, { ...event, kind: 'taken' }, now)
    const warnings = await listWarnings(tx, id, { reader_id: player.id, now })
    return { message: [endSentence(`Agreed: ${formatStoredTime(appointment)}`), ...warnings].join(' '), warnings }
  })
}

/** Declines the other side's offer. Refuses if the match or the offer has changed in the meantime. */
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

/** Withdraws the offer of the player's side. Refuses if the match or the offer has changed in the meantime. */
export function withdrawOffer(actor: Actor, { id, offer_id }: OfOffer): Promise<void> {
  return runAction(actor, async (action) => {
    const { tx, player, now } = action
    const match = await lockForSide(action, id)
    const { side } = match
    await storeEnded(tx, match, stepOf(match, { kind: 'withdraw', side, offer_id }, now), now)
    await insertEvent(tx, { match_id: id, kind: 'withdrawn', side, player_id: player.id, offer_id }, now)
  })
}

/** Checks every time of an offer. */
async function placeTimes(tx: Tx, times: Times['times'], area: AreaSlug) {
  const placed = []
  for (const [index, { match_location, court_id, ...time }] of times.entries()) {
    const court = court_id === null ? null : await findCourt(tx, court_id, area)
    if (court === undefined) refuse('invalid', { fields: { [`times.${index}.court_id`]: NOT_A_COURT } })
    placed.push({ ...time, court_id, match_location: match_location || (court?.name ?? '') })
  }
  return placed
}

/**
 * Accepts a time by an emailed link, as the player to whom it was emailed. Refuses like `takeTime`, and with
 * `offer_link_dead`.
 */
export async function takeByLink(
  visitor: Visitor,
  { token, time_id }: { token: string; time_id: number },
): ReturnType<typeof takeTime> {
  const { actor, id, offer_id } = await actorOfLink(visitor, token)
  return takeTime(actor, { id, offer_id, time_id })
}

/** Declines an offer by an emailed link. Refuses like `declineOffer`, and with `offer_link_dead`. */
export async function declineByLink(
  visitor: Visitor,
  { token, reason }: { token: string; reason: string | null },
): Promise<void> {
  const { actor, id, offer_id } = await actorOfLink(visitor, token)
  return declineOffer(actor, { id, offer_id, reason })
}

/** Replies to an offer from an emailed link with other times. Refuses like `offerTimes`, and with `offer_link_dead`. */
export async function counterByLink(
  visitor: Visitor,
  { token, ...offer }: { token: string } & Times,
): Promise<MadeOffer> {
  const { actor, id, offer_id } = await actorOfLink(visitor, token)
  return offerTimes(actor, { id, ...offer, answers: offer_id })
}

/** The player who answers by a link, without an organizer's permissions. */
async function actorOfLink({ app, now }: Visitor, token: string): Promise<{ actor: Actor } & OfOffer> {
  const { match_id, offer_id, player_id } = (await findLinkedOffer(app.db, token, now)) ?? refuse('offer_link_dead')
  return { actor: { app, player: { id: player_id, organizer_areas: [] }, now }, id: match_id, offer_id }
}
