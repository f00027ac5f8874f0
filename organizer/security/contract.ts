import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { instant, message } from '#/contract/fields.ts'

/** Six digits from the phone, or a recovery code. Spaces and hyphens are ignored. */
const code = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Please enter the code.'),
    z.maxLength(40),
    z.regex(/^[\w\s-]*$/, 'Please enter the six digits, or a recovery code.'),
  )

export const getOrganizer = endpoint({
  method: 'GET',
  path: '/organizer/desk',
  access: 'player',
  tag: 'Organizer',
  summary: 'Whether the caller runs leagues, where, and the state of their second factor.',
  reply: z.object({
    id: z.int(),
    role: z.enum(['player', 'organizer', 'owner']),
    /** Slugs. Empty while the second factor is due. */
    areas: z.array(z.string()),
    second_factor: z.object({
      /** Whether a phone is enrolled. */
      enrolled: z.boolean(),
      /** Whether the account has a passkey, which replaces the phone. */
      passkey: z.boolean(),
      /** There is a phone or a passkey, and neither was used in this session. */
      due: z.boolean(),
      recovery_codes_left: z.int(),
      /** When the desk closes without a phone or a passkey. Null if none is required. */
      required_by: z.nullable(instant),
      /** The desk is closed until there is a phone or a passkey. */
      missing: z.boolean(),
    }),
    /** False for an account that only signs in socially. A recent sign-in then replaces the password. */
    has_password: z.boolean(),
    /** Whether the demo's clock can be moved. */
    demo: z.boolean(),
  }),
})

export const reauthenticateOrganizer = endpoint({
  method: 'POST',
  path: '/organizer/reauthenticate',
  access: 'organizer',
  enrolls: true,
  tag: 'Organizer',
  summary: 'Re-authenticate with the password: for ten minutes, calls that move money are accepted.',
  body: z.object({ password: z.optional(z.string().check(z.maxLength(1024))) }),
  reply: message,
  example: { body: { password: 'correct horse battery' } },
})

export const startSecondFactor = endpoint({
  method: 'POST',
  path: '/organizer/second-factor',
  access: 'organizer',
  enrolls: true,
  reauthenticate: true,
  tag: 'Organizer',
  summary:
    'Start enrolling a phone. Returns a secret for its authenticator app, which takes effect once a code confirms it.',
  reply: z.object({ secret: z.string(), uri: z.string() }),
})

export const confirmSecondFactor = endpoint({
  method: 'POST',
  path: '/organizer/second-factor/confirm',
  access: 'organizer',
  enrolls: true,
  reauthenticate: true,
  tag: 'Organizer',
  summary: 'Finish enrolling with the first code. Returns the recovery codes, once.',
  body: z.object({ code }),
  reply: z.object({ recovery_codes: z.array(z.string()) }),
  example: { body: { code: '492039' } },
})

export const giveSecondFactor = endpoint({
  method: 'POST',
  path: '/organizer/second-factor/check',
  access: 'player',
  tag: 'Organizer',
  summary: 'Enter a code from the phone, or a recovery code, to open the desk in this session.',
  body: z.object({ code }),
  reply: message,
  example: { body: { code: '492039' } },
})

export const endSecondFactor = endpoint({
  method: 'DELETE',
  path: '/organizer/second-factor',
  access: 'organizer',
  reauthenticate: true,
  tag: 'Organizer',
  summary: 'Remove my second factor.',
  reply: message,
})
