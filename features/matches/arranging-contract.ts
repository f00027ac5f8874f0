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
/** Who owes an answer, as the caller sees it. Both may; then it is `me`. */
export const owes = z.nullable(side)

const offeredTime = z.object({
  id: z.int(),
  match_date: z.string(),
  /** 'HH:mm', where the match is. */
  match_time: z.string(),
  match_location: z.nullable(z.string()),
  /** `expired`: it is too late to take this one. */
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
  /** Of a message: its number, to report it by. */
  id: z.nullable(z.int()),
  at: instant,
  by: z.nullable(z.enum(['me', 'them', 'organizer'])),
  /** Null: the player has deleted the account, or it happened by itself. */
  by_name: z.nullable(z.string()),
  /** `expired`: an offer that nobody answered. `no_show`, `late_cancel`: a side reported it as the score. */
  kind: z.enum([...eventKinds, 'expired', 'no_show', 'late_cancel']),
  text: z.string(),
  /** A message that a player has reported to the organizers. */
  reported: z.boolean(),
})
export type TimelineEntry = z.output<typeof timelineEntry>

/** How a match finds its time, as the caller sees it; to an organizer who plays on neither side, both sides are `them`. */
export const arranging = z.object({
  state: z.enum(arrangingStates),
  owes_answer: owes,
  /** The offers that stand: one of each side at most. */
  offers: z.array(offer),
  timeline: z.array(timelineEntry),
  /** The caller plays in it; else an organizer looks at it. */
  is_mine: z.boolean(),
  /** The last day of the match's window. */
  last_day: z.string(),
  /** The window is over: no new times can be offered. */
  window_over: z.boolean(),
  /** The days are over without a score, and this was announced; null: nothing was. */
  proposal: z.nullable(
    z.object({
      /** 'a walkover for Ada Moreno.' */
      text: z.string(),
      reasons: z.array(z.string()),
      /** When it is applied, unless a side objects; null: a side has objected. */
      applies_at: z.nullable(instant),
    }),
  ),
  /** The caller's side can object to the date that the other side set directly. */
  can_object: z.boolean(),
  /** The match is today, so 'running late' is one tap. */
  is_today: z.boolean(),
})
export type Arranging = z.output<typeof arranging>
