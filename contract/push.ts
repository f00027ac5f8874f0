/** The payload of a push to the service worker. */
export type PushPayload = {
  /** The notification's id. */
  id: number
  /** Replaces an earlier notification with the same tag. */
  tag: string
  title: string
  text: string
  /** The screen that it opens. */
  path: string
  /** The number of unread notifications, including this one. */
  unread: number
  /** When it happened, in milliseconds. */
  at: number
}
