import { instantInZone } from './day.ts'
import { formatHours, type SeasonRules } from './season-rules.ts'

// How two sides agree on a time for a match (docs/product.md, "Arranging a match"). Instants are milliseconds since
// 1970.

/** Entry one or two of a match. In doubles either partner acts for the side. */
export type Side = 1 | 2

/** The season rules that apply to offers. */
export type OfferRules = Pick<SeasonRules, 'offer_hours' | 'time_expiry_hours'>

export type OfferedTime = { id: number; starts_at: number }

export type Offer = { id: number; side: Side; made_at: number; expires_at: number; times: readonly OfferedTime[] }

/**
 * The agreed time. `starts_at` is null for a day without a time. `set_by`: the side that set it directly, if one did.
 */
export type Appointment = { starts_at: number | null; set_by: Side | null; set_at: number }

/** The state that decides what either side may do. `offers` lists those that can still be answered. */
export type Arranging = { over: boolean; agreed: Appointment | null; offers: readonly Offer[] }

export type ArrangingState = 'open' | 'offered' | 'agreed' | 'over'

/** How an offer ends. `expired`: nobody answered it in time. */
export type OfferOutcome =
  | 'taken'
  | 'declined'
  | 'countered'
  | 'replaced'
  | 'withdrawn'
  | 'expired'
  /** The sides agreed on another time, or the match was called off. */
  | 'settled'
  /** A score was reported, or the match was settled. */
  | 'over'

/** The kinds of events in the timeline of a match. */
export type MatchEventKind =
  | 'offered'
  | 'countered'
  | 'taken'
  | 'declined'
  | 'withdrawn'
  | 'called_off'
  /** A side set the time directly: 'We have agreed already'. */
  | 'agreed'
  | 'objected'
  | 'message'
  /** The window ended, and the outcome was announced automatically. */
  | 'noticed'
  /** A side objected to the announced outcome. */
  | 'contested'
  | 'extended'
  | 'walkover'
  | 'not_played'
  /** An organizer reversed a settlement. */
  | 'reopened'

type NewOffer = { id: number; side: Side; times: readonly OfferedTime[] }

export type ArrangingEvent =
  /** Both sides may have an open offer at the same time. */
  | ({ kind: 'offer' } & NewOffer)
  /** Counters the other side's offer: proposes different times. */
  | ({ kind: 'counter'; offer_id: number } & NewOffer)
  | { kind: 'take'; side: Side; offer_id: number; time_id: number }
  | { kind: 'decline'; side: Side; offer_id: number }
  | { kind: 'withdraw'; side: Side; offer_id: number }
  | { kind: 'call_off'; side: Side }
  /** 'We have agreed already'. An organizer has no side. */
  | { kind: 'agree'; side: Side | null; starts_at: number | null }
  /** Rejects the time that the other side set directly. */
  | { kind: 'object'; side: Side }
  /** Ends everything that has run out. Changes nothing else. */
  | { kind: 'expire' }
  | { kind: 'score' }
  /** `again`: the match is to be replayed. */
  | { kind: 'void'; again: boolean }
  | { kind: 'settle' }

export type ArrangingProblem =
  | 'match_over'
  | 'match_not_over'
  | 'offer_over'
  | 'offer_own'
  | 'offer_theirs'
  | 'time_expired'
  | 'no_appointment'
  | 'match_begun'
  | 'objection_late'

export const MOST_TIMES = 5
/** Hours in which a side can object to a time that the other side set directly. */
export const OBJECTION_HOURS = 24

const hourMs = 3_600_000

export const nothingArranged: Arranging = { over: false, agreed: null, offers: [] }

export type Step = {
  state: Arranging
  /** The offers that ended, and how. */
  ended: { offer_id: number; outcome: OfferOutcome }[]
}

