import * as z from 'zod/mini'
import { instant } from '#/contract/fields.ts'
import type { ArrangingState, MatchEventKind } from '#/rules/arranging.ts'

export const arrangingStates = ['open', 'offered', 'agreed', 'over'] as const satisfies ArrangingState[]
const eventKinds = [
  'offered',
  'countered',
  'taken',
  'declined',
  'withdrawn',
  'called_off',
  'agreed',
  'objected',
  'message',
  'noticed',
  'contested',
  'extended',
  'walkover',
  'not_played',
  'reopened',
] as const satisfies MatchEventKind[]

const side = z.enum(['me', 'them'])
/** Who owes an answer, from the caller's point of view. `me` if both do. */
export const owes = z.nullable(side)

const offeredTime = z.object({
  id: z.int(),
  match_date: z.string(),
  /** 'HH:mm' in the match's time zone. */
  match_time: z.string(),
  match_location: z.nullable(z.string()),
  /** `expired`: too late to accept this time. */
  state: z.enum(['open', 'expired']),
  expires_at: instant,
})

const offer = z.object({
  id: z.int(),
  by: side,
  by_name: z.string(),
  expires_at: instant,
  note: z.string(),
  times: z.array(offeredTime),
})
export type ShownOffer = z.output<typeof offer>

const timelineEntry = z.object({
  /** Set for a message: the id for reporting it. */
  id: z.nullable(z.int()),
  at: instant,
  by: z.nullable(z.enum(['me', 'them', 'organizer'])),
  /** Null if the player has deleted the account, or it happened automatically. */
  by_name: z.nullable(z.string()),
  /** `expired`: an unanswered offer. `no_show`, `late_cancel`: reported by a side as the score. */
  kind: z.enum([...eventKinds, 'expired', 'no_show', 'late_cancel']),
  text: z.string(),
  /** Whether a player has reported this message to the organizers. */
  reported: z.boolean(),
})
export type TimelineEntry = z.output<typeof timelineEntry>

const effortSide = z.object({
  /** Different days of its offers and answers that count, weighed. */
  days: z.number(),
  /** 'Ada Moreno offered times on 3 days; 2 count.' */
  text: z.string(),
})

/**
 * How a match is arranged, from the caller's point of view. To an organizer who does not play in it, both sides are
 * `them`.
 */
export const arranging = z.object({
  state: z.enum(arrangingStates),
  owes_answer: owes,
  /** Open offers: at most one of each side. */
  offers: z.array(offer),
  timeline: z.array(timelineEntry),
  /** Whether the caller plays in it; otherwise an organizer reads it. */
  is_mine: z.boolean(),
  /** The last day of the match's window. */
  last_day: z.string(),
  /** Whether the window is over, so that no new times can be offered. */
  window_over: z.boolean(),
  /**
   * The record of both sides so far, the caller's first: what decides if the match is not played. Null before anybody
   * offered or took a time, in play-offs, and after the window.
   */
  effort: z.nullable(
    z.object({
      sides: z.tuple([effortSide, effortSide]),
      /** Advice to the caller: 'Offer two more days to be safe.' Null if there is nothing to say. */
      advice: z.nullable(z.string()),
    }),
  ),
  /** The announced outcome of a match without a score, after its last day. Null if none was announced. */
  proposal: z.nullable(
    z.object({
      /** For example 'a walkover for Ada Moreno.' */
      text: z.string(),
      reasons: z.array(z.string()),
      /** When it is applied unless a side objects. Null if a side has objected. */
      applies_at: z.nullable(instant),
    }),
  ),
  /** Whether the caller's side can object to the date that the other side set directly. */
  can_object: z.boolean(),
  /** Whether the match is today, so that 'running late' is offered. */
  is_today: z.boolean(),
  /** A warning if other matches are set on all courts of its place then. Null in a link's match. */
  court_taken: z.nullable(z.string()),
})
export type Arranging = z.output<typeof arranging>
