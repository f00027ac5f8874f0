import * as z from 'zod/mini'
import { formatProblems, leagueFormats, type LeagueFormat } from '#/rules/formats/formats.ts'

const number = z.optional(z.int('Please enter a whole number.'))
const kinds = leagueFormats.map(({ kind }) => kind)

/** The format of a league (rules/formats/formats.ts): its kind and that kind's parameters. */
export const leagueFormat = z
  .object({
    kind: z.enum(kinds, 'Please choose a format from the list.'),
    matches: number,
    size: number,
    rounds: number,
    moves: number,
    reach: number,
    days: number,
    down: number,
    answer_days: number,
    again_days: number,
    idle_weeks: number,
    /** 1: the two swap places. 0: the winner takes the place, and those between move down. */
    swap: number,
    /** 1: new players enter a ladder by strength. 0: at the bottom. */
    enter: number,
  })
  .check(({ value, issues }) => {
    const format: LeagueFormat = value
    for (const [name, message] of Object.entries(formatProblems(format)))
      issues.push({ code: 'custom', path: [name], message, input: value })
  })
