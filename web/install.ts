import { useSyncExternalStore } from 'react'
import { installEvent } from './install-event.ts'
import { createStore } from './store.ts'

/** Whether the player has declined the offer. */
const declined = createStore<boolean>('deuce.install-declined', (stored) => stored === true)

let isGoodMoment = false
const listeners = new Set<() => void>()

addEventListener('appinstalled', () => decline())

/** Marks a good moment to offer the installation: a score was reported, or an entry was paid. */
export function noteGoodMoment(): void {
  isGoodMoment = true
  changed()
}

export function decline(): void {
  declined.set(true)
  changed()
}

/** Shows the browser's installation prompt. */
export async function install(): Promise<void> {
  const asked = await installEvent.last?.prompt()
  installEvent.last = null
  if (asked?.outcome === 'dismissed') decline()
  changed()
}

/** How the app can be installed now: with a `button`, with the browser's `menu` (iOS), or not at all. */
export function useInstallOffer(): 'button' | 'menu' | null {
  return useSyncExternalStore(subscribe, findOffer)
}

function findOffer(): 'button' | 'menu' | null {
  if (!isGoodMoment || declined.get()) return null
  if (installEvent.last) return 'button'
  return (navigator as { standalone?: boolean }).standalone === false ? 'menu' : null
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function changed(): void {
  listeners.forEach((listener) => listener())
}
