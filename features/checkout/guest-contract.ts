import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { hasLastName, newPlayer, partnerGoesWithCategory, user } from '#/features/accounts/contract.ts'
import { purchase } from './contract.ts'

/** A guest's details, for the form's checks. */
export const guestBody = z.object(newPlayer).check(hasLastName())

export const purchaseAsGuest = endpoint({
  method: 'POST',
  path: '/users/signup/purchase',
  access: 'public',
  in_line: true,
  tag: 'Join',
  summary:
    'Join a league without an account: it is opened with the order, and a link to choose a password is mailed once the order is paid. After a decline (402) there is no account.',
  body: z
    .object({
      ...newPlayer,
      ...z.omit(purchase.body, { saved_card: true }).shape,
      /** Generated and kept by the browser: a repeated request must send the same secret. */
      guest_secret: z.optional(
        z.string().check(z.regex(/^[\w-]{43,128}$/, 'Please send 43 to 128 letters and digits.')),
      ),
    })
    .check(partnerGoesWithCategory, hasLastName()),
  reply: z.extend(purchase.reply, { token: z.string(), user }),
  status: 201,
})
