import { liveLine } from '#/rules/live-call.ts'
import {
  liveProblemSentences,
  MOST_LIVE_EVENTS,
  playLive,
  setupOf,
  setupProblem,
  type LiveSetup,
  type LoggedEvent,
} from '#/rules/live-scoring.ts'
import { runAction, type Actor } from '#/server/action.ts'
import { refuse } from '#/server/refuse.ts'
import type { Call } from '#/server/serve.ts'
import type { writeLiveScore } from './contract.ts'
import { addLiveEvents, deleteLive, findLiveMatch, insertLiveScore, lockLiveMatch, type LiveMatch } from './queries.ts'

type Entry = Call<typeof writeLiveScore>['body']

/**
 * Adds to a match's log. Returns its length. Of two concurrent devices, the second gets 409 with the stored state, and
 * adds nothing. Refuses `not_found`, `not_allowed`, `already_reported`, `match_over`, `season_over`,
 * `live_score_ended`, `live_score_changed`, `live_pen_taken`, `live_event_impossible` and `live_score_full`.
 */
export function addToLiveScore(actor: Actor, id: number, entry: Entry): Promise<number> {
  return runAction(actor, async ({ tx, player, now }) => {
    await lockLiveMatch(tx, id)
    const match = (await findLiveMatch(tx, id, player, now)) ?? refuse('not_found')
    if (!match.may_score) refuse('not_allowed', { message: 'Only the players of this match can score it.' })
    refuseClosed(match)
    const { version, take } = entry
    const pen = { pen: entry.pen, player_id: player.id }
    const setup = match.live?.setup ?? startOf(match, entry)
    if (match.live) {
      // Somebody else has started the live score at the same time.
      if (entry.setup) refuse('live_score_changed', { state: stateOf(match) })
      if (match.live.pen !== entry.pen && !take) refuse('live_pen_taken', { state: stateOf(match) })
    }
    if (version !== (match.live?.version ?? 0)) refuse('live_score_changed', { state: stateOf(match) })
    if (version + entry.events.length > MOST_LIVE_EVENTS) refuse('live_score_full')
    // A device's clock can be ahead.
    const events = entry.events.map((event): LoggedEvent => ({ ...event, at: Math.min(event.at, now.getTime()) }))
    const played = playLive(setup, [...match.log, ...events])
    if ('problem' in played)
      refuse('live_event_impossible', { message: liveProblemSentences[played.problem], state: stateOf(match) })
    const shown = { state: played.state, line: liveLine(played.state) }
    if (!match.live) await insertLiveScore(tx, id, setup, shown, pen, now)
    await addLiveEvents(tx, id, version, events, shown, pen, now)
    return version + events.length
  })
}

/** Ends a live score and deletes it. Refuses `not_found`, `not_allowed` and `live_score_ended`. */
export function endLiveScore(actor: Actor, id: number): Promise<void> {
  return runAction(actor, async ({ tx, player, now }) => {
    await lockLiveMatch(tx, id)
    const match = (await findLiveMatch(tx, id, player, now)) ?? refuse('not_found')
    if (!match.may_score) refuse('not_allowed', { message: 'Only the players of this match can do that.' })
    if (!(await deleteLive(tx, id))) refuse('live_score_ended')
  })
}

/** Why a match cannot be scored live now. Null if it can. */
export function closedReason(match: Pick<LiveMatch, 'is_reported' | 'arrangeable' | 'counts_until' | 'today'>) {
  if (match.is_reported) return 'already_reported'
  if (!match.arrangeable) return 'side_away'
  return match.counts_until !== null && match.today > match.counts_until ? 'season_over' : null
}

function refuseClosed(match: LiveMatch): void {
  const reason = closedReason(match)
  if (reason) refuse(reason, { state: stateOf(match) })
}

function startOf({ rules, pairs, mixed }: LiveMatch, { setup, version }: Entry): LiveSetup {
  // The live score was started before and has ended since.
  if (!setup || version > 0) refuse('live_score_ended')
  if (setupProblem(setup, rules))
    refuse('invalid', { fields: { 'setup.format': 'This format is not played in this league.' } })
  return setupOf(setup, rules, { pairs, mixed })
}

/** The current state, for a client with outdated data. */
function stateOf({ live, is_reported }: LiveMatch): Record<string, unknown> {
  return live
    ? { version: live.version, line: live.line, scored_by: live.scored_by, is_reported }
    : { version: 0, is_reported }
}
