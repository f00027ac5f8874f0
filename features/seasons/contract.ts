import * as z from 'zod/mini'
import { ageGroup } from '#/contract/age-group.ts'
import { discount } from '#/contract/discount.ts'
import { endpoint } from '#/contract/endpoint.ts'
import { genders } from '#/contract/choices.ts'
import { id } from '#/contract/fields.ts'
import { paged, pageQuery } from '#/contract/page.ts'
import { question } from '#/contract/questions.ts'
import { seasonRules } from '#/contract/season-rules.ts'
import { sports } from '#/rules/sports/formats.ts'

/** One edition of a season. Days are yyyy/MM/dd. */
const season = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  /** The year of its first day. */
  year: z.int(),
  starting_date: z.string(),
  ending_date: z.string(),
  /** The last day to join. */
  sold_until: z.string(),
  rules: seasonRules,
  /** Questions that everyone who joins is asked once. */
  questions: z.array(question),
  /** The discount on each additional division of the same player. Omitted if there is none. */
  second_division: z.optional(discount),
})
export type Season = z.output<typeof season>

/** A division. `level`, `gender` and the ages say who it is for; null means everyone. */
const division = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  image: z.string(),
  price: z.number(),
  kind: z.enum(['singles', 'doubles']),
  level: z.nullable(z.string()),
  gender: z.nullable(z.enum(genders)),
  /** Whether its pairs are of one woman and one man. */
  is_mixed: z.boolean(),
  ...ageGroup,
  sport: z.enum(sports),
  /**
   * Areas of a season on sale in which the division is not offered, or has another price today. `early_until`
   * (yyyy/MM/dd): the last day of today's early-bird price.
   */
  exceptions: z.array(
    z.object({
      season: z.string(),
      year: z.int(),
      area: z.string(),
      offered: z.boolean(),
      price: z.number(),
      early_until: z.nullable(z.string()),
    }),
  ),
  /** The number of entries that count, in each season on sale and area that has any. */
  joined: z.array(z.object({ season: z.string(), year: z.int(), area: z.string(), entries: z.int() })),
})
export type Division = z.output<typeof division>

export const listSeasons = endpoint({
  method: 'GET',
  path: '/public/seasons',
  access: 'public',
  tag: 'Join',
  summary: 'The seasons on sale today, by first day, with the number of entries.',
  query: z.object(pageQuery()),
  reply: paged('items', z.extend(season, { entries: z.int() })),
})

export const listDivisions = endpoint({
  method: 'GET',
  path: '/public/divisions',
  access: 'public',
  tag: 'Join',
  summary: 'The divisions on sale, with prices.',
  query: z.object(pageQuery(60)),
  reply: paged('items', division),
})

export const getDivision = endpoint({
  method: 'GET',
  path: '/public/divisions/{id}',
  access: 'public',
  tag: 'Join',
  summary: 'One division, and the seasons in which it is on sale.',
  params: z.object({ id }),
  reply: z.extend(division, { seasons: z.array(season) }),
})
