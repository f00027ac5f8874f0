import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { id, message } from '#/contract/fields.ts'
import { matchFormat, seasonRules } from '#/contract/season-rules.ts'
import { matchShown } from '#/features/leagues/live-contract.ts'
import { matchStatuses } from '#/rules/outcome.ts'
import { deuces } from '#/rules/sports/sport.ts'

/** Maximum entries in one call. */
export const MOST_SENT_EVENTS = 200

const side = z.union([z.literal(1), z.literal(2)])
const count = z.int().check(z.minimum(0), z.maximum(99))
const set = z.object({ score_1: count, score_2: count })

const setupFields = {
  format: matchFormat,
  /** How a deciding set is played. */
  deciding: z.enum(['set', 'tie_break']),
  first_server: side,
}

/** Time of the entry by the device's clock, in milliseconds since 1970. */
const at = z.int().check(z.minimum(0))
const event = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('point'), side, at }),
  z.object({ kind: z.literal('game'), side, at }),
  z.object({
    kind: z.literal('score'),
    sets: z.array(set).check(z.maxLength(9)),
    points: set,
    server: side,
    at,
  }),
  z.object({ kind: z.literal('server'), side, at }),
  z.object({ kind: z.literal('choose'), to: count, at }),
  z.object({ kind: z.literal('retire'), side, at }),
  z.object({ kind: z.literal('time'), at }),
  z.object({ kind: z.literal('undo'), at }),
])

const pair = z.tuple([z.int(), z.int()])
const stake = z.nullable(z.enum(['game', 'set', 'match']))

/** LiveState of rules/live-scoring.ts. Pairs have player one's value first. */
const state = z.object({
  sets: z.array(z.object({ score_1: z.int(), score_2: z.int() })),
  points: pair,
  playing: z.enum(['game', 'tie_break', 'match_tie_break', 'points']),
  called: z.tuple([z.string(), z.string()]),
  deuce: z.nullable(z.enum(['deuce', 'deciding_point'])),
  server: side,
  court: z.nullable(z.enum(['right', 'left', 'receiver', 'same_gender'])),
  server_number: z.nullable(side),
  stakes: z.tuple([stake, stake]),
  choices: z.optional(pair),
  change_ends: z.boolean(),
  sets_won: pair,
  over: z.nullable(z.object({ winner: z.nullable(side), status: z.nullable(z.enum(matchStatuses)) })),
})

const live = {
  setup: z.object({
    ...setupFields,
    no_ad: z.boolean(),
    deuce: z.optional(z.enum(deuces)),
    pairs: z.boolean(),
    mixed: z.optional(z.boolean()),
    stopped: z.optional(z.enum(['leader', 'tie', 'played_on'])),
  }),
  state,
  /** '6-4 3-2' */
  line: z.string(),
  started_at: z.string(),
  changed_at: z.string(),
  /** False after hours without a new entry. */
  is_live: z.boolean(),
}

const followed = z.object({
  ...matchShown,
  /** Null if it is not being scored live. */
  live: z.nullable(z.object(live)),
  /** Whether the match has a score, so that there is nothing left to follow. */
  is_reported: z.boolean(),
})
export type Followed = z.output<typeof followed>

const scored = z.object({
  ...matchShown,
  is_reported: z.boolean(),
  live: z.nullable(z.object({ ...live, version: z.int(), scored_by: z.string() })),
  /** Only for the match's players and the area's organizers; null for others. */
  scoring: z.nullable(
    z.object({
      /** The caller's side. Null for an organizer. */
      side: z.nullable(side),
      /** Why the match cannot be scored now. Null if it can. */
      closed: z.nullable(z.string()),
      rules: z.pick(seasonRules, {
        formats: true,
        match_tie_break: true,
        stopped: true,
        no_ad: true,
        padel_deuce: true,
      }),
      /** A woman and a man on each side. */
      mixed: z.boolean(),
      /** The id of the device that scores the match. */
      pen: z.nullable(z.string()),
      log: z.array(event),
    }),
  ),
})
export type ScoredLive = z.output<typeof scored>

export const getLiveScore = endpoint({
  method: 'GET',
  path: '/users/matchups/{id}/live-score',
  access: 'player',
  kept_on_device: true,
  tag: 'Live scoring',
  summary:
    'The live score of a match of a league that I am in, or of a play-off match; with its log for those who may score it. The topic live:<id> signals each point.',
  params: z.object({ id }),
  reply: scored,
})

export const writeLiveScore = endpoint({
  method: 'PUT',
  path: '/users/matchups/{id}/live-score',
  access: 'player',
  tag: 'Live scoring',
  summary:
    'Adds entries to the log of a match after entry `version`, as the device `pen`; the first call starts it with a `setup`. 409 with the state when another device has added to it or holds the pen.',
  params: z.object({ id }),
  body: z.object({
    /** The number of entries that the device has. */
    version: z.int().check(z.minimum(0)),
    /** The device's id, unique to it. */
    pen: z
      .string()
      .check(z.regex(/^[\w-]{16,64}$/, 'Please name the device with 16 to 64 letters, digits or hyphens.')),
    /** Whether to take over scoring from another device. */
    take: z._default(z.boolean(), false),
    setup: z.optional(z.nullable(z.object(setupFields))),
    events: z.array(event).check(z.maxLength(MOST_SENT_EVENTS, `At most ${MOST_SENT_EVENTS} at once.`)),
  }),
  reply: z.object({ version: z.int() }),
  example: {
    body: {
      version: 0,
      pen: 'b2c7f0d4e1a84c3f9d62',
      take: false,
      setup: { format: 'best_of_three', deciding: 'tie_break', first_server: 1 },
      events: [{ kind: 'point', side: 1, at: 1_784_131_200_000 }],
    },
    reply: { version: 1 },
  },
})

export const deleteLiveScore = endpoint({
  method: 'DELETE',
  path: '/users/matchups/{id}/live-score',
  access: 'player',
  tag: 'Live scoring',
  summary: 'Ends the live score of a match and deletes it, as one of its players or as an organizer.',
  params: z.object({ id }),
  reply: message,
})

export const getPublicLiveScore = endpoint({
  method: 'GET',
  path: '/public/matchups/{id}/live-score',
  access: 'public',
  tag: 'Live scoring',
  summary:
    'The live score of a play-off match, as anyone with its link sees it: players are “Ada M.” unless they allow the full name.',
  params: z.object({ id }),
  reply: followed,
})
