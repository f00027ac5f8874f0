import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { yearOfBirth } from '#/contract/age-group.ts'
import { openArea } from '#/contract/area-field.ts'
import { doublesLevels } from '#/contract/choices.ts'
import {
  asciiDomain,
  email,
  emailOrElse,
  instant,
  message,
  nameLine,
  newPassword,
  noControl,
  phone,
  visibleName,
} from '#/contract/fields.ts'
import { genderField } from '#/contract/gender-field.ts'
import { levelField } from '#/contract/level-field.ts'
import { acceptance } from '#/features/texts/contract.ts'

/** A player as shown to that player only. */
export const user = z.object({
  id: z.int(),
  first_name: z.string(),
  /** '' for somebody with one name. */
  last_name: z.string(),
  /** Whether the player has said that they have one name. */
  one_name: z.boolean(),
  email: z.string(),
  email_verified: z.boolean(),
  /**
   * False while phone, singles_level, location, or a gender that the organization asks for is missing, as after a first
   * social sign-in or an import; location is then null. Must be true before a purchase.
   */
  profile_complete: z.boolean(),
  phone: z.nullable(z.string()),
  /** The key of a level (`organization.levels` of `GET /public/config`). */
  singles_level: z.nullable(z.string()),
  doubles_level: z.nullable(z.enum(doublesLevels)),
  doubles_partner: z.nullable(z.object({ full_name: z.string(), email: z.string() })),
  /** One of the organization's answers (`organization.genders` of `GET /public/config`). Null for none. */
  gender: z.nullable(z.string()),
  /** Null if not given. Optional; divisions with age limits ask for it. */
  year_of_birth: z.nullable(z.int()),
  location: z.nullable(z.string()),
  role: z.enum(['player', 'organizer', 'owner']),
  /** True if an organizer is impersonating this player, which allows no changes. */
  impersonated: z.boolean(),
  /** A path on this site. Null if there is no photo. */
  photo: z.nullable(z.string()),
  created_at: instant,
})
export type User = z.output<typeof user>

/** A form sends a blank string if no category is chosen. */
const noDoubles = z.pipe(
  z.literal(''),
  z.transform(() => null),
)

/** A last name, which `hasLastName` requires of everybody but those with one name. */
export const lastName = z._default(z.string().check(z.trim(), z.maxLength(60), noControl, visibleName), '')

/** Requires a last name, unless somebody has said that they have one name. */
export function hasLastName(missing = 'Please enter your last name.') {
  return z.refine<{ last_name: string; one_name?: boolean | undefined }>(
    ({ last_name, one_name = false }) => (last_name === '') === one_name,
    {
      path: ['last_name'],
      error: ({ input }) =>
        (input as { one_name?: boolean }).one_name
          ? 'Please leave the last name blank, or say that there are two names.'
          : missing,
      // Also beside other problems of the form.
      when: ({ value }) => typeof value === 'object' && value !== null && 'last_name' in value,
    },
  )
}

/** The profile of a new player, without the password. */
export const newPlayer = {
  first_name: nameLine(60, 'Please enter your first name.'),
  last_name: lastName,
  one_name: z.optional(z.boolean()),
  email,
  phone,
  singles_level: levelField('Please choose your singles level.'),
  doubles_level: z.optional(
    z.nullable(z.union([z.enum(doublesLevels), noDoubles], 'Please choose one from the list.')),
  ),
  doubles_partner: z.optional(
    z.nullable(
      z.object({
        full_name: z.string().check(z.trim(), z.maxLength(120), visibleName),
        email: z.string().check(z.trim(), z.maxLength(254), asciiDomain),
      }),
    ),
  ),
  /** One of `organization.genders`. May be left out or blank if the organization allows it. */
  gender: genderField('Please choose your gender.'),
  /** Asked for only by forms of divisions with age limits. */
  year_of_birth: z.optional(yearOfBirth),
  location: openArea,
  referral_code: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(40)))),
}

