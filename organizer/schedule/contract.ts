import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { id, message, text } from '#/contract/fields.ts'
import { leagueFormat } from '#/contract/league-format.ts'
import { pageQuery } from '#/contract/page.ts'
import { seasonRules } from '#/contract/season-rules.ts'
import { leagueQuery, seasonTemplate, seasonYear } from '#/features/leagues/contract.ts'

const digest = z.string().check(z.minLength(1, 'Please look at the preview first.'), z.maxLength(100))
const optionalReason = z._default(text(500), '')

/** Why a league, or the whole request, cannot be drawn. Null if it can. */
const problem = z.nullable(z.enum(['too_few', 'season_over', 'round_open', 'nothing']))
export type DrawProblem = z.output<typeof problem>

const drawnLeague = {
  league_id: z.int(),
  area: z.string(),
  division: z.string(),
  division_name: z.string(),
  format: leagueFormat,
  /** The last day of the current round if another round waits for it, yyyy/MM/dd. Null if none does. */
  waits_until: z.nullable(z.string()),
  /** Entries that count: players, or pairs. */
  entries: z.int(),
  /** Entries that do not have matches yet. */
  new_entries: z.int(),
  /**
   * Whether the league or one of its flights has an odd number of entries, so that one of them has a bye in each round.
   */
  byes: z.boolean(),
  kept: z.int(),
  added: z.int(),
  removed: z.int(),
  /** If the schedule has too few matches for the play-offs: the matches of each entry, and the number needed. */
  shortage: z.nullable(z.object({ matches: z.int(), needed: z.int() })),
  problem,
}

const season = {
  season: z.string(),
  season_slug: z.string(),
  year: z.int(),
  starting_date: z.string(),
  ending_date: z.string(),
}

const card = z.object({ one: z.string(), two: z.string() })

/** Where an entry ended the previous season. Null if it did not play, or is not placed by it in this draw. */
const last = z.nullable(
  z.object({
    season: z.string(),
    /** Null if it is the same division. */
    division_name: z.nullable(z.string()),
    group: z.nullable(z.enum(['Flight', 'Box'])),
    flight: z.nullable(z.int()),
    rank: z.int(),
  }),
)
export type LastPlace = z.output<typeof last>

/** Why an entry is placed there. `rating`: null unless the season's rules place it by that. */
const reason = { last, rating: z.nullable(z.int()) }

export const previewDraw = endpoint({
  method: 'GET',
  path: '/organizer/leagues/{id}/draw',
  access: 'organizer',
  tag: 'Organizer',
  summary:
    'The matches that a draw of this league would add and delete, round by round. `redraw`: redraws all that are neither dated nor played.',
  params: z.object({ id }),
  query: z.object({ redraw: z._default(z.enum(['yes', 'no']), 'no') }),
  reply: z.object({
    ...season,
    ...drawnLeague,
    digest: z.string(),
    /** Whether entries can be moved in the order of the draw: nothing is drawn yet. */
    can_move: z.boolean(),
    /** By what the entries are ordered, if the format needs an order of strength. */
    draw_by: seasonRules.shape.draw_by,
    rounds: z.array(
      z.object({
        round: z.int(),
        /** The first and the last day of the round. */
        play_from: z.string(),
        play_by: z.string(),
        cards: z.array(card),
        /** The entry without a match in it, if it is a whole round. */
        bye: z.nullable(z.string()),
      }),
    ),
    /**
     * The names in each flight or box after the draw, strongest first. Entries that move also have the flight or box
     * they come from. Empty if the league has one table.
     */
    flights: z.array(z.array(z.object({ entry_id: z.int(), name: z.string(), from: z.nullable(z.int()), ...reason }))),
    /** The entries that join the ladder, top first. Empty if none do, or if the league is not a ladder. */
    ladder: z.array(z.object({ entry_id: z.int(), name: z.string(), ...reason })),
    gone: z.array(z.object({ ...card.shape, play_from: z.nullable(z.string()), play_by: z.nullable(z.string()) })),
    /** The days without play in the season, which the draw leaves out. */
    closed_days: z.array(z.object({ name: z.string(), from: z.string(), to: z.string() })),
  }),
})
export type DrawPreview = z.output<typeof previewDraw.reply>

export const drawLeague = endpoint({
  method: 'POST',
  path: '/organizer/leagues/{id}/draw',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'Draw a league exactly as its preview shows. A league that has changed since is refused.',
  params: z.object({ id }),
  body: z
    .object({ digest, redraw: z._default(z.boolean(), false), reason: optionalReason })
    .check(({ value, issues }) => {
      if (value.redraw && value.reason === '')
        issues.push({
          code: 'custom',
          path: ['reason'],
          message: 'Please give a reason for the audit log.',
          input: value,
        })
    }),
  reply: message,
  example: {
    body: { digest: 'the digest of the preview', redraw: false, reason: '' },
  },
})

export const moveInDraw = endpoint({
  method: 'POST',
  path: '/organizer/leagues/{id}/draw/moves',
  access: 'organizer',
  tag: 'Organizer',
  summary:
    'Before the first draw, move an entry up, directly above another one, in the order that fills flights, boxes and ladders.',
  params: z.object({ id }),
  body: z.object({ entry_id: z.int(), above_id: z.int() }),
  reply: message,
  example: { body: { entry_id: 12, above_id: 7 } },
})

const draws = {
  area: leagueQuery.area,
  season: seasonTemplate,
  year: seasonYear,
}

export const previewDraws = endpoint({
  method: 'GET',
  path: '/organizer/draws',
  access: 'organizer',
  tag: 'Organizer',
  summary:
    'The matches that a draw of all leagues of a season would add and delete. Leagues without entries are left out.',
  query: z.object({ ...pageQuery(60), ...draws }),
  reply: z.object({
    ...season,
    digest: z.string(),
    added: z.int(),
    removed: z.int(),
    problem,
    leagues: z.array(z.object(drawnLeague)),
    total: z.int(),
    skip: z.int(),
  }),
})
export type DrawsPreview = z.output<typeof previewDraws.reply>

export const drawSeason = endpoint({
  method: 'POST',
  path: '/organizer/draws',
  access: 'organizer',
  tag: 'Organizer',
  summary:
    'Draw all leagues of a season exactly as the preview shows, as a task. A league that changes before its turn is skipped, and named in the outcome.',
  body: z.object({ ...draws, digest, reason: optionalReason }),
  reply: z.object({ task_id: z.int() }),
  status: 201,
  example: {
    body: { season: 'spring', year: 2026, digest: 'the digest of the preview', reason: '' },
    reply: { task_id: 4 },
  },
})

/** The outcome of such a task. */
export const drawOutcome = z.object({
  added: z.int(),
  removed: z.int(),
  /** Leagues that had changed and were not drawn. */
  changed: z.array(z.string()),
  /** Leagues that were drawn and have too few matches for their play-offs. */
  too_small: z._default(z.array(z.string()), []),
})
