import { useSyncExternalStore } from 'react'

/** Whether the browser has a network at all; it may still not reach us. The server, which makes pages too, always has one. */
export function isOnline(): boolean {
  return navigator.onLine !== false
}

/** Calls back when the network comes or goes. Answers how to stop. */
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
