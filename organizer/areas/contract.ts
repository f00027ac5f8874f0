import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { day, emailOrElse, message, nameLine, phoneCharacters } from '#/contract/fields.ts'

export const unknownZone = 'Please choose a time zone from the list.'

/** An IANA name that this process knows. */
export const timeZone = z.string().check(z.trim(), z.maxLength(60), z.refine(isTimeZone, unknownZone))

const areaName = nameLine(60, 'Please enter a name.').check(
  z.regex(/[a-z]/i, 'Please use at least one letter. The area’s web address is made from its name.'),
)

const address = z
  .string()
  .check(
    z.trim(),
    z.maxLength(80),
    z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Please use lowercase letters, digits and hyphens, like north-side.'),
  )

/** The contact for the area's players. */
const contact = z.object({
  name: nameLine(120, 'Please enter a name.'),
  email: emailOrElse('Please enter an email.'),
  phone: z.string().check(z.trim(), z.maxLength(40), phoneCharacters),
})

const organizerArea = z.object({
  slug: z.string(),
  /** The part of page addresses that names it: the slug, or a later name. */
  address: z.string(),
  name: z.string(),
  time_zone: z.string(),
  /** Why its time zone cannot change: matches were played there, or have a date or an open offer. Null if it can. */
  zone_kept: z.nullable(z.enum(['played', 'arranged'])),
  /** yyyy/MM/dd: the first day on which entries are sold there. Null if they are sold as soon as the season opens. */
  sale_from: z.nullable(z.string()),
  /** Null if its players contact the organization. */
  contact: z.nullable(z.object({ name: z.string(), email: z.string(), phone: z.string() })),
  archived: z.boolean(),
  players: z.int(),
})
export type OrganizerArea = z.output<typeof organizerArea>

export const listOrganizerAreas = endpoint({
  method: 'GET',
  path: '/organizer/areas',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'All areas, including archived ones, with the number of players who live there.',
  reply: z.object({ areas: z.array(organizerArea) }),
})

export const createArea = endpoint({
  method: 'POST',
  path: '/organizer/areas',
  access: 'owner',
  tag: 'Organizer',
  summary: 'Open an area. Players can choose it at once, and each season on sale gets leagues there.',
  body: z.object({
    name: areaName,
    /** An IANA name, like Australia/Melbourne. */
    time_zone: timeZone,
    /** The first day on which entries are sold there. Defaults to the opening of the season. */
    sale_from: z.optional(z.nullable(day)),
    contact: z.optional(z.nullable(contact)),
  }),
  reply: z.object({ message: z.string(), slug: z.string() }),
  status: 201,
  example: { body: { name: 'Brighton', time_zone: 'Australia/Melbourne' } },
})

const params = z.object({
  /** The slug, or a current or former address. */
  slug: z.string().check(z.maxLength(80)),
})

export const changeArea = endpoint({
  method: 'PUT',
  path: '/organizer/areas/{slug}',
  access: 'owner',
  tag: 'Organizer',
  summary:
    'Change an area. Fields left out keep their values. A new name brings a new address unless one is given, and old addresses keep working. The slug stays its id.',
  params,
  body: z.object({
    name: z.optional(areaName),
    address: z.optional(address),
    /** Only while nothing has been played or arranged there. */
    time_zone: z.optional(timeZone),
    sale_from: z.optional(z.nullable(day)),
    contact: z.optional(z.nullable(contact)),
  }),
  reply: z.object({ message: z.string(), address: z.string() }),
  example: { body: { name: 'Greater Chicago' }, reply: { message: 'Saved.', address: 'greater-chicago' } },
})

/** Activity in an area that an owner is about to archive. */
const running = z.object({
  kind: z.enum(['season', 'orders', 'wait_lists', 'invitations', 'playoffs']),
  /** The season. Null if it belongs to none. */
  season_id: z.nullable(z.int()),
  title: z.string(),
  count: z.int(),
})
export type Running = z.output<typeof running>

export const previewArchiving = endpoint({
  method: 'GET',
  path: '/organizer/areas/{slug}/archive',
  access: 'owner',
  tag: 'Organizer',
  summary: 'What still runs in an area.',
  params,
  reply: z.object({ running: z.array(running) }),
})

export const archiveArea = endpoint({
  method: 'POST',
  path: '/organizer/areas/{slug}/archive',
  access: 'owner',
  tag: 'Organizer',
  summary:
    'Archive an area: nothing is sold there anymore, and nobody can move there. Its leagues continue to their end, and orders being paid are completed. If anything still runs, 409 with the list in `state.running`, unless `anyway` is true.',
  params,
  body: z.object({ anyway: z.optional(z.boolean()) }),
  reply: message,
  example: { body: { anyway: true } },
})

export const restoreArea = endpoint({
  method: 'POST',
  path: '/organizer/areas/{slug}/restore',
  access: 'owner',
  tag: 'Organizer',
  summary: 'Restore an archived area, with leagues in the seasons on sale.',
  params,
  reply: message,
})

export const orderAreas = endpoint({
  method: 'PUT',
  path: '/organizer/areas/order',
  access: 'owner',
  tag: 'Organizer',
  summary: 'Change the display order of the areas. Lists the slugs of all areas.',
  body: z.object({ slugs: z.array(z.string().check(z.maxLength(80))).check(z.maxLength(500)) }),
  reply: message,
  example: { body: { slugs: ['hampton', 'brighton', 'sandringham'] } },
})

function isTimeZone(text: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text })
    return /^[A-Z][\w+-]*(\/[\w+-]+)+$|^UTC$/i.test(text)
  } catch {
    return false
  }
}
