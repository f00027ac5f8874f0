import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { day, id, line, message, text } from '#/contract/fields.ts'
import { MOST_TIMES } from '#/rules/arranging.ts'
import { arranging } from '#/features/matches/arranging-contract.ts'
import { matchDetail } from '#/features/matches/contract.ts'

/** A form sends '' for a blank field. */
const nothing = z.pipe(
  z.literal(''),
  z.transform(() => null),
)
const time = z.string().check(z.trim(), z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time, like 18:30.'))

export const appointment = {
  match_date: z._default(z.nullable(z.union([nothing, day], 'Invalid date provided.')), null),
  /** 'HH:mm' in the match's time zone. */
  match_time: z._default(z.nullable(z.union([nothing, time], 'Please enter a time, like 18:30.')), null),
  match_location: z._default(text(120), ''),
  /** A court in the match's area. Null for the court named in `match_location`, if any. */
  court_id: z._default(z.nullable(z.union([nothing, id], 'Please choose a court from the list.')), null),
}

export function timeHasADay({
  value,
  issues,
}: z.core.ParsePayload<{ match_date: string | null; match_time: string | null }>) {
  if (value.match_time !== null && value.match_date === null)
    issues.push({
      code: 'custom',
      path: ['match_date'],
      message: 'Please choose the day as well as the time.',
      input: value,
    })
}

/**
 * `warnings`: a sentence for each player with another match around that time, and one if the courts are taken then.
 * `message` contains them too.
 */
export const arranged = z.extend(message, { warnings: z.array(z.string()) })

export const arrangeMatch = endpoint({
  method: 'PUT',
  path: '/users/matchups/{id}',
  access: 'player',
  tag: 'Matches',
  summary: 'Set the date, the time and the court of one of my matches without a score; null clears them.',
  params: z.object({ id }),
  body: z.object(appointment).check(timeHasADay),
  reply: arranged,
  example: {
    body: { match_date: '2026/07/18', match_time: '18:30', match_location: 'Dendy Park, court 4' },
  },
})

/** One time of an offer, in the match's time zone. */
const offeredTime = z.object({
  match_date: day,
  match_time: time,
  match_location: z._default(z.nullable(text(120)), ''),
  court_id: z._default(z.nullable(z.union([nothing, id], 'Please choose a court from the list.')), null),
})

export const offerFields = {
  times: z
    .array(offeredTime)
    .check(
      z.minLength(1, 'Please offer at least one time.'),
      z.maxLength(MOST_TIMES, `Please offer ${MOST_TIMES} times at most.`),
    ),
  note: z._default(z.nullable(text(300)), ''),
}
const reason = z.pipe(text(300), z.string().check(z.minLength(1, 'Please say why, so that the other side knows.')))
const optionalReason = z._default(z.nullable(text(300)), '')
const offerParams = z.object({ id, offer_id: id })
const token = z.string().check(z.maxLength(200))

const times = [
  { match_date: '2026/07/18', match_time: '18:30', match_location: 'Dendy Park, court 4' },
  { match_date: '2026/07/19', match_time: '10:00', match_location: 'Dendy Park, court 4' },
]

export const offerTimes = endpoint({
  method: 'POST',
  path: '/users/matchups/{id}/offers',
  access: 'player',
  tag: 'Arranging',
  summary:
    "Offer one to five times for one of my matches. Replaces my side's open offer; if it answers the other side's, it is a counteroffer.",
  params: z.object({ id }),
  body: z.object({
    ...offerFields,
    /** The other side's offer that this one answers, null for none. Defaults to the open one. */
    answers: z.optional(z.nullable(id)),
  }),
  reply: z.extend(arranged, { id: z.int() }),
  status: 201,
  example: {
    body: { times, note: 'I can bring balls.' },
    reply: { message: 'Your times are offered.', warnings: [], id: 71 },
  },
})

export const takeTime = endpoint({
  method: 'POST',
  path: '/users/matchups/{id}/offers/{offer_id}/take',
  access: 'player',
  tag: 'Arranging',
  summary:
    "Accept one time of the other side's offer: the match is agreed. 409 with the current state if it is too late.",
  params: offerParams,
  body: z.object({ time_id: id }),
  reply: arranged,
  example: {
    body: { time_id: 204 },
    reply: { message: 'Agreed: Sat, 18 July 2026, 6:30 pm, at Dendy Park, court 4.', warnings: [] },
  },
})

export const declineOffer = endpoint({
  method: 'POST',
  path: '/users/matchups/{id}/offers/{offer_id}/decline',
  access: 'player',
  tag: 'Arranging',
  summary: "Decline the other side's offer.",
  params: offerParams,
  body: z.object({ reason: optionalReason }),
  reply: message,
  example: {
    body: { reason: 'I am away that week.' },
    reply: { message: 'Declined. You can offer times that suit you.' },
  },
})

export const withdrawOffer = endpoint({
  method: 'DELETE',
  path: '/users/matchups/{id}/offers/{offer_id}',
  access: 'player',
  tag: 'Arranging',
  summary: "Withdraw my side's offer.",
  params: offerParams,
  reply: message,
})

export const callOffMatch = endpoint({
  method: 'POST',
  path: '/users/matchups/{id}/call-off',
  access: 'player',
  tag: 'Arranging',
  summary: 'Call off the agreed date of one of my matches. The notice given is recorded.',
  params: z.object({ id }),
  body: z.object({ reason }),
  reply: message,
  example: { body: { reason: 'My knee hurts.' }, reply: { message: 'Called off. The other side is notified.' } },
})

export const objectToDate = endpoint({
  method: 'POST',
  path: '/users/matchups/{id}/object',
  access: 'player',
  tag: 'Arranging',
  summary: 'Object to a date that the other side set directly, within 24 hours: the match has no date again.',
  params: z.object({ id }),
  body: z.object({ reason }),
  reply: message,
  example: { body: { reason: 'We had said Sunday.' } },
})

export const objectToProposal = endpoint({
  method: 'POST',
  path: '/users/matchups/{id}/proposal/object',
  access: 'player',
  tag: 'Arranging',
  summary: 'Object to the outcome announced for one of my unplayed matches, so that an organizer decides.',
  params: z.object({ id }),
  body: z.object({
    reason: z.pipe(text(300), z.string().check(z.minLength(1, 'Please say why, so that the organizer knows.'))),
  }),
  reply: message,
  example: { body: { reason: 'We have agreed on Sunday by phone.' } },
})

export const sendMessage = endpoint({
  method: 'POST',
  path: '/users/matchups/{id}/messages',
  access: 'player',
  tag: 'Arranging',
  summary: 'Send a message to the players of one of my matches; the other side is emailed. 30 a day for each match.',
  params: z.object({ id }),
  body: z.object({
    text: z.pipe(text(500), z.string().check(z.minLength(1, 'Please write something.'), z.maxLength(500))),
  }),
  reply: message,
  status: 201,
  example: { body: { text: 'Running 10 minutes late' }, reply: { message: 'Sent.' } },
})

export const reportMessage = endpoint({
  method: 'POST',
  path: '/users/matchups/{id}/messages/{message_id}/report',
  access: 'player',
  tag: 'Arranging',
  summary: 'Report a message of the other side to the organizers: they are emailed, and can read it.',
  params: z.object({ id, message_id: id }),
  body: z.object({ reason: line(300, 'Please say what is wrong with it.') }),
  reply: message,
  example: { body: { reason: 'This is insulting.' } },
})

export const readOfferLink = endpoint({
  method: 'POST',
  path: '/public/offer-links',
  access: 'public',
  tag: 'Arranging',
  summary: 'The match and the offer that an emailed link is about. Reading it changes nothing.',
  body: z.object({ token }),
  reply: z.object({
    match: matchDetail,
    arranging,
    /** The offer to answer. */
    offer_id: z.int(),
    /** The first name of the player who received the link. */
    first_name: z.string(),
  }),
})

export const takeByLink = endpoint({
  method: 'POST',
  path: '/public/offer-links/take',
  access: 'public',
  tag: 'Arranging',
  summary: 'Take a time of the offer that an emailed link is about, without signing in.',
  body: z.object({ token, time_id: id }),
  reply: arranged,
  example: { body: { token: 'the token of the link', time_id: 204 } },
})

export const declineByLink = endpoint({
  method: 'POST',
  path: '/public/offer-links/decline',
  access: 'public',
  tag: 'Arranging',
  summary: 'Decline the offer that an emailed link is about, without signing in.',
  body: z.object({ token, reason: optionalReason }),
  reply: message,
  example: { body: { token: 'the token of the link', reason: 'I am away that week.' } },
})

export const counterByLink = endpoint({
  method: 'POST',
  path: '/public/offer-links/counter',
  access: 'public',
  tag: 'Arranging',
  summary: 'Answer the offer that an emailed link is about with times of my own, without signing in.',
  body: z.object({ token, ...offerFields }),
  reply: arranged,
  example: { body: { token: 'the token of the link', times, note: '' } },
})
