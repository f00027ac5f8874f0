/** The browser's location. `state` was passed by the navigation; `key` identifies the history entry. */
export type Location = { pathname: string; search: string; hash: string; state: unknown; key: string }

/** How the location was reached: POP is back, forward or the first visit. */
export type Move = 'POP' | 'PUSH' | 'REPLACE'

export type Place = { location: Location; how: Move }

export type RouterHistory = {
  place: () => Place
  /** `to` is an absolute address on this site. */
  move: (to: string, how: Exclude<Move, 'POP'>, state: unknown) => void
  go: (steps: number) => void
  subscribe: (listener: () => void) => () => void
}

/** The address of a location without the origin. */
export function addressAt({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): string {
  return pathname + search + hash
}

/** Resolves a link against an address: '?page=2' keeps the path. Never leads to another site. */
export function resolveAddress(to: string, from: string): URL {
  const url = new URL(to, new URL(from, 'http://here'))
  // A path that begins with two slashes would name a host.
  url.pathname = url.pathname.replace(/^\/{2,}/, '/')
  return url
}

/** The browser's history. */
export function openBrowserHistory(): RouterHistory {
  const read = (): Location => {
    const { usr, key } = (history.state ?? {}) as { usr?: unknown; key?: string }
    const { pathname, search, hash } = location
    return { pathname, search, hash, state: usr ?? null, key: key ?? 'default' }
  }
  const listeners = new Set<() => void>()
  let place: Place = { location: read(), how: 'POP' }
  const arrive = (how: Move) => {
    place = { location: read(), how }
    for (const listener of listeners) listener()
  }
  addEventListener('popstate', () => arrive('POP'))
  return {
    place: () => place,
    move(to, how, state) {
      const entry = { usr: state ?? null, key: Math.random().toString(36).slice(2, 10) }
      try {
        if (how === 'PUSH') history.pushState(entry, '', to)
        else history.replaceState(entry, '', to)
      } catch (error) {
        if (error instanceof DOMException && error.name === 'DataCloneError') throw error
        // Safari allows only a hundred history changes in thirty seconds.
        location.assign(to)
        return
      }
      arrive(how)
    },
    go: (steps) => history.go(steps),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** A history in memory, for server rendering and tests. */
export function openMemoryHistory(address: string): RouterHistory {
  const locationOf = (to: string, state: unknown, key: string): Location => {
    const { pathname, search, hash } = resolveAddress(to, '/')
    return { pathname, search, hash, state, key }
  }
  const listeners = new Set<() => void>()
  let entries = [locationOf(address, null, 'default')]
  let index = 0
  let how: Move = 'POP'
  let place: Place = { location: entries[0]!, how }
  const arrive = (next: Move) => {
    how = next
    place = { location: entries[index]!, how }
    for (const listener of listeners) listener()
  }
  return {
    place: () => place,
    move(to, next, state) {
      const entry = locationOf(to, state ?? null, String(entries.length))
      if (next === 'PUSH') entries = [...entries.slice(0, ++index), entry]
      else entries = entries.with(index, entry)
      arrive(next)
    },
    go(steps) {
      index = Math.min(Math.max(index + steps, 0), entries.length - 1)
      arrive('POP')
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
