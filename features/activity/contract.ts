import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { instant, message } from '#/contract/fields.ts'
import { matchCard } from '#/features/matches/contract.ts'
import { waitingKinds } from '#/rules/activity.ts'
import { matchStatuses } from '#/rules/outcome.ts'

/** `league_*` is the season, `level_*` the division. */
const league = z.object({
  league_name: z.string(),
  league_slug: z.string(),
  level_name: z.string(),
  level_slug: z.string(),
  year: z.int(),
  area: z.string(),
})
export type ActivityLeague = z.output<typeof league>

const waiting = z.object({
  kind: z.enum(waitingKinds),
  /** It lapses then; null: it does not. */
  until: z.nullable(instant),
  league,
  /** Of the kinds that are about a match. */
  match: z.nullable(matchCard),
  /** The other side: 'Julia Baxter', in doubles 'Julia Baxter and Ann Lee'. */
  opponents: z.nullable(z.string()),
  /** Of `pay`. */
  order_id: z.nullable(z.string()),
})
export type Waiting = z.output<typeof waiting>

/** The first and the last place that is possible. */
const places = z.object({ first: z.int(), last: z.int() })

const meaning = z.object({
  /** My place, and the places of the table. */
  rank: z.int(),
  total: z.int(),
  /** After a win and after a loss, when nothing else changes. */
  won: places,
  lost: places,
})
export type Meaning = z.output<typeof meaning>

const next = z.object({
  match: matchCard,
  opponents: z.string(),
  /** A play-off match: 1 quarter-final, 2 semi-final, 3 final. */
  stage: z.nullable(z.int()),
  /** What it means for my place in the table; null: nothing, or nothing that is certain. */
  meaning: z.nullable(meaning),
})
export type NextMatch = z.output<typeof next>

const news = z.object({
  kind: z.enum(['result', 'joined', 'playoffs']),
  at: instant,
  /** It happened after my last visit. */
  is_new: z.boolean(),
  league,
  /** Of `result`. */
  result: z.nullable(
    z.object({
      match_id: z.int(),
      /** Entry one's names in a tie. */
      winner: z.string(),
      opponent: z.string(),
      match_status: z.nullable(z.enum(matchStatuses)),
      score_line: z.string(),
      is_mine: z.boolean(),
    }),
  ),
  /** Who has joined, in doubles both. */
  joined: z.nullable(z.string()),
})
export type News = z.output<typeof news>

/** My line in a table. */
const standing = z.extend(league, {
  league_id: z.int(),
  rank: z.int(),
  total: z.int(),
  wins: z.int(),
  losses: z.int(),
  ties: z.int(),
})
export type MyStanding = z.output<typeof standing>

export const getActivity = endpoint({
  method: 'GET',
  path: '/users/activity',
  access: 'player',
  kept_on_device: true,
  tag: 'Activity',
  summary:
    'What waits for me, my next match and what it means for my place, and what has happened in my leagues since my last visit. Answers 304 to a conditional request.',
  reply: z.object({
    /** What I am asked for first: a score to confirm, an offer to answer, a payment. */
    waiting: z.array(waiting),
    next: z.nullable(next),
    /** My leagues that are being played. */
    standings: z.array(standing),
    /** The end of my visit before this one; null: this is the first. */
    since: z.nullable(instant),
    /** The newest first, of the last 30 days. */
    news: z.array(news),
    /** There is more than `news` has. */
    more: z.boolean(),
  }),
})
export type Activity = z.output<typeof getActivity.reply>

export const noteVisit = endpoint({
  method: 'POST',
  path: '/users/activity/visits',
  access: 'player',
  tag: 'Activity',
  summary:
    'I am looking at my dashboard. What happens from now on is new at my next visit, which begins when I look again after half an hour or more, on any device.',
  reply: message,
  example: { reply: { message: 'Noted.' } },
})
