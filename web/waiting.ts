import { useSyncExternalStore } from 'react'
import type { WaitingChange } from './device-store.ts'

let changes: readonly WaitingChange[] = []
const listeners = new Set<() => void>()

function listShown(): readonly WaitingChange[] {
  return changes
}

export function showWaiting(all: readonly WaitingChange[]): void {
  changes = all
  listeners.forEach((listener) => listener())
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What waits on this device to be sent, of the player who is signed in. */
export function useWaiting(): readonly WaitingChange[] {
  return useSyncExternalStore(subscribe, listShown, listShown)
}
