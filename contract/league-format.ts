import * as z from 'zod/mini'
import { formatProblems, leagueFormats, type LeagueFormat } from '#/rules/formats/formats.ts'

const kinds = leagueFormats.map(({ kind }) => kind)

/** The format of a league (rules/formats/formats.ts): its kind and that kind's parameters. */
export const leagueFormat = z
  .object({
    kind: z.enum(kinds, 'Please choose a format from the list.'),
    matches: z.optional(z.int('Please enter a whole number.')),
    size: z.optional(z.int('Please enter a whole number.')),
    rounds: z.optional(z.int('Please enter a whole number.')),
    moves: z.optional(z.int('Please enter a whole number.')),
    reach: z.optional(z.int('Please enter a whole number.')),
    days: z.optional(z.int('Please enter a whole number.')),
  })
  .check(({ value, issues }) => {
    const format: LeagueFormat = value
    for (const [name, message] of Object.entries(formatProblems(format)))
      issues.push({ code: 'custom', path: [name], message, input: value })
  })
