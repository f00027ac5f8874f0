import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { email, line, message, newPassword } from '#/contract/fields.ts'
import { mailToken, user } from '#/features/accounts/contract.ts'

export const createOwner = endpoint({
  method: 'POST',
  path: '/public/owner',
  access: 'public',
  tag: 'Accounts',
  summary: 'Open the account of the owner with the one-time link that the start has printed. Once, within 24 hours.',
  body: z.object({
    token: mailToken,
    first_name: line(60, 'Please enter your first name.'),
    last_name: line(60, 'Please enter your last name.'),
    email,
    password: newPassword,
  }),
  reply: z.object({ token: z.string(), user }),
  status: 201,
})

const step = z.object({
  key: z.enum(['organization', 'areas', 'divisions', 'seasons', 'rules', 'checks', 'sale']),
  title: z.string(),
  done: z.boolean(),
  /** What is missing, as a sentence; null for nothing. */
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
    /** Whether the areas and divisions of a starter kit can still be taken. */
    kit_open: z.boolean(),
    /** The address that emails link to. */
    site: z.string(),
  }),
})

export const applyStarterKit = endpoint({
  method: 'POST',
  path: '/organizer/setup/starter-kit',
  access: 'owner',
  tag: 'Organizer',
  summary: 'Begin with the areas and divisions of a starter kit, or with none. Once.',
  body: z.object({ kit: z.enum(['us-flex', 'empty'], 'Please choose one from the list.') }),
  reply: message,
})

export const sendTestMail = endpoint({
  method: 'POST',
  path: '/organizer/setup/test-mail',
  access: 'owner',
  tag: 'Organizer',
  summary: 'Send an email to the caller now, and say whether the mail server took it.',
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
