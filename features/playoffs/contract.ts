import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { area } from '#/contract/area-field.ts'
import { id, line, message } from '#/contract/fields.ts'
import { pageQuery } from '#/contract/page.ts'
import { shownLive } from '#/features/leagues/live-contract.ts'
import { seasonTemplate, seasonYear } from '#/features/leagues/contract.ts'
import { sports } from '#/rules/sports/formats.ts'

/** A match of a stage; in stage 4 `player_one` is the champion. Slot 2 of stage 3 is the match for third place. Names are null and scores empty while unknown. */
const row = z.object({
  /** Both names of the pair in doubles. */
  player_one: z.nullable(z.string()),
  player_two: z.nullable(z.string()),
  /** The places of the sides. */
  entry_one: z.nullable(z.int()),
  entry_two: z.nullable(z.int()),
  /** Player one's games come first in each set. */
  score: z.string(),
  seed_one: z.nullable(z.int()),
  seed_two: z.nullable(z.int()),
  /** Whether the side has left the league: its remaining matches are walkovers (`score` is then 'w.o.'). */
  withdrew_one: z.boolean(),
  withdrew_two: z.boolean(),
  winner: z.nullable(z.enum(['player_one', 'player_two'])),
  state: z.nullable(z.enum(['unconfirmed', 'confirmed', 'disputed', 'settled'])),
  /** Whether it depends on a result that is not final, so that its sides may change. */
  provisional: z.boolean(),
  match_id: z.nullable(z.int()),
  /** yyyy/MM/dd */
  match_date: z.nullable(z.string()),
  /** The slot within the stage from the top of the bracket, from 1. Byes have numbers too. */
  slot: z.int(),
  /** The live score, while it is being scored. */
  live: shownLive,
})
export type PlayoffRow = z.output<typeof row>

/** A row of which nothing is known yet. */
export const emptyRow: PlayoffRow = {
  slot: 1,
  player_one: null,
  player_two: null,
  entry_one: null,
  entry_two: null,
  score: '',
  seed_one: null,
  seed_two: null,
  withdrew_one: false,
  withdrew_two: false,
  winner: null,
  state: null,
  provisional: false,
  match_id: null,
  match_date: null,
  live: null,
}

const stageOfPlayoffs = z.object({
  stage: z.int(),
  name: z.string(),
  /** The day by which it is played, yyyy/MM/dd. Null for the champion. */
  date: z.nullable(z.string()),
  rows: z.array(row),
})
export type StageOfPlayoffs = z.output<typeof stageOfPlayoffs>

const atTheCut = z.object({
  name: z.string(),
  /** A count (if `of` is null) or a share. */
  value: z.int(),
  of: z.nullable(z.int()),
})

/**
 * Two level entries, one in the last place that qualifies and one just below, and the tie-break that decided.
 */
export const tieAtTheCut = z.object({
  place: z.int(),
  code: z.string(),
  title: z.string(),
  last_in: atTheCut,
  first_out: atTheCut,
})
export type TieAtTheCut = z.output<typeof tieAtTheCut>

const stageProblem = 'Please choose a stage from 1 to 4, or from -2 to 0 in a larger bracket.'

/** 1 quarter-finals to 4 champion. Larger brackets begin with 0, the round of 16, or before. */
const stageNumber = z.coerce
  .number(stageProblem)
  .check(z.int(stageProblem), z.minimum(-2, stageProblem), z.maximum(4, stageProblem))

/** A bracket. `season`, `year` and `league_id` are null if there is none yet. */
const bracket = z.object({
  city: z.string(),
  division: z.string(),
  division_name: z.string(),
  sport: z.enum(sports),
  league_id: z.nullable(z.int()),
  /** The season's name. Null while there are no play-offs. */
  season: z.nullable(z.string()),
  season_slug: z.nullable(z.string()),
  year: z.nullable(z.int()),
  stages: z.array(stageOfPlayoffs),
  /**
   * The second bracket, of those who have lost their first match: stages with the same numbers, and its winner in stage
   * 4. Empty if the season has none.
   */
  consolation: z.array(stageOfPlayoffs),
  /** Null if wins decided the last place. */
  cut: z.nullable(tieAtTheCut),
})
export type PlayoffStages = z.output<typeof bracket>

const which = {
  city: area,
  /** By slug or name. */
  division: line(60),
  season: z.optional(seasonTemplate),
  year: z.optional(seasonYear),
}

export const getPublicBracket = endpoint({
  method: 'GET',
  path: '/public/play-offs/bracket',
  access: 'public',
  tag: 'Play-offs',
  summary:
    'All stages of the newest play-offs of a city and division, or of the given `season` and `year`, as anyone sees them: players are “Ada M.” unless they allow the full name. Responds with 304 to a conditional request if nothing changed.',
  query: z.object(which),
  reply: bracket,
})

export const getBracket = endpoint({
  method: 'GET',
  path: '/users/play-offs/bracket',
  access: 'player',
  tag: 'Play-offs',
  summary:
    'All stages of the newest play-offs of a city and division, or of the given `season` and `year`, with full names. Responds with 304 to a conditional request if nothing changed.',
  query: z.object(which),
  reply: bracket,
})

/** The newest play-offs of one division of a city. */
const cityPlayoffs = z.object({
  league_id: z.int(),
  division: z.string(),
  division_name: z.string(),
  season: z.string(),
  season_slug: z.string(),
  year: z.int(),
  /** The first stage with a match to play, and how many it has. Null if none is known. */
  stage: z.nullable(z.int()),
  left: z.int(),
  /** Null until the final is decided. */
  champion: z.nullable(z.string()),
})
export type CityPlayoffs = z.output<typeof cityPlayoffs>

export const listCityPlayoffs = endpoint({
  method: 'GET',
  path: '/users/play-offs',
  access: 'player',
  tag: 'Play-offs',
  summary:
    'The newest play-offs of each division of a city: the stage and its open matches, or the champion. Responds with 304 to a conditional request if nothing changed.',
  query: z.object({ city: area }),
  reply: z.object({ playoffs: z.array(cityPlayoffs) }),
})

export const listPlayoffs = endpoint({
  method: 'POST',
  path: '/public/play-offs',
  access: 'public',
  tag: 'Play-offs',
  summary:
    'One stage of the newest play-offs of a city and division, or of the given `season` and `year`, and all stages. Without a session players are “Ada M.” unless they allow the full name.',
  query: z.object(pageQuery(60)),
  body: z.object({ ...which, stage: stageNumber }),
  reply: z.extend(bracket, { items: z.array(row), total: z.int(), skip: z.int() }),
})

const consolation = {
  path: '/users/play-offs/{league_id}/consolation',
  access: 'player',
  tag: 'Play-offs',
  params: z.object({ league_id: id }),
} as const

export const getConsolationPlace = endpoint({
  ...consolation,
  method: 'GET',
  summary: 'Whether I still play in the consolation of a league, and whether I have declined.',
  reply: z.object({ place: z.enum(['none', 'open', 'declined']) }),
})

export const declineConsolation = endpoint({
  ...consolation,
  method: 'DELETE',
  summary: 'Decline my matches in the consolation: the other sides advance. It cannot be undone.',
  reply: message,
})
