import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { id, instant, message, text } from '#/contract/fields.ts'
import { leagueQuery } from '#/features/leagues/contract.ts'

const reason = z.pipe(text(500), z.string().check(z.minLength(1, 'Please give a reason for the audit log.')))
const outcome = z.enum(['walkover', 'extended', 'not_played'])
export type ShownOutcome = z.output<typeof outcome>

const about = {
  match_id: z.int(),
  area: z.string(),
  season: z.string(),
  season_slug: z.string(),
  year: z.int(),
  division: z.string(),
  division_name: z.string(),
  /** The names of both sides; in doubles, both partners'. */
  one: z.string(),
  two: z.string(),
  outcome,
  /** For a walkover: the side that wins. */
  winner: z.nullable(z.enum(['one', 'two'])),
  /** For an extension: the new last day, yyyy/MM/dd. */
  extends_to: z.nullable(z.string()),
  /** Derived from the record of both sides, one sentence each. */
  reasons: z.array(z.string()),
  /** The last day for playing it, yyyy/MM/dd. */
  last_day: z.string(),
}

const unplayed = z.object({
  ...about,
  league_id: z.int(),
  /** When it is applied automatically. Null if it is not. */
  applies_at: z.nullable(instant),
  /** How many messages each side has written in the window; they are private to the players. */
  messages: z.object({ one: z.int(), two: z.int() }),
  /** A side has objected to the announced outcome, so it waits for an organizer. */
  objected: z.boolean(),
  /** The organizer plays in it, so another one has to settle it. */
  own: z.boolean(),
})
export type Unplayed = z.output<typeof unplayed>

const settled = z.object({
  ...about,
  settled_at: instant,
  /** Applied automatically, not by an organizer. */
  by_clock: z.boolean(),
  /** No player has responded since, so it can be undone. */
  can_undo: z.boolean(),
})
export type Settled = z.output<typeof settled>

export const listUnplayed = endpoint({
  method: 'GET',
  path: '/organizer/unplayed',
  access: 'organizer',
  tag: 'Organizer',
  summary:
    'The matches of my areas without a score whose window has ended, each with its suggested outcome and why; longest overdue first, 300 at most. Also the settlements of the last 14 days.',
  query: z.object(leagueQuery),
  reply: z.object({
    matches: z.array(unplayed),
    /** All matches, including those not listed; 5000 at most. */
    total: z.int(),
    /** The suggested outcomes of all of them, without those in which the organizer plays. */
    proposed: z.object({ walkover: z.int(), extended: z.int(), not_played: z.int() }),
    /** A digest of the same: what `POST /organizer/unplayed/settle-all` applies. */
    digest: z.string(),
    /** Newest first, 100 at most. */
    settled: z.array(settled),
  }),
})

/** The most that are listed, and that are settled in one transaction. */
export const MOST_LISTED = 300

const ids = z.array(id).check(
  z.maxLength(MOST_LISTED, `Please choose at most ${MOST_LISTED} matches.`),
  z.refine((each) => new Set(each).size === each.length, 'Please choose each match only once.'),
)
const match_ids = ids.check(z.minLength(1, 'Please choose a match.'))

export const settleUnplayed = endpoint({
  method: 'POST',
  path: '/organizer/unplayed/settle',
  access: 'organizer',
  tag: 'Organizer',
  summary:
    'Apply the suggested outcomes of these matches: all of them, or none if one cannot be settled. Both sides get an email.',
  body: z.object({
    match_ids,
    reason,
    /** The outcomes shown, in the order of `match_ids`. If one has changed since, nothing is applied. */
    outcomes: z.optional(z.array(outcome)),
  }),
  reply: z.extend(message, { settled: z.int() }),
  example: {
    body: { match_ids: [481, 502], reason: 'The season is over.' },
    reply: { message: 'Settled 2 matches.', settled: 2 },
  },
})

export const settleAllUnplayed = endpoint({
  method: 'POST',
  path: '/organizer/unplayed/settle-all',
  access: 'organizer',
  tag: 'Organizer',
  summary:
    'Apply the suggested outcomes of all unplayed matches that `GET /organizer/unplayed` counts with the same filters, without those in which I play: a task that settles 50 at a time. A match whose outcome changes before its turn is skipped.',
  body: z.object({
    ...leagueQuery,
    digest: z.string().check(z.minLength(1, 'Please look at the list first.'), z.maxLength(100)),
    /** The matches to skip. */
    except: z._default(ids, []),
    reason,
  }),
  reply: z.object({ task_id: z.int() }),
  status: 201,
  example: {
    body: { season: 'spring', year: 2026, digest: 'the digest of the list', reason: 'The season is over.' },
    reply: { task_id: 21 },
  },
})

/** The outcome of such a task. */
export const settleAllOutcome = z.object({
  settled: z.int(),
  /** Skipped, because they were played or changed in the meantime. */
  left: z.int(),
})

export const undoSettlements = endpoint({
  method: 'POST',
  path: '/organizer/unplayed/undo',
  access: 'organizer',
  tag: 'Organizer',
  summary:
    'Undo the settlements of these matches, if no player has responded since: all of them or none. Both sides get an email.',
  body: z.object({ match_ids, reason }),
  reply: message,
  example: {
    body: { match_ids: [481], reason: 'They had played.' },
    reply: { message: 'Undone: 1 match. Both sides are notified.' },
  },
})
