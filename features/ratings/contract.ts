import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { id } from '#/contract/fields.ts'
import { paged, pageQuery } from '#/contract/page.ts'
import { sports, type Sport } from '#/rules/sports/formats.ts'

export type PoolName = `${Sport}-${'singles' | 'doubles'}`

const poolNames = sports.flatMap((sport): PoolName[] => [`${sport}-singles`, `${sport}-doubles`])

/** A pool: a sport, singles or doubles, like 'tennis-singles'. */
export const poolName = z.enum(poolNames, 'Please write a sport, and singles or doubles, like tennis-singles.')

const rating = z.object({ value: z.int(), deviation: z.int() })

/** A player's rating in a pool. */
export const playerRating = z.extend(rating, {
  pool: poolName,
  /** Whether fewer than three matches are rated. */
  provisional: z.boolean(),
  /** The rating after each day that changed it, oldest first: the newest 500. */
  series: z.array(z.extend(rating, { day: z.string() })),
})

export type PlayerRating = z.output<typeof playerRating>

/** The effect of a match of the player, or of matches of others on a day. */
const ratingChange = z.object({
  /** The player's match. Null for matches of others. */
  match_id: z.nullable(z.int()),
  day: z.string(),
  before: rating,
  /** The most likely score before the match and the score, the player's games first. Null for matches of others. */
  expected: z.nullable(z.string()),
  result: z.nullable(z.string()),
  /** Empty for matches of others. */
  opponents: z.array(z.object({ id: z.int(), name: z.string() })),
  after: rating,
  /** 'Expected 6-3 6-4, got 6-4 7-5: +4' */
  text: z.string(),
})

export type RatingChange = z.output<typeof ratingChange>

export const listRatingChanges = endpoint({
  method: 'GET',
  path: '/users/players/{id}/rating',
  access: 'player',
  tag: 'Players',
  summary:
    'Why the rating of a player whose page I can open is what it is: each rated match and each later change with its cause, newest first. 404 if they keep it private. `pool` defaults to that of the latest match.',
  params: z.object({ id }),
  query: z.object({ ...pageQuery(), pool: z.optional(poolName) }),
  reply: paged('changes', ratingChange),
  example: {
    reply: {
      changes: [
        {
          match_id: null,
          day: '2026/07/20',
          before: { value: 1584, deviation: 82 },
          expected: null,
          result: null,
          opponents: [],
          after: { value: 1590, deviation: 80 },
          text: 'Bea Lund, whom you beat in May, has won three since: +6',
        },
        {
          match_id: 480,
          day: '2026/07/14',
          before: { value: 1580, deviation: 96 },
          expected: '6-3 6-4',
          result: '6-4 7-5',
          opponents: [{ id: 31, name: 'Bea Lund' }],
          after: { value: 1584, deviation: 82 },
          text: 'Expected 6-3 6-4, got 6-4 7-5: +4',
        },
      ],
      total: 2,
      skip: 0,
    },
  },
})

const examplePlayer = z.object({
  name: z.string(),
  /** Steps between the player's level and the middle of the list. */
  level_steps: z.number(),
  before: rating,
  after: rating,
})

export const getRatingFormula = endpoint({
  method: 'GET',
  path: '/public/rating',
  access: 'public',
  shared: true,
  tag: 'Players',
  summary: 'How ratings are calculated: the parameters, the formulas, and a match with each step written out.',
  reply: z.object({
    /** Raised when the formula or its parameters change. */
    version: z.int(),
    parameters: z.record(z.string(), z.number()),
    meanings: z.record(z.string(), z.string()),
    rules: z.array(z.object({ title: z.string(), formula: z.nullable(z.string()), text: z.string() })),
    example: z.object({
      players: z.array(examplePlayer),
      sets: z.array(z.object({ score_1: z.int(), score_2: z.int() })),
      steps: z.array(z.object({ title: z.string(), sums: z.array(z.string()) })),
      /** The first player's chance to win the next match. */
      win: z.number(),
    }),
  }),
})

/** A player's ratings in the download of their data. */
export const exportedRatings = z.array(
  z.object({
    pool: poolName,
    ...rating.shape,
    matches: z.int(),
    changes: z.array(z.object({ match_id: z.nullable(z.int()), day: z.string(), value: z.int(), deviation: z.int() })),
  }),
)

export const getDivisionFit = endpoint({
  method: 'GET',
  path: '/users/divisions/{id}/fit',
  access: 'player',
  tag: 'Join',
  summary:
    'Whether my rating is clearly outside those of this division’s players in my area. A hint before joining; it never refuses.',
  params: z.object({ id }),
  reply: z.object({
    /** Null without enough rated matches of mine, or rated players there. */
    fit: z.nullable(z.enum(['above', 'below', 'fits'])),
    /** My rating. */
    value: z.nullable(z.int()),
    /** The ratings between which eight in ten of its players are. */
    from: z.nullable(z.int()),
    to: z.nullable(z.int()),
  }),
  example: { reply: { fit: 'above', value: 1820, from: 1350, to: 1620 } },
})
