import { wireDay } from '#/contract/wire-day.ts'
import type { NotificationKind } from '#/contract/notification-kinds.ts'
import { arrange, type ArrangingEvent, type ArrangingProblem, type Side, type Step } from '#/rules/arranging.ts'
import type { Action } from '#/server/action.ts'
import { refuse } from '#/server/refuse.ts'
import { endLapsedOffers, updateEnded } from './change-queries.ts'
import { formatStoredTime } from './format.ts'
import { findMatchToArrange, listSides, lockMatch, type MatchToArrange } from './queries.ts'
import { factsOf, toArranging } from './view.ts'

export const NOT_A_COURT = 'Please choose a court of this area.'

export type OfMatch = { id: number }

export type MatchOfSide = MatchToArrange & { side: Side }

/**
 * Locks one of the player's matches. Refuses `not_found`, and `not_allowed` to an organizer who does not play in it.
 */
export async function lockOwnMatch({ tx, player, now }: Action, id: number): Promise<MatchOfSide> {
  await lockMatch(tx, id)
  const match = (await findMatchToArrange(tx, id, player, now)) ?? refuse('not_found')
  const { side } = match
  if (side === null) refuse('not_allowed', { message: 'Only the players of this match can do that.' })
  return { ...match, side }
}

/** Locks a match that can be arranged. Refuses like `lockOwnMatch`, and with `match_over` and `side_away`. */
export async function lockForSide(action: Action, id: number): Promise<MatchOfSide> {
  const match = await lockOwnMatch(action, id)
  if (match.score_id !== null || match.not_played) refuseProblem('match_over', match, action.now)
  if (!match.arrangeable) refuse('side_away')
  return match
}

/** The result of an event for a match. Refuses an illegal event with a description of the current state. */
export function stepOf(match: MatchToArrange, event: ArrangingEvent, now: Date): Step {
  const step = arrange(factsOf(match), event, now.getTime(), match.rules)
  if ('problem' in step) refuseProblem(step.problem, match, now)
  return step
}

/** The refusal carries the current state, the date and the open offers, for a client with outdated data. */
function refuseProblem(problem: ArrangingProblem, match: MatchToArrange, now: Date): never {
  const { match_date, match_time, match_location } = match
  const { state, owes_answer, offers } = toArranging(match, [], { now, reads: 'reported' })
  const found = {
    state,
    owes_answer,
    offers,
    match_date: match_date && wireDay(match_date),
    match_time,
    match_location,
  }
  refuse(problem, {
    state: found,
    ...(problem === 'offer_over' && { message: `This offer is no longer open. ${formatState(match)}` }),
  })
}

/** The current state of a match, for a client with outdated data: 'The match is agreed: Sat, Jul 18, 2026, 6:30 PM.' */
export function formatState(
  match: Pick<MatchToArrange, 'offers' | 'match_date' | 'match_time' | 'match_location' | 'score_id' | 'not_played'>,
): string {
  if (match.score_id !== null) return 'The match has been played.'
  if (match.not_played) return 'Its deadline has passed: it counts as not played.'
  if (match.match_date !== null) return `The match is agreed: ${formatStoredTime(match)}.`
  return match.offers.length > 0 ? 'There is a newer offer.' : 'The match has no date yet.'
}

export async function storeEnded(tx: Action['tx'], match: MatchToArrange, step: Step, now: Date): Promise<void> {
  await endLapsedOffers(
    tx,
    match.id,
    match.offers.map(({ id }) => id),
    now,
  )
  await updateEnded(tx, step.ended, now)
}

type EventKind = Extract<NotificationKind, 'offer_declined' | 'match_message'>

/** Notifies the players of both sides, or only of the other side, of a timeline entry. */
export async function notifyEvent(
  { tx, notify }: Action,
  kind: EventKind,
  event_id: number,
  match_id: number,
  but?: Side,
): Promise<void> {
  for (const { side, player_id } of await listSides(tx, match_id))
    if (side !== but) await notify(kind, { event_id, player_id })
}
