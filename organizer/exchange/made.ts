import * as z from 'zod/mini'

/** The ids of what an import added, by which it can be taken back. */
export const made = z.object({
  players: z._default(z.array(z.int()), []),
  seasons: z._default(z.array(z.int()), []),
  leagues: z._default(z.array(z.int()), []),
  orders: z._default(z.array(z.string()), []),
  /** `version`: the number of the version that the import stored. */
  scores: z._default(z.array(z.object({ match_id: z.int(), version: z.int(), is_new: z.boolean() })), []),
  /** Matches that got a day to come. */
  fixtures: z._default(z.array(z.object({ match_id: z.int(), match_date: z.string(), is_new: z.boolean() })), []),
  /** Players who were invited by email. */
  invited: z._default(z.int(), 0),
  /** Existing players who were changed. */
  changed: z._default(z.int(), 0),
})
export type Made = z.input<typeof made>
