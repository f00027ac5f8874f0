import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { area } from '#/contract/area-field.ts'
import { day, id, line, message, text } from '#/contract/fields.ts'
import { paged, pageQuery } from '#/contract/page.ts'
import { seasonRules } from '#/contract/season-rules.ts'
import type { ConfirmationState, Role } from '#/rules/confirmation.ts'
import { countsProblem, countsSentence, matchStatuses, type MatchStatus, type SetScore } from '#/rules/outcome.ts'
import { sports, sportWords } from '#/rules/sports/formats.ts'
import { arranging, arrangingStates, owes } from './arranging-contract.ts'
import { shownLive } from '#/features/leagues/live-contract.ts'
import { leagueQuery, seasonTemplate, seasonYear } from '#/features/leagues/contract.ts'

const wholeNumber = 'Please enter a whole number.'

/** Digits in a string, as forms send them. */
const digits = z.pipe(z.string().check(z.regex(/^\s*\d{1,3}\s*$/, wholeNumber)), z.transform(Number))
/** Any number: rules/score.ts decides which are valid. */
const games = z.union([z.number(), digits], wholeNumber)
const total = z.union([z.int().check(z.minimum(0), z.maximum(999)), digits], wholeNumber)

/** A player chosen from a search, by id. */
export function chosenPlayer(sentence: string) {
  const player_id = z.coerce
    .number(sentence)
    .check(z.int(sentence), z.minimum(1, sentence), z.maximum(2_147_483_647, sentence))
  return z.object({ id: player_id, name: z.optional(z.string()) }, sentence)
}

export const FUTURE_DAY = 'This day is in the future.'
export const SAME_PLAYER = 'Winner and opponent must be two different players.'

/** A form sends '' for a blank field. */
const nothing = z.pipe(
  z.literal(''),
  z.transform(() => null),
)
const status = z._default(
  z.nullable(z.union([z.enum(matchStatuses), nothing], 'Please choose one from the list.')),
  null,
)

/** A reported score. */
export const scoreFields = {
  match_date: day,
  /** Duration of the match: hour and minute, or `duration` as 'HH:mm'. */
  hour: z.optional(z.coerce.number('Please choose an hour.').check(z.int(), z.minimum(0), z.maximum(23))),
  minute: z.optional(z.coerce.number('Please choose a minute.').check(z.int(), z.minimum(0), z.maximum(59))),
  duration: z.optional(
    z
      .string()
      .check(z.trim(), z.regex(/^([01]?\d|2[0-3]):[0-5]?\d$/, 'Please write it as hours and minutes, like 01:30.')),
  ),
  match_area: area,
  match_location: line(120, 'Please enter where you played.'),
  winner: chosenPlayer('Please choose the winner from the list.'),
  opponent: chosenPlayer('Please choose the opponent from the list.'),
  /** `score_1` is the winner's. */
  set_games: z
    .array(z.object({ score_1: games, score_2: games }))
    .check(z.maxLength(20, 'No match has that many sets.')),
  total_winner_score: total,
  total_opponent_score: total,
  /** 'winner-opponent'. */
  total_score: z.optional(z.string().check(z.trim(), z.regex(/^\d{1,3}\s*-\s*\d{1,3}$/, 'Please write it like 2-1.'))),
  match_status: status,
  match_notes: z._default(z.nullable(text(1000)), ''),
}

/** The score form. */
export const scoreForm = {
  season: seasonTemplate,
  year: z.optional(z.nullable(seasonYear)),
  ...scoreFields,
  /** A division's slug or name, required if the two players share several leagues. */
  division: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(60)))),
  /** The match card that this score is for. */
  matchup_id: z.optional(z.nullable(id)),
}

export type ScoreClaim = {
  hour?: number | undefined
  minute?: number | undefined
  duration?: string | undefined
  winner: { id: number }
  opponent: { id: number }
  set_games: SetScore[]
  total_winner_score: number
  total_opponent_score: number
  total_score?: string | undefined
  match_status: MatchStatus
}

/**
 * Checks everything that needs no database: that the sets are counts, and that the form's fields are consistent. Which
 * scores are legal depends on the sport and the season, and is checked by `findScoreError`.
 */
