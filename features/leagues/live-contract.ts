import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { id } from '#/contract/fields.ts'
import { sports } from '#/rules/sports/formats.ts'

/** A live score as other pages show it. Null if the match is not being scored live. */
export const shownLive = z.nullable(
  z.object({
    /** The sets, player one's games first: '6-4 3-2'. */
    line: z.string(),
    /** Whether the match is over, but its score not yet reported. */
    is_over: z.boolean(),
  }),
)
export type ShownLive = z.output<typeof shownLive>

/** The heading of a live score. */
export const matchShown = {
  match_id: z.int(),
  /** Both names of the pair in doubles. */
  player_one: z.string(),
  player_two: z.string(),
  pairs: z.boolean(),
  league_id: z.int(),
  /** The season's name. */
  league_name: z.string(),
  /** The division's name. */
  level_name: z.string(),
  area: z.string(),
  year: z.int(),
  sport: z.enum(sports),
  is_playoff: z.boolean(),
}

const liveRow = z.object({
  ...matchShown,
  line: z.string(),
  is_over: z.boolean(),
  changed_at: z.string(),
})
export type LiveRow = z.output<typeof liveRow>

export const listLiveScores = endpoint({
  method: 'GET',
  path: '/users/live-scores',
  access: 'player',
  tag: 'Live scoring',
  summary:
    'The matches of my leagues that are scored live now, or of the one league `league_id`; 20 at most. The topic live-league:<id> signals changes of their sets.',
  query: z.object({ league_id: z.optional(id) }),
  reply: z.object({ live_scores: z.array(liveRow) }),
})
