import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { id } from '#/contract/fields.ts'
import { count, outcomes } from '#/features/players/contract.ts'
import { shapeQuery } from '#/features/pictures/shapes.ts'

const person = z.object({ id: z.int(), name: z.string() })

/** A result from the player's side, whose games come first. The day is yyyy/MM/dd. */
const match = z.object({
  match_id: z.int(),
  match_date: z.string(),
  outcome: z.enum(outcomes),
  score_line: z.string(),
  opponents: z.array(person),
  level_name: z.string(),
  /** The opponents' place in the table, within their flight. */
  place: z.nullable(z.int()),
})
export type RecapLine = z.output<typeof match>

const recap = z.object({
  season: z.object({ id: z.int(), name: z.string(), slug: z.string(), year: z.int() }),
  /** Whether no more matches count. */
  over: z.boolean(),
  player: person,
  /** In the tables of the season, as on every other screen. */
  record: count,
  playoff_record: z.object({ wins: z.int(), losses: z.int() }),
  /** Matches of the tables: with a result, and all that were drawn or added. */
  matches_played: z.int(),
  matches_planned: z.int(),
  /** On the court, over the opponents who are highest in the table. */
  best_win: z.nullable(match),
  closest_match: z.nullable(match),
  /** Wins in a row. */
  longest_streak: z.int(),
  /** From the first result to the last, in the league where they are most; negative if places were lost. Null without a result. */
  places_gained: z.nullable(z.int()),
  places: z.array(
    z.object({
      league_id: z.int(),
      level_name: z.string(),
      level_slug: z.string(),
      area: z.string(),
      first: z.int(),
      last: z.int(),
      entries: z.int(),
      /** The place after each day with results, oldest first. */
      series: z.array(z.object({ day: z.string(), place: z.int() })),
    }),
  ),
  /** Finals of play-offs, and tables won where no play-offs follow (`match_id` is null). */
  titles: z.array(
    z.object({ league_id: z.int(), level_name: z.string(), match_id: z.nullable(z.int()), won: z.boolean() }),
  ),
  /** The opponent of most matches, and the record against them. Null if nobody was met twice. */
  favorite_opponent: z.nullable(z.extend(count, { id: z.int(), name: z.string() })),
})
export type Recap = z.output<typeof recap>

export const getRecap = endpoint({
  method: 'GET',
  path: '/users/seasons/{id}/recap',
  access: 'player',
  tag: 'Players',
  summary:
    'My season: record, best win, closest match, longest streak, places gained and titles. `share`: the token of a page that anybody can open; null while I keep my record private.',
  params: z.object({ id }),
  reply: z.extend(recap, { share: z.nullable(z.string()) }),
})

export const getRecapPicture = endpoint({
  method: 'GET',
  path: '/users/seasons/{id}/recap.png',
  access: 'player',
  tag: 'Players',
  summary: 'My season as a picture (PNG), with names as anyone sees them: 1200 by 630, or 1080 by 1920.',
  params: z.object({ id }),
  query: shapeQuery,
  file: 'image/png',
  reply: z.string(),
})

export const getSharedRecap = endpoint({
  method: 'GET',
  path: '/public/recaps/{token}',
  access: 'public',
  tag: 'Players',
  summary:
    'A season that its player shares, with names as anyone sees them. 404 once the player keeps the record private.',
  params: z.object({ token: z.string().check(z.maxLength(200)) }),
  reply: recap,
})
