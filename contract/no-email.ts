/**
 * The domain of players without an email, which RFC 2606 reserves: no mailbox can have it. `players.email` stays unique and
 * not null, so that indexes, searches and the release before need not know of such players.
 */
export const NO_EMAIL_DOMAIN = '@no-email.invalid'

/** The value of `players.email` for a player without one. */
export function placeholderEmail(): string {
  return `${crypto.randomUUID()}${NO_EMAIL_DOMAIN}`
}

/** The email to show, to export or to write to. Null for a player without one. */
export function emailOf(stored: string): string | null {
  return stored.endsWith(NO_EMAIL_DOMAIN) ? null : stored
}
