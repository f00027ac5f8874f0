import * as z from 'zod/mini'
import { age, ageGroup } from '#/contract/age-group.ts'
import { courts } from '#/contract/courts.ts'
import { endpoint } from '#/contract/endpoint.ts'
import { genders } from '#/contract/choices.ts'
import { id, message, nameLine } from '#/contract/fields.ts'
import { levelField } from '#/contract/level-field.ts'
import { exampleOfPrice, formatCents, readPrice } from '#/contract/money.ts'
import { organization } from '#/contract/organization.ts'
import { agesProblem } from '#/rules/age-group.ts'
import { smallestChargeOf } from '#/rules/smallest-charge.ts'
import { sports } from '#/rules/sports/formats.ts'

/** An amount as a form sends it. Parsed to minor units. */
export const price = z.pipe(
  z.union([z.number(), z.string().check(z.maxLength(20))], 'Please enter a price, like 45 or 45.50.'),
  z.transform((value, ctx): number => {
    const read = readPrice(value)
    const least = smallestChargeOf(organization().currency)
    if ('cents' in read && (read.cents === 0 || read.cents >= least)) return read.cents
    const sentence =
      'cents' in read
        ? `A card cannot be charged less than ${formatCents(least)}. Please enter 0 for a free division.`
        : value === ''
          ? `Please enter a price, like ${exampleOfPrice()}.`
          : read.problem
    ctx.issues.push({ code: 'custom', message: sentence, input: value })
    return z.NEVER
  }),
)

/** Prices too small to charge to a card. `least`: the smallest chargeable amount. */
export const smallPrices = z.object({
  least: z.number(),
  /** The total number; only the first ones are listed. */
  total: z.int(),
  prices: z.array(
    z.object({
      division: z.string(),
      /** The season and area of the price. Null if it is the division's general price. */
      season: z.nullable(z.object({ id: z.int(), name: z.string() })),
      area: z.nullable(z.string()),
      price: z.number(),
    }),
  ),
})
export type SmallPrices = z.output<typeof smallPrices>

/** A form sends '' for "everybody". Parsed to null. */
const everybody = z.pipe(
  z.literal(''),
  z.transform(() => null),
)

/** The fields of a division that an owner can change. */
const divisionForm = z.object({
  name: nameLine(60, 'Please enter a name.'),
  level: z.nullable(
    z.union([everybody, levelField('Please choose one from the list.')], 'Please choose one from the list.'),
  ),
  gender: z.nullable(z.union([z.enum(genders), everybody], 'Please choose one from the list.')),
  /** Pairs of one woman and one man. The division then has no gender. */
  is_mixed: z.optional(z.boolean()),
  /** Ages reached in the year in which the season begins. Null for no limit. */
  age_from: z.optional(age),
  age_to: z.optional(age),
  price,
  picture: z.enum(courts),
})

const newDivision = z.extend(divisionForm, {
  kind: z.enum(['singles', 'doubles'], 'Please choose singles or doubles.'),
  sport: z._default(z.enum(sports, 'Please choose a sport.'), 'tennis'),
})

/** A division in a file that another installation starts from. Its level is a key of the file's own list. */
export const copiedDivision = z.extend(newDivision, { level: z.nullable(z.string()) }).check(suitsItself)

/** A division in such a file as an installation writes it. */
export const writtenDivision = z.extend(newDivision, {
  level: z.nullable(z.string()),
  gender: z.nullable(z.enum(genders)),
  price: z.number(),
})

export const ONLY_PAIRS_ARE_MIXED = 'Only doubles can be mixed.'

type Whom = {
  kind?: 'singles' | 'doubles'
  gender?: string | null
  is_mixed?: boolean | undefined
  age_from?: number | null | undefined
  age_to?: number | null | undefined
}

