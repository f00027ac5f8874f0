import { useSyncExternalStore } from 'react'

/** A value outside React that several screens share and, with a key, a reload survives. */
export type Store<T> = { get: () => T; set: (value: T) => void; subscribe: (listener: () => void) => () => void }

type Storage = 'localStorage' | 'sessionStorage'

/** `key`: where the storage keeps it; `read` turns what was kept (or null, or garbage) into a value. sessionStorage lasts as long as the tab. */
export function createStore<T>(key: string, read: (kept: unknown) => T, storage: Storage = 'localStorage'): Store<T> {
  let value = read(keptAt(storage, key))
  const listeners = new Set<() => void>()
  const tell = () => listeners.forEach((listener) => listener())
  // Another tab changed it.
  addEventListener('storage', (event) => {
    if (event.key !== key && event.key !== null) return
    value = read(keptAt(storage, key))
    tell()
  })
  const get = () => value
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    get,
    set(next) {
      value = next
      try {
        if (next === null) window[storage].removeItem(key)
        else window[storage].setItem(key, JSON.stringify(next))
      } catch {
        // Storage can be full or forbidden; the value then lives as long as the page.
      }
      tell()
    },
    subscribe,
  }
}

/** The value in a screen. A function named as a hook: the React Compiler would keep the first value of a method's call. */
export function useStored<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get)
}

function keptAt(storage: Storage, key: string): unknown {
  try {
    return JSON.parse(window[storage].getItem(key) ?? 'null')
  } catch {
    return null
  }
}
