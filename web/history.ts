/** Where the browser is. `state` is what the step there has brought; `key` names the entry in the history. */
export type Location = { pathname: string; search: string; hash: string; state: unknown; key: string }

/** How it came there: POP is back, forward or a first visit. */
export type Move = 'POP' | 'PUSH' | 'REPLACE'

export type Place = { location: Location; how: Move }

export type RouterHistory = {
  place: () => Place
  /** `to` is an absolute address of ours. */
  move: (to: string, how: Exclude<Move, 'POP'>, state: unknown) => void
  go: (steps: number) => void
  subscribe: (listener: () => void) => () => void
}

/** The address of a place, without the origin. */
export function addressAt({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): string {
  return pathname + search + hash
}

/** What a link leads to from an address: '?page=2' keeps the path. Never the address of another site. */
export function resolveAddress(to: string, from: string): URL {
  const url = new URL(to, new URL(from, 'http://here'))
  // Two slashes would begin the name of a host.
  url.pathname = url.pathname.replace(/^\/{2,}/, '/')
  return url
}

/** The browser's own history. */
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
        // Safari takes a hundred steps in half a minute, and no more.
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

/** A history in memory: for a page that the server makes, and for tests. */
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
