import * as z from 'zod/mini'
import { ageGroup } from '#/contract/age-group.ts'
import { endpoint } from '#/contract/endpoint.ts'
import { genders } from '#/contract/choices.ts'
import { id, instant, message } from '#/contract/fields.ts'
import { acceptance, missingAcceptance } from '#/features/texts/contract.ts'

/** An organizer's invitation to a league. Days are yyyy/MM/dd, `area` is a slug. */
const entryInvitation = z.object({
  id: z.int(),
  /** The organizer who sent the invitation. */
  inviter: z.string(),
  league_name: z.string(),
  year: z.int(),
  level_name: z.string(),
  level_slug: z.string(),
  area: z.string(),
  starting_date: z.string(),
  ending_date: z.string(),
  /** The gender that the division is meant for. Null for everyone. */
  level_gender: z.nullable(z.enum(genders)),
  ...ageGroup,
  /** The cash amount that the organizer received. */
  price: z.number(),
  /** In doubles, the partner who is invited once this is accepted. */
  partner: z.nullable(z.string()),
  /** The deadline to answer. */
  expires_at: instant,
})
export type EntryInvitation = z.output<typeof entryInvitation>

export const listEntryInvitations = endpoint({
  method: 'GET',
  path: '/users/entry-invitations',
  access: 'player',
  tag: 'Join',
  summary: 'Leagues to which an organizer has invited me and that I have not answered yet, the newest first.',
  reply: z.object({ invitations: z.array(entryInvitation) }),
})

const params = z.object({ id })

export const acceptEntryInvitation = endpoint({
  method: 'POST',
  path: '/users/entry-invitations/{id}/accept',
  access: 'player',
  tag: 'Join',
  summary:
    'Accept one of my invitations: I join the league even if it is full. 422 on `accepted` until I have accepted the current terms (`POST /users/acceptances`).',
  params,
  reply: message,
  example: { reply: { message: "You are in Women's Singles 3.5, Spring 2026." } },
})

export const declineEntryInvitation = endpoint({
  method: 'POST',
  path: '/users/entry-invitations/{id}/decline',
  access: 'player',
  tag: 'Join',
  summary: 'Decline one of my invitations.',
  params,
  reply: message,
  example: { reply: { message: 'Declined. We will let Ada Moreno know.' } },
})

const token = z.string().check(z.trim(), z.maxLength(200))

export const readMailedEntryInvitation = endpoint({
  method: 'POST',
  path: '/public/entry-invitations',
  access: 'public',
  tag: 'Join',
  summary:
    'The invitation to a league behind an emailed link, and what its player still has to accept. Reading it changes nothing.',
  body: z.object({ token }),
  reply: z.object({ invitation: z.extend(entryInvitation, { email: z.string() }), ...missingAcceptance }),
})

export const acceptMailedEntryInvitation = endpoint({
  method: 'POST',
  path: '/public/entry-invitations/accept',
  access: 'public',
  tag: 'Join',
  summary:
    'Accept an invitation to a league by its emailed link, without signing in. A missing acceptance (`missing` of the invitation) is 422 on `accepted`.',
  body: z.object({ token, ...acceptance }),
  reply: message,
  example: { body: { token: 'the token of the link' } },
})

export const declineMailedEntryInvitation = endpoint({
  method: 'POST',
  path: '/public/entry-invitations/decline',
  access: 'public',
  tag: 'Join',
  summary: 'Decline an invitation to a league by its emailed link, without signing in.',
  body: z.object({ token }),
  reply: message,
  example: { body: { token: 'the token of the link' } },
})
