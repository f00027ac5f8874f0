import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { showToast } from './toasts.ts'

/** Code that loads on demand: a dialog, a menu, a calendar. */
export type Part<T> = {
  /** Undefined until loaded. */
  get: () => T | undefined
  /** Starts loading; retries after a failure. */
  load: () => Promise<T>
  subscribe: (listener: () => void) => () => void
}

export function createPart<T>(fetchCode: () => Promise<T>): Part<T> {
  let code: T | undefined
  let loading: Promise<T> | undefined
  const listeners = new Set<() => void>()
  return {
    get: () => code,
    load: () =>
      (loading ??= fetchCode().then(
        (arrived) => {
          code = arrived
          for (const listener of listeners) listener()
          return arrived
        },
        (error: unknown) => {
          loading = undefined
          throw error
        },
      )),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/**
 * The code of a part, loaded when needed. `onMissing` runs if it cannot be loaded, after a toast has said so. Without
 * `onMissing`, the screen works without the part.
 */
export function usePart<T>(part: Part<T>, needed: boolean, onMissing?: () => void): T | undefined {
  const code = useSyncExternalStore(part.subscribe, part.get, part.get)
  const isMissing = needed && code === undefined
  const giveUp = useEffectEvent(() => {
    if (!onMissing) return
    showToast({ tone: 'bad', text: 'This could not be loaded. Check your connection and load the page again.' })
    onMissing()
  })
  useEffect(() => {
    if (!isMissing) return
    let isWaiting = true
    part.load().catch(() => isWaiting && giveUp())
    return () => {
      isWaiting = false
    }
  }, [part, isMissing])
  return code
}

/** Handlers that start loading when the reader reaches for a control, before the press. */
export function loadOnReach(part: Part<unknown>) {
  const load = () => void part.load().catch(() => undefined)
  return { onPointerEnter: load, onFocus: load, onTouchStart: load }
}

const reached = new Set<Part<unknown>>()

/** Loads a part when the reader reaches for any button, for parts whose own button is unknown. */
export function loadOnAnyReach(part: Part<unknown>): void {
  if (typeof document === 'undefined') return
  if (reached.size === 0)
    for (const move of ['pointerover', 'focusin', 'touchstart'])
      document.addEventListener(move, reach, { passive: true, capture: true })
  reached.add(part)
}

function reach({ target }: Event): void {
  if (!(target instanceof Element) || !target.closest('button, [role=menuitem]')) return
  for (const part of reached) part.load().catch(() => undefined)
}
