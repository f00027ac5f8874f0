import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { id, instant, message, text } from '#/contract/fields.ts'
import { pageQuery } from '#/contract/page.ts'
import { sports } from '#/rules/sports/formats.ts'
import { seasonRules } from '#/contract/season-rules.ts'
import { agreesWithItself, scoreFields, scoreForm } from '#/features/matches/contract.ts'
import { contact } from '#/organizer/desk/contract.ts'
import { matchStatuses } from '#/rules/outcome.ts'
import { leagueQuery } from '#/features/leagues/contract.ts'

/** An organizer's reason, for the audit log and the emails to players. */
const reason = z.pipe(text(500), z.string().check(z.minLength(1, 'Please give a reason for the audit log.')))
/** The version that the organizer saw, so that a newer one is not settled unseen. */
const version = z.int().check(z.minimum(1), z.maximum(2_147_483_647))

/** The states of a match at the desk. Each match has exactly one. */
export const organizerStates = [
  'disputed',
  'unconfirmed',
  'overdue',
  'arranged',
  'to_arrange',
  'played',
  'canceled',
] as const
export type OrganizerState = (typeof organizerStates)[number]

/**
 * The filters of the list. `late`: unconfirmed, with more than half its time gone. `clashing`: all courts of its place are
 * taken then. `voided`: canceled or to be replayed.
 */
const organizerFilters = [
  'disputed',
  'overdue',
  'clashing',
  'unconfirmed',
  'late',
  'to_arrange',
  'arranged',
  'played',
  'voided',
  'any',
] as const
export type OrganizerFilter = (typeof organizerFilters)[number]

const side = z.enum(['one', 'two'])
export type Side = z.output<typeof side>
const setGames = z.array(z.object({ score_1: z.int(), score_2: z.int() }))

const organizerSide = z.object({
  entry_id: z.int(),
  /** In doubles, both names. */
  name: z.string(),
  player_ids: z.array(z.int()),
  /** When this side last acted in this league: reported a score, set a date, offered or answered times, or wrote a message. */
  heard_at: z.nullable(instant),
})

const organizerMatch = z.object({
  id: z.int(),
  area: z.string(),
  league_id: z.int(),
  season: z.string(),
  season_slug: z.string(),
  year: z.int(),
  division: z.string(),
  division_name: z.string(),
  sport: z.enum(sports),
  round: z.nullable(z.int()),
  /** 1 quarter-final to 3 final; 0, -1 and -2 the rounds before. Null for a regular-season match. */
  playoff_stage: z.nullable(z.int()),
  /** Counts from the top of the bracket. Slot 2 of stage 3 is the match for third place; slots from 33 are the consolation's. */
  playoff_slot: z.nullable(z.int()),
  one: organizerSide,
  two: organizerSide,
  state: z.enum(organizerStates),
  match_date: z.nullable(z.string()),
  /** 'HH:mm' */
  match_time: z.nullable(z.string()),
  match_location: z.string(),
  play_from: z.nullable(z.string()),
  play_by: z.nullable(z.string()),
  /** The side that last set the date, even if it was withdrawn. */
  arranged_by: z.nullable(side),
  arranged_at: z.nullable(instant),
  winner: z.nullable(side),
  /** The winner's first, or side one's in a tie. */
  set_games: setGames,
  match_status: z.nullable(z.enum(matchStatuses)),
  score_line: z.nullable(z.string()),
  version: z.nullable(z.int()),
  reported_by: z.nullable(z.string()),
  answer_until: z.nullable(instant),
  disputed_by: z.nullable(z.string()),
  /** The text of the dispute. */
  dispute: z.nullable(z.string()),
  voided_at: z.nullable(instant),
  /** Settled as not played: over, and not counted for anybody. */
  not_played: z.boolean(),
})
export type OrganizerMatch = z.output<typeof organizerMatch>

const seasonChoice = z.object({
  season: z.string(),
  season_slug: z.string(),
  year: z.int(),
  starting_date: z.string(),
  ending_date: z.string(),
  rules: seasonRules,
})
export type SeasonChoice = z.output<typeof seasonChoice>

/** By the day, or by the deadline, that the state of a match is about. */
const matchSorts = ['date', '-date'] as const
export type MatchSort = (typeof matchSorts)[number]

