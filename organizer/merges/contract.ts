import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { id, instant, line, message } from '#/contract/fields.ts'

/** Days for both accounts of a merge to confirm it. */
export const MERGE_DAYS = 7

export const cancelMerge = endpoint({
  method: 'POST',
  path: '/organizer/merge-requests/{id}/cancel',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'Cancel a merge that waits for the confirmation of its accounts. The emailed links stop working.',
  params: z.object({ id }),
  body: z.object({ reason: line(300, 'Please give a reason for the audit log.') }),
  reply: message,
  example: { body: { reason: 'They are two people after all' } },
})

const token = z.string().check(z.trim(), z.maxLength(200))

export const readMerge = endpoint({
  method: 'POST',
  path: '/public/merge-requests',
  access: 'public',
  tag: 'Accounts',
  summary: 'The merge behind an emailed link, as the owner of one account sees it. Reading it changes nothing.',
  body: z.object({ token }),
  reply: z.object({
    merge: z.object({
      /** The organizer who requested the merge. */
      organizer: z.string(),
      /** The account that received the link. */
      mine: z.object({ name: z.string(), email: z.string() }),
      /** The other account, with its email partly hidden. */
      other: z.object({ name: z.string(), email: z.string() }),
      /** Whether the link's account is kept; the other one is closed. */
      stays: z.boolean(),
      /** Whether this link has already confirmed. */
      confirmed: z.boolean(),
      expires_at: instant,
    }),
  }),
})

export const confirmMerge = endpoint({
  method: 'POST',
  path: '/public/merge-requests/confirm',
  access: 'public',
  tag: 'Accounts',
  summary: 'Confirm that two accounts are mine. They are merged once the links of both have confirmed it.',
  body: z.object({ token }),
  reply: z.object({ message: z.string(), merged: z.boolean() }),
  example: { body: { token: 'the token of the link' } },
})

export const declineMerge = endpoint({
  method: 'POST',
  path: '/public/merge-requests/decline',
  access: 'public',
  tag: 'Accounts',
  summary: 'Say that the two accounts are not of one person. The merge ends.',
  body: z.object({ token }),
  reply: message,
  example: { body: { token: 'the token of the link' } },
})
