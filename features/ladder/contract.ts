import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { id, message } from '#/contract/fields.ts'
import { challengeProblems, type ChallengeProblem } from '#/rules/formats/ladder.ts'

const params = z.object({ league_id: id })
const problems = Object.keys(challengeProblems) as [ChallengeProblem, ...ChallengeProblem[]]

const rung = z.object({
  entry_id: z.int(),
  /** In doubles, the names of both partners. */
  name: z.string(),
  /** Null if it has no place on the ladder yet. */
  place: z.nullable(z.int()),
  is_me: z.boolean(),
  /** Whether an organizer has frozen the place, so that nobody can challenge it. */
  frozen: z.boolean(),
  /** Why the player cannot challenge this entry. Null if they can, or if it is their own. */
  problem: z.nullable(z.enum(problems)),
})
export type LadderRung = z.output<typeof rung>

export const readLadder = endpoint({
  method: 'GET',
  path: '/users/ladder/{league_id}',
  access: 'player',
  tag: 'Standings',
  summary: 'The ladder of my league, top first, with the players I may challenge and my open challenge.',
  params,
  reply: z.object({
    league: z.string(),
    /** The rules of this ladder, a sentence each. */
    rules: z.array(z.string()),
    /** How many places above their own a player may challenge, and the days to play. */
    reach: z.int(),
    days: z.int(),
    /** The player's open challenge, if any. */
    open: z.nullable(
      z.object({
        match_id: z.int(),
        opponent: z.string(),
        /** Whether the player made the challenge. */
        is_mine: z.boolean(),
        /** The last day to play it, yyyy/MM/dd. */
        play_by: z.string(),
      }),
    ),
    rungs: z.array(rung),
  }),
  example: {
    reply: {
      league: "Women's Singles 3.5, Spring 2026",
      rules: ['Challenge somebody up to 3 places above you, and play within 10 days.'],
      reach: 3,
      days: 10,
      open: null,
      rungs: [
        { entry_id: 88, name: 'Ada Moreno', place: 1, is_me: false, frozen: false, problem: null },
        { entry_id: 91, name: 'Bea Lund', place: 2, is_me: true, frozen: false, problem: null },
      ],
    },
  },
})
export type Ladder = z.output<typeof readLadder.reply>

export const challenge = endpoint({
  method: 'POST',
  path: '/users/ladder/{league_id}/challenges',
  access: 'player',
  tag: 'Standings',
  summary:
    'Challenge an entry that the ladder’s rules allow. A match is added for both, and the other side is notified.',
  params,
  body: z.object({ entry_id: id }),
  reply: z.extend(message, {
    /** The id of the match. */
    id: z.int(),
  }),
  status: 201,
  example: { body: { entry_id: 88 }, reply: { message: 'Ada Moreno is challenged.', id: 481 } },
})
