/**
 * The cookie in which a page's script names the session whose documents this browser shows, and the time zone:
 * 'Zk2VnJr0:America/New_York'. Signing out removes it, even offline.
 */
export const READER_COOKIE = 'deuce.reader'

/** The name of a token's session in its documents and cookies. These characters alone give no access. */
export function readerOf(token: string): string {
  return token.slice(0, 8)
}
