import * as z from 'zod/mini'
import { area } from '#/contract/area-field.ts'
import { line } from '#/contract/fields.ts'
import type { PlayoffFilter } from '#/features/playoffs/queries.ts'
import { seasonTemplate, seasonYear } from '#/features/leagues/contract.ts'

const bracketQuery = z.object({
  city: area,
  division: line(60),
  season: z.optional(seasonTemplate),
  year: z.optional(seasonYear),
})

/** The play-offs selected by the query of a page or picture. Null if it is invalid. */
export function parseBracketRequest(query: unknown): PlayoffFilter | null {
  const parsed = bracketQuery.safeParse(query)
  if (!parsed.success) return null
  const { city, ...others } = parsed.data
  return { area: city, ...others }
}
