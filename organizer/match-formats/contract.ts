import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { id, nameLine, message } from '#/contract/fields.ts'
import { matchFormat } from '#/contract/season-rules.ts'
import { compositionProblem } from '#/rules/sports/compose.ts'
import type { Composition } from '#/rules/sports/composed.ts'
import { sports } from '#/rules/sports/formats.ts'
import { deuces } from '#/rules/sports/sport.ts'

const whole = 'Please enter a whole number.'
const number = () => z.int(whole).check(z.minimum(0, whole), z.maximum(999, 'Please enter 999 at most.'))
const orNull = () => z._default(z.nullable(number()), null)

const isPlayable = z.check<Composition>((ctx) => {
  const problem = compositionProblem(ctx.value)
  if (problem) ctx.issues.push({ code: 'custom', path: [problem.field], message: problem.text, input: ctx.value })
})

/** The parts of a format (rules/sports/composed.ts). */
const composition = z
  .object({
    sport: z.enum(sports),
    sets_to_win: number(),
    to: orNull(),
    minutes: orNull(),
    cap: orNull(),
    or_to: orNull(),
    tie_break: orNull(),
    is_sudden: z._default(z.boolean(), false),
    deuce: z._default(z.nullable(z.enum(deuces)), null),
    last: z._default(z.enum(['set', 'long', 'tie_break', 'choice']), 'set'),
    tie_break_to: orNull(),
    own_serve: z._default(z.boolean(), false),
  })
  .check(isPlayable)

const ownFormat = z.object({
  id: z.int(),
  name: z.string(),
  /** Its key in the rules of seasons. */
  format: matchFormat,
  sport: z.enum(sports),
  /** 'best of three sets to 5 games (tie-break at 5-5, no-ad)' */
  words: z.string(),
  source: z.nullable(z.string()),
  version: z.int(),
  /** The instant from which this version can be chosen. */
  created_at: z.string(),
  /** Retired, or replaced by a newer version: seasons that have chosen it keep it. */
  state: z.enum(['offered', 'retired', 'replaced']),
  /** How many seasons have chosen this version. */
  seasons: z.int(),
})
export type OwnFormat = z.output<typeof ownFormat>

export const listMatchFormats = endpoint({
  method: 'GET',
  path: '/organizer/match-formats',
  access: 'organizer',
  tag: 'Organizer',
  summary:
    'The match formats that owners composed: those offered, those retired, and older versions that a season plays.',
  reply: z.object({ formats: z.array(ownFormat) }),
})

const body = z.object({
  name: nameLine(60, 'Please enter a name.'),
  /** Who publishes the format, if it is not the organization’s own. */
  source: z._default(z.nullable(nameLine(200, 'Please enter who publishes it.')), null),
  composition,
})
export type MatchFormatForm = z.output<typeof body>

const example = {
  name: 'Tuesday short sets',
  source: null,
  composition: {
    sport: 'tennis' as const,
    sets_to_win: 2,
    to: 5,
    cap: 6,
    tie_break: 7,
    deuce: 'deciding_point' as const,
    last: 'choice' as const,
    tie_break_to: 10,
  },
}

const reply = z.object({ message: z.string(), id: z.int(), format: matchFormat })

export const createMatchFormat = endpoint({
  method: 'POST',
  path: '/organizer/match-formats',
  access: 'owner',
  tag: 'Organizer',
  summary: 'Compose a match format, which every season can then choose for its sport.',
  body,
  reply,
  status: 201,
  example: { body: example },
})

const params = z.object({ id })

export const changeMatchFormat = endpoint({
  method: 'PUT',
  path: '/organizer/match-formats/{id}',
  access: 'owner',
  tag: 'Organizer',
  summary:
    'Change a format. Its name and source change in place; other parts make a new version with its own id, and seasons keep the version that they have chosen. 409 if it was retired or replaced.',
  params,
  body,
  reply,
  example: { body: example },
})

export const retireMatchFormat = endpoint({
  method: 'POST',
  path: '/organizer/match-formats/{id}/retire',
  access: 'owner',
  tag: 'Organizer',
  summary: 'Stop offering a format. Seasons that have chosen it keep it.',
  params,
  reply: message,
})

export const restoreMatchFormat = endpoint({
  method: 'POST',
  path: '/organizer/match-formats/{id}/restore',
  access: 'owner',
  tag: 'Organizer',
  summary: 'Offer a retired format again. 409 if a newer version has replaced it.',
  params,
  reply: message,
})