export const listOrganizerMatches = endpoint({
  method: 'GET',
  path: '/organizer/matches',
  access: 'organizer',
  tag: 'Organizer',
  summary:
    'Matches of my areas by state, longest waiting first, played ones newest first. `state` defaults to disputed, or to any with `player` or `league_id`. Without `season`, open matches only of current and recent seasons.',
  query: z.object({
    ...pageQuery(),
    ...leagueQuery,
    league_id: z.optional(id),
    state: z.optional(z.enum(organizerFilters)),
    /** Part of a player's name, email or phone. */
    player: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    /** Defaults to the usual order of the state. */
    sort: z.optional(z.enum(matchSorts)),
  }),
  reply: z.object({
    matches: z.array(organizerMatch),
    /** At most 1,000. `more`: there are more. */
    total: z.int(),
    more: z.boolean(),
    skip: z.int(),
    state: z.enum(organizerFilters),
    /** With the same filters, 1,000 at most. */
    waiting: z.object({ disputed: z.int(), unconfirmed: z.int(), overdue: z.int(), clashing: z.int() }),
  }),
})

export const listOrganizerChoices = endpoint({
  method: 'GET',
  path: '/organizer/matches/choices',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'The seasons, newest first (60 at most), and the divisions, to filter by.',
  reply: z.object({
    seasons: z.array(seasonChoice),
    divisions: z.array(z.object({ division: z.string(), division_name: z.string(), sport: z.enum(sports) })),
  }),
})

/** A side of a match to enter, by its first player. In doubles, both names. */
const sideToEnter = z.object({ id: z.int(), name: z.string() })

const matchToEnter = z.object({
  /** Null for two sides of a league without an open match. */
  match_id: z.nullable(z.int()),
  league_id: z.int(),
  area: z.string(),
  season_slug: z.string(),
  year: z.int(),
  division: z.string(),
  league: z.string(),
  /** The side whose name was typed first. */
  one: sideToEnter,
  two: sideToEnter,
  play_by: z.nullable(z.string()),
  match_date: z.nullable(z.string()),
  match_location: z.string(),
  rules: seasonRules,
})
export type MatchToEnter = z.output<typeof matchToEnter>

export const listMatchesToEnter = endpoint({
  method: 'GET',
  path: '/organizer/matches/to-enter',
  access: 'organizer',
  tag: 'Organizer',
  summary:
    'Matches to enter a result for, by parts of the names of both sides: open ones first, then sides of one league without an open match. Ten at most.',
  query: z.object({
    search: z.string().check(z.trim(), z.minLength(2, 'Please type two letters or more.'), z.maxLength(100)),
    /** The league whose matches come first. */
    league_id: z.optional(id),
  }),
  reply: z.object({ matches: z.array(matchToEnter) }),
})

const organizerVersion = z.object({
  version: z.int(),
  kind: z.enum(['report', 'edit', 'correction', 'settlement']),
  /** Whether this is the current version. */
  stands: z.boolean(),
  /** Whether an organizer has voided it. */
  voided: z.boolean(),
  winner: z.nullable(side),
  /** The winner's first, or side one's in a tie. */
  set_games: setGames,
  match_status: z.nullable(z.enum(matchStatuses)),
  score_line: z.string(),
  match_date: z.string(),
  match_area: z.string(),
  match_location: z.string(),
  duration: z.string(),
  match_notes: z.string(),
  reported_by: z.string(),
  /** The side that reported it. Null for an organizer. */
  side: z.nullable(side),
  reported_at: instant,
  answer: z.nullable(z.enum(['confirmed', 'disputed', 'settled'])),
  answered_by: z.nullable(z.string()),
  answered_at: z.nullable(instant),
  /** The text of a dispute, or the organizer's reason. */
  answer_reason: z.string(),
})
export type OrganizerVersion = z.output<typeof organizerVersion>

