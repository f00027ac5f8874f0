import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { line, message } from '#/contract/fields.ts'

export const unknownZone = 'Please choose a time zone like America/New_York.'

/** An IANA name that this process knows. */
export const timeZone = z.string().check(z.trim(), z.maxLength(60), z.refine(isTimeZone, unknownZone))

const areaName = line(60, 'Please enter a name.').check(
  z.regex(/[a-z]/i, 'Please use at least one letter. The area’s web address is made from its name.'),
)

const organizerArea = z.object({ slug: z.string(), name: z.string(), time_zone: z.string(), players: z.int() })
export type OrganizerArea = z.output<typeof organizerArea>

export const listOrganizerAreas = endpoint({
  method: 'GET',
  path: '/organizer/areas',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'Every area, with the number of players who live there.',
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
    /** An IANA name, like America/Chicago. */
    time_zone: timeZone,
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
  summary: 'Rename an area. Its slug stays the same.',
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
  summary: 'Change the display order of the areas. Lists the slugs of all areas.',
  body: z.object({ slugs: z.array(z.string().check(z.maxLength(80))).check(z.maxLength(500)) }),
  reply: message,
  example: { body: { slugs: ['dc', 'south-bend', 'indianapolis'] } },
})

function isTimeZone(text: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text })
    return /^[A-Z][\w+-]*(\/[\w+-]+)+$|^UTC$/i.test(text)
  } catch {
    return false
  }
}
