import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { email, message, nameLine, text } from '#/contract/fields.ts'
import { biggestPhoto } from '#/features/settings/contract.ts'
import { timeZone } from '#/organizer/areas/contract.ts'
import { smallPrices } from '#/organizer/divisions/contract.ts'
import { currencies } from '#/rules/currencies.ts'
import { foldName } from '#/rules/name-fold.ts'

const color = z.pipe(
  z.string().check(z.trim(), z.regex(/^#[0-9a-f]{6}$/i, 'Please enter a color like #0c2118.')),
  z.transform((typed) => typed.toLowerCase()),
)

const currency = z.pipe(
  z.string(),
  z.transform((typed, ctx): string => {
    const code = typed.trim().toUpperCase()
    if (currencies.includes(code)) return code
    ctx.issues.push({ code: 'custom', message: 'Please choose a currency from the list.', input: typed })
    return z.NEVER
  }),
)

const locale = z.pipe(
  z.string().check(z.maxLength(35)),
  z.transform((typed, ctx): string => {
    const known = findLocale(typed.trim())
    if (known !== null) return known
    ctx.issues.push({ code: 'custom', message: 'Please enter a locale like en-AU.', input: typed })
    return z.NEVER
  }),
)

export const MOST_GENDERS = 12

function haveDifferentNames(ctx: z.core.ParsePayload<{ name: string }[]>): void {
  const names = ctx.value.map(({ name }) => foldName(name))
  const second = names.findIndex((name, index) => names.indexOf(name) < index)
  if (second >= 0)
    ctx.issues.push({
      code: 'custom',
      path: [second, 'name'],
      message: 'There is an answer of this name.',
      input: ctx.value,
    })
}

/** Fields left out keep their values. */
const organizationValues = z.object({
  name: z.optional(nameLine(60, 'Please enter a name.')),
  /** For the head of pages, emails and pictures, and for home screens. */
  short_name: z.optional(nameLine(20, 'Please enter a short name.')),
  colors: z.optional(z.object({ main: color, accent: color })),
  support_email: z.optional(email),
  /** '' for none. */
  support_phone: z.optional(z.string().check(z.trim(), z.maxLength(40))),
  /** Lines as on an envelope. '' for none. */
  address: z.optional(text(300)),
  /** A tax included in prices: its name, and its rate in percent. Null for none. */
  tax: z.optional(
    z.nullable(
      z.object({
        name: nameLine(30, 'Please enter the name of the tax.'),
        rate: z.number('Please enter a number.').check(z.gt(0, 'Please enter a rate above 0.'), z.lt(100)),
      }),
    ),
  ),
  sender_name: z.optional(nameLine(60, 'Please enter the sender of emails.')),
  reply_to: z.optional(email),
  currency: z.optional(currency),
  /** BCP 47. Decides how dates, times and numbers are written. */
  locale: z.optional(locale),
  /** 1 for Monday to 7 for Sunday. */
  first_day_of_week: z.optional(z.int().check(z.minimum(1), z.maximum(7))),
  /** ISO 3166. */
  phone_country: z.optional(
    z.string().check(z.trim(), z.regex(/^[A-Z]{2}$/, 'Please choose a country from the list.')),
  ),
  units: z.optional(z.enum(['imperial', 'metric'])),
  /** The age that players have to confirm. Null if nobody is asked. */
  minimum_age: z.optional(
    z.nullable(
      z
        .int('Please enter a whole number.')
        .check(z.minimum(1, 'Please enter an age from 1 to 99.'), z.maximum(99, 'Please enter an age from 1 to 99.')),
    ),
  ),
  /** IANA. Decides the days of sales and of totals over all areas. */
  time_zone: z.optional(timeZone),
  /** The answers to the question for the gender, in order. `women` and `men`: whether divisions for them are meant for it. Nobody is asked without answers. */
  genders: z.optional(
    z
      .array(z.object({ name: nameLine(40, 'Please enter an answer.'), women: z.boolean(), men: z.boolean() }))
      .check(z.maxLength(MOST_GENDERS, `Please enter ${MOST_GENDERS} answers at most.`), haveDifferentNames),
  ),
  /** Whether a player has to choose an answer. */
  gender_required: z.optional(z.boolean()),
})
export type OrganizationValues = z.output<typeof organizationValues>

const organizationView = z.object({
  name: z.string(),
  short_name: z.string(),
  /** The address of its picture. Null without a logo: a sign is then drawn from its short name and colors. */
  logo: z.nullable(z.string()),
  colors: z.object({ main: z.string(), accent: z.string() }),
  support_email: z.string(),
  support_phone: z.string(),
  address: z.string(),
  tax: z.nullable(z.object({ name: z.string(), rate: z.number() })),
  sender_name: z.string(),
  reply_to: z.string(),
  currency: z.string(),
  /** Money has moved, so the currency can no longer change. */
  currency_fixed: z.boolean(),
  /** Prices too small to charge to a card in this currency. They keep their figures when it changes. */
  small_prices: smallPrices,
  locale: z.string(),
  first_day_of_week: z.int(),
  phone_country: z.string(),
  units: z.enum(['imperial', 'metric']),
  time_zone: z.string(),
  minimum_age: z.nullable(z.int()),
  genders: z.array(z.object({ name: z.string(), women: z.boolean(), men: z.boolean() })),
  gender_required: z.boolean(),
  open: z.boolean(),
})
export type OrganizationView = z.output<typeof organizationView>

export const getOrganization = endpoint({
  method: 'GET',
  path: '/organizer/organization',
  access: 'owner',
  tag: 'Organizer',
  summary: 'The organization that runs the leagues.',
  reply: organizationView,
})

export const changeOrganization = endpoint({
  method: 'PUT',
  path: '/organizer/organization',
  access: 'owner',
  tag: 'Organizer',
  summary:
    'Change the organization. The currency cannot change once money has moved. Before that, prices keep their figures in a new currency, and the message names those too low for a card.',
  body: organizationValues,
  reply: message,
  example: {
    body: {
      name: 'Bayside Tennis',
      short_name: 'Bayside',
      colors: { main: '#0b3d6b', accent: '#ffb400' },
      currency: 'AUD',
      locale: 'en-AU',
      first_day_of_week: 1,
      phone_country: 'AU',
      tax: { name: 'GST', rate: 10 },
    },
  },
})

export const updateLogo = endpoint({
  method: 'PUT',
  path: '/organizer/organization/logo',
  access: 'owner',
  tag: 'Organizer',
  summary: 'A new logo: PNG, JPEG, WebP or SVG, up to 10 MB. It is converted to a picture, which icons are made from.',
  multipart: { most_bytes: biggestPhoto, too_large: 'photo_too_large' },
  body: z.object({ image: z.file('Please choose a picture.') }),
  reply: message,
})

export const deleteLogo = endpoint({
  method: 'DELETE',
  path: '/organizer/organization/logo',
  access: 'owner',
  tag: 'Organizer',
  summary: 'Remove the logo.',
  reply: message,
})

/** The canonical form of a locale: 'en-AU' for 'EN-au'. Null if it is not a supported one. */
function findLocale(typed: string): string | null {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf([typed])[0] ?? null
  } catch {
    return null
  }
}