export const getOrganizerMatch = endpoint({
  method: 'GET',
  path: '/organizer/matches/{id}',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'A match with every version of its score, side by side.',
  params: z.object({ id }),
  reply: z.object({
    match: organizerMatch,
    /** Newest first, a hundred at most. */
    versions: z.array(organizerVersion),
    /** Whether the organizer plays in it, and so answers it as a player until it is disputed or final. */
    mine: z.boolean(),
    /** Whether its league's play-offs exist: a regular-season result then changes the table but not the bracket. */
    playoffs_made: z.boolean(),
    /** Whether its season is over and its table final, so that a change is a correction that the table shows. */
    sealed: z.boolean(),
    /** How to reach its players, side one first. */
    contacts: z.array(contact),
    /** Players of this open match who have another one within an hour of its time. */
    same_hour: z.array(z.string()),
    /** A warning if other matches are set on all courts of its place then. */
    court_taken: z.nullable(z.string()),
  }),
})

export const settleByVersion = endpoint({
  method: 'POST',
  path: '/organizer/matches/{id}/settle',
  access: 'organizer',
  key_scope: 'write:results',
  tag: 'Organizer',
  summary: 'Settle a score as one of its versions, the current one or an earlier one. Both sides get an email.',
  params: z.object({ id }),
  body: z.object({ version, right_version: version, reason }),
  reply: message,
  example: {
    body: { version: 2, right_version: 1, reason: 'Both sent me the score sheet.' },
  },
})

export const settleByScore = endpoint({
  method: 'POST',
  path: '/organizer/matches/{id}/score',
  access: 'organizer',
  key_scope: 'write:results',
  tag: 'Organizer',
  summary: 'Settle a score by entering the correct one. Both sides get an email.',
  params: z.object({ id }),
  body: z.object({ version, reason, ...scoreFields }).check(agreesWithItself),
  reply: message,
})

export const enterResult = endpoint({
  method: 'POST',
  path: '/organizer/results',
  access: 'organizer',
  key_scope: 'write:results',
  tag: 'Organizer',
  summary: 'Enter the result of two players. It is final immediately. Both sides get an email.',
  body: z.object({ ...scoreForm, reason }).check(agreesWithItself),
  reply: z.object({ message: z.string(), id: z.int(), version: z.int() }),
  status: 201,
})

export const voidResult = endpoint({
  method: 'POST',
  path: '/organizer/matches/{id}/void',
  access: 'organizer',
  key_scope: 'write:results',
  tag: 'Organizer',
  summary:
    'Void a result: the match is replayed (a play-off match always is), or canceled. Its versions are kept. Both sides get an email.',
  params: z.object({ id }),
  body: z.object({ version, reason, again: z.boolean() }),
  reply: message,
  example: {
    body: { version: 1, reason: 'They had played for another league.', again: true },
  },
})

export const giveWalkovers = endpoint({
  method: 'POST',
  path: '/organizer/walk-overs',
  access: 'organizer',
  tag: 'Organizer',
  summary:
    'Award overdue matches to one side each: all of them, or none when one cannot be awarded. Both sides get an email.',
  body: z.object({
    reason,
    matches: z.array(z.object({ id, winner: z.enum(['one', 'two'], 'Please choose who gets the win.') })).check(
      z.minLength(1, 'Please choose a match.'),
      z.maxLength(50, 'Please choose at most 50 matches.'),
      z.refine((all) => new Set(all.map((each) => each.id)).size === all.length, 'Please choose each match only once.'),
    ),
  }),
  reply: message,
  example: {
    body: { reason: 'No answer for three weeks.', matches: [{ id: 481, winner: 'one' }] },
  },
})

const silentEntry = z.object({
  entry_id: z.int(),
  name: z.string(),
  /** The name to search the matches by. */
  first_player: z.string(),
  area: z.string(),
  season: z.string(),
  season_slug: z.string(),
  year: z.int(),
  division: z.string(),
  division_name: z.string(),
  overdue: z.int(),
  /** The number of those for which the other side had offered times or set a date. */
  tried: z.int(),
  /** The day since when the oldest is overdue, yyyy/MM/dd. */
  since: z.string(),
  heard_at: z.nullable(instant),
})
export type SilentEntry = z.output<typeof silentEntry>

export const listSilent = endpoint({
  method: 'GET',
  path: '/organizer/silent',
  access: 'organizer',
  tag: 'Organizer',
  summary:
    'Players who went quiet: no score, no date and no reply for 21 days, with two or more overdue matches, or one for which the other side offered times or set a date.',
  query: z.object({ ...pageQuery(), ...leagueQuery }),
  reply: z.object({ players: z.array(silentEntry), total: z.int(), skip: z.int() }),
})
