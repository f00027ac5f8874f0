import { wireDay } from '#/contract/wire-day.ts'
import type { Arranging, TimelineEntry } from '#/features/matches/arranging-contract.ts'
import {
  arrangingState,
  canObject,
  owesAnswer,
  timeExpiry,
  type Arranging as ArrangingFacts,
  type Side,
} from '#/rules/arranging.ts'
import { dayInZone } from '#/rules/day.ts'
import { adviseSide, formatEffort, judgeEffort, NOTICE_DAYS } from '#/rules/effort.ts'
import { formatEvent } from './event-format.ts'
import { formatSettlement } from './settlement-format.ts'
import type { MatchToArrange, StoredEvent } from './queries.ts'

const dayMs = 86_400_000

/** The match as input of rules/arranging.ts. */
export function factsOf({ arrangeable, agreed, offers }: MatchToArrange): ArrangingFacts {
  return {
    over: !arrangeable,
    agreed,
    offers: offers.map((offer) => ({
      ...offer,
      times: offer.times.map(({ id, starts_ms }) => ({ id, starts_at: starts_ms })),
    })),
  }
}

/**
 * A match's arrangement as one side sees it. `reads`: which messages are shown; an organizer reads only reported ones.
 */
export function toArranging(
  match: MatchToArrange,
  events: readonly StoredEvent[],
  { now, reads }: { now: Date; reads: 'all' | 'reported' },
): Arranging {
  const facts = factsOf(match)
  const { side: mine, rules } = match
  const ms = now.getTime()
  const state = arrangingState(facts, ms)
  const byOf = (side: Side) => (side === mine ? ('me' as const) : ('them' as const))
  return {
    state,
    owes_answer: state !== 'offered' ? null : mine !== null && owesAnswer(facts, mine, ms) ? 'me' : 'them',
    offers: match.offers.map((offer) => ({
      id: offer.id,
      by: byOf(offer.side),
      by_name: offer.player_name,
      expires_at: new Date(offer.expires_at).toISOString(),
      note: offer.note,
      times: offer.times.map((time) => {
        const expires_at = timeExpiry({ starts_at: time.starts_ms }, rules)
        return {
          id: time.id,
          match_date: wireDay(time.match_date),
          match_time: time.match_time,
          match_location: time.match_location || null,
          state: expires_at > ms ? ('open' as const) : ('expired' as const),
          expires_at: new Date(expires_at).toISOString(),
        }
      }),
    })),
    timeline: events
      .filter(({ kind, reported }) => kind !== 'message' || reads === 'all' || reported)
      .map((event): TimelineEntry => ({
        id: event.kind === 'message' ? event.id : null,
        at: event.at.toISOString(),
        by: event.side !== null ? byOf(event.side) : event.player_id === null ? null : 'organizer',
        by_name: event.player_name,
        kind: event.kind,
        text: formatEvent(event),
        reported: event.reported,
      })),
    is_mine: mine !== null,
    last_day: wireDay(match.last_day),
    window_over: match.last_day < dayInZone(now, match.time_zone),
    effort: effortOf(match, now),
    proposal: match.notice && {
      text: formatSettlement(match.notice.outcome, match.names, match.notice.extends_to),
      reasons: match.notice.reasons,
      applies_at: match.notice.objected
        ? null
        : new Date(Date.parse(match.notice.noticed_at) + NOTICE_DAYS * dayMs).toISOString(),
    },
    can_object: mine !== null && match.agreed !== null && match.arrangeable && canObject(match.agreed, mine, ms),
    is_today: match.match_date === dayInZone(now, match.time_zone),
    court_taken: null,
  }
}

/** The record of both sides so far, and advice to the reader's. Null before anybody tried, and after the window. */
function effortOf({ effort, side, names, rules, last_day, time_zone }: MatchToArrange, now: Date): Arranging['effort'] {
  const today = dayInZone(now, time_zone)
  if (effort === null || last_day < today) return null
  const verdict = judgeEffort(effort, rules)
  const { 1: one, 2: two } = verdict.efforts
  if (!one.tried && !two.tried) return null
  const of = (which: Side) => ({
    days: verdict.efforts[which].weighed,
    text: formatEffort(verdict.efforts[which], which === side ? 'You' : names[which]),
  })
  const [first, second] = side === 2 ? [of(2), of(1)] : [of(1), of(2)]
  return { sides: [first, second], advice: side && adviseSide(verdict, side, { ...effort, today }, rules) }
}