/** Checks that the conditions of a division do not contradict each other. */
function suitsItself({ value, issues }: z.core.ParsePayload<Whom>): void {
  const { kind, gender, is_mixed = false, age_from = null, age_to = null } = value
  const add = (field: keyof Whom, sentence: string) =>
    issues.push({ code: 'custom', path: [field], message: sentence, input: value[field] })
  if (is_mixed && kind === 'singles') add('gender', ONLY_PAIRS_ARE_MIXED)
  if (is_mixed && gender) add('gender', 'Please choose mixed pairs, or a gender.')
  const ages = agesProblem({ age_from, age_to })
  if (ages !== null) add('age_to', ages)
}

const organizerDivision = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  kind: z.enum(['singles', 'doubles']),
  sport: z.enum(sports),
  level: z.nullable(z.string()),
  gender: z.nullable(z.enum(genders)),
  is_mixed: z.boolean(),
  ...ageGroup,
  price: z.number(),
  image: z.string(),
  retired: z.boolean(),
})
export type OrganizerDivision = z.output<typeof organizerDivision>

export const listOrganizerDivisions = endpoint({
  method: 'GET',
  path: '/organizer/divisions',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'Every division in display order, including retired ones.',
  reply: z.object({ divisions: z.array(organizerDivision) }),
})

export const createDivision = endpoint({
  method: 'POST',
  path: '/organizer/divisions',
  access: 'owner',
  reauthenticate: true,
  tag: 'Organizer',
  summary:
    'Create a division. It goes on sale at once, with a league in each area and each season on sale. Its picture has to be a court of its sport; any other is replaced with one.',
  body: newDivision.check(suitsItself),
  reply: z.object({ message: z.string(), id: z.int() }),
  status: 201,
  example: {
    body: {
      name: 'Juniors',
      kind: 'singles',
      level: null,
      gender: null,
      age_from: null,
      age_to: 18,
      price: '25.00',
      picture: 'summer-2',
    },
  },
})

export const createUsualDivisions = endpoint({
  method: 'POST',
  path: '/organizer/divisions/usual',
  access: 'owner',
  reauthenticate: true,
  tag: 'Organizer',
  summary:
    'Create several of a sport’s usual divisions (`GET /organizer/presets`) with one price: all of them, or none if a name is taken.',
  body: z.object({
    sport: z.enum(sports, 'Please choose a sport.'),
    divisions: z
      .array(z.string().check(z.maxLength(80)))
      .check(z.minLength(1, 'Please choose at least one division.'), z.maxLength(40)),
    price,
  }),
  reply: message,
  status: 201,
  example: { body: { sport: 'padel', divisions: ['open', 'womens-doubles', 'mixed-doubles'], price: '49.50' } },
})

export const changeDivision = endpoint({
  method: 'PUT',
  path: '/organizer/divisions/{id}',
  access: 'owner',
  reauthenticate: true,
  tag: 'Organizer',
  summary:
    'Change the name, price or picture of a division, and who it is for. Placed orders keep their price. Ages and mixed pairs are kept if left out.',
  params: z.object({ id }),
  body: divisionForm.check(suitsItself),
  reply: message,
  example: {
    body: { name: 'Juniors', level: null, gender: null, age_from: null, age_to: 16, price: '30', picture: 'summer-2' },
  },
})

export const retireDivision = endpoint({
  method: 'POST',
  path: '/organizer/divisions/{id}/retire',
  access: 'owner',
  tag: 'Organizer',
  summary: 'Retire a division. Current entries keep playing; its history is kept.',
  params: z.object({ id }),
  reply: message,
})

export const restoreDivision = endpoint({
  method: 'POST',
  path: '/organizer/divisions/{id}/restore',
  access: 'owner',
  tag: 'Organizer',
  summary: 'Put a retired division on sale again.',
  params: z.object({ id }),
  reply: message,
})

export const orderDivisions = endpoint({
  method: 'PUT',
  path: '/organizer/divisions/order',
  access: 'owner',
  tag: 'Organizer',
  summary: 'Change the display order of the divisions. Lists the ids of all divisions.',
  body: z.object({ ids: z.array(id).check(z.maxLength(500)) }),
  reply: message,
  example: { body: { ids: [2, 1, 3] } },
})
