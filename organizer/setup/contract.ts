import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { email, message, newPassword } from '#/contract/fields.ts'
import { hasLastName, mailToken, newPlayer, user } from '#/features/accounts/contract.ts'
import { createArea } from '#/organizer/areas/contract.ts'
import { copiedDivision, writtenDivision } from '#/organizer/divisions/contract.ts'
import { genders } from '#/contract/choices.ts'
import { sports } from '#/rules/sports/formats.ts'
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

const preset = z.object({
  code: z.string(),
  name: z.string(),
  currency: z.nullable(z.string()),
  /** Null where the usual rate is not certain. */
  tax: z.nullable(z.object({ name: z.string(), rate: z.number() })),
  time_zone: z.nullable(z.string()),
  locale: z.string(),
  first_day_of_week: z.int(),
  phone_country: z.string(),
  units: z.enum(['imperial', 'metric']),
})

export const getPresets = endpoint({
  method: 'GET',
  path: '/organizer/presets',
  access: 'owner',
  tag: 'Organizer',
  summary: 'The countries and sports that an installation can begin with, and what each of them fills in.',
  reply: z.object({
    countries: z.array(preset),
    sports: z.array(
      z.object({
        sport: z.enum(sports),
        name: z.string(),
        levels: z.array(z.object({ key: z.string(), name: z.string() })),
        /** The divisions that many clubs have, with the levels of this installation. */
        divisions: z.array(
          z.object({
            key: z.string(),
            name: z.string(),
            kind: z.enum(['singles', 'doubles']),
            level: z.nullable(z.string()),
            gender: z.nullable(z.enum(genders)),
            is_mixed: z.boolean(),
            age_from: z.nullable(z.int()),
          }),
        ),
      }),
    ),
    /** The sport that this installation began with. Null if nobody chose one. */
    sport: z.nullable(z.enum(sports)),
  }),
})

export const beginSetup = endpoint({
  method: 'POST',
  path: '/organizer/setup/beginning',
  access: 'owner',
  tag: 'Organizer',
  summary:
    'Begin with a country and a sport: they fill in money, language, phones, units, week, tax, time zone and levels. Each can be changed afterwards. Works once, in place of a starter kit.',
  body: z.object({
    country: z.string().check(z.regex(/^[A-Z]{2}$/, 'Please choose a country from the list.')),
    sport: z.enum(sports, 'Please choose a sport.'),
    /** The caller’s own time zone. Used if it is one of the country’s. */
    time_zone: z.optional(z.string().check(z.maxLength(60))),
  }),
  reply: message,
  example: { body: { country: 'AU', sport: 'padel', time_zone: 'Australia/Melbourne' } },
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
