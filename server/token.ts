import { hash, randomBytes } from 'node:crypto'

/** A token that nobody can guess: 256 random bits, as text for a URL. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The hash of a token. Only this is stored, so a copy of the database opens nothing. */
export function hashOf(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}
