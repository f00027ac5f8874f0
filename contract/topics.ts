import type { AreaSlug } from './areas.ts'

/** The things that can change under an open page. The stream names what changed, never how (docs/decisions/063). */
export type Topic =
  | `match:${number}`
  | `league:${number}`
  /** A match scored live, point by point. */
  | `live:${number}`
  /** The live matches of a league, and their sets. */
  | `live-league:${number}`
  | `order:${string}`
  /** An organizer's long-running task. */
  | `task:${number}`
  /** Everything shown on pages about an area's leagues. */
  | `area:${AreaSlug}`
  /** The data that an area's organizers base decisions on. */
  | `desk:${AreaSlug}`
  /** The player's inbox. */
  | 'notifications'

/** The most topics that one stream may watch. */
export const MOST_TOPICS = 50

/** The stream that pages open: below the path of the document cookie. */
export const STREAM_PATH = '/dashboard/live'
