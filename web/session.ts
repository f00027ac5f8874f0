import { createStore, type Store } from './store.ts'

const own = createStore<string | null>('deuce.token', (kept) => (typeof kept === 'string' ? kept : null))

/** An organizer's look at the site as a player: `back` is the screen of the desk where it began. */
type SeenAs = { token: string; name: string; back: string }

/** Of this tab alone, as long as it lasts; the organizer's own token stays where it is. */
export const seenAs = createStore<SeenAs | null>('deuce.seen-as', readSeenAs, 'sessionStorage')

function readSeenAs(kept: unknown): SeenAs | null {
  if (typeof kept !== 'object' || kept === null) return null
  const { token: bearer, name, back } = kept as Record<string, unknown>
  return typeof bearer === 'string' && typeof name === 'string' && typeof back === 'string'
    ? { token: bearer, name, back }
    : null
}

/** The bearer token of this browser's session; null: signed out. Only a 401 or signing out removes it; a look as a player then ends at the desk. */
export const token: Store<string | null> = {
  get: () => seenAs.get()?.token ?? own.get(),
  set(value) {
    const looking = seenAs.get()
    if (!looking || value !== null) return own.set(value)
    seenAs.set(null)
    // From the start: nothing that was read as the player stays in memory.
    location.assign(looking.back)
  },
  subscribe(listener) {
    const ends = [own.subscribe(listener), seenAs.subscribe(listener)]
    return () => ends.forEach((end) => end())
  },
}

/** Begins to look at the site as a player. */
export function lookAs(look: SeenAs, to: string): void {
  seenAs.set(look)
  location.assign(to)
}
