import * as z from 'zod/mini'
import { endpoint, type Reply } from '#/contract/endpoint.ts'
import { sports } from '#/rules/sports/formats.ts'

/** A season on sale; its days are yyyy/MM/dd. */
const frontSeason = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  year: z.int(),
  starting_date: z.string(),
  ending_date: z.string(),
  /** The last day to join. */
  sold_until: z.string(),
  /** Today's lowest and highest price. */
  price: z.number(),
  highest_price: z.number(),
  /** Whether today's lowest price is an early-bird price. */
  is_early: z.boolean(),
  entries: z.int(),
  divisions: z.int(),
})
export type FrontSeason = z.output<typeof frontSeason>

/** A completed result, with names as on a shared result. */
const frontResult = z.object({
  id: z.int(),
  winner: z.string(),
  opponent: z.string(),
  score_line: z.string(),
  /** `score_1` is the winner's. */
  set_games: z.array(z.object({ score_1: z.int(), score_2: z.int() })),
  sport: z.enum(sports),
  is_tie: z.boolean(),
  match_date: z.string(),
  area: z.string(),
  level_name: z.string(),
})
export type FrontResult = z.output<typeof frontResult>

/** The top of a league's table. In doubles, `name` holds both partners' names. */
const frontTable = z.object({
  area: z.string(),
  league_name: z.string(),
  year: z.int(),
  level_name: z.string(),
  players: z.array(z.object({ rank: z.int(), name: z.string(), wins: z.int(), losses: z.int() })),
})
export type FrontTable = z.output<typeof frontTable>

export const getFrontDoor = endpoint({
  method: 'GET',
  path: '/public/front-door',
  access: 'public',
  tag: 'Join',
  summary: 'Data of the front door: seasons on sale, the number of players, the newest results and tables.',
  reply: z.object({
    /** Sports of the divisions on sale, or of all divisions if none are. */
    sports: z.array(z.enum(sports)),
    /** On sale today, by first day. */
    seasons: z.array(frontSeason),
    /** The next season with a known first day of sale, if nothing is on sale. */
    next: z.nullable(z.object({ name: z.string(), year: z.int(), sale_from: z.string() })),
    /** Current and upcoming players in each area, in the areas' order. */
    areas: z.array(z.object({ area: z.string(), players: z.int() })),
    players: z.int(),
    results: z.array(frontResult),
    tables: z.array(frontTable),
  }),
  example: {
    reply: {
      sports: ['tennis'],
      seasons: [
        {
          id: 3,
          name: 'Spring',
          slug: 'spring',
          year: 2026,
          starting_date: '2026/09/07',
          ending_date: '2026/12/13',
          sold_until: '2026/09/21',
          price: 45,
          highest_price: 45,
          is_early: false,
          entries: 128,
          divisions: 13,
        },
      ],
      next: null,
      areas: [{ area: 'brighton', players: 64 }],
      players: 64,
      results: [
        {
          id: 7,
          winner: 'Ada M.',
          opponent: 'Grace L.',
          score_line: '6-4 3-6 10-7',
          set_games: [
            { score_1: 6, score_2: 4 },
            { score_1: 3, score_2: 6 },
            { score_1: 10, score_2: 7 },
          ],
          sport: 'tennis',
          is_tie: false,
          match_date: '2026/11/20',
          area: 'brighton',
          level_name: "Women's Singles 3.5",
        },
      ],
      tables: [
        {
          area: 'brighton',
          league_name: 'Spring',
          year: 2026,
          level_name: "Women's Singles 3.5",
          players: [{ rank: 1, name: 'Ada M.', wins: 6, losses: 1 }],
        },
      ],
    },
  },
})
export type FrontDoor = Reply<typeof getFrontDoor>
