import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { email, id, instant, line, message, nameLine, newPassword, phone, text } from '#/contract/fields.ts'
import { genderField } from '#/contract/gender-field.ts'
import { hasLastName, lastName, mailToken } from '#/features/accounts/contract.ts'
import { exportData } from '#/features/settings/contract.ts'

const params = z.object({ id })
/** The reason, for the audit log and the player. */
const reason = line(300, 'Please give a reason for the audit log.')

/** Days that a link to claim an account works. */
export const CLAIM_DAYS = 14

/** Null or blank, which may contain a dial code, for a player who has given none. */
const optionalPhone = z.pipe(
  z.pipe(
    z.nullable(z.string()),
    z.transform((typed) => (typed === null || /^\s*(?:\+\d{0,4})?\s*$/.test(typed) ? null : typed)),
  ),
  z.nullable(phone),
)

export const correctPlayer = endpoint({
  method: 'PUT',
  path: '/organizer/players/{id}',
  access: 'organizer',
  tag: 'Organizer',
  summary:
    'Correct the name, phone and gender of a player, by the rules of the player’s own settings. A phone or gender that the player has given cannot be removed. The player is notified.',
  params,
  body: z
    .object({
      first_name: nameLine(60, 'Please enter a first name.'),
      last_name: lastName,
      /** Defaults to whether the last name is blank. */
      one_name: z.optional(z.boolean()),
      phone: optionalPhone,
      gender: z.union([z.null(), genderField('Please choose a gender.')]),
      reason,
    })
    .check(
      z.overwrite((body) => ({ ...body, one_name: body.one_name ?? body.last_name === '' })),
      hasLastName('Please enter a last name.'),
    ),
  reply: message,
  example: {
    body: {
      first_name: 'Ada',
      last_name: 'Moreno',
      phone: '+61 491 570 006',
      gender: 'Female',
      reason: 'Told us at the club',
    },
  },
})

export const correctEmail = endpoint({
  method: 'POST',
  path: '/organizer/players/{id}/email',
  access: 'organizer',
  reauthenticate: true,
  tag: 'Organizer',
  summary:
    'Ask a new email of a player to confirm itself. Both emails get a note, and the old one works until then. Without the account’s password or session, the link works only after three days, in which the old email can stop it; at once if nobody has ever used the account.',
  params,
  body: z.object({ email, reason }),
  reply: message,
  example: { body: { email: 'ada.moreno@example.com', reason: 'A letter was missing' } },
})

export const playerNote = z.object({
  id: z.int(),
  text: z.string(),
  /** Whether lists show it as a badge. */
  is_flag: z.boolean(),
  author: z.string(),
  created_at: instant,
  /** Whether the caller may delete it: its author or an owner. */
  mine: z.boolean(),
})
export type PlayerNote = z.output<typeof playerNote>

/** The most notes on a player. */
export const MOST_NOTES = 200

export const listNotes = endpoint({
  method: 'GET',
  path: '/organizer/players/{id}/notes',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'Organizers’ notes on a player, flags first, then the newest. Players never see them.',
  params,
  reply: z.object({ notes: z.array(playerNote) }),
})

export const addNote = endpoint({
  method: 'POST',
  path: '/organizer/players/{id}/notes',
  access: 'organizer',
  tag: 'Organizer',
  summary: `Add a note on a player, ${MOST_NOTES} at most. A flag of up to 40 characters is shown as a badge in lists.`,
  params,
  body: z
    .object({
      text: z.pipe(text(1000), z.string().check(z.minLength(1, 'Please write something.'))),
      is_flag: z._default(z.boolean(), false),
    })
    .check(
      z.refine((body) => !body.is_flag || (body.text.length <= 40 && !/[\r\n]/.test(body.text)), {
        path: ['text'],
        error: 'A flag is one line of 40 characters at most.',
      }),
    ),
  reply: z.object({ message: z.string(), id: z.int() }),
  status: 201,
  example: { body: { text: 'Prefers to be called on weekdays' }, reply: { message: 'The note is saved.', id: 12 } },
})

export const deleteNote = endpoint({
  method: 'DELETE',
  path: '/organizer/players/{id}/notes/{note_id}',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'Delete a note: its author or an owner.',
  params: z.object({ id, note_id: id }),
  reply: message,
})

export const exportPlayerData = endpoint({
  method: 'POST',
  path: '/organizer/players/{id}/data',
  access: 'owner',
  reauthenticate: true,
  tag: 'Organizer',
  summary:
    'Everything stored about a player, with the organizers’ notes, to answer a demand by law. The player’s own download has no notes.',
  params,
  body: z.object({ reason }),
  reply: z.extend(exportData.reply, {
    notes: z.array(z.object({ text: z.string(), is_flag: z.boolean(), author: z.string(), created_at: instant })),
  }),
})

export const makeClaimLink = endpoint({
  method: 'POST',
  path: '/organizer/players/{id}/claim-link',
  access: 'organizer',
  reauthenticate: true,
  tag: 'Organizer',
  summary: `A link with which a player without an email sets email and password: once, within ${CLAIM_DAYS} days. Earlier links end.`,
  params,
  reply: z.object({ url: z.string(), expires_at: instant }),
  status: 201,
})

export const endClaimLink = endpoint({
  method: 'DELETE',
  path: '/organizer/players/{id}/claim-link',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'End the link with which a player claims the account.',
  params,
  reply: message,
})

export const readClaim = endpoint({
  method: 'POST',
  path: '/users/claim/read',
  access: 'public',
  reads: true,
  tag: 'Accounts',
  summary: 'The account that a claim link is for. Reading it changes nothing.',
  body: z.object({ token: mailToken }),
  reply: z.object({ name: z.string() }),
})

export const claimAccount = endpoint({
  method: 'POST',
  path: '/users/claim',
  access: 'public',
  tag: 'Accounts',
  summary: 'Set the email and password of an account by its claim link, once. We email a link that confirms the email.',
  body: z.object({ token: mailToken, email, password: newPassword }),
  reply: message,
})
