import * as z from 'zod/mini'
import { courts } from '#/contract/courts.ts'
import { endpoint } from '#/contract/endpoint.ts'
import { genders, id, line, singlesLevels } from '#/contract/fields.ts'
import { dollarsToCents, priceSentences } from '#/rules/price.ts'

const message = z.object({ message: z.string() })

/** Dollars as a form sends them; cents inside. */
const price = z.pipe(
  z.union([z.number(), z.string().check(z.maxLength(20))], 'Please enter a price, like 45 or 45.50.'),
  z.transform((value, ctx): number => {
    const read = dollarsToCents(value)
    if ('cents' in read && read.cents > 0) return read.cents
    const sentence =
      value === '' || 'cents' in read ? 'Please enter a price, like 45 or 45.50.' : priceSentences[read.problem]
    ctx.issues.push({ code: 'custom', message: sentence, input: value })
    return z.NEVER
  }),
)

/** '' is a form's way to say nobody in particular. */
const nobody = z.pipe(
  z.literal(''),
  z.transform(() => null),
)

/** What an owner says of a division. */
const divisionForm = z.object({
  name: line(60, 'Please enter a name.'),
  level: z.nullable(z.union([z.enum(singlesLevels), nobody], 'Please choose one from the list.')),
  gender: z.nullable(z.union([z.enum(genders), nobody], 'Please choose one from the list.')),
  price,
  picture: z.enum(courts),
})

const organizerDivision = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  kind: z.enum(['singles', 'doubles']),
  level: z.nullable(z.enum(singlesLevels)),
  gender: z.nullable(z.enum(genders)),
  /** Dollars. */
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
  summary: 'Every division in the order in which they are shown, those not for sale any more too.',
  reply: z.object({ divisions: z.array(organizerDivision) }),
})

export const createDivision = endpoint({
  method: 'POST',
  path: '/organizer/divisions',
  access: 'owner',
  tag: 'Organizer',
  summary: 'Make a division: it is for sale at once, with a league in each season on sale and each area.',
  body: z.extend(divisionForm, { kind: z.enum(['singles', 'doubles'], 'Please choose singles or doubles.') }),
  reply: z.object({ message: z.string(), id: z.int() }),
  status: 201,
  example: {
    body: { name: 'Juniors', kind: 'singles', level: null, gender: null, price: '25.00', picture: 'summer-2' },
  },
})

export const changeDivision = endpoint({
  method: 'PUT',
  path: '/organizer/divisions/{id}',
  access: 'owner',
  tag: 'Organizer',
  summary: 'Rename a division, change its price, level, gender or picture. Orders that were placed keep their price.',
  params: z.object({ id }),
  body: divisionForm,
  reply: message,
  example: { body: { name: 'Juniors', level: null, gender: null, price: '30', picture: 'summer-2' } },
})

export const retireDivision = endpoint({
  method: 'POST',
  path: '/organizer/divisions/{id}/retire',
  access: 'owner',
  tag: 'Organizer',
  summary: 'Sell a division no more. Who has entered plays on, and its past stays.',
  params: z.object({ id }),
  reply: message,
})

export const restoreDivision = endpoint({
  method: 'POST',
  path: '/organizer/divisions/{id}/restore',
  access: 'owner',
  tag: 'Organizer',
  summary: 'Sell a division again.',
  params: z.object({ id }),
  reply: message,
})

export const orderDivisions = endpoint({
  method: 'PUT',
  path: '/organizer/divisions/order',
  access: 'owner',
  tag: 'Organizer',
  summary: 'Put the divisions in order: the ids of all of them.',
  body: z.object({ ids: z.array(id).check(z.maxLength(500)) }),
  reply: message,
  example: { body: { ids: [2, 1, 3] } },
})

export const unknownZone = 'Please choose a time zone like America/New_York.'

const areaName = line(60, 'Please enter a name.').check(
  z.regex(/[a-z]/i, 'Please use emails: the address of the area is made of them.'),
)

const organizerArea = z.object({ slug: z.string(), name: z.string(), time_zone: z.string(), players: z.int() })
export type OrganizerArea = z.output<typeof organizerArea>

export const listOrganizerAreas = endpoint({
  method: 'GET',
  path: '/organizer/areas',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'Every area, with how many players live there.',
  reply: z.object({ areas: z.array(organizerArea) }),
})

export const createArea = endpoint({
  method: 'POST',
  path: '/organizer/areas',
  access: 'owner',
  tag: 'Organizer',
  summary: 'Open an area: players can choose it at once, and each season on sale has its leagues there.',
  body: z.object({
    name: areaName,
    /** An IANA name. */
    time_zone: z.string().check(z.trim(), z.maxLength(60), z.refine(isTimeZone, unknownZone)),
  }),
  reply: z.object({ message: z.string(), slug: z.string() }),
  status: 201,
  example: { body: { name: 'Chicago', time_zone: 'America/Chicago' } },
})

export const renameArea = endpoint({
  method: 'PUT',
  path: '/organizer/areas/{slug}',
  access: 'owner',
  tag: 'Organizer',
  summary: 'Rename an area; its address stays.',
  params: z.object({ slug: z.string().check(z.maxLength(80)) }),
  body: z.object({ name: areaName }),
  reply: message,
  example: { body: { name: 'Greater Chicago' } },
})

export const orderAreas = endpoint({
  method: 'PUT',
  path: '/organizer/areas/order',
  access: 'owner',
  tag: 'Organizer',
  summary: 'Put the areas in order: the slugs of all of them.',
  body: z.object({ slugs: z.array(z.string().check(z.maxLength(80))).check(z.maxLength(500)) }),
  reply: message,
  example: { body: { slugs: ['dc', 'south-bend', 'indianapolis'] } },
})

function isTimeZone(text: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: text })
    return /^[A-Z][\w+-]*(\/[\w+-]+)+$|^UTC$/i.test(text)
  } catch {
    return false
  }
}
