import * as z from 'zod/mini'
import { area } from '#/contract/area-field.ts'
import { endpoint } from '#/contract/endpoint.ts'
import { id, instant } from '#/contract/fields.ts'
import { pageQuery } from '#/contract/page.ts'
import { leagueQuery } from '#/features/leagues/contract.ts'
import { bulkActs, bulkKinds, bulkStart } from '#/organizer/desk/bulk-contract.ts'
import { listOrganizerEntries } from '#/organizer/entries/contract.ts'
import { listOrganizerMatches } from '#/organizer/matches/contract.ts'
import { previewMessage } from '#/organizer/messages/contract.ts'
import { listOrganizerPlayers } from '#/organizer/players/contract.ts'
import { listOrganizerSeasons, setCapacity } from '#/organizer/seasons/contract.ts'

/** The most things of one act. */
export const MOST_AT_ONCE = 2000

const pageFields = Object.fromEntries(Object.keys(pageQuery()).map((name) => [name, true])) as {
  page: true
  per_page: true
}

/** Chosen things: their ids, or the filter of their list. */
function selectionOf<F extends z.ZodMiniObject>(filter: F) {
  return z
    .object({
      ids: z.optional(
        z
          .array(id)
          .check(
            z.minLength(1, 'Please choose at least one.'),
            z.maxLength(MOST_AT_ONCE, `Please choose at most ${MOST_AT_ONCE.toLocaleString('en-US')} at once.`),
          ),
      ),
      filter: z.optional(filter),
    })
    .check(
      z.refine(
        ({ ids, filter: given }) => (ids === undefined) !== (given === undefined),
        'Please give either ids or a filter.',
      ),
    )
}

const entries = selectionOf(z.omit(listOrganizerEntries.query, pageFields))
const players = selectionOf(z.omit(listOrganizerPlayers.query, pageFields))
const matches = selectionOf(z.omit(listOrganizerMatches.query, pageFields))
const seasons = selectionOf(z.omit(listOrganizerSeasons.query, pageFields))
/** Leagues are listed by season: `area` and `division` narrow that down. */
const leagues = selectionOf(z.object({ season_id: id, area: z.optional(area), division: leagueQuery.division }))

/** The acts, each with its selection and its own fields. */
const requests = [
  z.object({
    act: z.literal('move'),
    selection: entries,
    league_id: id,
    /** Also moves entries with results, which stay in the old league. */
    keep_results: z._default(z.boolean(), false),
  }),
  z.object({ act: z.literal('withdraw'), selection: entries, refund: z.boolean('Please choose whether to refund.') }),
  z.object({ act: z.literal('limit'), selection: leagues, capacity: setCapacity.body.shape.capacity }),
  z.object({
    act: z.literal('walkover'),
    selection: matches,
    /** Who loses each of these matches. */
    player_id: id,
  }),
  z.object({ act: z.literal('merge_leagues'), selection: leagues, into: id }),
  z.object({ act: z.literal('cancel_league'), selection: leagues }),
  z.object({ act: z.literal('close'), selection: seasons }),
  z.object({
    act: z.literal('message'),
    selection: players,
    subject: previewMessage.body.shape.subject,
    body: previewMessage.body.shape.body,
  }),
] as const

const request = z.discriminatedUnion('act', requests)
export type BulkRequest = z.output<typeof request>

/** Parses a stored request. */
export const storedRequest = request

const touched = z.object({ id: z.int(), text: z.string() })
const leftOut = z.object({ id: z.int(), why: z.string() })

export const previewBulk = endpoint({
  method: 'POST',
  path: '/organizer/bulk/preview',
  access: 'organizer',
  tag: 'Organizer',
  summary:
    'What an act on many things would do to each, and what it leaves out and why. `ids` or the fields of the list as `filter`: entries for move and withdraw, leagues for limit, merge_leagues and cancel_league, seasons for close, matches for walkover, players for message. 2,000 at most. Nothing is changed.',
  body: request,
  reply: z.object({
    /** For `POST /organizer/bulk`: who would be touched, and how. Good for a day. */
    digest: z.string(),
    will: z.array(touched),
    left_out: z.array(leftOut),
    /** Dollars that go back to cards, and dollars that were paid in cash and have to be returned by hand. */
    refund: z.number(),
    cash: z.number(),
  }),
  example: {
    body: { act: 'move', selection: { ids: [118, 131] }, league_id: 12 },
    reply: {
      digest: 'the digest',
      will: [{ id: 118, text: "Ada Moreno moves from Women's Singles 3.0, Hampton to Women's Singles 3.5." }],
      left_out: [{ id: 131, why: 'Nora Kim is no longer in the league.' }],
      refund: 0,
      cash: 0,
    },
  },
})
export type BulkPreview = z.output<typeof previewBulk.reply>

export const startBulk = endpoint({
  method: 'POST',
  path: '/organizer/bulk',
  access: 'organizer',
  tag: 'Organizer',
  summary:
    'Carry out what a preview showed: a task, one thing after the other. The same digest again is the same task. 409 if the preview is no longer true.',
  body: bulkStart,
  reply: z.object({ task_id: z.int() }),
  status: 201,
  example: { body: { digest: 'the digest', reason: 'Two leagues too small' }, reply: { task_id: 21 } },
})

const item = z.object({
  /** The kind of the thing. */
  kind: z.enum(bulkKinds),
  id: z.int(),
  text: z.string(),
  /** refunding: the payment provider has not responded yet. */
  state: z.enum(['waiting', 'done', 'refunding', 'left']),
  /** Why it was left out. */
  why: z.nullable(z.string()),
})
export type BulkItem = z.output<typeof item>

export const getBulkReport = endpoint({
  method: 'GET',
  path: '/organizer/bulk/{task_id}',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'The progress of one of my acts on many things, and what has become of each.',
  params: z.object({ task_id: id }),
  reply: z.object({
    act: z.enum(bulkActs),
    reason: z.string(),
    state: z.enum(['waiting', 'running', 'done', 'failed']),
    done: z.int(),
    total: z.nullable(z.int()),
    created_at: instant,
    finished_at: z.nullable(instant),
    items: z.array(item),
    /** The message that was sent, for the act `message`. */
    message_id: z.nullable(z.uuid()),
  }),
})
export type BulkReport = z.output<typeof getBulkReport.reply>

/** The outcome of the task. */
export const bulkOutcome = z.object({ done: z.int(), left: z.int() })
