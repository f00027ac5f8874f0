import { useSyncExternalStore } from 'react'

/** Whether the browser has a network; it may still not reach the server. Always true during server rendering. */
export function isOnline(): boolean {
  return navigator.onLine !== false
}

/** Calls `listener` when the network comes or goes. Returns the unsubscribe function. */
export function subscribeConnection(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

export function useOnline(): boolean {
  return useSyncExternalStore(subscribeConnection, isOnline, () => true)
}
