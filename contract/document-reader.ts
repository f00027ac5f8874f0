/**
 * The cookie by which a page's script says whose documents this browser shows, and in which time zone: 'Zk2VnJr0:America/New_York'.
 * It is removed when somebody signs out, even offline.
 */
export const READER_COOKIE = 'deuce.reader'

/** Names the session of a token in its documents and cookies. These characters alone open nothing. */
export function readerOf(token: string): string {
  return token.slice(0, 8)
}
