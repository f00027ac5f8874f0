import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { id, message, text } from '#/contract/fields.ts'
import { agreesWithItself, matchDetail, scoreFields } from '#/features/matches/contract.ts'

/** The version that the caller has seen. A newer one is not affected by the answer. */
const version = z.int().check(z.minimum(1))
export const disputeReason = z.object({
  reason: z.pipe(
    text(1000),
    z.string().check(z.minLength(1, 'Please say what is wrong, so that the organizer can settle it.')),
  ),
})
const token = z.string().check(z.maxLength(200))

const correction = {
  match_date: '2026/07/14',
  hour: 1,
  minute: 35,
  match_area: 'brighton',
  match_location: 'Dendy Park, court 4',
  winner: { id: 12, name: 'Ada Moreno' },
  opponent: { id: 31, name: 'Grace Lindqvist' },
  set_games: [
    { score_1: 6, score_2: 4 },
    { score_1: 7, score_2: 5 },
  ],
  total_winner_score: 2,
  total_opponent_score: 0,
  match_status: null,
  match_notes: '',
}

export const confirmScore = endpoint({
  method: 'POST',
  path: '/users/scores/{id}/confirm',
  access: 'player',
  tag: 'Confirmation',
  summary:
    "Confirm the other side's score within 24 hours; without an answer it is confirmed then. An organizer settles it as it is.",
  params: z.object({ id }),
  body: z.object({ version }),
  reply: message,
  example: { body: { version: 1 }, reply: { message: 'Confirmed. The score is final.' } },
})

export const correctScore = endpoint({
  method: 'POST',
  path: '/users/scores/{id}/correct',
  access: 'player',
  tag: 'Confirmation',
  summary:
    'Correct a score: the side that reported it may edit it until it is answered, the other side may correct it once, and an organizer settles it. It counts at once, and the other side has another 24 hours.',
  params: z.object({ id }),
  body: z.object({ version, ...scoreFields }).check(agreesWithItself),
  reply: message,
  example: {
    body: { version: 1, ...correction },
  },
})

export const disputeScore = endpoint({
  method: 'POST',
  path: '/users/scores/{id}/dispute',
  access: 'player',
  tag: 'Confirmation',
  summary: "Dispute the other side's score: it leaves the standings until an organizer settles it.",
  params: z.object({ id }),
  body: z.object({ version, ...disputeReason.shape }),
  reply: message,
  example: {
    body: { version: 2, reason: 'The second set was 6-3, not 3-6.' },
  },
})

export const readScoreLink = endpoint({
  method: 'POST',
  path: '/public/score-links',
  access: 'public',
  tag: 'Confirmation',
  summary: 'The match that an emailed link is about. Reading it changes nothing.',
  body: z.object({ token }),
  reply: z.object({
    match: matchDetail,
    /** The first name of the player who received the link. */
    first_name: z.string(),
  }),
})

export const confirmByLink = endpoint({
  method: 'POST',
  path: '/public/score-links/confirm',
  access: 'public',
  tag: 'Confirmation',
  summary: 'Confirm the score that an emailed link is about, without signing in. The link works once.',
  body: z.object({ token }),
  reply: message,
  example: { body: { token: 'the token of the link' }, reply: { message: 'Confirmed. The score is final.' } },
})

export const correctByLink = endpoint({
  method: 'POST',
  path: '/public/score-links/correct',
  access: 'public',
  tag: 'Confirmation',
  summary: 'Correct the score that an emailed link is about, without signing in. The link works once.',
  body: z.object({ token, ...scoreFields }).check(agreesWithItself),
  reply: message,
  example: {
    body: { token: 'the token of the link', ...correction },
  },
})

export const disputeByLink = endpoint({
  method: 'POST',
  path: '/public/score-links/dispute',
  access: 'public',
  tag: 'Confirmation',
  summary: 'Dispute the score that an emailed link is about, without signing in. The link works once.',
  body: z.object({ token, ...disputeReason.shape }),
  reply: message,
  example: {
    body: { token: 'the token of the link', reason: 'We played three sets.' },
  },
})