/** Applies an event at an instant. Returns a problem if the event is illegal then. */
export function arrange(
  before: Arranging,
  event: ArrangingEvent,
  now: number,
  rules: OfferRules,
): Step | { problem: ArrangingProblem } {
  const { standing, expired } = splitExpired(before.offers, now)
  const { over, agreed } = before
  /** Ends all open offers; `named` gets a different outcome. */
  const endAll = (outcome: OfferOutcome, named?: { offer_id: number; outcome: OfferOutcome }) => [
    ...expired,
    ...standing.map(({ id }) => (id === named?.offer_id ? named : { offer_id: id, outcome })),
  ]
  const endOne = (offer_id: number, outcome: OfferOutcome) => ({
    offers: standing.filter(({ id }) => id !== offer_id),
    ended: [...expired, { offer_id, outcome }],
  })

  if (event.kind === 'expire') return { state: { ...before, offers: standing }, ended: expired }
  if (event.kind === 'void') {
    if (!over) return { problem: 'match_not_over' }
    return { state: event.again ? nothingArranged : { over, agreed: null, offers: [] }, ended: endAll('over') }
  }
  if (over) return { problem: 'match_over' }

  switch (event.kind) {
    case 'score':
    case 'settle':
      return { state: { over: true, agreed, offers: [] }, ended: endAll('over') }

    case 'offer':
    case 'counter': {
      const answered = event.kind === 'counter' ? event.offer_id : null
      if (answered !== null) {
        const problem = answerProblem(standing, answered, event.side)
        if (problem) return { problem }
      }
      const gone = standing.filter(({ id, side }) => id === answered || side === event.side)
      const { id, side, times } = event
      const made: Offer = { id, side, times, made_at: now, expires_at: offerExpiry(now, times, rules) }
      return {
        state: { over, agreed, offers: [...standing.filter((offer) => !gone.includes(offer)), made] },
        ended: [
          ...expired,
          ...gone.map((offer) => ({
            offer_id: offer.id,
            outcome: offer.id === answered ? ('countered' as const) : ('replaced' as const),
          })),
        ],
      }
    }

    case 'take': {
      const problem = answerProblem(standing, event.offer_id, event.side)
      if (problem) return { problem }
      const time = standing.find(({ id }) => id === event.offer_id)?.times.find(({ id }) => id === event.time_id)
      if (!time) return { problem: 'offer_over' }
      if (timeExpiry(time, rules) <= now) return { problem: 'time_expired' }
      return {
        state: { over, agreed: { starts_at: time.starts_at, set_by: null, set_at: now }, offers: [] },
        ended: endAll('settled', { offer_id: event.offer_id, outcome: 'taken' }),
      }
    }

    case 'decline': {
      const problem = answerProblem(standing, event.offer_id, event.side)
      if (problem) return { problem }
      const { offers, ended } = endOne(event.offer_id, 'declined')
      return { state: { over, agreed, offers }, ended }
    }

    case 'withdraw': {
      const offer = standing.find(({ id }) => id === event.offer_id)
      if (!offer) return { problem: 'offer_over' }
      if (offer.side !== event.side) return { problem: 'offer_theirs' }
      const { offers, ended } = endOne(event.offer_id, 'withdrawn')
      return { state: { over, agreed, offers }, ended }
    }

    case 'agree':
      return {
        state: { over, agreed: { starts_at: event.starts_at, set_by: event.side, set_at: now }, offers: [] },
        ended: endAll('settled'),
      }

    case 'call_off':
      if (!agreed) return { problem: 'no_appointment' }
      if (agreed.starts_at !== null && agreed.starts_at <= now) return { problem: 'match_begun' }
      return { state: { over, agreed: null, offers: [] }, ended: endAll('settled') }

    case 'object':
      if (!agreed) return { problem: 'no_appointment' }
      if (!canObject(agreed, event.side, now)) return { problem: 'objection_late' }
      return { state: { over, agreed: null, offers: [] }, ended: endAll('settled') }
  }
}

/** The state that both sides see: `open` before any offer, and again after a decline, an expiry or a call-off. */
export function arrangingState({ over, agreed, offers }: Arranging, now: number): ArrangingState {
  if (over) return 'over'
  if (splitExpired(offers, now).standing.length > 0) return 'offered'
  return agreed ? 'agreed' : 'open'
}