export function agreesWithItself({ value, issues }: z.core.ParsePayload<ScoreClaim>): void {
  const addIssue = (path: (string | number)[], sentence: string) =>
    issues.push({ code: 'custom', path, message: sentence, input: value })
  if (value.winner.id === value.opponent.id) addIssue(['opponent', 'id'], SAME_PLAYER)
  const problem = countsProblem(value.set_games, value.match_status)
  if (problem) addIssue(pathOfProblem(problem), countsSentence(problem, sportWords[sports[0]]))
  const [winners, opponents] = value.total_score?.split('-').map(Number) ?? []
  if (
    value.total_score !== undefined &&
    (winners !== value.total_winner_score || opponents !== value.total_opponent_score)
  )
    addIssue(['total_score'], 'This does not match the two totals.')
  const took = durationMinutes(value)
  if (value.duration !== undefined && took !== durationMinutes({ duration: value.duration }))
    addIssue(['duration'], 'This does not match the hour and the minute.')
}

/** The body's field for a problem of the sets. */
export function pathOfProblem({ set }: { set?: number }): (string | number)[] {
  return set === undefined ? ['set_games'] : ['set_games', set - 1]
}

/** Duration in minutes; 0 if none is given. Hour and minute take precedence over `duration`. */
export function durationMinutes({ hour, minute, duration }: Pick<ScoreClaim, 'hour' | 'minute' | 'duration'>): number {
  if (hour !== undefined || minute !== undefined) return (hour ?? 0) * 60 + (minute ?? 0)
  const [hours = 0, minutes = 0] = duration?.split(':').map(Number) ?? []
  return hours * 60 + minutes
}

const { season, year, division, matchup_id, winner, opponent, match_date, match_area } = scoreForm

export const previewScore = endpoint({
  method: 'POST',
  path: '/users/scores/preview',
  access: 'player',
  reads: true,
  tag: 'Matches',
  summary:
    'Whether the table would count a score of these two on that day. Refuses for the same reasons as reporting it.',
  body: z.object({ season, year, division, matchup_id, winner, opponent, match_date, match_area }),
  reply: z.object({ kind: z.enum(['league', 'friendly']) }),
})

export const reportScore = endpoint({
  method: 'POST',
  path: '/users/scores',
  access: 'player',
  tag: 'Matches',
  summary: 'Report a score. `set_games.0` is the first set in `fields`; `id` is the match, as in the results.',
  body: z.object(scoreForm).check(agreesWithItself),
  reply: z.object({ message: z.string(), id: z.int(), kind: z.enum(['league', 'friendly']) }),
  status: 201,
  example: {
    body: {
      season: 'Spring',
      match_date: '2026/07/14',
      hour: 1,
      minute: 35,
      match_area: 'brighton',
      match_location: 'Dendy Park, court 4',
      winner: { id: 12, name: 'Ada Moreno' },
      opponent: { id: 31, name: 'Grace Lindqvist' },
      set_games: [
        { score_1: 6, score_2: 4 },
        { score_1: 3, score_2: 6 },
        { score_1: 10, score_2: 7 },
      ],
      total_winner_score: 2,
      total_opponent_score: 1,
      match_status: null,
      match_notes: '',
    },
    reply: {
      message: 'Score saved, standings updated: 6-4 3-6 10-7',
      id: 480,
      kind: 'league',
    },
  },
})

const confirmationStates = ['unconfirmed', 'confirmed', 'disputed', 'settled'] as const satisfies ConfirmationState[]
const roles = ['author', 'other', 'organizer'] as const satisfies Role[]

/**
 * Whether the current version of a score is confirmed. rules/confirmation.ts derives from it what the caller may do.
 */
const confirmation = z.object({
  state: z.enum(confirmationStates),
  version: z.int(),
  /** ISO 8601. Without an answer by then, the score is confirmed. */
  answer_until: z.string(),
  /** The caller's role in this version, if any. */
  role: z.nullable(z.enum(roles)),
  /** Whether the caller's side has used its one correction. */
  has_corrected: z.boolean(),
})
export type Confirmation = z.output<typeof confirmation>

const version = z.object({
  version: z.int(),
  kind: z.enum(['report', 'edit', 'correction', 'settlement']),
  /** The names of entry one if it is a tie. */
  winner: z.string(),
  score_line: z.string(),
  match_status: z.nullable(z.enum(matchStatuses)),
  match_date: z.string(),
  reported_by: z.string(),
  reported_at: z.string(),
  answer: z.nullable(z.enum(['confirmed', 'disputed', 'settled'])),
  answered_by: z.nullable(z.string()),
  answered_at: z.nullable(z.string()),
  answer_reason: z.string(),
})
export type Version = z.output<typeof version>

