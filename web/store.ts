import { useSyncExternalStore } from 'react'

/** A value that several screens share and that survives a reload. */
export type Store<T> = {
  get: () => T
  set: (value: T) => void
  subscribe: (listener: () => void) => () => void
  /** The value if nothing is stored: a server-rendered page shows it until hydration. */
  initial: T
}

type Storage = 'localStorage' | 'sessionStorage'

/**
 * `key` is its name in the storage; `read` turns a stored value (possibly null or invalid) into a valid one.
 * sessionStorage lasts as long as the tab.
 */
export function createStore<T>(key: string, read: (stored: unknown) => T, storage: Storage = 'localStorage'): Store<T> {
  const initial = read(null)
  let value = read(keptAt(storage, key))
  const listeners = new Set<() => void>()
  const notify = () => listeners.forEach((listener) => listener())
  // Another tab has changed the value.
  globalThis.addEventListener?.('storage', (event) => {
    if (event.key !== key && event.key !== null) return
    value = read(keptAt(storage, key))
    notify()
  })
  const get = () => value
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    initial,
    get,
    set(next) {
      value = next
      try {
        if (next === null) window[storage].removeItem(key)
        else window[storage].setItem(key, JSON.stringify(next))
      } catch {
        // Storage can be full or blocked; the value then lasts as long as the page.
      }
      notify()
    },
    subscribe,
  }
}

/** Reads a store in a component. */
export function useStored<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get, () => store.initial)
}

function keptAt(storage: Storage, key: string): unknown {
  try {
    return JSON.parse(window[storage].getItem(key) ?? 'null')
  } catch {
    return null
  }
}
