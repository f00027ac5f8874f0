import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { email, message, newPassword } from '#/contract/fields.ts'
import { hasLastName, mailToken, newPlayer, user } from '#/features/accounts/contract.ts'
import { createArea } from '#/organizer/areas/contract.ts'
import { copiedDivision, writtenDivision } from '#/organizer/divisions/contract.ts'
import { levelList } from '#/organizer/levels/contract.ts'

export const createOwner = endpoint({
  method: 'POST',
  path: '/public/owner',
  access: 'public',
  tag: 'Accounts',
  summary: 'Create the owner’s account with the one-time link made at the start. Works once, within 24 hours.',
  body: z
    .object({
      token: mailToken,
      first_name: newPlayer.first_name,
      last_name: newPlayer.last_name,
      one_name: newPlayer.one_name,
      email,
      password: newPassword,
    })
    .check(hasLastName()),
  reply: z.object({ token: z.string(), user }),
  status: 201,
})

const step = z.object({
  key: z.enum(['organization', 'areas', 'divisions', 'seasons', 'rules', 'checks', 'sale']),
  title: z.string(),
  done: z.boolean(),
  /** A sentence about what is missing, or a warning about a step that is done. Null if there is nothing to say. */
  problem: z.nullable(z.string()),
})
export type SetupStep = z.output<typeof step>

export const getSetup = endpoint({
  method: 'GET',
  path: '/organizer/setup',
  access: 'owner',
  tag: 'Organizer',
  summary: 'The steps from a new installation to the first sale, and what each of them lacks.',
  reply: z.object({
    steps: z.array(step),
    /** Whether a starter kit can still be applied. */
    kit_open: z.boolean(),
    /** The address that emails link to. */
    site: z.string(),
    payments: z.enum(['test', 'stripe']),
  }),
})

/**
 * Another installation's setup, as returned by `GET /organizer/setup/copy`. Areas and divisions have the fields of the
 * calls that create them, except that a level is a key of the file's own list.
 */
const setupCopy = z.object({
  opens_templates: z._default(z.boolean(), false),
  areas: z.array(createArea.body).check(z.maxLength(200, 'More than 200 areas are too many.')),
  /** Absent in files from before levels were data, which have the starter kit's. */
  levels: z.optional(levelList),
  divisions: z.array(copiedDivision).check(z.maxLength(500, 'More than 500 divisions are too many.')),
})

export const copySetup = endpoint({
  method: 'GET',
  path: '/organizer/setup/copy',
  access: 'owner',
  tag: 'Organizer',
  summary:
    'The areas, levels and divisions of this installation as a file that another one can start from. Without players and money.',
  file: 'application/json',
  reply: z.extend(setupCopy, { levels: levelList, divisions: z.array(writtenDivision) }),
})

export const applyStarterKit = endpoint({
  method: 'POST',
  path: '/organizer/setup/starter-kit',
  access: 'owner',
  tag: 'Organizer',
  summary:
    'Start with the areas and divisions of a starter kit, those of another installation (`copy`), or none. Works once.',
  body: z
    .object({
      kit: z.enum(['us-flex', 'empty', 'copy'], 'Please choose one from the list.'),
      /** The content of the file. */
      copy: z.optional(z.nullable(setupCopy)),
    })
    .check(
      z.refine(({ kit, copy }) => (kit === 'copy') === Boolean(copy), {
        path: ['copy'],
        error: 'Please choose the file of another installation.',
      }),
    ),
  reply: message,
})

export const sendTestMail = endpoint({
  method: 'POST',
  path: '/organizer/setup/test-mail',
  access: 'owner',
  tag: 'Organizer',
  summary: 'Send an email to the caller now, and report whether the mail server accepted it.',
  reply: message,
})

export const checkPayments = endpoint({
  method: 'POST',
  path: '/organizer/setup/payments',
  access: 'owner',
  tag: 'Organizer',
  summary:
    'Check with the payment provider now whether it accepts our key, knows the address for its events, and its events arrive. Creates and cancels a payment; no money moves. 409 `payments_refused` with the problem.',
  reply: message,
})

export const goOnSale = endpoint({
  method: 'POST',
  path: '/organizer/setup/open',
  access: 'owner',
  tag: 'Organizer',
  summary:
    'Open the league: from now on players can sign up, and seasons are on sale. Refused while a step is missing.',
  reply: message,
})
