import * as z from 'zod/mini'
import { area } from '#/contract/area-field.ts'
import { endpoint } from '#/contract/endpoint.ts'
import { id, line, message, nameLine } from '#/contract/fields.ts'
import { surfaces } from '#/contract/choices.ts'
import { paged } from '#/contract/page.ts'
import { courtFields, courtsQuery } from '#/features/courts/contract.ts'

const organizerCourt = z.object({ ...courtFields, own_map_url: z.nullable(z.string()), retired: z.boolean() })
export type OrganizerCourt = z.output<typeof organizerCourt>

export const listOrganizerCourts = endpoint({
  method: 'GET',
  path: '/organizer/courts',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'The courts of the caller’s areas, including retired ones.',
  query: z.object(courtsQuery),
  reply: paged('courts', organizerCourt),
})

/** Degrees as a map shows them: a number, or its text. */
function degrees(most: number, sentence: string) {
  return z
    .pipe(
      z.union([z.number(sentence), z.string().check(z.trim(), z.regex(/^-?\d{1,3}(\.\d+)?$/, sentence))], sentence),
      z.transform(Number),
    )
    .check(z.minimum(-most, sentence), z.maximum(most, sentence))
}

const nothing = z.pipe(
  z.literal(''),
  z.transform(() => null),
)
const badUrl = 'Please enter a link that starts with https://.'

const body = z.object({
  area,
  name: nameLine(80, 'Please enter a name.').check(
    // A match's place is written as the court's name, a comma, and the number of the court.
    z.regex(
      /^[^,]*$/,
      'Please leave out commas. A comma separates the name from the court, as in “City Park, court 4”.',
    ),
  ),
  address: line(200, 'Please enter the address.'),
  latitude: degrees(
    90,
    'Please paste a link from a map, or latitude and longitude in degrees with a comma between them.',
  ),
  longitude: degrees(180, 'Please enter degrees between −180 and 180. West is negative.'),
  surface: z.enum(surfaces),
  court_count: z.coerce
    .number('Please enter how many courts there are.')
    .check(
      z.int('Please enter a whole number.'),
      z.minimum(1, 'Please enter how many courts there are.'),
      z.maximum(200, 'Please enter 200 at most.'),
    ),
  has_lights: z.boolean(),
  map_url: z._default(
    z.nullable(
      z.union(
        [nothing, z.string().check(z.trim(), z.maxLength(500), z.url(badUrl), z.startsWith('https://', badUrl))],
        badUrl,
      ),
    ),
    null,
  ),
})
export type CourtValues = z.output<typeof body>

const example = {
  area: 'Brighton',
  name: 'Dendy Park',
  address: '1 Park Street, Brighton VIC 3186',
  latitude: -37.9077,
  longitude: 145.0031,
  surface: 'Hard',
  court_count: 10,
  has_lights: true,
  map_url: null,
}

export const createCourt = endpoint({
  method: 'POST',
  path: '/organizer/courts',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'Add a place with courts to an area of the caller.',
  body,
  reply: z.object({ message: z.string(), id: z.int() }),
  status: 201,
  example: { body: example },
})

const params = z.object({ id })

export const changeCourt = endpoint({
  method: 'PUT',
  path: '/organizer/courts/{id}',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'Change a place with courts. Its area stays the same.',
  params,
  body,
  reply: message,
  example: { body: { ...example, court_count: 12 } },
})

export const retireCourt = endpoint({
  method: 'POST',
  path: '/organizer/courts/{id}/retire',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'Stop offering a court. Matches that name it keep it.',
  params,
  reply: message,
})

export const restoreCourt = endpoint({
  method: 'POST',
  path: '/organizer/courts/{id}/restore',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'Offer a retired place again.',
  params,
  reply: message,
})
