import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { id } from '#/contract/fields.ts'
import { paged, pageQuery } from '#/contract/page.ts'
import { playerRating, poolName } from '#/features/ratings/contract.ts'
import { seasonTemplate, seasonYear } from '#/features/leagues/contract.ts'

const leaguePlayer = z.object({
  id: z.int(),
  /** Email and phone, null where the player hides them from league-mates. */
  user: z.object({
    first_name: z.string(),
    last_name: z.string(),
    email: z.nullable(z.string()),
    phone: z.nullable(z.string()),
  }),
  /** The partner in doubles, once known. */
  partner: z.nullable(z.string()),
  is_me: z.boolean(),
})
export type LeaguePlayer = z.output<typeof leaguePlayer>

export const listLeaguePlayers = endpoint({
  method: 'POST',
  path: '/users/players',
  access: 'player',
  reads: true,
  tag: 'Players',
  summary: 'The players of one of my leagues, by name; in doubles both of each pair.',
  query: z.object(pageQuery()),
  body: z.object({
    /** The season, by slug or name. */
    league: seasonTemplate,
    yr: seasonYear,
    /** The division's slug. */
    level: z.string().check(z.trim(), z.minLength(1, 'Please choose a division.'), z.maxLength(60)),
  }),
  reply: paged('players', leaguePlayer),
})

/** A player in a place of a league that I am in. A pair has two positions. */
const photoPlace = z.object({
  player_id: z.int(),
  entry_id: z.int(),
  position: z.int(),
  /** The address of the picture, 96 pixels square. */
  photo: z.string(),
})

export const listPhotos = endpoint({
  method: 'GET',
  path: '/users/players/photos',
  access: 'player',
  tag: 'Players',
  summary:
    'Everybody whose page I can open because we are or were in a league, me among them, and the photos of those who show one.',
  reply: z.object({
    /** Of players who hold a place in one of my leagues. */
    photos: z.array(photoPlace),
    people: z.array(z.object({ player_id: z.int(), entry_id: z.int(), name: z.string() })),
  }),
})

export const outcomes = ['won', 'lost', 'tied'] as const
export const count = z.object({ wins: z.int(), losses: z.int(), ties: z.int() })

/** One of the two players: all results that count, in singles, doubles and play-offs. `record` excludes play-offs. */
const compared = z.object({
  id: z.int(),
  name: z.string(),
  /** In a pool in which both are rated, else in that of the latest match. Null without one, and if private. */
  rating: z.nullable(playerRating),
  /** In season tables, as on the player's profile. */
  record: count,
  playoff_record: z.object({ wins: z.int(), losses: z.int() }),
  sets_won: z.int(),
  sets_lost: z.int(),
  games_won: z.int(),
  games_lost: z.int(),
  /** The last five results, newest first. */
  form: z.array(
    z.object({
      match_id: z.int(),
      outcome: z.enum(outcomes),
      opponent: z.string(),
      match_date: z.string(),
      score_line: z.string(),
    }),
  ),
})
export type ComparedPlayer = z.output<typeof compared>

export const comparePlayers = endpoint({
  method: 'GET',
  path: '/users/comparison',
  access: 'player',
  tag: 'Players',
  summary: 'Two players compared by their results. `player_one` is me by default.',
  query: z.object({ player_one: z.optional(id), player_two: id }),
  reply: z.object({
    player_one: compared,
    player_two: compared,
    /** Player one's chance to win a match today, from 0 to 1, and its most likely score. Null unless both ratings are shown. */
    expected: z.nullable(z.object({ pool: poolName, win: z.number(), sets_text: z.string() })),
    /** From player one's point of view. */
    head_to_head: z.extend(count, {
      /** Newest first, 20 at most. `score_line` has player one's games first. */
      results: z.array(
        z.object({
          match_id: z.int(),
          outcome: z.enum(outcomes),
          match_date: z.string(),
          score_line: z.string(),
          league_name: z.string(),
          level_name: z.string(),
          year: z.int(),
        }),
      ),
    }),
    /** Opponents whom both have played in singles, by name, at most 50. */
    common_opponents: z.array(z.object({ id: z.int(), name: z.string(), player_one: count, player_two: count })),
  }),
  example: {
    reply: {
      player_one: {
        id: 12,
        name: 'Ada Moreno',
        rating: null,
        record: { wins: 1, losses: 0, ties: 0 },
        playoff_record: { wins: 0, losses: 0 },
        sets_won: 2,
        sets_lost: 1,
        games_won: 10,
        games_lost: 10,
        form: [
          {
            match_id: 480,
            outcome: 'won',
            opponent: 'Grace Lindqvist',
            match_date: '2026/07/14',
            score_line: '6-4 3-6 10-7',
          },
        ],
      },
      player_two: {
        id: 31,
        name: 'Grace Lindqvist',
        rating: null,
        record: { wins: 0, losses: 1, ties: 0 },
        playoff_record: { wins: 0, losses: 0 },
        sets_won: 1,
        sets_lost: 2,
        games_won: 10,
        games_lost: 10,
        form: [
          {
            match_id: 480,
            outcome: 'lost',
            opponent: 'Ada Moreno',
            match_date: '2026/07/14',
            score_line: '4-6 6-3 7-10',
          },
        ],
      },
      expected: null,
      head_to_head: {
        wins: 1,
        losses: 0,
        ties: 0,
        results: [
          {
            match_id: 480,
            outcome: 'won',
            match_date: '2026/07/14',
            score_line: '6-4 3-6 10-7',
            league_name: 'Spring',
            level_name: "Women's Singles 3.5",
            year: 2026,
          },
        ],
      },
      common_opponents: [],
    },
  },
})
export type Comparison = z.output<typeof comparePlayers.reply>
