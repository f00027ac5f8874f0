import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { id, line, message } from '#/contract/fields.ts'
import { paged, pageQuery } from '#/contract/page.ts'
import { seasonTemplate, seasonYear } from '#/features/leagues/contract.ts'
import { playerRating, poolName } from '#/features/ratings/contract.ts'
import { count, outcomes } from './contract.ts'

const league = {
  league_id: z.int(),
  league_name: z.string(),
  league_slug: z.string(),
  level_name: z.string(),
  level_slug: z.string(),
  year: z.int(),
}
const leagueInArea = { ...league, area: z.string() }
const person = z.object({ id: z.int(), name: z.string() })

/** A result from the player's side, whose games come first. Days are yyyy/MM/dd. */
const playedMatch = z.object({
  ...league,
  match_id: z.int(),
  match_date: z.string(),
  outcome: z.enum(outcomes),
  score_line: z.string(),
  opponents: z.array(person),
  partners: z.array(person),
  playoff: z.boolean(),
})
export type PlayedLine = z.output<typeof playedMatch>

/** The parts of the page that its owner can keep private. */
export const pageParts = ['photo', 'level', 'rating', 'record', 'hours'] as const
export type PagePart = (typeof pageParts)[number]

/** A part that its owner keeps private is null; the owner gets it, and `hidden` names it. */
const page = z.object({
  player: z.object({
    /** The kept account's, if this one was merged into another. */
    id: z.int(),
    name: z.string(),
    /** 192 pixels square, and 512. */
    photo: z.nullable(z.object({ medium: z.string(), large: z.string() })),
    singles_level: z.nullable(z.string()),
    doubles_level: z.nullable(z.string()),
    is_me: z.boolean(),
    /** Whether the reader sees the player at the organizer's desk. */
    at_my_desk: z.boolean(),
    /** Whether anybody can read the page. */
    public_page: z.boolean(),
  }),
  hidden: z.array(z.enum(pageParts)),
  /** The pools with rated matches, that of the latest match first. Null if private. */
  pools: z.nullable(z.array(poolName)),
  /** In the pool that was chosen. Null without rated matches there, and if private. */
  rating: z.nullable(playerRating),
  /** As on the profile, in comparisons and in tables. */
  record: z.nullable(count),
  playoff_record: z.nullable(z.object({ wins: z.int(), losses: z.int() })),
  /** The parts of `record`, newest season first. */
  records: z.nullable(z.array(z.extend(count, leagueInArea))),
  /** The last ten results, newest first. */
  form: z.nullable(z.array(playedMatch)),
  streaks: z.nullable(
    z.object({
      current: z.nullable(z.object({ outcome: z.enum(outcomes), length: z.int() })),
      longest_wins: z.int(),
    }),
  ),
  /** From my side, with the last five results, and our next match to arrange or play. Null on my page, and without a session. */
  head_to_head: z.nullable(z.extend(count, { results: z.array(playedMatch), open_match_id: z.nullable(z.int()) })),
  /** The place in each league after each day with results, oldest first. The newest 20 leagues. */
  places: z.nullable(
    z.array(
      z.object({
        ...leagueInArea,
        entries: z.int(),
        place: z.int(),
        series: z.array(z.object({ day: z.string(), place: z.int() })),
      }),
    ),
  ),
  /** Finals of play-offs, and tables won where no play-offs follow (`match_id` is null). Newest first. */
  titles: z.nullable(z.array(z.object({ ...league, match_id: z.nullable(z.int()), won: z.boolean() }))),
  /** In doubles, the most frequent first, 10 at most. */
  partners: z.nullable(z.array(z.extend(count, { id: z.int(), name: z.string() }))),
  /** The court and the hour (HH:mm) of most matches. */
  favorites: z.nullable(z.object({ court: z.nullable(z.string()), hour: z.nullable(z.string()) })),
  /** The newest 20 results. All of them: the call below. */
  matches: z.nullable(z.array(playedMatch)),
  matches_total: z.nullable(z.int()),
  /** For the filter of the matches, by name. */
  opponents: z.nullable(z.array(person)),
})
export type PlayerPage = z.output<typeof page>

export const getPlayer = endpoint({
  method: 'GET',
  path: '/users/players/{id}',
  access: 'player',
  tag: 'Players',
  summary:
    'The page of a player with whom I share a league, a past one included, of a player in my areas, or of one whose page is public. 404 for anybody else. A merged account answers as the kept one. `pool` chooses the rating, and defaults to that of the latest match.',
  params: z.object({ id }),
  query: z.object({ pool: z.optional(poolName) }),
  reply: page,
})

export const getPublicPlayer = endpoint({
  method: 'GET',
  path: '/public/players/{id}',
  access: 'public',
  tag: 'Players',
  summary: 'The page of a player who has made it public, with names as anyone sees them.',
  params: z.object({ id }),
  query: z.object({ pool: z.optional(poolName) }),
  reply: page,
})

export const listPlayerMatches = endpoint({
  method: 'GET',
  path: '/users/players/{id}/matches',
  access: 'player',
  tag: 'Players',
  summary: 'The results of such a player, newest first. 404 if they keep them private.',
  params: z.object({ id }),
  query: z.object({
    ...pageQuery(),
    season: z.optional(seasonTemplate),
    year: z.optional(seasonYear),
    /** A division's slug. */
    division: z.optional(z.string().check(z.trim(), z.maxLength(60))),
    /** A player's id. */
    opponent: z.optional(id),
  }),
  reply: paged('matches', playedMatch),
})

export const reportPhoto = endpoint({
  method: 'POST',
  path: '/users/players/{id}/photo/report',
  access: 'player',
  tag: 'Players',
  summary: "Report a league-mate's photo to the organizers. Once for each photo.",
  params: z.object({ id }),
  body: z.object({ reason: line(300, 'Please say what is wrong with the photo.') }),
  reply: message,
})
