import type { AreaSlug } from './areas.ts'

/** What can change under an open page; the stream names it and never says how (docs/decisions/063). */
export type Topic =
  | `match:${number}`
  | `league:${number}`
  /** A match that is scored live, point by point. */
  | `live:${number}`
  /** Which matches of a league are scored live, and their sets. */
  | `live-league:${number}`
  | `order:${string}`
  /** An organizer's own long work. */
  | `task:${number}`
  /** All that the pages about an area's leagues show. */
  | `area:${AreaSlug}`
  /** What the organizers of an area decide by. */
  | `desk:${AreaSlug}`
  /** The player's own inbox. */
  | 'notifications'

/** Topics that one stream may watch. */
export const MOST_TOPICS = 50

/** The stream that pages open: below the path of the document cookie. */
export const STREAM_PATH = '/dashboard/live'
