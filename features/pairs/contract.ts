import * as z from 'zod/mini'
import { ageGroup } from '#/contract/age-group.ts'
import { endpoint } from '#/contract/endpoint.ts'
import { emailOrElse, id, message, nameLine, newPassword } from '#/contract/fields.ts'
import { genders } from '#/contract/choices.ts'
import { hasLastName, newPlayer, user } from '#/features/accounts/contract.ts'
import { answering, question } from '#/contract/questions.ts'
import { acceptance, missingAcceptance } from '#/features/texts/contract.ts'

/** The partner whom a player names. The invitation goes to the email. */
export const partner = z.object({
  full_name: nameLine(120, "Please enter your partner's name."),
  email: emailOrElse("Please enter your partner's email."),
})
export type Partner = z.output<typeof partner>

const params = z.object({ league_id: id })

export const namePartner = endpoint({
  method: 'POST',
  path: '/users/misc/my-league/{league_id}/partner',
  access: 'player',
  tag: 'Pairs',
  summary: 'Invite a partner by email to a doubles league that I have entered. An open invitation ends.',
  params,
  body: partner,
  reply: message,
  status: 201,
  example: {
    body: { full_name: 'Bo Lind', email: 'bo@example.com' },
  },
})

export const resendInvitation = endpoint({
  method: 'POST',
  path: '/users/misc/my-league/{league_id}/partner/resend',
  access: 'player',
  tag: 'Pairs',
  summary: 'Email the open invitation again, with a new link.',
  params,
  reply: message,
  example: { reply: { message: 'We have emailed Bo Lind again.' } },
})

export const withdrawInvitation = endpoint({
  method: 'DELETE',
  path: '/users/misc/my-league/{league_id}/partner',
  access: 'player',
  tag: 'Pairs',
  summary: 'Withdraw the open invitation. Its links stop working.',
  params,
  reply: message,
  example: { reply: { message: 'You have withdrawn the invitation to Bo Lind.' } },
})

export const leavePair = endpoint({
  method: 'DELETE',
  path: '/users/misc/my-league/{league_id}',
  access: 'player',
  tag: 'Pairs',
  summary: "Leave a pair as its partner before the season's first day. No money moves; the buyer stays in the league.",
  params,
  reply: message,
  example: { reply: { message: "You have left Women's Doubles, Spring 2026. We will let Ada Moreno know." } },
})

const token = z.string().check(z.trim(), z.maxLength(200))

/** An invitation as its link shows it. Days are yyyy/MM/dd, `area` is a slug. */
const invitation = z.object({
  /** The player who entered the league. */
  inviter: z.string(),
  league_name: z.string(),
  year: z.int(),
  level_name: z.string(),
  area: z.string(),
  starting_date: z.string(),
  ending_date: z.string(),
  /** The invited person's name as the inviter wrote it. */
  full_name: z.string(),
  email: z.string(),
  /** The gender that the division is meant for. Null if it is open to everyone. */
  level_gender: z.nullable(z.enum(genders)),
  /** The inviter's gender in mixed doubles, otherwise null. */
  mixed_with: z.nullable(z.string()),
  ...ageGroup,
  /** The email's account. Null if there is none, in which case accepting opens one. */
  account: z.nullable(z.object({ gender: z.nullable(z.string()) })),
  /** The season's questions that the account has not answered. */
  questions: z.array(question),
  /** Terms that the account has not accepted. Empty without an account: a new player accepts all of them. */
  ...missingAcceptance,
})
export type Invitation = z.output<typeof invitation>

export const readInvitation = endpoint({
  method: 'POST',
  path: '/public/partner-invitations',
  access: 'public',
  tag: 'Pairs',
  summary: 'The invitation behind an emailed link. Reading it changes nothing.',
  body: z.object({ token }),
  reply: z.object({ invitation }),
})

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/public/partner-invitations/accept',
  access: 'public',
  tag: 'Pairs',
  summary:
    'Join the pair with the account of the invited email, without signing in. 404 when there is none: then sign up. A missing acceptance (`missing` of the invitation) is 422 on `accepted`.',
  body: z.object({ token, ...acceptance, ...answering }),
  reply: message,
  example: {
    body: { token: 'the token of the link' },
  },
})

export const acceptAsNewPlayer = endpoint({
  method: 'POST',
  path: '/public/partner-invitations/signup',
  access: 'public',
  tag: 'Pairs',
  summary: 'Open an account for the invited email, which the link verifies, join the pair, and sign in.',
  body: z
    .object({
      token,
      first_name: newPlayer.first_name,
      last_name: newPlayer.last_name,
      one_name: newPlayer.one_name,
      phone: newPlayer.phone,
      singles_level: newPlayer.singles_level,
      gender: newPlayer.gender,
      year_of_birth: newPlayer.year_of_birth,
      location: newPlayer.location,
      password: newPassword,
      ...acceptance,
      ...answering,
    })
    .check(hasLastName()),
  reply: z.object({ message: z.string(), token: z.string(), user }),
  status: 201,
  example: {
    body: {
      token: 'the token of the link',
      first_name: 'Bo',
      last_name: 'Lind',
      phone: '+61 491 570 156',
      singles_level: '3.5',
      gender: 'Male',
      location: 'Brighton',
      password: 'correct horse battery',
    },
  },
})

export const declineInvitation = endpoint({
  method: 'POST',
  path: '/public/partner-invitations/decline',
  access: 'public',
  tag: 'Pairs',
  summary: 'Decline an invitation, without signing in.',
  body: z.object({ token }),
  reply: message,
  example: { body: { token: 'the token of the link' }, reply: { message: 'Declined. We will let Ada Moreno know.' } },
})

/** The buyer's doubles partner in a division of the cart, by its id or slug. */
export const namedPartner = z.object({
  id: z.optional(id),
  slug: z.optional(z.string().check(z.maxLength(80))),
  ...partner.shape,
})
export type NamedPartner = z.output<typeof namedPartner>
