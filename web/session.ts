import { emptyDevice, RECENT_KEY } from './device-data.ts'
import { deleteAllFormDrafts } from './form-draft.ts'
import { forgetLiveScoresHere } from './live-scores-here.ts'
import { READER_COOKIE, readerOf } from '#/contract/document-reader.ts'
import { readerZone } from '#/contract/locale.ts'
import { paths } from '#/contract/paths.ts'
import { isServer } from './served-page.ts'
import { createStore, type Store } from './store.ts'
import { whenIdle } from './when-idle.ts'

const own = createStore<string | null>('deuce.token', (stored) => (typeof stored === 'string' ? stored : null))

/** Seconds for which the browser keeps the session's name. */
const READER_S = 30 * 86_400

/**
 * Sets the cookie that names the session whose documents this browser wants. A script cannot remove the document cookie,
 * which the server has set. Without this one it has no effect, so signing out also works offline.
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

/** An organizer's impersonation of a player. `back`: the organizer's screen where it began. */
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
 * Whether the last session in this browser expired, as opposed to the player signing out. Every open screen then
 * redirects to the sign-in page, which explains this and returns to the screen afterwards.
 */
export const sessionEnded = createStore<boolean>('deuce.session-ended', (stored) => stored === true)

/**
 * The session's bearer token; null when signed out. Only a 401 or signing out removes it. During impersonation that
 * ends the impersonation.
 */
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
    // Reloads the page, so that nothing read as the player stays in memory.
    location.assign(current.back)
  },
  subscribe(listener) {
    const ends = [own.subscribe(listener), impersonation.subscribe(listener)]
    return () => ends.forEach((end) => end())
  },
}

/** Signs out in this browser and deletes everything typed or read. An expired session keeps it. */
export function signOut(): void {
  sessionEnded.set(false)
  // Comes before the calls that make the stores read the storage again.
  forgetLiveScoresHere()
  localStorage.removeItem(RECENT_KEY)
  deleteAllFormDrafts()
  token.set(null)
  emptyDevice()
}

/** Called when the server no longer knows the session, because it expired or was ended elsewhere. */
export function endSession(): void {
  // After an impersonation the organizer's own session continues.
  if (impersonation.get() === null) {
    sessionEnded.set(true)
    forgetDevice()
  }
  token.set(null)
}

/** Deletes what an ended session has shown. */
function forgetDevice(): void {
  void import('./offline-replies.ts').then(
    ({ forgetSession }) => forgetSession(),
    () => {},
  )
}

// The page that noticed it may have been closed too early.
if (!isServer && own.get() === null && sessionEnded.get()) whenIdle(forgetDevice)

/** Starts an impersonation. */
export function beginImpersonation(started: Impersonation, to: string): void {
  impersonation.set(started)
  location.assign(to)
}
