import { emptyDevice } from './device-data.ts'
import { forgetAllKept } from './kept-form.ts'
import { forgetLiveScoresHere } from './live-scores-here.ts'
import { READER_COOKIE, readerOf } from '#/contract/document-reader.ts'
import { readerZone } from '#/contract/locale.ts'
import { paths } from '#/contract/paths.ts'
import { isServer } from './served-page.ts'
import { createStore, type Store } from './store.ts'

const own = createStore<string | null>('deuce.token', (stored) => (typeof stored === 'string' ? stored : null))

/** Seconds for which the browser keeps the name of its session. */
const READER_S = 30 * 86_400

/**
 * Names the session whose documents this browser wants. The server has set the document cookie, which a script cannot take away:
 * without this one it is worth nothing, so signing out works without a network too.
 */
function nameReader(): void {
  const bearer = own.get()
  const [value, seconds] = bearer === null ? ['', 0] : [`${readerOf(bearer)}:${readerZone()}`, READER_S]
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${READER_COOKIE}=${value}; Path=${paths.profile}; Max-Age=${seconds}; SameSite=Lax${secure}`
}

if (!isServer) {
  nameReader()
  own.subscribe(nameReader)
}

/** An organizer who views the site as a player. `back` is the organizer's screen where it began. */
type Impersonation = { token: string; name: string; back: string }

/** Stored for this tab only; the organizer's own token stays in localStorage. */
export const impersonation = createStore<Impersonation | null>('deuce.seen-as', parseImpersonation, 'sessionStorage')

function parseImpersonation(stored: unknown): Impersonation | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { token: bearer, name, back } = stored as Record<string, unknown>
  return typeof bearer === 'string' && typeof name === 'string' && typeof back === 'string'
    ? { token: bearer, name, back }
    : null
}

/**
 * Whether the last session in this browser ended by itself, and not because the player signed out. Every open screen then
 * leads to the sign-in page, which says so and leads back.
 */
export const sessionEnded = createStore<boolean>('deuce.session-ended', (stored) => stored === true)

/** The session's bearer token; null when signed out. Only a 401 or signing out removes it. During impersonation that ends the impersonation. */
export const token: Store<string | null> = {
  initial: null,
  get: () => impersonation.get()?.token ?? own.get(),
  set(value) {
    const current = impersonation.get()
    if (!current || value !== null) {
      if (value !== null) sessionEnded.set(false)
      return own.set(value)
    }
    impersonation.set(null)
    // Loads the page: nothing that was read as the player stays in memory.
    location.assign(current.back)
  },
  subscribe(listener) {
    const ends = [own.subscribe(listener), impersonation.subscribe(listener)]
    return () => ends.forEach((end) => end())
  },
}

/** Ends the session in this browser because the player wants it: nothing typed or read remains. A session that ends by itself keeps it. */
export function signOut(): void {
  sessionEnded.set(false)
  // Before what makes the stores read the storage again.
  forgetLiveScoresHere()
  forgetAllKept()
  token.set(null)
  emptyDevice()
}

/** The server no longer knows the session: it was not used for long, or was ended elsewhere. */
export function endSession(): void {
  // An impersonation that ends leads back to the organizer's own session.
  if (impersonation.get() === null) sessionEnded.set(true)
  token.set(null)
}

/** Starts an impersonation. */
export function beginImpersonation(started: Impersonation, to: string): void {
  impersonation.set(started)
  location.assign(to)
}