export const signUp = endpoint({
  method: 'POST',
  path: '/users/signup',
  access: 'public',
  tag: 'Accounts',
  summary:
    'Open an account. With a doubles category, the partner is required. A missing acceptance of the organization’s terms (`GET /public/texts`) is 422 on `accepted` and `confirms_age`.',
  body: z.object({ ...newPlayer, password: newPassword, ...acceptance }).check(partnerGoesWithCategory, hasLastName()),
  reply: message,
  status: 201,
})

const partnerEmail = emailOrElse("Please enter your partner's email.")

/** A doubles category makes the partner's name and email required (docs/product.md, "Validation"). */
export function partnerGoesWithCategory(
  ctx: z.core.ParsePayload<{
    doubles_level?: string | null | undefined
    doubles_partner?: { full_name: string; email: string } | null | undefined
  }>,
): void {
  if (!ctx.value.doubles_level) return
  const partner = ctx.value.doubles_partner
  if (!partner?.full_name)
    ctx.issues.push({
      code: 'custom',
      path: ['doubles_partner', 'full_name'],
      message: "Please enter your partner's name.",
      input: partner,
    })
  const address = partnerEmail.safeParse(partner?.email ?? '')
  if (!address.success)
    ctx.issues.push({
      code: 'custom',
      path: ['doubles_partner', 'email'],
      message: address.error.issues[0]?.message ?? '',
      input: partner,
    })
}

export const signIn = endpoint({
  method: 'POST',
  path: '/users/signin',
  access: 'public',
  tag: 'Accounts',
  summary: 'Sign in with email and password.',
  body: z.object({
    email: z.string().check(z.trim(), z.minLength(1, 'Please enter your email.'), z.maxLength(254), asciiDomain),
    password: z.string().check(z.minLength(1, 'Please enter your password.'), z.maxLength(1024)),
  }),
  reply: z.object({ token: z.string(), user }),
})

export const getUser = endpoint({
  method: 'GET',
  path: '/users',
  access: 'player',
  kept_on_device: true,
  tag: 'Accounts',
  summary: 'The signed-in player.',
  reply: z.object({ user }),
})

export const allowDocuments = endpoint({
  method: 'POST',
  path: '/users/document-cookie',
  access: 'player',
  tag: 'Accounts',
  summary:
    'Set the cookie by which this site renders the pages below /dashboard for this session, for a browser that lacks it. Every sign-in sets it too.',
  reply: message,
})

export const logOut = endpoint({
  method: 'POST',
  path: '/users/logout',
  access: 'player',
  reads: true,
  unauthenticated: 'not_logged_in',
  tag: 'Accounts',
  summary: 'End this session.',
  reply: message,
})

/** The token in a mailed link. */
export const mailToken = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'This link is incomplete. Open it from the email again.'),
    z.maxLength(200, 'This link is incomplete. Open it from the email again.'),
  )

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/users/verify-email',
  access: 'public',
  tag: 'Accounts',
  summary:
    'Confirm an email with the token of the emailed link: once, within seven days. The first confirmation ends every other way into the account; without a session of it, `password` is the account’s from then on.',
  body: z.object({
    token: mailToken,
    /** The password from the sign-up, or a new one. Required unless the caller is signed in to this account. */
    password: z.optional(newPassword),
  }),
  reply: message,
  example: {
    body: { token: 'Zk2VnJr0Yw5nq6x0dC4G2i1Tt8o7p9sUuEeAaBbCcDd' },
  },
})

export const resendVerifyEmail = endpoint({
  method: 'POST',
  path: '/users/verify-email/resend',
  access: 'player',
  tag: 'Accounts',
  summary: 'Send the link that confirms the email again, at most five times an hour.',
  reply: message,
  example: { reply: { message: 'We have sent you a new link to confirm your email.' } },
})

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/customer/password/forgot',
  access: 'public',
  tag: 'Accounts',
  summary: 'Send a link to choose a new password. The answer does not reveal whether the email has an account.',
  body: z.object({ email }),
  reply: message,
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/customer/password/reset',
  access: 'public',
  tag: 'Accounts',
  summary: 'Choose a new password with the token of the emailed link. Every device is signed out.',
  body: z.object({ token: mailToken, password: newPassword }),
  reply: message,
})
