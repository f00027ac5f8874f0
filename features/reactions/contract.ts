import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { id } from '#/contract/fields.ts'

/** The reactions to a result. There are no texts. */
export const reactionKinds = ['well_played', 'great_match', 'surprise', 'fair_play'] as const
export type ReactionKind = (typeof reactionKinds)[number]

const kind = z.enum(reactionKinds)
const count = z.int()

const reactions = z.object({
  match_id: z.int(),
  /** Whether I can react: I am in the league and have not played in the match. */
  may_react: z.boolean(),
  /** My own reaction. */
  mine: z.nullable(kind),
  counts: z.object({ well_played: count, great_match: count, surprise: count, fair_play: count }),
})
export type Reactions = z.output<typeof reactions>

/** Most results of one call: a page of them. */
const MOST_RESULTS = 100

export const listReactions = endpoint({
  method: 'GET',
  path: '/users/reactions',
  access: 'player',
  tag: 'Matches',
  summary: 'The reactions to these results (`match_ids`: 12,15), 100 at most. Disputed results have none.',
  query: z.object({
    match_ids: z.string().check(z.regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8})*$/), z.maxLength(MOST_RESULTS * 10)),
  }),
  reply: z.object({ reactions: z.array(reactions) }),
})

export const setReaction = endpoint({
  method: 'PUT',
  path: '/users/reactions/{match_id}',
  access: 'player',
  tag: 'Matches',
  summary:
    'React to a result of one of my leagues in which I have not played, or take my reaction back (`kind`: null).',
  params: z.object({ match_id: id }),
  body: z.object({ kind: z.nullable(kind) }),
  reply: reactions,
  example: { body: { kind: 'well_played' } },
})