const setGames = z.array(z.object({ score_1: z.int(), score_2: z.int() }))
const side = z.object({ name: z.string() })

/** The public part of a played match. In a tie or a double default `winner` is entry one, and `score_1` its games. */
const shownResult = {
  id: z.int(),
  winner: side,
  opponent: side,
  /** `score_1` is the winner's. */
  set_games: setGames,
  match_date: z.string(),
  match_status: z.nullable(z.enum(matchStatuses)),
  /** The season's name. */
  league_name: z.string(),
  /** The division's name. */
  level_name: z.string(),
  sport: z.enum(sports),
  year: z.int(),
  /** A friendly is one more match of two who have met as often as the season counts: the table does not move. */
  kind: z.enum(['league', 'friendly']),
  state: z.enum(confirmationStates),
}
const playersSide = z.extend(side, { players: z.array(z.object({ id: z.int(), name: z.string() })) })
const result = { ...shownResult, winner: playersSide, opponent: playersSide, match_notes: z.string() }

const resultRow = z.object({ ...result, sets: z.int() })
export type Result = z.output<typeof resultRow>

export const listResults = endpoint({
  method: 'GET',
  path: '/users/scores',
  access: 'player',
  kept_on_device: true,
  tag: 'Matches',
  summary: "Results, newest first; without `area` the player's own.",
  query: z.object({ ...pageQuery(), ...leagueQuery }),
  reply: paged('results', resultRow),
})

const resultDetail = z.object({
  ...result,
  league_id: z.int(),
  match_area: z.string(),
  match_location: z.string(),
  /** 'HH:mm'. */
  duration: z.string(),
  /** 'winner-opponent', in sets or in games, as reported. */
  total_score: z.string(),
  score_line: z.string(),
  reported_by: z.string(),
  /** Whether it is a play-off result that depends on one that is not final, so that it may still be set aside. */
  provisional: z.boolean(),
  confirmation: z.nullable(confirmation),
  versions: z.array(version),
})
export type ResultDetail = z.output<typeof resultDetail>

export const getResult = endpoint({
  method: 'GET',
  path: '/users/scores/{id}',
  access: 'player',
  kept_on_device: true,
  tag: 'Matches',
  summary: 'One result.',
  params: z.object({ id }),
  reply: resultDetail,
})

const publicResult = z.object({
  ...shownResult,
  area: z.string(),
  score_line: z.string(),
  provisional: z.boolean(),
  /** Whether it is the final of play-offs. */
  decides_title: z.boolean(),
})
export type PublicResult = z.output<typeof publicResult>

export const getPublicResult = endpoint({
  method: 'GET',
  path: '/public/scores/{id}',
  access: 'public',
  tag: 'Matches',
  summary:
    'One result as anyone with its link sees it: names (“Ada M.” unless the player allows the full one), sets, date and league, without notes and place.',
  params: z.object({ id }),
  reply: publicResult,
})

/** A match as one of its players sees it. `player_..._a_name` is the partner. */
export const matchCard = z.object({
  id: z.int(),
  match_date: z.nullable(z.string()),
  /** 'HH:mm'. */
  match_time: z.nullable(z.string()),
  player_one_id: z.int(),
  player_one_name: z.string(),
  player_one_a_id: z.nullable(z.int()),
  player_one_a_name: z.nullable(z.string()),
  player_two_id: z.int(),
  player_two_name: z.string(),
  player_two_a_id: z.nullable(z.int()),
  player_two_a_name: z.nullable(z.string()),
  /** The caller's side. Null if the caller does not play in the match. */
  my_side: z.nullable(z.union([z.literal(1), z.literal(2)])),
  is_upcoming: z.boolean(),
  played: z.boolean(),
  /** Null until played, in a tie and after a double default. */
  winner: z.nullable(z.enum(['player_one', 'player_two'])),
  set_games: setGames,
  match_status: z.nullable(z.enum(matchStatuses)),
  score_line: z.nullable(z.string()),
  area: z.string(),
  league_name: z.string(),
  league_slug: z.string(),
  level_name: z.string(),
  level_slug: z.string(),
  sport: z.enum(sports),
  year: z.int(),
  /** First and last suggested day of the round. */
  play_from: z.nullable(z.string()),
  play_by: z.nullable(z.string()),
  /** Whether its last day has passed without a score: nothing can be arranged. */
  window_over: z.boolean(),
  /** The court, once agreed. */
  match_location: z.nullable(z.string()),
  /** The listed court of that name, and its address. */
  court_id: z.nullable(z.int()),
  map_url: z.nullable(z.string()),
  confirmation: z.nullable(confirmation),
  /** Whether it is a play-off match that depends on a result that is not final, so that its sides may change. */
  provisional: z.boolean(),
  /** Whether it is unplayed and the caller has another match less than an hour from its time. */
  same_hour: z.boolean(),
  /** The state of arranging. `arranging` of a single match has the details. */
  arranging_state: z.enum(arrangingStates),
  /** Whether it was settled as not played, and counts for nobody. */
  not_played: z.boolean(),
  owes_answer: owes,
  /** The live score, while it is being scored. */
  live: shownLive,
})
export type MatchCard = z.output<typeof matchCard>

