import { createStore, type Store } from './store.ts'

const own = createStore<string | null>('deuce.token', (kept) => (typeof kept === 'string' ? kept : null))

/** An organizer's look at the site as a player: `back` is the screen of the desk where it began. */
type Impersonation = { token: string; name: string; back: string }

/** Of this tab alone, as long as it lasts; the organizer's own token stays where it is. */
export const impersonation = createStore<Impersonation | null>('deuce.seen-as', parseImpersonation, 'sessionStorage')

function parseImpersonation(kept: unknown): Impersonation | null {
  if (typeof kept !== 'object' || kept === null) return null
  const { token: bearer, name, back } = kept as Record<string, unknown>
  return typeof bearer === 'string' && typeof name === 'string' && typeof back === 'string'
    ? { token: bearer, name, back }
    : null
}

/** The bearer token of this browser's session; null: signed out. Only a 401 or signing out removes it; a look as a player then ends at the desk. */
export const token: Store<string | null> = {
  get: () => impersonation.get()?.token ?? own.get(),
  set(value) {
    const looking = impersonation.get()
    if (!looking || value !== null) return own.set(value)
    impersonation.set(null)
    // From the start: nothing that was read as the player stays in memory.
    location.assign(looking.back)
  },
  subscribe(listener) {
    const ends = [own.subscribe(listener), impersonation.subscribe(listener)]
    return () => ends.forEach((end) => end())
  },
}

/** Begins to look at the site as a player. */
export function beginImpersonation(look: Impersonation, to: string): void {
  impersonation.set(look)
  location.assign(to)
}
