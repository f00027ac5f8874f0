import * as z from 'zod/mini'
import { area } from '#/contract/area-field.ts'
import { endpoint } from '#/contract/endpoint.ts'
import { surfaces } from '#/contract/choices.ts'
import { paged, pageQuery } from '#/contract/page.ts'

/** A venue with one or more courts. */
export const courtFields = {
  id: z.int(),
  area: z.string(),
  name: z.string(),
  address: z.string(),
  /** In degrees. */
  latitude: z.number(),
  longitude: z.number(),
  surface: z.enum(surfaces),
  court_count: z.int(),
  has_lights: z.boolean(),
  /** The organizer's link, or a map of the position. */
  map_url: z.string(),
}
const court = z.object(courtFields)
export type Court = z.output<typeof court>

export const courtsQuery = {
  ...pageQuery(60),
  area: z.optional(area),
  /** Part of the name or address. */
  search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
}

export const listCourts = endpoint({
  method: 'GET',
  path: '/users/courts',
  access: 'player',
  kept_on_device: true,
  tag: 'Matches',
  summary: 'Where matches are played, by area and name; of one area, or with a part of the name or address.',
  query: z.object(courtsQuery),
  reply: paged('courts', court),
})
