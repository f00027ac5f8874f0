import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { id } from '#/contract/fields.ts'
import { leagueFormat } from '#/contract/league-format.ts'
import { matchFormat, seasonRules } from '#/contract/season-rules.ts'
import { tieBreakChain, type TieBreakCode } from '#/rules/ranking.ts'
import { sports } from '#/rules/sports/formats.ts'

const codes = tieBreakChain.map(({ code }): TieBreakCode => code)

export const getLeagueRules = endpoint({
  method: 'GET',
  path: '/public/rules/{league_id}',
  access: 'public',
  shared: true,
  tag: 'Standings',
  summary:
    'All rules of a league as data, and as the sentences that its pages show. A season that is still a draft has none (404).',
  params: z.object({ league_id: id }),
  reply: z.object({
    league_id: z.int(),
    area: z.string(),
    division: z.string(),
    division_name: z.string(),
    season: z.string(),
    season_name: z.string(),
    year: z.int(),
    sport: z.enum(sports),
    /** The season's rules, with its defaults; of the match formats, those of the league's sport. */
    rules: seasonRules,
    /** Each rule as a sentence, in the order of `rules`; rules that do not concern the league have none. */
    sentences: z.array(z.string()),
    match_formats: z.array(
      z.object({
        format: matchFormat,
        /** Its name in the list, or the one that an owner gave it. */
        name: z.string(),
        words: z.string(),
        /** How its sets and games end. */
        sentences: z.array(z.string()),
        /** Who publishes it. Null if it is the organization’s own. */
        source: z.nullable(z.string()),
        /** The day from which it is in force, if it is newer than the sport’s other rules. */
        from: z.nullable(z.string()),
        version: z.int(),
      }),
    ),
    format: z.object({ ...leagueFormat.shape, title: z.string(), sentence: z.string() }),
    /** How many matches of the same two count, once `schedule` is resolved. Null for all. */
    meetings: z.nullable(z.int()),
    /** The figure of the table, and the tie-breaks in order, with the lot. Empty on a ladder, whose challenges decide. */
    order: z.array(z.object({ code: z.enum(codes), title: z.string(), sentence: z.string() })),
    /** The points table as a sentence. Null unless the season ranks by points. */
    points: z.nullable(z.string()),
    /** How points, games and sets are played in the sport. */
    play: z.array(z.string()),
  }),
})
