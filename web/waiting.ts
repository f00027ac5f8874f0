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

/** The signed-in player's unsent changes on this device. */
export function useWaiting(): readonly WaitingChange[] {
  return useSyncExternalStore(subscribe, listShown, listShown)
}
