import * as z from 'zod/mini'
import { area } from '#/contract/areas.ts'
import { line } from '#/contract/fields.ts'
import type { PlayoffFilter } from '#/features/playoffs/queries.ts'
import { seasonTemplate, seasonYear } from '#/features/leagues/contract.ts'

const query = z.object({
  city: area,
  division: line(60),
  season: z.optional(seasonTemplate),
  year: z.optional(seasonYear),
})

/** Which play-offs a page's or a picture's address asks for; null for none that can be. */
export function readAsked(given: unknown): PlayoffFilter | null {
  const read = query.safeParse(given)
  if (!read.success) return null
  const { city, ...asked } = read.data
  return { area: city, ...asked }
}