/** Whether a side has to answer: the other side has an open offer. */
export function owesAnswer({ over, offers }: Arranging, side: Side, now: number): boolean {
  return !over && splitExpired(offers, now).standing.some((offer) => offer.side !== side)
}

/** Whether a side can object to the appointment: the other side set it directly within `OBJECTION_HOURS`, and the match has not begun. */
export function canObject(agreed: Appointment, side: Side, now: number): boolean {
  const begun = agreed.starts_at !== null && agreed.starts_at <= now
  const theirs = agreed.set_by !== null && agreed.set_by !== side
  return theirs && !begun && now < agreed.set_at + OBJECTION_HOURS * hourMs
}

/** When an offered time can no longer be accepted. */
export function timeExpiry({ starts_at }: Pick<OfferedTime, 'starts_at'>, { time_expiry_hours }: OfferRules): number {
  return starts_at - time_expiry_hours * hourMs
}

/** When an offer expires: with its last time, or after the season's `offer_hours`. */
export function offerExpiry(
  made_at: number,
  times: readonly Pick<OfferedTime, 'starts_at'>[],
  rules: OfferRules,
): number {
  return Math.min(made_at + rules.offer_hours * hourMs, Math.max(...times.map((time) => timeExpiry(time, rules))))
}

/** A time as the client sends it; `match_date` is yyyy-mm-dd. */
export type WrittenTime = { match_date: string; match_time: string }

/** A problem with one of the times of an offer: its index in the list, the field, and a sentence. */
export type TimeProblem = { index: number; field: 'match_date' | 'match_time'; message: string }

/**
 * Converts offered times to instants. Problems: in the past, too soon, after the window, at an hour skipped or repeated
 * by a clock change, or the same time twice. `last_day` is the last day of the match's window; playing before the
 * window is allowed.
 */
export function readTimes(
  times: readonly WrittenTime[],
  { now, last_day, time_zone, rules }: { now: number; last_day: string; time_zone: string; rules: OfferRules },
): { starts: number[]; problem: null } | { problem: TimeProblem | 'after_window'; index: number } {
  const starts: number[] = []
  for (const [index, { match_date, match_time }] of times.entries()) {
    const wrong = (field: TimeProblem['field'], message: string) => ({ problem: { index, field, message }, index })
    const instant = instantInZone(match_date, match_time, time_zone)
    if (typeof instant === 'string') return wrong('match_time', clockChangeSentences[instant])
    const starts_at = instant.getTime()
    if (starts_at <= now) return wrong('match_date', 'This time is in the past.')
    if (timeExpiry({ starts_at }, rules) <= now)
      return wrong(
        'match_time',
        `This is too soon. A time can be accepted until ${formatHours(rules.time_expiry_hours)} before it starts.`,
      )
    if (match_date > last_day) return { problem: 'after_window', index }
    if (starts.includes(starts_at)) return wrong('match_time', 'You have already offered this time.')
    starts.push(starts_at)
  }
  return { starts, problem: null }
}

/** Why a time during a clock change is refused. */
export const clockChangeSentences = {
  skipped: 'The clocks go forward that night, so this time does not exist. Please choose another.',
  repeated: 'The clocks go back that night, so this time happens twice. Please choose another.',
} as const

function splitExpired(offers: readonly Offer[], now: number) {
  const standing = offers.filter(({ expires_at }) => expires_at > now)
  const expired = offers
    .filter(({ expires_at }) => expires_at <= now)
    .map(({ id }) => ({ offer_id: id, outcome: 'expired' as const }))
  return { standing, expired }
}

function answerProblem(standing: readonly Offer[], offer_id: number, side: Side): ArrangingProblem | null {
  const offer = standing.find(({ id }) => id === offer_id)
  if (!offer) return 'offer_over'
  return offer.side === side ? 'offer_own' : null
}
