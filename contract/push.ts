/** What a push carries to the service worker. */
export type PushPayload = {
  /** The notification's. */
  id: number
  /** A notification with the same tag is replaced. */
  tag: string
  title: string
  text: string
  /** The screen that it opens. */
  path: string
  /** Unread notifications, this one included. */
  unread: number
  /** When it happened, in milliseconds. */
  at: number
}