export const listMyMatches = endpoint({
  method: 'GET',
  path: '/users/league-history',
  access: 'player',
  kept_on_device: true,
  tag: 'Matches',
  summary:
    'My matches: upcoming ones first, the nearest first, then past ones, the newest first; and my record over all leagues.',
  query: z.object(pageQuery()),
  reply: z.object({
    matchups: z.array(matchCard),
    total: z.int(),
    skip: z.int(),
    /** In the seasons' tables. */
    record: z.object({ wins: z.int(), losses: z.int(), ties: z.int() }),
    playoff_record: z.object({ wins: z.int(), losses: z.int() }),
  }),
})

/** The outlook of a match without a score, from the caller's side, by the ratings of its players. */
const forecast = z.object({
  /** The chance to win, from 0 to 1. */
  win: z.number(),
  /** The most likely score. */
  sets_text: z.string(),
  /** Points of the caller's rating that a usual win gives, and a usual loss takes. */
  if_win: z.int(),
  if_loss: z.int(),
  /** The same for everybody else in the match, the caller's side first: points if the caller's side wins, or loses. */
  others: z.array(z.object({ id: z.int(), name: z.string(), if_win: z.int(), if_loss: z.int() })),
})
export type Forecast = z.output<typeof forecast>

export const matchDetail = z.extend(matchCard, {
  round: z.nullable(z.int()),
  /** The season's rules. */
  rules: seasonRules,
  match_area: z.nullable(z.string()),
  match_notes: z.nullable(z.string()),
  duration: z.nullable(z.string()),
  total_score: z.nullable(z.string()),
  reported_by: z.nullable(z.string()),
})
export type MatchDetail = z.output<typeof matchDetail>

export const getMatch = endpoint({
  method: 'GET',
  path: '/users/matchups/{id}',
  access: 'player',
  kept_on_device: true,
  tag: 'Matches',
  summary: 'One of my matches, and how it is arranged. An organizer sees every match, but only its reported messages.',
  params: z.object({ id }),
  reply: z.extend(matchDetail, {
    arranging,
    /** Null once it has a score, or if nothing is known of one of its players, or one keeps the rating private. */
    forecast: z.nullable(forecast),
    /** Phones of the other side, as its players show them to league-mates. Empty for organizers. */
    phones: z.array(z.object({ player_id: z.int(), name: z.string(), phone: z.string() })),
  }),
})

export const deleteMatch = endpoint({
  method: 'DELETE',
  path: '/users/matchups/{id}',
  access: 'player',
  unauthenticated: 'token_missing',
  tag: 'Matches',
  summary: 'Delete a match without a score, as one of its players or as an organizer.',
  params: z.object({ id }),
  reply: message,
})

const searchText = z.string().check(z.trim(), z.maxLength(100))

export const searchLeaguePlayers = endpoint({
  method: 'GET',
  path: '/users/misc/my-league-players',
  access: 'player',
  tag: 'Matches',
  summary: 'Players of the leagues I am in, me included, by parts of their names; 60 at most.',
  query: z.object({ search: z._default(searchText, ''), season: z.optional(seasonTemplate) }),
  reply: z.object({ data: z.array(z.object({ id: z.int(), name: z.string() })) }),
})

export const searchPlayers = endpoint({
  method: 'POST',
  path: '/misc/players',
  access: 'public',
  tag: 'Matches',
  summary:
    'Players by parts of their names; 20 at most. Without a session and a confirmed email, only the shown name matches (“Ada M.” unless the player allows more).',
  body: z.object({ search: searchText.check(z.minLength(2, 'Please type at least 2 characters.')) }),
  reply: z.array(z.object({ id: z.int(), name: z.string(), area: z.string(), singles_level: z.string() })),
})
